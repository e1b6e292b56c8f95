#include "xeforge/toolchain/lowering.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace xeforge::toolchain {
namespace {

const machine::DeviceModel& bmg() { return machine::device_model("bmg"); }

constexpr const char* kernel_symbol = "_ZTSZ4hostvE4Axpy"; // typeinfo name for host()::Axpy
constexpr const char* exp_symbol = "_ZN7xeforge5esimd4genx3expIDv16_fJS3_EEET_DpT0_";
constexpr const char* slm_symbol = "_ZN7xeforge5esimd12kernel_needs9slm_bytesEj";
constexpr const char* slm_load_symbol = "_ZN7xeforge5esimd4genx12lsc_load_slmIDv16_iJEEET_DpT0_";

// A module with one kernel: its instructions, and what else stands in the module.
std::string module_of(const std::string& body, const std::string& rest) {
  return std::string("define dso_local spir_kernel void @") + kernel_symbol +
         "(ptr noundef readonly byval(%class.anon) align 8 %0) local_unnamed_addr #0 !dbg !11 {\n" + body +
         "  ret void\n}\n" + rest +
         "attributes #0 = { alwaysinline convergent nounwind \"frame-pointer\"=\"all\" \"no-trapping-math\"=\"true\" "
         "}\n";
}

std::string lowered(const std::string& body, const std::string& rest = {}) {
  return lower(module_of(body, rest), bmg()).ir;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The message of the refusal; empty when there is none.
std::string refusal(const std::string& body, const std::string& rest = {}, const machine::DeviceModel& device = bmg()) {
  try {
    lower(module_of(body, rest), device);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(lowering, intrinsics_get_the_vector_compilers_name_wherever_they_stand) {
  const std::string call = std::string("  %2 = tail call contract spir_func noundef <16 x float> @") + exp_symbol +
                           "(<16 x float> noundef %1) #2, !dbg !15\n";
  const std::string ir = lowered(call, std::string("declare dso_local spir_func noundef <16 x float> @") + exp_symbol +
                                           "(<16 x float> noundef) #1\n");
  EXPECT_TRUE(contains(ir, "  %2 = tail call contract spir_func <16 x float> @llvm.genx.exp.x0(<16 x float> %1) #2\n"));
  EXPECT_TRUE(contains(ir, "declare dso_local spir_func <16 x float> @llvm.genx.exp.x0(<16 x float>) #1\n"));
  EXPECT_FALSE(contains(ir, exp_symbol));
}

TEST(lowering, offsets_cut_from_local_pointers_are_taken_from_them) {
  const std::string pointers = "  %1 = inttoptr i64 64 to ptr addrspace(3)\n"
                               "  %2 = addrspacecast ptr addrspace(3) %1 to ptr addrspace(4)\n"
                               "  %3 = ptrtoint ptr addrspace(4) %2 to i64\n";
  const auto claimed = [](const std::string& body) {
    return lower(module_of(body, {}), bmg(), SourceLines::dropped, 128).ir;
  };
  EXPECT_TRUE(
      contains(claimed(pointers + "  %4 = trunc i64 %3 to i32\n"), "  %4 = ptrtoint ptr addrspace(3) %1 to i32\n"));
  // The number of a generic pointer has more than the offset in it.
  EXPECT_TRUE(contains(claimed(pointers + "  %4 = trunc i64 %3 to i16\n"), "  %4 = trunc i64 %3 to i16\n"));
}

constexpr const char* print_declaration =
    "declare dso_local spir_func i32 @_Z18__spirv_ocl_printfPKcz(ptr addrspace(4), ...) #1\n";

TEST(lowering, strings_of_printf_become_constants) {
  const std::string call =
      "  %2 = tail call spir_func i32 (ptr addrspace(4), ...) @_Z18__spirv_ocl_printfPKcz(ptr "
      "addrspace(4) addrspacecast (ptr addrspace(1) @format to ptr addrspace(4)), i32 %1) #4, !dbg !5\n";
  const std::string format = "@format = internal addrspace(1) constant [4 x i8] c\"%d\\0A\\00\", align 1\n";
  const std::string ir = lowered(call, format + print_declaration);
  EXPECT_TRUE(contains(ir, "  %2 = call spir_func i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr "
                           "addrspace(2) @xeforge.string.0, i32 %1)"))
      << ir;
  EXPECT_TRUE(contains(ir, "@xeforge.string.0 = internal addrspace(2) constant [4 x i8] c\"%d\\0A\\00\", align 1\n"))
      << ir;
  EXPECT_TRUE(contains(ir, "declare spir_func i32 @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2), ...)\n")) << ir;
  EXPECT_FALSE(contains(ir, "printfPKcz")) << ir;
}

TEST(lowering, printf_of_what_is_no_literal_is_refused) {
  const std::string call =
      "  %2 = tail call spir_func i32 (ptr addrspace(4), ...) @_Z18__spirv_ocl_printfPKcz(ptr addrspace(4) %1) #4\n";
  EXPECT_TRUE(contains(refusal(call, print_declaration), "a printf whose format is known only at run time"));
  const std::string variable = "  %2 = tail call spir_func i32 (ptr addrspace(4), ...) @_Z18__spirv_ocl_printfPKcz(ptr "
                               "addrspace(4) addrspacecast (ptr addrspace(1) @text to ptr addrspace(4))) #4\n";
  EXPECT_TRUE(
      contains(refusal(variable, std::string("@text = internal addrspace(1) global [2 x i8] c\"%\\00\", align 1\n") +
                                     print_declaration),
               "a printf whose format is known only at run time"));
}

TEST(lowering, part_of_a_vector_is_no_wide_integer) {
  const std::string ir = lowered("  %1 = bitcast <16 x float> zeroinitializer to <2 x i256>\n"
                                 "  %2 = extractelement <2 x i256> %1, i64 1\n"
                                 "  %3 = bitcast i256 %2 to <8 x i32>\n");
  EXPECT_FALSE(contains(ir, "i256"));
  EXPECT_TRUE(contains(ir, "  %3 = shufflevector <16 x i32> "));
}

TEST(lowering, names_with_several_words_and_internal_ones_become_dotted) {
  const std::string internal = "_ZN7xeforge5esimd4genx8internal12cast_to_bf16IDv8_tJDv8_fEEET_DpT0_";
  const std::string ir = lowered("  %2 = call <8 x i16> @" + internal + "(<8 x float> %1)\n",
                                 "declare <8 x i16> @" + internal + "(<8 x float>)\n");
  EXPECT_TRUE(contains(ir, "@llvm.vc.internal.cast.to.bf16.x0(<8 x float> %1)"));
}

TEST(lowering, two_instances_of_one_intrinsic_get_different_names) {
  const std::string second = "_ZN7xeforge5esimd4genx3expIDv8_fJS3_EEET_DpT0_";
  const std::string ir = lowered(std::string("  %2 = call <16 x float> @") + exp_symbol +
                                     "(<16 x float> %1)\n  %3 = call <8 x float> @" + second + "(<8 x float> %4)\n",
                                 std::string("declare <16 x float> @") + exp_symbol +
                                     "(<16 x float>)\ndeclare <8 x float> @" + second + "(<8 x float>)\n");
  EXPECT_TRUE(contains(ir, "@llvm.genx.exp.x0("));
  EXPECT_TRUE(contains(ir, "@llvm.genx.exp.x1("));
}

TEST(lowering, a_kernel_gets_its_attributes_and_a_short_name) {
  const LoweredModule module = lower(module_of("", ""), bmg());
  ASSERT_EQ(module.kernels.size(), 1u);
  EXPECT_EQ(module.kernels[0].name, "Axpy");
  EXPECT_EQ(module.kernels[0].source_name, "host()::Axpy");
  EXPECT_TRUE(contains(module.ir, "define dso_local spir_kernel void @Axpy(ptr readonly byval(%class.anon) align 8 %0) "
                                  "local_unnamed_addr \"VCFunction\" \"VCSLMSize\"=\"0\" \"VCNamedBarrierCount\"=\"0\" "
                                  "#0 !intel_reqd_sub_group_size !90000 {\n"))
      << module.ir;
  EXPECT_TRUE(contains(module.ir, "!90000 = !{i32 1}\n"));
}

TEST(lowering, kernels_of_the_same_short_name_and_unnamed_ones_stay_apart) {
  const auto kernel = [](const char* symbol) {
    return std::string("define spir_kernel void @") + symbol + "() #0 {\n  ret void\n}\n";
  };
  const LoweredModule module = lower(kernel("_ZTSZ4mainEN1a4AxpyE") + kernel("_ZTSZ4mainEN1b4AxpyE") +
                                         kernel("_ZTSZ4mainEUlvE_") + kernel("_ZTSZ4mainEUlvE0_"),
                                     bmg());
  ASSERT_EQ(module.kernels.size(), 4u);
  EXPECT_EQ(module.kernels[0].name, "Axpy");
  EXPECT_EQ(module.kernels[1].name, "Axpy_2");
  EXPECT_EQ(module.kernels[2].name, "main_kernel");
  EXPECT_EQ(module.kernels[3].name, "main_kernel_2");
}

TEST(lowering, slm_size_becomes_an_attribute_the_largest_of_all_claims) {
  const std::string claim = std::string("  call void @") + slm_symbol;
  const LoweredModule module =
      lower(module_of(claim + "(i32 1024)\n" + claim + "(i32 noundef 4096)\n" + claim + "(i32 512)\n",
                      std::string("declare void @") + slm_symbol + "(i32) #1\n"),
            bmg());
  EXPECT_EQ(module.kernels[0].slm_bytes, 4096u);
  EXPECT_TRUE(contains(module.ir, "\"VCSLMSize\"=\"4096\""));
  EXPECT_FALSE(contains(module.ir, "slm_bytes"));
}

TEST(lowering, a_claim_in_a_function_counts_for_the_kernels_that_reach_it) {
  const std::string rest =
      std::string("define internal spir_func void @outer() #0 {\n  call void @inner()\n  ret void\n}\n"
                  "define internal spir_func void @inner() #0 {\n  call void @") +
      slm_symbol + "(i32 256)\n  ret void\n}\ndefine spir_kernel void @other() #0 {\n  ret void\n}\ndeclare void @" +
      slm_symbol + "(i32)\n";
  const LoweredModule module = lower(module_of("  call spir_func void @outer()\n", rest), bmg());
  ASSERT_EQ(module.kernels.size(), 2u);
  EXPECT_EQ(module.kernels[0].slm_bytes, 256u);
  EXPECT_EQ(module.kernels[1].slm_bytes, 0u);
  EXPECT_TRUE(contains(module.ir, "void @inner() \"VCFunction\" #0 {"));
}

TEST(lowering, slm_without_a_size_is_refused) {
  const std::string body =
      std::string("  %2 = call <16 x i32> @") + slm_load_symbol +
      "(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 3, i8 6, i8 2, i8 0, <1 x i32> "
      "zeroinitializer, i32 0)\n";
  const std::string rest = std::string("declare <16 x i32> @") + slm_load_symbol + "()\n";
  EXPECT_TRUE(contains(refusal(body, rest), "shared local memory that has no size"));
  EXPECT_EQ(refusal(std::string("  call void @") + slm_symbol + "(i32 64)\n" + body,
                    rest + "declare void @" + slm_symbol + "(i32)\n"),
            "");
}

TEST(lowering, slm_of_a_size_known_only_at_run_time_or_larger_than_the_devices_is_refused) {
  const std::string declaration = std::string("declare void @") + slm_symbol + "(i32)\n";
  const std::string claim = std::string("  call void @") + slm_symbol;
  EXPECT_TRUE(contains(refusal(claim + "(i32 %7)\n", declaration), "known only at run time"));
  EXPECT_EQ(refusal(claim + "(i32 131072)\n", declaration), "");
  EXPECT_TRUE(contains(refusal(claim + "(i32 131073)\n", declaration), "at most 131072 on bmg"));
  EXPECT_TRUE(contains(refusal(claim + "(i32 65537)\n", declaration, machine::device_model("dg2")), "65536 on dg2"));
}

constexpr const char* barriers_symbol = "_ZN7xeforge5esimd12kernel_needs14named_barriersEj";
constexpr const char* piece_symbol = "_ZN7xeforge5esimd12kernel_needs9slm_pieceEj";
constexpr const char* piece_end_symbol = "_ZN7xeforge5esimd12kernel_needs13slm_piece_endEj";
constexpr const char* arrive_symbol = "_ZN7xeforge5esimd4genx15nbarrier_arriveIvJaaaaEEET_DpT0_";
constexpr const char* wait_symbol = "_ZN7xeforge5esimd4genx8nbarrierIvJaaaEEET_DpT0_";

TEST(lowering, T29_the_number_of_named_barriers_becomes_an_attribute) {
  const std::string claim = std::string("  call void @") + barriers_symbol;
  const LoweredModule module = lower(module_of(claim + "(i32 3)\n" + claim + "(i32 12)\n",
                                               std::string("declare void @") + barriers_symbol + "(i32)\n"),
                                     bmg());
  EXPECT_EQ(module.kernels[0].named_barriers, 12u);
  EXPECT_TRUE(contains(module.ir, "\"VCNamedBarrierCount\"=\"12\""));
  EXPECT_FALSE(contains(module.ir, "named_barriers"));
}

TEST(lowering, T29_a_named_barrier_that_is_not_claimed_is_refused) {
  const std::string rest = std::string("declare void @") + barriers_symbol + "(i32)\ndeclare void @" + arrive_symbol +
                           "(i8, i8, i8, i8)\ndeclare void @" + wait_symbol + "(i8, i8, i8)\n";
  const auto claim = [](int count) {
    return std::string("  call void @") + barriers_symbol + "(i32 " + std::to_string(count) + ")\n";
  };
  const auto arrive = [](const char* id) {
    return std::string("  call void @") + arrive_symbol + "(i8 " + id + ", i8 0, i8 4, i8 4)\n";
  };
  const auto wait = [](const char* id) {
    return std::string("  call void @") + wait_symbol + "(i8 0, i8 " + id + ", i8 0)\n";
  };
  EXPECT_TRUE(contains(refusal(arrive("%7"), rest), "a named barrier in a kernel that claims none"));
  EXPECT_TRUE(contains(refusal(claim(4) + arrive("3") + wait("4"), rest), "named barrier 4 in a kernel that claims 4"));
  EXPECT_TRUE(contains(refusal(claim(4) + arrive("9") + wait("3"), rest), "named barrier 9 in a kernel that claims 4"));
  EXPECT_EQ(refusal(claim(4) + arrive("3") + wait("3") + arrive("%7"), rest), "");
  EXPECT_TRUE(contains(refusal(claim(33), rest), "at most 32"));
  EXPECT_TRUE(contains(refusal(std::string("  call void @") + barriers_symbol + "(i32 %7)\n", rest),
                       "named_barrier_init with a number known only at run time"));
}

const std::string pieces_rest = std::string("declare i32 @") + piece_symbol + "(i32)\ndeclare void @" +
                                piece_end_symbol + "(i32)\ndeclare void @" + slm_symbol + "(i32)\n";
std::string piece(const char* result, int bytes) {
  return std::string("  ") + result + " = call i32 @" + piece_symbol + "(i32 " + std::to_string(bytes) + ")\n";
}
std::string piece_end(const char* result) {
  return std::string("  call void @") + piece_end_symbol + "(i32 noundef " + result + ")\n";
}

TEST(lowering, T25_pieces_of_slm_lie_behind_slm_init_and_beside_each_other) {
  const std::string body = piece("%5", 100) + "  call void @" + slm_symbol + "(i32 1001)\n" + piece("%6", 64);
  const LoweredModule module = lower(module_of(body, pieces_rest), bmg());
  EXPECT_TRUE(contains(module.ir, "  %5 = add i32 0, 1001\n")) << module.ir;
  EXPECT_TRUE(contains(module.ir, "  %6 = add i32 0, 1101\n"));
  EXPECT_EQ(module.kernels[0].slm_bytes, 1165u);
  EXPECT_TRUE(contains(module.ir, "\"VCSLMSize\"=\"1165\""));
  EXPECT_TRUE(contains(refusal(piece("%5", 131073), pieces_rest), "slm_init and slm_allocators of 131073 bytes"));
  EXPECT_TRUE(
      contains(refusal("  call spir_func void @inner()\n", "define internal spir_func void @inner() #0 {\n" +
                                                               piece("%1", 64) + "  ret void\n}\n" + pieces_rest),
               "slm_allocator in a function that is not inlined"));
  // A function that only other translation units could call.
  const std::string alone =
      lowered("", "define spir_func void @alone() #0 {\n" + piece("%1", 64) + "  ret void\n}\n" + pieces_rest);
  EXPECT_FALSE(contains(alone, piece_symbol)) << alone;
}

TEST(lowering, T25_pieces_that_are_never_there_at_once_share_their_place) {
  const std::string nested = piece("%5", 8) + piece("%6", 4) + piece_end("%6") + piece("%7", 16) + piece_end("%7") +
                             piece_end("%5") + piece("%8", 4) + piece_end("%8");
  const LoweredModule module = lower(module_of(nested, pieces_rest), bmg());
  for (const char* offset :
       {"%5 = add i32 0, 0\n", "%6 = add i32 0, 8\n", "%7 = add i32 0, 8\n", "%8 = add i32 0, 0\n"})
    EXPECT_TRUE(contains(module.ir, offset)) << module.ir;
  EXPECT_EQ(module.kernels[0].slm_bytes, 24u);
  EXPECT_FALSE(contains(module.ir, "slm_piece"));

  // %5 lives in the loop from 2 to 4 and on the way past it; %6 begins in it and ends, %7 follows all.
  const std::string ways = piece("%5", 8) + "  br i1 %1, label %2, label %4\n\n2:\n" + piece("%6", 4) +
                           piece_end("%6") + "  switch i32 %3, label %4 [\n    i32 0, label %2\n  ]\n\n4:\n" +
                           piece_end("%5") + piece("%7", 16) + piece_end("%7");
  const LoweredModule branches = lower(module_of(ways, pieces_rest), bmg());
  for (const char* offset : {"%5 = add i32 0, 0\n", "%6 = add i32 0, 8\n", "%7 = add i32 0, 0\n"})
    EXPECT_TRUE(contains(branches.ir, offset)) << branches.ir;
  EXPECT_EQ(branches.kernels[0].slm_bytes, 16u);
}

TEST(lowering, T29_rows_of_named_barriers_follow_those_of_named_barrier_init) {
  const std::string row_symbol = "_ZN7xeforge5esimd12kernel_needs11barrier_rowEj";
  const std::string rest =
      std::string("declare void @") + barriers_symbol + "(i32)\ndeclare i32 @" + row_symbol + "(i32)\n";
  const std::string body = "  %5 = call i32 @" + row_symbol + "(i32 3)\n  %6 = call i32 @" + row_symbol +
                           "(i32 4)\n  call void @" + barriers_symbol + "(i32 2)\n";
  const LoweredModule module = lower(module_of(body, rest), bmg());
  EXPECT_TRUE(contains(module.ir, "  %5 = add i32 0, 2\n  %6 = add i32 0, 5\n")) << module.ir;
  EXPECT_EQ(module.kernels[0].named_barriers, 9u);
  EXPECT_TRUE(contains(refusal("  %5 = call i32 @" + row_symbol + "(i32 33)\n", rest), "at most 32 barriers"));
}

TEST(lowering, an_undefined_function_is_named_as_in_the_source) {
  EXPECT_TRUE(contains(refusal("  call void @_Z6helperiPf(i32 1, ptr %2)\n", "declare void @_Z6helperiPf(i32, ptr)\n"),
                       "a call of 'helper(int, float*)', which is not defined for the device"));
}

TEST(lowering, a_call_through_a_pointer_is_refused) {
  EXPECT_TRUE(contains(refusal("  %2 = call spir_func float %1(ptr %0)\n"), "a call through a pointer"));
}

TEST(lowering, inline_assembler_is_refused_unless_it_is_a_fence_of_the_compilers) {
  EXPECT_TRUE(
      contains(refusal("  call void asm sideeffect \"mov $0, 1\", \"=r\"() #3\n"), "inline assembler 'mov $0, 1'"));
  EXPECT_FALSE(contains(lowered("  call void asm sideeffect \"fence_sw\", \"\"() #3\n"), "asm"));
  const std::string ir = lowered("  call void asm sideeffect \"\", \"~{memory}\"() #3\n");
  EXPECT_FALSE(contains(ir, "asm"));
}

TEST(lowering, integers_of_more_than_64_bits_are_refused) {
  EXPECT_TRUE(contains(refusal("  %2 = load i512, ptr %1, align 64\n"), "an integer of 512 bits"));
  EXPECT_TRUE(contains(refusal("  %2 = zext <2 x i64> %1 to <2 x i128>\n"), "an integer of 128 bits"));
  EXPECT_EQ(refusal("  %2 = load i64, ptr %i128, align 64\n"), "");
}

TEST(lowering, what_no_kernel_reaches_is_neither_judged_nor_kept) {
  const std::string rest = "@vtable = constant [1 x ptr] [ptr @_ZN4TestD2Ev]\n@_ZL5limit = global i32 4\n"
                           "@llvm.global_ctors = appending global [1 x ptr] [ptr @_GLOBAL__sub_I_x]\n"
                           "define void @_ZN4TestD2Ev() #0 {\n  call void @_ZN4BaseD2Ev()\n  ret void\n}\n"
                           "define internal void @_GLOBAL__sub_I_x() #0 {\n  %1 = call i32 @_Z8computedv()\n"
                           "  store i32 %1, ptr @_ZL5limit\n  ret void\n}\n"
                           "declare void @_ZN4BaseD2Ev()\ndeclare i32 @_Z8computedv()\n";
  const std::string ir = lowered("", rest);
  for (const char* gone : {"vtable", "_ZN4Test", "_GLOBAL_", "_ZN4Base", "_Z8computedv", "_ZL5limit"})
    EXPECT_FALSE(contains(ir, gone)) << gone;
  EXPECT_TRUE(contains(refusal("  %1 = load ptr, ptr @vtable, align 8\n", rest), "a call of 'Base::~Base()'"));
}

TEST(lowering, functions_that_call_themselves_are_refused) {
  const std::string rest = "define i32 @_Z3oddi(i32 %0) #0 {\n  %2 = call i32 @_Z4eveni(i32 %0)\n  ret i32 %2\n}\n"
                           "define i32 @_Z4eveni(i32 %0) #0 {\n  %2 = call i32 @_Z3oddi(i32 %0)\n  ret i32 %2\n}\n";
  EXPECT_TRUE(
      contains(refusal("  %1 = call i32 @_Z3oddi(i32 4)\n", rest), "a recursive call of 'odd(int)'; expected a loop"));
  EXPECT_EQ(refusal("", rest), "");
}

TEST(lowering, masks_become_integers_of_whole_bytes_only) {
  EXPECT_EQ(refusal("  %2 = bitcast <16 x i1> %1 to i16\n  %3 = bitcast i32 %2 to <32 x i1>\n"), "");
  EXPECT_TRUE(contains(refusal("  %2 = bitcast <13 x i1> %1 to i13\n"), "a mask of 13 lanes"));
  EXPECT_TRUE(contains(refusal("  %2 = bitcast i4 %1 to <4 x i1>\n"), "a mask of 4 lanes"));
}

TEST(lowering, a_multiply_add_hint_becomes_two_instructions_that_may_be_fused) {
  const std::string ir = lowered(
      "  %9 = tail call contract <8 x float> @llvm.fmuladd.v8f32(<8 x float> %1, <8 x float> splat (float 2.0), "
      "<8 x float> %3), !dbg !12\n",
      "declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)\n");
  EXPECT_TRUE(contains(ir, " = fmul contract <8 x float> %1, splat (float 2.0)\n"));
  EXPECT_TRUE(contains(ir, "  %9 = fadd contract <8 x float> %xeforge.product.0, %3\n"));
}

TEST(lowering, hints_to_the_optimiser_are_dropped_and_other_builtins_stay) {
  const std::string ir = lowered("  call void @llvm.assume(i1 %1)\n  call void @llvm.lifetime.start.p0(ptr %2)\n"
                                 "  %3 = call float @llvm.fma.f32(float %4, float %5, float %6)\n",
                                 "declare void @llvm.assume(i1)\ndeclare void @llvm.lifetime.start.p0(ptr)\n"
                                 "declare float @llvm.fma.f32(float, float, float)\n");
  EXPECT_FALSE(contains(ir, "call void @llvm.assume"));
  EXPECT_FALSE(contains(ir, "call void @llvm.lifetime"));
  EXPECT_TRUE(contains(ir, "  %3 = call float @llvm.fma.f32(float %4, float %5, float %6)\n"));
}

TEST(lowering, parameter_attributes_and_the_c_compilers_function_attributes_go) {
  const std::string ir =
      lowered("  %2 = call spir_func zeroext i1 @local(i8 noundef signext 3, i1 noundef zeroext true)\n",
              "define internal i1 @local(i8 noundef signext %0, i1 zeroext %1) #0 {\n  ret i1 true\n}\n");
  EXPECT_TRUE(contains(ir, "  %2 = call spir_func i1 @local(i8 3, i1 true)\n"));
  EXPECT_TRUE(contains(ir, "attributes #0 = { convergent nounwind }\n"));
}

TEST(lowering, text_in_constants_is_left_alone) {
  const std::string constant = "@text = private constant [18 x i8] c\" noundef zeroext \\00\"\n";
  EXPECT_TRUE(contains(lower(constant + module_of("  %1 = load i8, ptr @text, align 1\n", ""), bmg()).ir, constant));
}

// The kernel of module_of takes what it captures as %0.
TEST(lowering, captures_with_an_array_that_is_indexed_at_run_time_are_copied_into_a_variable) {
  const std::string pointer = "  %2 = addrspacecast ptr %0 to ptr addrspace(4)\n";
  const std::string inner = "  %3 = getelementptr inbounds nuw i8, ptr addrspace(4) %2, i64 8\n";
  const std::string copied = "  %2 = addrspacecast ptr %xeforge.captures.0 to ptr addrspace(4)\n";
  EXPECT_TRUE(contains(
      lowered(pointer + inner + "  %4 = getelementptr inbounds [8 x i32], ptr addrspace(4) %3, i64 0, i64 5\n"),
      pointer));
  const std::string ir = lowered(pointer + inner +
                                 "  %4 = getelementptr inbounds [8 x i32], ptr addrspace(4) %3, i64 0, i64 %9\n"
                                 "  %10 = load i32, ptr %0, align 8\n  %11 = add i32 %10, %01\n");
  EXPECT_TRUE(contains(ir, copied + inner));
  EXPECT_TRUE(contains(ir, "  %10 = load i32, ptr %xeforge.captures.0, align 8\n  %11 = add i32 %10, %01\n"));
  EXPECT_TRUE(contains(ir, "{\n  %xeforge.captures.0 = alloca %class.anon, align 16\n"
                           "  %xeforge.all.0 = load %class.anon, ptr %0, align 1\n"
                           "  store %class.anon %xeforge.all.0, ptr %xeforge.captures.0, align 16\n" +
                               copied));
  // A pointer that was loaded from the structure leads elsewhere.
  EXPECT_TRUE(contains(lowered(pointer + inner +
                               "  %4 = load ptr addrspace(4), ptr addrspace(4) %3, align 8\n"
                               "  %5 = getelementptr inbounds i32, ptr addrspace(4) %4, i64 %9\n"),
                       pointer));
}

TEST(lowering, a_module_without_a_kernel_is_refused) {
  try {
    lower("define i32 @f() {\n  ret i32 1\n}\n", bmg());
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.got(), "no kernel");
  }
}

TEST(lowering, text_that_is_no_ir_is_refused_without_a_crash) {
  for (const std::string text :
       {"", "\n", "define ", "define spir_kernel", "define spir_kernel void @", "@", "declare ",
        "declare void @_ZN7xeforge5esimd4genx", "define spir_kernel void @k( {\n", "call @", "!"})
    try {
      lower(text, bmg());
    } catch (const Error&) {
    }
}

// What -gline-tables-only writes: a call inlined from a header into line 12 of kernel.cpp.
constexpr const char* locations = R"(
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cpp", directory: "/home", checksumkind: CSK_MD5, checksum: "00")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIFile(filename: "kernel.cpp", directory: "/home")
!4 = !DIFile(filename: "header.hpp", directory: "/include")
!5 = distinct !DISubprogram(name: "kernel", scope: !3, file: !3, line: 10, unit: !0)
!6 = distinct !DISubprogram(name: "inner", scope: !4, file: !4, line: 50, unit: !0)
!7 = !DILocation(line: 55, column: 3, scope: !6, inlinedAt: !8)
!8 = distinct !DILocation(line: 12, column: 5, scope: !9, inlinedAt: !10)
!9 = distinct !DILexicalBlock(scope: !5, file: !3, line: 11)
!10 = distinct !DILocation(line: 80, column: 5, scope: !6)
!11 = !DILocation(line: 55, column: 3, scope: !6)
!12 = distinct !{!12, !8, !13, !7}
!13 = !{!"llvm.loop.mustprogress"}
!14 = !DIFile(filename: "sycl/detail/launch_device.hpp", directory: "/include")
!15 = distinct !DISubprogram(name: "entry", scope: !14, file: !14, line: 40, unit: !0)
!16 = distinct !DILocation(line: 45, column: 5, scope: !15)
!17 = !DILocation(line: 55, column: 3, scope: !6, inlinedAt: !16)
)";

TEST(lowering, an_error_names_the_line_of_the_compiled_file) {
  const std::string declaration = "declare void @_Z6helperv()\n";
  EXPECT_TRUE(
      refusal("  call void @_Z6helperv(), !dbg !7\n", declaration + locations).starts_with("kernel.cpp:12: got"));
}

TEST(lowering, where_only_a_header_is_known_the_error_names_that) {
  const std::string declaration = "declare void @_Z6helperv()\n";
  EXPECT_TRUE(
      refusal("  call void @_Z6helperv(), !dbg !11\n", declaration + locations).starts_with("header.hpp:55: got"));
  // Not the entry point, which calls every kernel.
  EXPECT_TRUE(
      refusal("  call void @_Z6helperv(), !dbg !17\n", declaration + locations).starts_with("header.hpp:55: got"));
}

TEST(lowering, kernels_that_the_device_cannot_run_may_be_left_out) {
  const std::string wide = "  %1 = add i128 1, 2\n"; // no such integers
  const std::string second = "define dso_local spir_kernel void @second() {\n" + wide + "  ret void\n}\n";
  EXPECT_NE(refusal("", second), "");
  const LoweredModule module = lower(module_of("", second), bmg(), SourceLines::dropped, 0, UnfitKernels::left_out);
  ASSERT_EQ(module.kernels.size(), 1u);
  ASSERT_EQ(module.left_out.size(), 1u);
  EXPECT_EQ(module.left_out[0], refusal("", second));
  EXPECT_FALSE(contains(module.ir, "@second"));
  EXPECT_FALSE(contains(module.ir, "i128"));
  // Where none is left, the error is that of the first.
  EXPECT_THROW(lower(module_of(wide, second), bmg(), SourceLines::dropped, 0, UnfitKernels::left_out), Error);
}

TEST(lowering, no_reference_to_debug_information_is_left) {
  const std::string ir = lowered("    #dbg_value(i32 1, !5, !DIExpression(), !7)\n"
                                 "  %2 = add i32 1, 2, !dbg !7\n  br label %3, !dbg !7, !llvm.loop !12\n",
                                 locations);
  EXPECT_TRUE(contains(ir, "  %2 = add i32 1, 2\n"));
  EXPECT_TRUE(contains(ir, "  br label %3, !llvm.loop !12\n"));
  EXPECT_TRUE(contains(ir, "!12 = distinct !{!12, !13}\n"));
  EXPECT_TRUE(contains(ir, "!13 = !{!\"llvm.loop.mustprogress\"}\n"));
  EXPECT_FALSE(contains(ir, "!DI"));
  EXPECT_FALSE(contains(ir, "!dbg"));
  EXPECT_FALSE(contains(ir, "llvm.dbg"));
}

LoweredModule with_lines(const std::string& body, const std::string& rest = {}) {
  return lower(module_of(body, rest + locations), bmg(), SourceLines::kept);
}

TEST(lowering, a_kept_line_is_the_number_of_a_place_with_every_frame) {
  const LoweredModule module = with_lines("  %2 = add i32 1, 2, !dbg !7\n  br label %3, !dbg !8, !llvm.loop !12\n");
  ASSERT_EQ(module.places.size(), 3u) << "the first one is the unknown one";
  EXPECT_TRUE(module.places[0].frames.empty());
  EXPECT_EQ(module.places[1].function, "Axpy");
  EXPECT_EQ(module.places[1].frames,
            (std::vector<SourceFrame>{{"/include/header.hpp", 55}, {"kernel.cpp", 12}, {"/include/header.hpp", 80}}));
  EXPECT_EQ(module.places[2].frames.front(), (SourceFrame{"kernel.cpp", 12}));
  EXPECT_TRUE(contains(module.ir, " = !DILocation(line: 1, scope: !"));
  EXPECT_TRUE(contains(module.ir, " = !DILocation(line: 2, scope: !"));
  EXPECT_FALSE(contains(module.ir, "header.hpp")) << "nothing of the compiler's own is left";
  EXPECT_TRUE(contains(module.ir, "  br label %3, !llvm.loop !12, !dbg !"));
}

TEST(lowering, what_an_instruction_becomes_keeps_its_place) {
  const LoweredModule module = with_lines(
      "  %4 = tail call contract <8 x float> @llvm.fmuladd.v8f32(<8 x float> %1, <8 x float> %2, <8 x float> %3), "
      "!dbg !7\n",
      "declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)\n");
  const auto product = module.ir.find("fmul contract"), sum = module.ir.find("fadd contract");
  for (const auto at : {product, sum}) {
    const std::string line = module.ir.substr(at, module.ir.find('\n', at) - at);
    EXPECT_TRUE(contains(line, ", !dbg !")) << line;
  }
}

// A switch stands on several lines, of which only the last one is the end of the instruction.
TEST(lowering, pieces_of_an_instruction_get_no_place) {
  const LoweredModule module = with_lines("  switch i32 %1, label %3 [\n    i32 0, label %2\n  ], !dbg !7\n");
  EXPECT_TRUE(contains(module.ir, "  switch i32 %1, label %3 [\n    i32 0, label %2\n  ], !dbg !"));
}

TEST(lowering, checks_for_overflow_that_the_tools_do_not_know_are_refused) {
  const auto checked = [](const std::string& name, const std::string& type) {
    const std::string callee = "llvm." + name + ".with.overflow." + type, pair = "{ " + type + ", i1 }";
    return refusal("  %2 = call " + pair + " @" + callee + "(" + type + " %0, " + type + " %1)\n",
                   "declare " + pair + " @" + callee + "(" + type + ", " + type + ")\n");
  };
  for (const char* name : {"smul", "umul", "ssub"})
    EXPECT_TRUE(contains(checked(name, "i32"), std::string("a check for overflow (llvm.") + name)) << name;
  EXPECT_TRUE(contains(checked("uadd", "i64"), "a check for overflow"));
  for (const char* name : {"sadd", "uadd", "usub"})
    EXPECT_EQ(checked(name, "i32"), "") << name;
}

} // namespace
} // namespace xeforge::toolchain
