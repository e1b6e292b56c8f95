#include "xeforge/toolchain/binary/control_flow.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/binary/instructions.hpp"

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

using Indices = std::vector<std::size_t>;

CodeBlock block(Indices successors) { return {"", {}, std::move(successors)}; }

TEST(control_flow, code_without_jumps_back_has_no_loops) {
  EXPECT_TRUE(natural_loops({block({1, 2}), block({2}), block({})}).empty());
}

TEST(control_flow, a_block_that_jumps_to_itself_is_a_loop) {
  const auto loops = natural_loops({block({1}), block({1, 2}), block({})});
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(loops[0].own_blocks, (Indices{1}));
  EXPECT_EQ(loops[0].every_iteration, (Indices{1}));
}

TEST(control_flow, what_a_iteration_may_go_around_is_not_on_every_iteration) {
  // 1 is the head, 2 is conditional, 3 jumps back.
  const auto loops = natural_loops({block({1}), block({2, 3}), block({3}), block({1, 4}), block({})});
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(loops[0].own_blocks, (Indices{1, 2, 3}));
  EXPECT_EQ(loops[0].every_iteration, (Indices{1, 3}));
}

TEST(control_flow, an_inner_loop_takes_its_blocks_with_it) {
  const auto loops = natural_loops({block({1}), block({2}), block({2, 3}), block({1, 4}), block({})});
  ASSERT_EQ(loops.size(), 2u);
  EXPECT_EQ(loops[0].depth, 1);
  EXPECT_EQ(loops[0].own_blocks, (Indices{1, 3}));
  EXPECT_EQ(loops[1].depth, 2);
  EXPECT_EQ(loops[1].own_blocks, (Indices{2}));
}

TEST(control_flow, two_jumps_back_to_one_head_are_one_loop) {
  const auto loops = natural_loops({block({1}), block({1, 2}), block({1, 3}), block({})});
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(loops[0].own_blocks, (Indices{1, 2}));
  EXPECT_EQ(loops[0].every_iteration, (Indices{1}));
}

constexpr const char* listing = R"({"elems": [
  {"kind": "L", "symbol": "L0000"}, {"kind": "I", "op": "mov"},
  {"kind": "L", "symbol": "L0016"}, {"kind": "I", "op": "dpas"}, {"kind": "I", "op": "dpas"}, {"kind": "I", "op": "add"},
  {"kind": "I", "op": "dpas"},
  {"kind": "I", "op": "jmpi", "pred": {}, "srcs": [{"kind": "LB", "target": "L0096"}]},
  {"kind": "I", "op": "mul"},
  {"kind": "L", "symbol": "L0096"}, {"kind": "I", "op": "send"},
  {"kind": "I", "op": "jmpi", "pred": {}, "srcs": [{"kind": "LB", "target": "L0016"}]},
  {"kind": "I", "op": "send"}, {"kind": "I", "op": "illegal"}]})";

TEST(control_flow, a_listing_becomes_blocks_that_jump_and_fall_through) {
  const auto blocks = code_blocks(listing);
  ASSERT_EQ(blocks.size(), 6u); // the first is what stands before any label: nothing
  EXPECT_EQ(blocks[2].label, "L16");
  EXPECT_EQ(blocks[2].successors, (Indices{4, 3}));
  EXPECT_EQ(blocks[3].successors, (Indices{4}));
  EXPECT_EQ(blocks[4].successors, (Indices{2, 5}));
}

TEST(control_flow, a_jump_without_a_condition_does_not_fall_through) {
  const auto blocks = code_blocks(R"({"elems": [{"kind": "L", "symbol": "L0000"},
    {"kind": "I", "op": "jmpi", "srcs": [{"kind": "LB", "target": "L0000"}]}, {"kind": "I", "op": "mov"}]})");
  EXPECT_EQ(blocks[1].label, "L0");
  EXPECT_EQ(blocks[1].successors, (Indices{1}));
}

TEST(control_flow, a_jump_to_nowhere_is_refused) {
  EXPECT_THROW(code_blocks(R"({"elems": [
    {"kind": "I", "op": "jmpi", "srcs": [{"kind": "LB", "target": "L0099"}]}]})"),
               Error);
}

TEST(loop_code, counts_a_loop_and_what_each_iteration_does) {
  const KernelCode code = analyse_disassembly(listing);
  EXPECT_EQ(code.counts.instructions, 10);
  ASSERT_EQ(code.loops.size(), 1u);
  const LoopCode& loop = code.loops[0];
  EXPECT_EQ(loop.label, "L16");
  EXPECT_EQ(loop.counts.instructions, 8);
  EXPECT_EQ(loop.every_iteration.instructions, 7);
  EXPECT_EQ(loop.counts.dpas, 3);
  EXPECT_EQ(loop.longest_dpas_run, 2);
  EXPECT_DOUBLE_EQ(others_per_dpas(loop.every_iteration), 4.0 / 3.0);
  EXPECT_EQ(main_loop(code.loops), &code.loops[0]);
}

// L16 is a pipeline of two stages: the second, and what it loads for the next iteration, is under a condition; so is an edge
// without dpas, which the fullest iteration does not take as the way around it is longer.
TEST(loop_code, the_fullest_iteration_takes_the_way_with_the_most_dpas) {
  const KernelCode code = analyse_disassembly(R"({"elems": [
    {"kind": "L", "symbol": "L0016"}, {"kind": "I", "op": "dpas"},
    {"kind": "I", "op": "jmpi", "pred": {}, "srcs": [{"kind": "LB", "target": "L0096"}]},
    {"kind": "I", "op": "dpas"},
    {"kind": "I", "op": "jmpi", "pred": {}, "srcs": [{"kind": "LB", "target": "L0064"}]},
    {"kind": "I", "op": "send"}, {"kind": "I", "op": "send"},
    {"kind": "L", "symbol": "L0064"}, {"kind": "I", "op": "dpas"},
    {"kind": "I", "op": "jmpi", "srcs": [{"kind": "LB", "target": "L0112"}]},
    {"kind": "L", "symbol": "L0096"}, {"kind": "I", "op": "mul"}, {"kind": "I", "op": "mul"}, {"kind": "I", "op": "mul"},
    {"kind": "L", "symbol": "L0112"},
    {"kind": "I", "op": "jmpi", "pred": {}, "srcs": [{"kind": "LB", "target": "L0016"}]}]})");
  ASSERT_EQ(code.loops.size(), 1u);
  EXPECT_EQ(code.loops[0].counts.dpas, 3);
  EXPECT_EQ(code.loops[0].every_iteration.dpas, 1);
  const InstructionCounts& fullest = code.loops[0].fullest_iteration;
  EXPECT_EQ(fullest.dpas, 3);
  EXPECT_EQ(fullest.sends, 2);
  EXPECT_EQ(fullest.instructions, 9);
  EXPECT_DOUBLE_EQ(others_per_dpas(fullest), 2.0);
}

TEST(loop_code, the_main_loop_is_the_one_with_most_dpas) {
  std::vector<LoopCode> loops(3);
  EXPECT_EQ(main_loop({}), nullptr);
  loops[0].counts.instructions = 100;
  EXPECT_EQ(main_loop(loops), &loops[0]);
  loops[2].counts.instructions = 50;
  loops[2].counts.dpas = 8;
  EXPECT_EQ(main_loop(loops), &loops[2]);
  loops[1].counts.instructions = 40;
  loops[1].counts.dpas = 8;
  EXPECT_EQ(main_loop(loops), &loops[1]);
}

} // namespace
} // namespace xeforge::toolchain
