#include "xeforge/inspection/instruction_class.hpp"

#include "xeforge/inspection/code_for_test.hpp"

#include <gtest/gtest.h>

namespace xeforge::inspection {
namespace {

TEST(move_reason, words_put_at_every_second_place_build_pairs) {
  EXPECT_EQ(move_reason(move(16, to(17, ElementType::uw, 0, 2), reg(4, ElementType::uw))), MoveReason::pairs);
  EXPECT_EQ(move_reason(move(16, to(17, ElementType::uw, 1, 2), reg(4, ElementType::uw, 16))), MoveReason::pairs);
  EXPECT_EQ(move_reason(move(16, to(17, ElementType::ub, 3, 4), reg(4, ElementType::ub))), MoveReason::pairs);
}

TEST(move_reason, words_taken_in_turn_from_two_rows_build_pairs) {
  EXPECT_EQ(move_reason(move(32, to(17, ElementType::uw), reg(4, ElementType::uw, 0, {1, 2, 16}))), MoveReason::pairs);
}

TEST(move_reason, single_words_and_whole_numbers_build_none) {
  EXPECT_EQ(move_reason(move(1, to(17, ElementType::uw, 0, 2), scalar(4, ElementType::uw))), MoveReason::copy);
  EXPECT_EQ(move_reason(move(16, to(17, ElementType::ud, 0, 2), reg(4, ElementType::ud))), MoveReason::strided);
}

TEST(move_reason, another_type_is_a_conversion_also_of_the_same_size) {
  EXPECT_EQ(move_reason(move(16, to(1, ElementType::f), reg(2, ElementType::hf))), MoveReason::conversion);
  EXPECT_EQ(move_reason(move(16, to(1, ElementType::f), reg(2, ElementType::d))), MoveReason::conversion);
  EXPECT_EQ(move_reason(move(16, to(1, ElementType::bf), reg(2, ElementType::hf))), MoveReason::conversion);
  EXPECT_EQ(move_reason(move(16, to(1, ElementType::ud), reg(2, ElementType::d))), MoveReason::copy) << "the same bits";
}

TEST(move_reason, constants_broadcasts_strides_and_copies_are_told_apart) {
  EXPECT_EQ(move_reason(move(16, to(1), immediate("0.0", ElementType::f))), MoveReason::immediate);
  EXPECT_EQ(move_reason(move(16, to(1), scalar(2, ElementType::f))), MoveReason::broadcast);
  EXPECT_EQ(move_reason(move(16, to(1), reg(2, ElementType::f, 0, {2, 1, 0}))), MoveReason::strided);
  EXPECT_EQ(move_reason(move(16, to(1), reg(2, ElementType::f))), MoveReason::copy);
  EXPECT_EQ(move_reason(move(16, to(1), reg(2, ElementType::f, 0, {16, 16, 1}))), MoveReason::copy);
  Operand accumulator = reg(0);
  accumulator.file = OperandFile::accumulator;
  EXPECT_EQ(move_reason(move(16, to(1), accumulator)), MoveReason::special);
}

TEST(move_reason, what_a_mask_lets_through_is_a_blend_and_no_constant) {
  Instruction blend = move(16, to(1), immediate("0.0", ElementType::f));
  blend.is_predicated = true;
  EXPECT_EQ(move_reason(blend), MoveReason::blend);
  blend = move(16, to(1), reg(2, ElementType::f));
  blend.is_predicated = true;
  EXPECT_EQ(move_reason(blend), MoveReason::blend);
  blend = move(16, to(1, ElementType::f), reg(2, ElementType::hf));
  blend.is_predicated = true;
  EXPECT_EQ(move_reason(blend), MoveReason::conversion);
}

InstructionMix measured(const Instruction& instruction) { return mix_of(instruction, throughput_model("xe2"), 64); }

TEST(mix_of, each_instruction_is_of_one_kind) {
  EXPECT_EQ(measured(dpas(1, 2, 3)).dpas, 1);
  EXPECT_EQ(measured(move(16, to(1), reg(2))).moves, 1);
  EXPECT_EQ(measured(operation(Operation::mad, 16, to(1), {reg(1), reg(2), reg(3)})).arithmetic, 1);
  EXPECT_EQ(measured(operation(Operation::math, 16, to(1), {reg(1)})).math, 1);
  EXPECT_EQ(measured(operation(Operation::sync, 1, {}, {})).sync, 1);
  EXPECT_EQ(measured(jump("L0")).control, 1);
  EXPECT_EQ(measured(operation(Operation::other, 16, to(1), {})).other, 1);
  const InstructionMix load = measured(block_load(4, 2));
  EXPECT_EQ(load.sends, 1);
  EXPECT_EQ(load.messages_by_kind.at(MessageKind::load_block), (Traffic{1, 256, 0}));
}

TEST(mix_of, padding_is_nothing) {
  EXPECT_EQ(measured(operation(Operation::illegal, 1, {}, {})), InstructionMix{});
  EXPECT_EQ(measured(operation(Operation::nop, 1, {}, {})), InstructionMix{});
}

TEST(mix_of, waits_are_counted_by_what_they_wait_for) {
  using Role = toolchain::ScoreboardToken::Role;
  EXPECT_EQ(measured(with_token(move(16, to(1), reg(2)), 3, Role::waits_for_result)).waits, (Waits{1, 0}));
  EXPECT_EQ(measured(with_token(move(16, to(1), reg(2)), 3, Role::waits_for_operands)).waits, (Waits{0, 1}));
  EXPECT_EQ(measured(with_token(block_load(4, 2), 3, Role::sets)).waits, Waits{});
}

TEST(mix, sums_every_part) {
  InstructionMix sum = measured(block_load(4, 2));
  sum.add(measured(block_load(8, 2)));
  sum.add(measured(move(16, to(1), reg(2))));
  sum.add(measured(dpas(1, 2, 3)));
  EXPECT_EQ(sum.instructions, 4);
  EXPECT_EQ(sum.messages_by_kind.at(MessageKind::load_block), (Traffic{2, 512, 0}));
  EXPECT_EQ(sum.moves_by_reason.at(MoveReason::copy), 1);
  EXPECT_DOUBLE_EQ(sum.issue_cycles, 4);
  EXPECT_DOUBLE_EQ(sum.cycles_of(Pipe::systolic), 16);
  EXPECT_DOUBLE_EQ(sum.bound_cycles(), 16);
}

} // namespace
} // namespace xeforge::inspection
