#include "xeforge/toolchain/lowering/lowering_testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

const std::string slm_load_symbol = "_ZN7xeforge5esimd4genx12lsc_load_slmIDv16_iJEEET_DpT0_",
                  arrive_symbol = "_ZN7xeforge5esimd4genx15nbarrier_arriveIvJaaaaEEET_DpT0_",
                  wait_symbol = "_ZN7xeforge5esimd4genx8nbarrierIvJaaaEEET_DpT0_",
                  group_barrier_symbol = "_ZN7xeforge5esimd4genx8sbarrierIvJaEEET_DpT0_",
                  whole_barrier_symbol = "_ZN7xeforge5esimd4genx7barrierIvJEEET_DpT0_";

const std::string slm_declaration = "declare void @" + slm_symbol + "(i32)\n";
std::string slm_allocate(const std::string& bytes) { return "  call void @" + slm_symbol + "(i32 " + bytes + ")\n"; }

TEST(resource_usage, slm_size_becomes_an_attribute_the_largest_of_all_allocations) {
  const auto [module, ir] = lowered_text(
      module_of(slm_allocate("1024") + slm_allocate("noundef 4096") + slm_allocate("512"), slm_declaration));
  EXPECT_EQ(module.kernels[0].slm_bytes, 4096u);
  EXPECT_TRUE(contains(ir, "\"VCSLMSize\"=\"4096\""));
  EXPECT_FALSE(contains(ir, "slm_bytes"));
}

TEST(resource_usage, an_allocation_in_a_function_counts_for_the_kernels_that_reach_it) {
  const std::string rest = "define internal spir_func void @outer() {\n  call void @inner()\n  ret void\n}\n"
                           "define internal void @inner() {\n" +
                           slm_allocate("256") + "  ret void\n}\ndefine spir_kernel void @other() {\n  ret void\n}\n" +
                           slm_declaration;
  const auto [module, ir] = lowered_text(module_of("  call spir_func void @outer()\n", rest));
  ASSERT_EQ(module.kernels.size(), 2u);
  EXPECT_EQ(module.kernels[0].slm_bytes, 256u);
  EXPECT_EQ(module.kernels[1].slm_bytes, 0u);
  EXPECT_FALSE(contains(ir, "slm_bytes"));
}

TEST(resource_usage, slm_without_a_size_is_refused) {
  const std::string body =
      "  %r = call <16 x i32> @" + slm_load_symbol +
      "(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 3, i8 6, i8 2, i8 0, <1 x i32> "
      "zeroinitializer, i32 0)\n";
  const std::string rest =
      "declare <16 x i32> @" + slm_load_symbol + "(<1 x i1>, i8, i8, i8, i16, i32, i8, i8, i8, i8, <1 x i32>, i32)\n";
  EXPECT_TRUE(contains(refusal(body, rest), "shared local memory that has no size"));
  EXPECT_TRUE(contains(refusal("  %q = load i32, ptr addrspace(3) null\n"), "shared local memory that has no size"));
  EXPECT_EQ(refusal(slm_allocate("64") + body, rest + slm_declaration), "");
}

TEST(resource_usage, slm_of_a_size_known_only_at_run_time_or_larger_than_the_devices_is_refused) {
  EXPECT_TRUE(contains(refusal(slm_allocate("%n"), slm_declaration), "known only at run time"));
  EXPECT_EQ(refusal(slm_allocate("131072"), slm_declaration), "");
  EXPECT_TRUE(contains(refusal(slm_allocate("131073"), slm_declaration), "at most 131072 on bmg"));
  EXPECT_TRUE(contains(refusal(slm_allocate("65537"), slm_declaration, machine::device_model("dg2")), "65536 on dg2"));
}

TEST(resource_usage, T29_the_number_of_named_barriers_becomes_an_attribute) {
  const std::string allocate = "  call void @" + barriers_symbol;
  const auto [module, ir] = lowered_text(
      module_of(allocate + "(i32 3)\n" + allocate + "(i32 12)\n", "declare void @" + barriers_symbol + "(i32)\n"));
  EXPECT_EQ(module.kernels[0].named_barriers, 12u);
  EXPECT_TRUE(contains(ir, "\"VCNamedBarrierCount\"=\"12\""));
  EXPECT_FALSE(contains(ir, "named_barriers"));
}

TEST(resource_usage, T29_a_named_barrier_that_is_not_allocated_is_refused) {
  const std::string rest = "declare void @" + barriers_symbol + "(i32)\ndeclare void @" + arrive_symbol +
                           "(i8, i8, i8, i8)\ndeclare void @" + wait_symbol + "(i8, i8, i8)\n";
  const auto allocate = [](const std::string& count) {
    return "  call void @" + barriers_symbol + "(i32 " + count + ")\n";
  };
  const auto arrive = [](const std::string& id) {
    return "  call void @" + arrive_symbol + "(i8 " + id + ", i8 0, i8 4, i8 4)\n";
  };
  const auto wait = [](const std::string& id) {
    return "  call void @" + wait_symbol + "(i8 0, i8 " + id + ", i8 0)\n";
  };
  EXPECT_TRUE(contains(refusal(arrive("%b"), rest), "a named barrier in a kernel that allocates none"));
  EXPECT_TRUE(
      contains(refusal(allocate("4") + arrive("3") + wait("4"), rest), "named barrier 4 in a kernel that allocates 4"));
  EXPECT_TRUE(
      contains(refusal(allocate("4") + arrive("9") + wait("3"), rest), "named barrier 9 in a kernel that allocates 4"));
  EXPECT_EQ(refusal(allocate("4") + arrive("3") + wait("3") + arrive("%b"), rest), "");
  EXPECT_TRUE(contains(refusal(allocate("33"), rest), "at most 32"));
  EXPECT_TRUE(contains(refusal(allocate("%n"), rest), "named_barrier_init with a number known only at run time"));
}

TEST(resource_usage, T29_a_barrier_of_the_group_takes_one_of_the_named_ones) {
  const std::string rest =
      "declare void @" + barriers_symbol + "(i32)\ndeclare void @" + group_barrier_symbol + "(i8)\n";
  const auto kernel = [](const std::string& count, const std::string& barrier) {
    return "  call void @" + barriers_symbol + "(i32 " + count + ")\n" + barrier;
  };
  const std::string barrier = "  call void @" + group_barrier_symbol + "(i8 1)\n";
  EXPECT_EQ(refusal(kernel("32", ""), rest), "");
  EXPECT_EQ(refusal(kernel("31", barrier), rest), "");
  EXPECT_TRUE(contains(refusal(kernel("32", barrier), rest),
                       "got a barrier of the group beside 32 named barriers; expected at most 31 of them"));
  const std::string whole = "  call void @" + whole_barrier_symbol + "()\n";
  EXPECT_TRUE(contains(refusal(kernel("32", whole), rest + "declare void @" + whole_barrier_symbol + "()\n"),
                       "expected at most 31 of them"));
}

// ---- pieces and rows ------------------------------------------------------------------------------------------------

// The numbers can be read from the stores.
const std::string pieces_rest =
    "declare i32 @" + piece_symbol + "(i32)\ndeclare void @" + piece_end_symbol + "(i32)\n" + slm_declaration;
std::string piece(const std::string& name, int bytes) {
  return "  %" + name + " = call i32 @" + piece_symbol + "(i32 " + std::to_string(bytes) + ")\n  %use_" + name +
         " = add i32 %n, %" + name + "\n";
}
std::string piece_end(const std::string& name) {
  return "  call void @" + piece_end_symbol + "(i32 noundef %" + name + ")\n";
}
std::string use(const std::string& name, int number) {
  return "  %use_" + name + " = add i32 %n, " + std::to_string(number) + "\n";
}

TEST(resource_usage, T25_pieces_of_slm_lie_behind_slm_init_and_beside_each_other) {
  const auto [module, ir] =
      lowered_text(module_of(piece("q", 100) + slm_allocate("1001") + piece("s", 64), pieces_rest));
  EXPECT_TRUE(contains(ir, use("q", 1001))) << ir;
  EXPECT_TRUE(contains(ir, use("s", 1101))) << ir;
  EXPECT_EQ(module.kernels[0].slm_bytes, 1165u);
  EXPECT_TRUE(contains(ir, "\"VCSLMSize\"=\"1165\""));
  EXPECT_TRUE(contains(refusal(piece("q", 131073), pieces_rest), "slm_init and slm_allocators of 131073 bytes"));
  const std::string inner = "define internal spir_func void @inner(i32 %n) {\n" + piece("q", 64) + "  ret void\n}\n";
  EXPECT_TRUE(contains(refusal("  call spir_func void @inner(i32 1)\n", inner + pieces_rest),
                       "slm_allocator in a function that is not inlined"));
}

TEST(resource_usage, T25_pieces_that_are_never_there_at_once_share_their_place) {
  const std::string nested = piece("q", 8) + piece("s", 4) + piece_end("s") + piece("t", 16) + piece_end("t") +
                             piece_end("q") + piece("u", 4) + piece_end("u");
  const auto [module, ir] = lowered_text(module_of(nested, pieces_rest));
  for (const std::string& offset : {use("q", 0), use("s", 8), use("t", 8), use("u", 0)})
    EXPECT_TRUE(contains(ir, offset)) << ir;
  EXPECT_EQ(module.kernels[0].slm_bytes, 24u);
  EXPECT_FALSE(contains(ir, "slm_piece"));

  // q is live in the loop and on the path around it; s begins and ends in the loop, t follows after it.
  const std::string ways = piece("q", 8) + "  br i1 %c, label %loop, label %out\n\nloop:\n" + piece("s", 4) +
                           piece_end("s") + "  switch i32 %n, label %out [\n    i32 0, label %loop\n  ]\n\nout:\n" +
                           piece_end("q") + piece("t", 16) + piece_end("t");
  const Lowered branches = lowered_text(module_of(ways, pieces_rest));
  for (const std::string& offset : {use("q", 0), use("s", 8), use("t", 0)})
    EXPECT_TRUE(contains(branches.ir, offset)) << branches.ir;
  EXPECT_EQ(branches.module.kernels[0].slm_bytes, 16u);
}

TEST(resource_usage, T29_rows_of_named_barriers_follow_those_of_named_barrier_init) {
  const std::string rest = "declare void @" + barriers_symbol + "(i32)\ndeclare i32 @" + row_symbol + "(i32)\n";
  const auto row = [](const std::string& name, int count) {
    return "  %" + name + " = call i32 @" + row_symbol + "(i32 " + std::to_string(count) + ")\n  %use_" + name +
           " = add i32 %n, %" + name + "\n";
  };
  const auto [module, ir] =
      lowered_text(module_of(row("q", 3) + row("s", 4) + "  call void @" + barriers_symbol + "(i32 2)\n", rest));
  EXPECT_TRUE(contains(ir, use("q", 2))) << ir;
  EXPECT_TRUE(contains(ir, use("s", 5))) << ir;
  EXPECT_EQ(module.kernels[0].named_barriers, 9u);
  EXPECT_TRUE(contains(refusal(row("q", 33), rest), "at most 32 barriers"));
}

} // namespace
} // namespace xeforge::toolchain::lowering
