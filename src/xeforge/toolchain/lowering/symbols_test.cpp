#include "xeforge/toolchain/lowering/symbols.hpp"

#include "xeforge/toolchain/lowering/testing.hpp"

#include <llvm/IR/InstIterator.h>

namespace xeforge::toolchain::lowering {
namespace {

Meaning meaning_of_name(const std::string& symbol) {
  ParsedModule module("declare void @" + symbol + "()\n");
  return module.is_there() ? meaning_of(*module->begin()) : Meaning::unknown;
}
std::string name_of_intrinsic(const std::string& symbol) {
  ParsedModule module("declare void @" + symbol + "()\n");
  return module.is_there() ? intrinsic_name(*module->begin()).value_or("") : "";
}

TEST(symbols, names_of_the_vector_compilers_intrinsics_follow_from_ours) {
  EXPECT_EQ(name_of_intrinsic("_ZN7xeforge5esimd4genx3expIDv16_fJS3_EEET_DpT0_"), "llvm.genx.exp");
  EXPECT_EQ(name_of_intrinsic("_ZN7xeforge5esimd4genx12lsc_load_slmIDv16_iJEEET_DpT0_"), "llvm.genx.lsc.load.slm");
  EXPECT_EQ(name_of_intrinsic("_ZN7xeforge5esimd4genx8internal12cast_to_bf16IDv8_tJDv8_fEEET_DpT0_"),
            "llvm.vc.internal.cast.to.bf16");
}

TEST(symbols, other_names_are_no_intrinsics) {
  for (const char* symbol :
       {"exp", "_Z3expf", "_ZN7xeforge5esimd3expEv", "_ZN7xeforge5esimd4genxE", "_ZN4user5esimd4genx3expEv",
        "_ZN7xeforge5esimd4genx5other3expEv", "_ZN7xeforge5esimd4genx8internal1a1bEv", "_ZN7xeforge5esimd4genx99expEv",
        "_ZN7xeforge5esimd4genx99999999999999999999expEv"})
    EXPECT_EQ(name_of_intrinsic(symbol), "") << symbol;
}

TEST(symbols, functions_without_a_body_have_meanings) {
  const std::string needs = "_ZN7xeforge5esimd12kernel_needs";
  EXPECT_EQ(meaning_of_name(needs + "9slm_bytesEj"), Meaning::slm_size);
  EXPECT_EQ(meaning_of_name(needs + "9slm_pieceEj"), Meaning::slm_piece);
  EXPECT_EQ(meaning_of_name(needs + "13slm_piece_endEj"), Meaning::slm_piece_end);
  EXPECT_EQ(meaning_of_name(needs + "14named_barriersEj"), Meaning::named_barriers);
  EXPECT_EQ(meaning_of_name(needs + "11barrier_rowEj"), Meaning::barrier_row);
  EXPECT_EQ(meaning_of_name(needs + "5otherEj"), Meaning::unknown);
  EXPECT_EQ(meaning_of_name("_ZN4user5esimd12kernel_needs9slm_bytesEj"), Meaning::unknown);
  EXPECT_EQ(meaning_of_name("_Z18__spirv_ocl_printfPKcz"), Meaning::print);
  EXPECT_EQ(meaning_of_name("llvm.genx.exp.x0"), Meaning::intrinsic);
  EXPECT_EQ(meaning_of_name("_ZN7xeforge5esimd4genx3expIfJEEET_DpT0_"), Meaning::intrinsic);
}

TEST(symbols, kernels_have_a_body_and_the_hosts_calling_convention) {
  ParsedModule module("define spir_kernel void @k() {\n  ret void\n}\ndefine spir_func void @g() {\n  ret void\n}\n"
                      "declare spir_kernel void @elsewhere()\n");
  ASSERT_TRUE(module.is_there());
  EXPECT_TRUE(is_kernel(*module->getFunction("k")));
  EXPECT_FALSE(is_kernel(*module->getFunction("g")));
  EXPECT_FALSE(is_kernel(*module->getFunction("elsewhere")));
}

TEST(symbols, constants_among_arguments_are_numbers_also_in_all_lanes) {
  ParsedModule module(function("i32 %n", "  call void @g(i32 7, <4 x i16> splat (i16 -3), i1 true, i32 %n, <2 x i32> "
                                         "<i32 1, i32 2>, i128 18446744073709551616)\n") +
                      "declare void @g(i32, <4 x i16>, i1, i32, <2 x i32>, i128)\n");
  ASSERT_TRUE(module.is_there());
  const auto& call = llvm::cast<llvm::CallBase>(*llvm::inst_begin(module->getFunction("f")));
  EXPECT_EQ(constant_argument(call, 0), 7);
  EXPECT_EQ(constant_argument(call, 1), -3);
  EXPECT_EQ(constant_argument(call, 2), 1);
  for (const unsigned none : {3u, 4u, 5u, 6u, 99u})
    EXPECT_EQ(constant_argument(call, none), std::nullopt) << none;
}

} // namespace
} // namespace xeforge::toolchain::lowering
