#include "xeforge/inspection/trip_count.hpp"

#include "xeforge/inspection/code_for_test.hpp"

#include <gtest/gtest.h>

namespace xeforge::inspection {
namespace {

std::optional<LoopEnd> end_of(const std::vector<CodeBlock>& code) {
  const auto loops = toolchain::natural_loops(code);
  return loops.empty() ? std::nullopt : loop_end(loops, 0, code, 64);
}

TEST(trip_count, a_counter_is_found_by_the_compare_and_the_addition) {
  const auto end = end_of(loop_of({}));
  ASSERT_TRUE(end);
  EXPECT_EQ(end->counter, "r100");
  EXPECT_EQ(end->step, "1");
  EXPECT_EQ(end->condition, Condition::lt);
  EXPECT_EQ(end->bound, "r101");
}

TEST(trip_count, the_bound_may_stand_on_the_left) {
  auto code = loop_of({});
  Instruction& compared = code[1].instructions[1];
  compared = compare(Condition::gt, f0, scalar(101), scalar(100));
  const auto end = end_of(code);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->counter, "r100");
  EXPECT_EQ(end->condition, Condition::lt);
  EXPECT_EQ(end->bound, "r101");
}

TEST(trip_count, a_jump_where_the_flag_is_not_set_turns_the_condition_around) {
  auto code = loop_of({});
  code[1].instructions[1] = compare(Condition::eq, f0, scalar(100), scalar(101));
  code[1].instructions[2].is_predicate_inverted = true;
  EXPECT_EQ(end_of(code).value().condition, Condition::ne);
}

TEST(trip_count, a_jump_out_of_the_loop_counts_as_well) {
  // 1 jumps out to 3 or goes on to 2, which jumps back.
  const std::vector<CodeBlock> code{
      {"L0", {}, {1}},
      {"L16",
       {operation(Operation::add, 1, to(100, ElementType::d), {scalar(100), immediate("2", ElementType::w)}),
        compare(Condition::ge, f0, scalar(100), scalar(101)), jump("L64", f0)},
       {3, 2}},
      {"L48", {jump("L16")}, {1}},
      {"L64", {}, {}}};
  const auto end = end_of(code);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->condition, Condition::lt) << "another iteration follows where the jump is not taken";
  EXPECT_EQ(end->step, "2");
}

TEST(trip_count, half_of_a_long_counter_is_the_counter) {
  auto code = loop_of({});
  code[1].instructions[0] = operation(Operation::add, 1, to(100, ElementType::q),
                                      {scalar(100, ElementType::q), immediate("1", ElementType::w)});
  EXPECT_EQ(end_of(code).value().step, "1");
}

TEST(trip_count, a_step_that_is_not_there_is_left_out) {
  auto code = loop_of({});
  code[1].instructions[0] = move(1, to(100, ElementType::d), scalar(7));
  EXPECT_EQ(end_of(code).value().step, "");
}

TEST(trip_count, a_flag_of_another_origin_decides_nothing) {
  auto code = loop_of({});
  code[1].instructions[1] = compare(Condition::lt, f1, scalar(100), scalar(101));
  EXPECT_FALSE(end_of(code));
  code[1].instructions[2] = jump("L16");
  code[1].successors = {1};
  EXPECT_FALSE(end_of(code)) << "a loop without end";
}

// From 0 in steps of 2 while below 16, the step before the compare.
std::vector<CodeBlock> counted_loop(const char* start, const char* step, Condition condition, const char* bound) {
  return {{"L0", {move(1, to(100, ElementType::d), immediate(start))}, {1}},
          {"L16",
           {operation(Operation::add, 1, to(100, ElementType::d), {scalar(100), immediate(step, ElementType::w)}),
            compare(condition, f0, scalar(100), immediate(bound)), jump("L16", f0)},
           {1, 2}},
          {"L900", {}, {}}};
}

std::optional<std::int64_t> iterations(const std::vector<CodeBlock>& blocks) {
  const auto end = loop_end(toolchain::natural_loops(blocks), 0, blocks, 64);
  return end ? end->iterations : std::nullopt;
}

TEST(trip_count, constants_say_how_often_a_loop_runs) {
  EXPECT_EQ(iterations(counted_loop("0", "1", Condition::lt, "8")), 8);
  EXPECT_EQ(iterations(counted_loop("0", "2", Condition::lt, "16")), 8);
  EXPECT_EQ(iterations(counted_loop("0", "3", Condition::lt, "16")), 6);
  EXPECT_EQ(iterations(counted_loop("7", "-1", Condition::gt, "-1")), 8);
  EXPECT_EQ(iterations(counted_loop("0x0", "1", Condition::ne, "0x80")), 128);
  EXPECT_EQ(iterations(counted_loop("9", "1", Condition::lt, "8")), 1) << "the compare stands at the end";
}

TEST(trip_count, what_is_written_beside_the_counter_does_not_matter) {
  std::vector<CodeBlock> blocks = counted_loop("0", "1", Condition::lt, "8");
  const Operand counter = blocks[0].instructions[0].destination; // the first element of its register
  blocks[1].instructions.insert(blocks[1].instructions.begin(),
                                move(2, to(counter.number, ElementType::d, 13), scalar(20)));
  EXPECT_EQ(iterations(blocks), 8);
  blocks[1].instructions.insert(blocks[1].instructions.begin(),
                                move(2, to(counter.number, ElementType::d, counter.sub), scalar(20)));
  EXPECT_EQ(iterations(blocks), std::nullopt);
}

TEST(trip_count, what_is_not_constant_is_not_known) {
  EXPECT_EQ(iterations(counted_loop("0", "0", Condition::lt, "8")), std::nullopt) << "never ends";
  std::vector<CodeBlock> start = counted_loop("0", "1", Condition::lt, "8");
  start[0].instructions[0] = move(1, to(100, ElementType::d), scalar(7));
  EXPECT_EQ(iterations(start), std::nullopt);
  std::vector<CodeBlock> other = counted_loop("0", "1", Condition::lt, "8");
  other[1].instructions.insert(other[1].instructions.begin(), move(16, to(100), reg(20)));
  EXPECT_EQ(iterations(other), std::nullopt) << "something else changes the counter";
}

} // namespace
} // namespace xeforge::inspection
