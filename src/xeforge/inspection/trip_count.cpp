#include "xeforge/inspection/trip_count.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace xeforge::inspection {
namespace {

using toolchain::CodeBlock;
using toolchain::Instruction;
using toolchain::Operand;

std::string text_of(const Operand& operand) {
  if (operand.kind == Operand::Kind::immediate)
    return operand.value;
  std::string text = operand.file + std::to_string(operand.number);
  if (operand.sub > 0)
    text += "." + std::to_string(operand.sub);
  return text;
}

// Whether both stand in the same bytes, at least in part: the lower half of a 64-bit counter is compared as 32 bits.
bool overlap(const Operand& one, const Operand& other, int register_bytes) {
  if (!one.is_general() || !other.is_general())
    return false;
  const auto range = [&](const Operand& operand) {
    const int bytes = std::max(toolchain::type_bytes(operand.type), 1);
    const int start = operand.number * register_bytes + operand.sub * bytes;
    return std::pair(start, start + bytes);
  };
  const auto [first, end] = range(one);
  const auto [other_first, other_end] = range(other);
  return first < other_end && other_first < end;
}

// Also the blocks of loops inside it.
bool is_inside(std::size_t block, const toolchain::Loop& loop, const std::vector<toolchain::Loop>& loops) {
  return std::ranges::any_of(loops, [&](const toolchain::Loop& other) {
    const bool is_part =
        &other == &loop || (other.depth > loop.depth && other.head > loop.head && other.head < loop.own_blocks.back());
    return is_part && std::ranges::binary_search(other.own_blocks, block);
  });
}

struct Exit {
  const CodeBlock* block = nullptr;
  bool jump_stays = true; // in the loop; else what follows the jump does
};

// The last block of the loop that one of its two ways leaves.
Exit last_exit(const toolchain::Loop& loop, const std::vector<toolchain::Loop>& loops,
               const std::vector<CodeBlock>& blocks) {
  for (auto index = loop.own_blocks.rbegin(); index != loop.own_blocks.rend(); ++index) {
    const CodeBlock& block = blocks[*index];
    if (block.successors.size() != 2 || block.instructions.empty() || !block.instructions.back().is_predicated)
      continue;
    const bool first_stays = is_inside(block.successors[0], loop, loops);
    if (first_stays != is_inside(block.successors[1], loop, loops))
      return {&block, first_stays}; // the first successor is the jump's target
  }
  return {};
}

// The last one that sets the flag: where a compare of 64 bits takes two, it has the lower half.
const Instruction* compare_for(const CodeBlock& block, const std::string& flag) {
  for (auto instruction = block.instructions.rbegin() + 1; instruction != block.instructions.rend(); ++instruction)
    if (instruction->operation == "cmp" && instruction->flag == flag)
      return &*instruction;
  return nullptr;
}

std::string opposite(const std::string& condition) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> pairs{
      {{"eq", "ne"}, {"ne", "eq"}, {"lt", "ge"}, {"ge", "lt"}, {"gt", "le"}, {"le", "gt"}}};
  const auto found = std::ranges::find(pairs, condition, &std::pair<std::string_view, std::string_view>::first);
  return found == pairs.end() ? condition : std::string(found->second);
}

struct Step {
  const Operand* counter = nullptr;
  std::string text;
};

// An addition in the loop that changes one of the compared operands by the other.
Step step_of(const Operand& compared, const toolchain::Loop& loop, const std::vector<CodeBlock>& blocks,
             int register_bytes) {
  for (const std::size_t index : loop.own_blocks)
    for (const Instruction& instruction : blocks[index].instructions) {
      if (instruction.operation != "add" || instruction.sources.size() < 2 ||
          !overlap(instruction.destination, compared, register_bytes))
        continue;
      for (std::size_t source = 0; source < 2; ++source)
        if (overlap(instruction.sources[source], instruction.destination, register_bytes))
          return {&compared, text_of(instruction.sources[1 - source])};
    }
  return {};
}

} // namespace

std::optional<LoopEnd> loop_end(const std::vector<toolchain::Loop>& loops, std::size_t index,
                                const std::vector<CodeBlock>& blocks, int register_bytes) {
  const toolchain::Loop& loop = loops[index];
  const Exit exit = last_exit(loop, loops, blocks);
  if (!exit.block)
    return std::nullopt;
  const Instruction& jump = exit.block->instructions.back();
  const Instruction* const compare = compare_for(*exit.block, jump.flag);
  if (!compare || compare->sources.size() < 2)
    return std::nullopt;
  const Operand& left = compare->sources[0];
  const Operand& right = compare->sources[1];
  LoopEnd end{text_of(left),
              {},
              jump.is_predicate_inverted == exit.jump_stays ? opposite(compare->condition) : compare->condition,
              text_of(right),
              compare->location};
  if (const Step step = step_of(left, loop, blocks, register_bytes); step.counter)
    end.step = step.text;
  else if (const Step other = step_of(right, loop, blocks, register_bytes); other.counter) {
    end.step = other.text;
    std::swap(end.counter, end.bound);
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> swapped{
        {{"lt", "gt"}, {"gt", "lt"}, {"le", "ge"}, {"ge", "le"}}};
    const auto found = std::ranges::find(swapped, end.condition, &std::pair<std::string_view, std::string_view>::first);
    if (found != swapped.end())
      end.condition = found->second;
  }
  return end;
}

} // namespace xeforge::inspection
