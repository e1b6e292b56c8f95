#include "xeforge/inspection/explained_for_test.hpp"

#include <gtest/gtest.h>

namespace xeforge::inspection {
namespace {

Instruction at(Instruction instruction, std::uint32_t location) {
  instruction.location = location;
  return instruction;
}
Instruction in_slot(Instruction message, int offset) {
  message.sources.front().offset = offset;
  return message;
}

// The kernel's locations 1, 2, 3... are lines 10, 20, 30... of kernel.cpp.
KernelExplanation explained_with_lines(std::vector<CodeBlock> blocks) {
  toolchain::Compiled compiled = compiled_of(std::move(blocks));
  compiled.locations.emplace_back();
  for (const int line : {10, 20, 30, 40})
    compiled.locations.push_back({"Kernel", {{"kernel.cpp", line}}});
  return explain(compiled, "/nowhere").kernels.at(0);
}

std::vector<int> lines_of(const std::vector<SourceLine>& locations) {
  std::vector<int> lines;
  for (const SourceLine& location : locations)
    lines.push_back(location.line);
  return lines;
}

TEST(spilled_values, have_the_lines_that_make_and_use_them) {
  std::vector<CodeBlock> blocks =
      loop_of({at(in_slot(fill(40), -64), 4), // the message's own line says little
               at(operation(Operation::mul, 16, to(60), {reg(61), reg(62)}), 4),
               at(operation(Operation::add, 16, to(60), {reg(60), reg(43)}), 2), // uses the last register
               in_slot(fill(44), -320), at(operation(Operation::add, 16, to(60), {reg(60), reg(44)}), 3)});
  blocks[0].instructions = {at(operation(Operation::add, 16, to(20), {reg(61), reg(62)}), 1),
                            at(operation(Operation::add, 16, to(30), {reg(61), reg(62)}), 4), // another register
                            at(in_slot(spill(20), -64), 4),
                            at(operation(Operation::add, 16, to(33), {reg(61), reg(62)}), 3), // a part of the next
                            in_slot(spill(30), -320),
                            in_slot(fill(50), -64)};
  const KernelExplanation kernel = explained_with_lines(std::move(blocks));
  const std::vector<SpilledValue>& values = kernel.spills.values;
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values[0].bytes, 256u);
  EXPECT_EQ(values[0].stores, 1);
  EXPECT_EQ(values[0].fills, 2);
  EXPECT_EQ(values[0].fills_in_loops, 1);
  EXPECT_EQ(lines_of(values[0].made), (std::vector{10}));
  EXPECT_EQ(lines_of(values[0].used), (std::vector{20})) << "the fill that nothing uses in its block has no line";
  EXPECT_EQ(lines_of(values[1].made), (std::vector{30}));
  EXPECT_EQ(lines_of(values[1].used), (std::vector{30}));
  EXPECT_EQ(values[1].fills, 1);
}

TEST(spilled_values, are_none_where_all_found_a_register) {
  EXPECT_TRUE(explained(loop_of({block_load(20, 2)})).spills.values.empty());
}

} // namespace
} // namespace xeforge::inspection
