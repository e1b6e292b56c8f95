#include "xeforge/inspection/register_use.hpp"

#include "xeforge/inspection/code_for_test.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace xeforge::inspection {
namespace {

RegisterSet registers(std::initializer_list<std::size_t> numbers) {
  RegisterSet set;
  for (const std::size_t number : numbers)
    set.set(number);
  return set;
}

TEST(register_use, sixteen_floats_are_one_register_and_thirty_two_are_two) {
  const RegisterUse one = register_use(operation(Operation::add, 16, to(10), {reg(20), reg(30)}), 64);
  EXPECT_EQ(one.read, registers({20, 30}));
  EXPECT_EQ(one.written, registers({10}));
  EXPECT_EQ(one.replaced, registers({10}));
  EXPECT_EQ(register_use(move(32, to(10), reg(20)), 64).written, registers({10, 11}));
  EXPECT_EQ(register_use(move(16, to(10), reg(20)), 32).written, registers({10, 11})) << "half as large on Xe-HPG";
}

TEST(register_use, a_part_of_a_register_leaves_the_rest_of_its_value) {
  EXPECT_EQ(register_use(move(1, to(10, ElementType::d, 3), scalar(20, ElementType::d, 5)), 64).replaced,
            RegisterSet{});
  EXPECT_EQ(register_use(move(16, to(10, ElementType::uw, 0, 2), reg(20, ElementType::uw)), 64).replaced,
            RegisterSet{});
  Instruction predicated = move(16, to(10), reg(20));
  predicated.is_predicated = true;
  EXPECT_EQ(register_use(predicated, 64).replaced, RegisterSet{});
}

TEST(register_use, subregisters_and_regions_reach_into_the_next_register) {
  EXPECT_EQ(register_use(move(16, to(10), reg(20, ElementType::f, 8)), 64).read, registers({20, 21}));
  EXPECT_EQ(register_use(move(16, to(10), reg(20, ElementType::f, 0, {2, 1, 0})), 64).read, registers({20, 21}));
  EXPECT_EQ(register_use(move(16, to(10), scalar(20, ElementType::f)), 64).read, registers({20}));
}

TEST(register_use, dpas_reads_all_rows_of_c_eight_registers_of_b_and_half_a_register_a_row_of_a) {
  const RegisterUse use = register_use(dpas(40, 80, 120), 64);
  EXPECT_EQ(use.written, registers({40, 41, 42, 43, 44, 45, 46, 47}));
  EXPECT_EQ(use.read.count(), 8u + 8u + 4u);
  EXPECT_TRUE(use.read[87] && use.read[123] && !use.read[88] && !use.read[124]);
  EXPECT_EQ(register_use(dpas(40, 80, 120, 1), 64).written, registers({40}));
}

TEST(register_use, messages_use_their_payloads) {
  EXPECT_EQ(register_use(block_load(10, 3), 64).written, registers({10, 11, 12, 13}));
  EXPECT_EQ(register_use(spill(10), 64).read, registers({2, 10, 11, 12, 13}));
  Instruction largest = block_load(100, 3);
  largest.destination.length = 31;
  EXPECT_EQ(register_use(largest, 64).written.count(), 32u) << "31 stands for 32";
}

TEST(register_use, what_is_no_general_register_does_not_count) {
  EXPECT_EQ(register_use(compare(Condition::lt, f0, scalar(3), immediate("1")), 64).written, RegisterSet{});
  EXPECT_EQ(register_use(operation(Operation::illegal, 1, {}, {}), 64).read, RegisterSet{});
}

TEST(live_registers, a_value_lives_from_where_it_is_written_to_where_it_is_read_last) {
  const Instruction first = move(16, to(1), immediate("0.0", ElementType::f)),
                    second = move(16, to(2), immediate("1.0", ElementType::f));
  const Instruction sum = operation(Operation::add, 16, to(3), {reg(1), reg(2)});
  const auto live = live_registers({{"L0", {first, second, sum}, {}}}, 64);
  EXPECT_EQ(live[0].at_start, RegisterSet{});
  EXPECT_EQ(live[0].at_end, RegisterSet{});
  EXPECT_EQ(live[0].most_live, 2) << "both summands";
  const auto one_by_one = live_registers({{"L0", {first, move(16, to(2), reg(1)), move(16, to(3), reg(2))}, {}}}, 64);
  EXPECT_EQ(one_by_one[0].most_live, 1) << "a result may stand where the last operand stood";
}

TEST(live_registers, what_the_next_iteration_reads_lives_around_the_loop) {
  const auto live = live_registers(loop_of({operation(Operation::add, 16, to(5), {reg(5), reg(6)})}), 64);
  EXPECT_EQ(live[1].at_start, registers({5, 6, 100, 101}));
  EXPECT_EQ(live[1].at_end, registers({5, 6, 100, 101}));
  EXPECT_EQ(live[0].at_start, registers({5, 6, 100, 101})) << "r100.0 alone was written";
}

} // namespace
} // namespace xeforge::inspection
