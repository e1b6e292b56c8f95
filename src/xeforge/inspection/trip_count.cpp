#include "xeforge/inspection/trip_count.hpp"

#include "xeforge/inspection/register_use.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace xeforge::inspection {
namespace {

using toolchain::CodeBlock;
using toolchain::Condition;
using toolchain::Instruction;
using toolchain::Operand;
using toolchain::Operation;

std::string text_of(const Operand& operand) {
  if (operand.kind == Operand::Kind::immediate)
    return operand.value;
  std::string text = std::string(name_of(operand.file)) + std::to_string(operand.number);
  if (operand.sub > 0)
    text += "." + std::to_string(operand.sub);
  return text;
}

// Whether the second, a single element, stands in the bytes of so many lanes of the first, at least in part: the lower half
// of a 64-bit counter is compared as 32 bits.
bool overlap(const Operand& one, int lanes, const Operand& other, int register_bytes) {
  if (!one.is_general() || !other.is_general())
    return false;
  const auto range = [&](const Operand& operand, int elements) {
    const int bytes = std::max(bytes_of(operand.type), 1);
    const int start = operand.number * register_bytes + operand.sub * bytes;
    return std::pair(start, start + ((elements - 1) * std::max(operand.region.horizontal, 1) + 1) * bytes);
  };
  const auto [first, end] = range(one, lanes);
  const auto [other_first, other_end] = range(other, 1);
  return first < other_end && other_first < end;
}
bool overlap(const Operand& one, const Operand& other, int register_bytes) {
  return overlap(one, 1, other, register_bytes);
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
const Instruction* compare_for(const CodeBlock& block, const std::optional<toolchain::FlagRegister>& flag) {
  for (auto instruction = block.instructions.rbegin() + 1; instruction != block.instructions.rend(); ++instruction)
    if (instruction->operation == Operation::cmp && instruction->flag == flag)
      return &*instruction;
  return nullptr;
}

Condition opposite(Condition condition) {
  switch (condition) {
  case Condition::eq:
    return Condition::ne;
  case Condition::ne:
    return Condition::eq;
  case Condition::lt:
    return Condition::ge;
  case Condition::ge:
    return Condition::lt;
  case Condition::gt:
    return Condition::le;
  case Condition::le:
    return Condition::gt;
  default:
    return condition;
  }
}

// The condition with its operands the other way around.
Condition swapped(Condition condition) {
  switch (condition) {
  case Condition::lt:
    return Condition::gt;
  case Condition::gt:
    return Condition::lt;
  case Condition::le:
    return Condition::ge;
  case Condition::ge:
    return Condition::le;
  default:
    return condition;
  }
}

struct Step {
  const Operand* counter = nullptr;
  std::string text;
  const Instruction* addition = nullptr;
  const CodeBlock* block = nullptr;
};

// An addition in the loop that changes one of the compared operands by the other.
Step step_of(const Operand& compared, const toolchain::Loop& loop, const std::vector<CodeBlock>& blocks,
             int register_bytes) {
  for (const std::size_t index : loop.own_blocks)
    for (const Instruction& instruction : blocks[index].instructions) {
      if (instruction.operation != Operation::add || instruction.sources.size() < 2 ||
          !overlap(instruction.destination, compared, register_bytes))
        continue;
      for (std::size_t source = 0; source < 2; ++source)
        if (overlap(instruction.sources[source], instruction.destination, register_bytes))
          return {&compared, text_of(instruction.sources[1 - source]), &instruction, &blocks[index]};
    }
  return {};
}

// ---- how often ------------------------------------------------------------------------------------------------------
std::optional<std::int64_t> number_in(const std::string& text) {
  const bool is_negative = text.starts_with('-'), is_hexadecimal = text.find("0x") == (is_negative ? 1u : 0u);
  const std::string_view digits = std::string_view(text).substr((is_negative ? 1 : 0) + (is_hexadecimal ? 2 : 0));
  std::uint64_t value = 0;
  const auto [end, problem] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hexadecimal ? 16 : 10);
  if (digits.empty() || problem != std::errc() || end != digits.data() + digits.size() || value > 0xffff'ffff)
    return std::nullopt;
  const auto whole = static_cast<std::int64_t>(value);
  return is_negative ? -whole : is_hexadecimal ? std::int64_t{static_cast<std::int32_t>(value)} : whole;
}

// Messages and dpas write whole registers.
bool writes(const Instruction& instruction, const Operand& operand, int register_bytes) {
  if (!instruction.is_send() && !instruction.is_dpas())
    return overlap(instruction.destination, instruction.lanes, operand, register_bytes);
  return operand.is_general() && operand.number >= 0 && operand.number < 256 &&
         register_use(instruction, register_bytes).written.test(static_cast<std::size_t>(operand.number));
}

// What stands in the operand when the loop begins: a constant, written last before the loop and not within it.
std::optional<std::int64_t> constant_before(const Operand& operand, const Instruction* changed_by,
                                            const toolchain::Loop& loop, const std::vector<toolchain::Loop>& loops,
                                            const std::vector<CodeBlock>& blocks, int register_bytes) {
  if (operand.kind == Operand::Kind::immediate)
    return number_in(operand.value);
  for (std::size_t block = loop.head; block < blocks.size(); ++block)
    if (is_inside(block, loop, loops))
      for (const Instruction& instruction : blocks[block].instructions)
        if (&instruction != changed_by && writes(instruction, operand, register_bytes))
          return std::nullopt;
  for (std::size_t block = loop.head; block-- > 0;)
    for (auto instruction = blocks[block].instructions.rbegin(); instruction != blocks[block].instructions.rend();
         ++instruction) {
      if (!writes(*instruction, operand, register_bytes))
        continue;
      const bool is_constant = instruction->is_move() && instruction->lanes == 1 && !instruction->is_predicated &&
                               instruction->sources.size() == 1 &&
                               instruction->sources[0].kind == Operand::Kind::immediate;
      return is_constant ? number_in(instruction->sources[0].value) : std::nullopt;
    }
  return std::nullopt;
}

bool holds(Condition condition, std::int64_t left, std::int64_t right) {
  switch (condition) {
  case Condition::eq:
    return left == right;
  case Condition::ne:
    return left != right;
  case Condition::lt:
    return left < right;
  case Condition::le:
    return left <= right;
  case Condition::gt:
    return left > right;
  case Condition::ge:
    return left >= right;
  default:
    return false;
  }
}

// The compare sees the counter before or behind its step.
std::optional<std::int64_t> iterations_of(std::int64_t start, std::int64_t step, Condition condition,
                                          std::int64_t bound, bool sees_step) {
  constexpr std::int64_t most = 1 << 20;
  for (std::int64_t iteration = 1; iteration <= most; ++iteration)
    if (!holds(condition, start + step * (sees_step ? iteration : iteration - 1), bound))
      return iteration;
  return std::nullopt;
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
  Step step = step_of(left, loop, blocks, register_bytes);
  const Operand* bound = &right;
  if (step.counter) {
    end.step = step.text;
  } else if (step = step_of(right, loop, blocks, register_bytes); step.counter) {
    bound = &left;
    end.step = step.text;
    std::swap(end.counter, end.bound);
    end.condition = swapped(end.condition);
  }
  if (step.counter == nullptr)
    return end;
  const auto start = constant_before(*step.counter, step.addition, loop, loops, blocks, register_bytes),
             last = constant_before(*bound, nullptr, loop, loops, blocks, register_bytes), by = number_in(end.step);
  if (start && last && by)
    end.iterations = iterations_of(*start, *by, end.condition, *last,
                                   step.block == exit.block ? step.addition < compare : step.block < exit.block);
  return end;
}

} // namespace xeforge::inspection
