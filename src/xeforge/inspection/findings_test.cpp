// Each finding: code that it is about, and code like it that gives no reason.
#include "xeforge/inspection/explained_for_test.hpp"

#include <gtest/gtest.h>

namespace xeforge::inspection {
namespace {

using toolchain::ScoreboardToken;

Instruction add() { return operation(Operation::add, 16, to(50), {reg(51), reg(52)}); }
Instruction pair_move() { return move(16, to(17, ElementType::uw, 0, 2), reg(4, ElementType::uw)); }

bool has_finding(FindingKind kind, std::vector<CodeBlock> code, int registers = 128) {
  return finding(explained(std::move(code), registers), kind) != nullptr;
}
std::vector<CodeBlock> loop_with(int count, const Instruction& instruction, int others) {
  return loop_of(joined({repeated(count, instruction), repeated(others, add())}));
}

TEST(findings, vnni_moves) {
  EXPECT_TRUE(has_finding(FindingKind::vnni_moves, loop_with(16, pair_move(), 20)));
  EXPECT_FALSE(has_finding(FindingKind::vnni_moves, loop_with(4, pair_move(), 20))) << "a few";
  EXPECT_FALSE(has_finding(FindingKind::vnni_moves, loop_with(16, move(16, to(17), reg(4)), 20))) << "other moves";
}

TEST(findings, the_words_have_the_counts) {
  const KernelExplanation kernel = explained(loop_with(16, pair_move(), 20));
  EXPECT_EQ(finding(kernel, FindingKind::vnni_moves)->text,
            "16 of 39 instructions on each iteration of the loop at L16 are mov: 16 of them build VNNI pairs; a "
            "Transformed 2D load would remove them");
}

TEST(findings, conversions) {
  const Instruction conversion = move(16, to(17, ElementType::f), reg(4, ElementType::hf));
  EXPECT_TRUE(has_finding(FindingKind::conversions, loop_with(12, conversion, 20)));
  EXPECT_FALSE(has_finding(FindingKind::conversions, loop_with(12, conversion, 200))) << "a small part";
  EXPECT_FALSE(has_finding(FindingKind::conversions,
                           loop_with(12, move(16, to(17, ElementType::f), reg(4, ElementType::f)), 20)));
}

TEST(findings, copies) {
  const Instruction copy = move(16, to(17), reg(4));
  EXPECT_TRUE(has_finding(FindingKind::copies, loop_with(12, copy, 20)));
  EXPECT_FALSE(has_finding(FindingKind::copies, loop_with(12, copy, 200)));
  EXPECT_FALSE(has_finding(FindingKind::copies, loop_with(12, move(16, to(17), scalar(4, ElementType::f)), 20)))
      << "broadcasts";
}

TEST(findings, copies_for_the_next_iteration_are_named) {
  // r60 is read at the start of an iteration and moved from r70 at its end.
  const auto body = joined({{operation(Operation::add, 16, to(70), {reg(60), reg(52)})},
                            repeated(8, move(16, to(17), reg(4))),
                            {move(16, to(60), reg(70))}});
  const KernelExplanation kernel = explained(loop_of(body));
  EXPECT_EQ(kernel.loops[0].every_iteration.moves_by_reason.at(MoveReason::loop_copy), 1);
  EXPECT_NE(finding(kernel, FindingKind::copies)->text.find("1 of them for the next iteration"), std::string::npos);
}

TEST(findings, constants) {
  const Instruction constant = move(1, to(36, ElementType::d, 2), immediate("0x3F", ElementType::uw));
  EXPECT_TRUE(has_finding(FindingKind::constants, loop_with(8, constant, 20)));
  EXPECT_FALSE(has_finding(FindingKind::constants, loop_with(2, constant, 20)));
  EXPECT_FALSE(has_finding(FindingKind::constants, {{"L0", joined({repeated(8, constant), repeated(20, add())}), {}}}))
      << "once, in no loop";
}

TEST(findings, strided_moves) {
  const Instruction strided = move(16, to(17), reg(4, ElementType::f, 0, {2, 1, 0}));
  EXPECT_TRUE(has_finding(FindingKind::strided_moves, loop_with(12, strided, 20)));
  EXPECT_FALSE(has_finding(FindingKind::strided_moves, loop_with(12, strided, 200)));
}

TEST(findings, spills) {
  const KernelExplanation kernel = explained(loop_of({spill(10), fill(20), fill(20)}));
  EXPECT_EQ(kernel.spills.stores_in_loops, 1);
  EXPECT_EQ(kernel.spills.fills, 2);
  ASSERT_TRUE(finding(kernel, FindingKind::spills));
  EXPECT_NE(finding(kernel, FindingKind::spills)->text.find("1 stores and 2 loads"), std::string::npos);
  EXPECT_NE(finding(kernel, FindingKind::spills)->text.find("--grf 256"), std::string::npos);
  EXPECT_EQ(finding(explained(loop_of({fill(20)}), 256), FindingKind::spills)->text.find("--grf 256"),
            std::string::npos)
      << "there are no more";
  EXPECT_FALSE(has_finding(FindingKind::spills, loop_of({block_load(20, 2)}))) << "any other load";
}

TEST(findings, gathers) {
  EXPECT_TRUE(has_finding(FindingKind::gathers, loop_with(4, gather(20, 2), 20)));
  EXPECT_FALSE(has_finding(FindingKind::gathers, loop_with(4, block_load(20, 2), 20)));
  EXPECT_FALSE(
      has_finding(FindingKind::gathers, loop_of(joined({repeated(2, gather(20, 2)), repeated(20, block_load(20, 2))}))))
      << "a small part of the messages";
}

TEST(findings, small_messages) {
  const Instruction small =
      message(SharedFunction::ugm, "0x0210D580", 1, payload(20, 1), payload(2, 1, AddressModel::flat), payload(0, 0));
  EXPECT_TRUE(has_finding(FindingKind::small_messages, loop_with(6, small, 20)));
  EXPECT_FALSE(has_finding(FindingKind::small_messages, loop_with(6, block_load(20, 2), 20)));
  EXPECT_FALSE(has_finding(FindingKind::small_messages, loop_with(2, small, 20)));
}

std::vector<CodeBlock> loop_that_waits(int between) {
  return loop_of(joined({{with_token(block_load(20, 2), 3, ScoreboardToken::Role::sets)},
                         repeated(between, add()),
                         {with_token(add(), 3, ScoreboardToken::Role::waits_for_result)}}));
}

TEST(findings, exposed_latency) {
  EXPECT_TRUE(has_finding(FindingKind::exposed_latency, loop_that_waits(2)));
  EXPECT_FALSE(has_finding(FindingKind::exposed_latency, loop_that_waits(100))) << "there is enough to do";
  EXPECT_FALSE(has_finding(FindingKind::exposed_latency, loop_of({block_load(20, 2)}))) << "nothing waits";
}

TEST(findings, loads_that_a_prefetch_came_before_need_less_time) {
  auto body = joined(
      {{message(SharedFunction::ugm, "0x02000203", 1, payload(0, 0), payload(2, 1, AddressModel::flat), payload(0, 0))},
       {with_token(block_load(20, 2), 3, ScoreboardToken::Role::sets)},
       repeated(10, add()),
       {with_token(add(), 3, ScoreboardToken::Role::waits_for_result)}});
  EXPECT_FALSE(has_finding(FindingKind::exposed_latency, loop_of(body)));
  body.erase(body.begin());
  EXPECT_TRUE(has_finding(FindingKind::exposed_latency, loop_of(body)));
}

TEST(findings, barriers) {
  const Instruction barrier =
      message(SharedFunction::gateway, "0x02000004", 1, payload(0, 0), payload(2, 1), payload(0, 0));
  EXPECT_TRUE(has_finding(FindingKind::barriers, loop_of({barrier})));
  EXPECT_FALSE(has_finding(FindingKind::barriers, {{"L0", {barrier}, {}}})) << "once";
}

TEST(findings, issue) {
  EXPECT_TRUE(has_finding(FindingKind::issue, loop_of(joined({{dpas(1, 20, 40)}, repeated(40, add())}))));
  EXPECT_FALSE(has_finding(FindingKind::issue, loop_of(joined({repeated(8, dpas(1, 20, 40)), repeated(40, add())}))))
      << "the systolic array is busy for longer";
  EXPECT_FALSE(has_finding(FindingKind::issue, loop_of(repeated(40, add())))) << "no dpas to wait for";
}

TEST(findings, narrow_dpas) {
  EXPECT_TRUE(has_finding(FindingKind::narrow_dpas, loop_of(repeated(8, dpas(1, 20, 40, 2)))));
  EXPECT_FALSE(has_finding(FindingKind::narrow_dpas, loop_of(repeated(8, dpas(1, 20, 40)))));
}

TEST(findings, broken_dpas_chains) {
  std::vector<Instruction> broken;
  for (int i = 0; i < 20; ++i)
    broken = joined({broken, {dpas(1, 20, 40), add()}});
  EXPECT_TRUE(has_finding(FindingKind::broken_dpas_chains, loop_of(broken)));
  EXPECT_FALSE(has_finding(FindingKind::broken_dpas_chains,
                           loop_of(joined({repeated(20, dpas(1, 20, 40)), repeated(20, add())}))));
}

TEST(findings, math) {
  const Instruction exponential = operation(Operation::math, 16, to(17), {reg(17)});
  EXPECT_TRUE(has_finding(FindingKind::math, loop_with(8, exponential, 4)));
  EXPECT_FALSE(has_finding(FindingKind::math, loop_with(8, exponential, 80)));
}

TEST(findings, sync) {
  const Instruction wait = operation(Operation::sync, 1, {}, {});
  EXPECT_TRUE(has_finding(FindingKind::sync, loop_with(10, wait, 20)));
  EXPECT_FALSE(has_finding(FindingKind::sync, loop_with(10, wait, 200)));
}

TEST(findings, long_integers) {
  const Instruction sum =
      operation(Operation::add, 8, to(17, ElementType::q), {reg(17, ElementType::q), reg(18, ElementType::q)});
  EXPECT_TRUE(has_finding(FindingKind::long_integers, loop_with(12, sum, 20)));
  EXPECT_FALSE(
      has_finding(FindingKind::long_integers, loop_with(12,
                                                        operation(Operation::add, 8, to(17, ElementType::d),
                                                                  {reg(17, ElementType::d), reg(18, ElementType::d)}),
                                                        20)));
}

TEST(findings, bank_conflicts) {
  toolchain::Compiled compiled = compiled_of(loop_with(1, add(), 20));
  compiled.kernels[0].report.bank_conflicts = 10;
  EXPECT_TRUE(finding(explain(compiled, "/nowhere").kernels[0], FindingKind::bank_conflicts));
  compiled.kernels[0].report.bank_conflicts = 0;
  EXPECT_FALSE(finding(explain(compiled, "/nowhere").kernels[0], FindingKind::bank_conflicts));
  compiled.kernels[0].report.bank_conflicts.reset();
  EXPECT_FALSE(finding(explain(compiled, "/nowhere").kernels[0], FindingKind::bank_conflicts)) << "not known";
}

TEST(findings, what_costs_most_comes_first) {
  const KernelExplanation kernel = explained(
      loop_of(joined({repeated(30, pair_move()),
                      repeated(12, move(16, to(17, ElementType::f), reg(4, ElementType::hf))), repeated(20, add())})));
  ASSERT_GE(kernel.findings.size(), 2u);
  EXPECT_EQ(kernel.findings[0].kind, FindingKind::vnni_moves);
  EXPECT_EQ(kernel.findings[1].kind, FindingKind::conversions);
}

TEST(findings, moves_in_the_shadow_of_dpas_cost_less) {
  const auto cycles = [](int count) {
    return finding(explained(loop_of(joined({repeated(count, dpas(1, 20, 40)), repeated(20, pair_move())}))),
                   FindingKind::vnni_moves)
        ->cycles;
  };
  EXPECT_LT(cycles(40), cycles(1) / 4);
}

TEST(findings, what_something_else_hides_gains_nothing) {
  const KernelExplanation kernel = explained(
      loop_of(joined({repeated(40, dpas(1, 20, 40)), repeated(20, pair_move()), repeated(4, gather(20, 2))})));
  EXPECT_DOUBLE_EQ(finding(kernel, FindingKind::vnni_moves)->cycles, 0) << "dpas bound the loop with them and without";
  EXPECT_NE(kernel.findings[0].kind, FindingKind::vnni_moves);
}

TEST(findings, arrays_in_memory_come_first_with_their_lines_and_count) {
  // The number of the thread times what each has, plus an index; one more load goes elsewhere.
  std::vector<CodeBlock> code = loop_of({operation(Operation::add, 1, to(6, ElementType::d), {scalar(5), scalar(7)}),
                                         gather(20, 6), gather(30, 40), add()});
  code[0].instructions.push_back(operation(Operation::mul, 1, to(5, ElementType::d), {scalar(0), immediate("0x6400")}));
  toolchain::Compiled compiled = compiled_of(code);
  compiled.kernels[0].report.private_bytes = 25600;
  const KernelExplanation kernel = explain(compiled, "/nowhere").kernels[0];
  EXPECT_EQ(kernel.private_memory.bytes, 25600u);
  EXPECT_EQ(kernel.private_memory.loads, 1);
  EXPECT_EQ(kernel.private_memory.stores, 0);
  EXPECT_EQ(kernel.private_memory.in_loops, 1);
  ASSERT_FALSE(kernel.findings.empty());
  EXPECT_EQ(kernel.findings[0].kind, FindingKind::private_arrays);
  EXPECT_NE(kernel.findings[0].text.find("25600 bytes of arrays of each thread stay in memory: 1 load and 0 stores"),
            std::string::npos)
      << kernel.findings[0].text;
  EXPECT_EQ(finding(explained(code), FindingKind::private_arrays), nullptr) << "the same code without such memory";
}

TEST(findings, masked_writes) {
  Instruction blend = operation(Operation::sel, 16, to(17), {reg(18), reg(19)});
  blend.is_predicated = true;
  Instruction masked = move(16, to(17), reg(18));
  masked.is_predicated = true;
  EXPECT_TRUE(has_finding(FindingKind::masked_writes, loop_with(8, masked, 20)));
  EXPECT_FALSE(has_finding(FindingKind::masked_writes, loop_with(2, masked, 20)));
}

TEST(findings, code_outside_of_a_counted_loop_is_looked_at_where_it_is_a_good_part) {
  const auto counted_loop = [](const char* iterations) {
    std::vector<CodeBlock> code = loop_of(repeated(20, add()));
    code[0].instructions = joined({repeated(6, message(SharedFunction::ugm, "0x02108580", 1, payload(20, 1),
                                                       payload(2, 1, AddressModel::flat), payload(0, 0))),
                                   {move(1, to(100, ElementType::d), immediate("0"))}});
    for (Instruction& instruction : code[1].instructions)
      if (instruction.operation == Operation::cmp)
        instruction.sources[1] = immediate(iterations);
    return code;
  };
  const KernelExplanation few = explained(counted_loop("1")), many = explained(counted_loop("1000"));
  ASSERT_TRUE(few.total_cycles);
  EXPECT_DOUBLE_EQ(*few.total_cycles, 7 + 23);
  EXPECT_DOUBLE_EQ(*many.total_cycles, 7 + 1000 * 23.0);
  EXPECT_NE(finding(few, FindingKind::small_messages), nullptr);
  EXPECT_EQ(finding(many, FindingKind::small_messages), nullptr);
  EXPECT_FALSE(explained(loop_of(repeated(20, add()))).total_cycles) << "the bound is in a register";
}

TEST(findings, a_loop_that_only_works_has_none) {
  std::vector<Instruction> body = joined({repeated(16, dpas(1, 20, 40)), repeated(20, add())});
  EXPECT_TRUE(explained(loop_of(body)).findings.empty());
}

} // namespace
} // namespace xeforge::inspection
