#include "xeforge/inspection/private_memory.hpp"

#include "xeforge/inspection/register_use.hpp"

#include <algorithm>
#include <bitset>
#include <charconv>
#include <string>

namespace xeforge::inspection {
namespace {

using toolchain::CodeBlock;
using toolchain::Instruction;
using toolchain::Operand;

constexpr std::size_t most_bytes = 256 * 64;
using Bytes = std::bitset<most_bytes>; // of the register file

// Bytes that an operand of an instruction that is no message reaches, from the first to the last.
std::pair<std::size_t, std::size_t> range_of(const Operand& operand, int lanes, bool is_source, int register_bytes) {
  const int bytes = std::max(bytes_of(operand.type), 1);
  int last = (lanes - 1) * operand.region.horizontal;
  if (is_source) {
    const int width = std::max(operand.region.width, 1), rows = (lanes + width - 1) / width;
    last = (rows - 1) * operand.region.vertical + (std::min(width, lanes) - 1) * operand.region.horizontal;
  }
  const auto first = static_cast<std::size_t>(std::max(operand.number * register_bytes + operand.sub * bytes, 0));
  return {std::min(first, most_bytes), std::min(first + static_cast<std::size_t>((last + 1) * bytes), most_bytes)};
}

bool any_in(const Bytes& set, std::pair<std::size_t, std::size_t> range) {
  for (std::size_t at = range.first; at < range.second; ++at)
    if (set.test(at))
      return true;
  return false;
}

std::pair<std::size_t, std::size_t> payload_range(const Operand& payload, int register_bytes) {
  const auto first = static_cast<std::size_t>(std::max(payload.number, 0) * register_bytes);
  return {std::min(first, most_bytes),
          std::min(first + static_cast<std::size_t>(payload.length * register_bytes), most_bytes)};
}

bool is_number(const Operand& operand, std::uint64_t wanted) {
  if (operand.kind != Operand::Kind::immediate)
    return false;
  const bool is_hexadecimal = operand.value.starts_with("0x");
  const char* const first = operand.value.data() + (is_hexadecimal ? 2 : 0);
  const char* const end = operand.value.data() + operand.value.size();
  std::uint64_t value = 0;
  const auto [rest, problem] = std::from_chars(first, end, value, is_hexadecimal ? 16 : 10);
  return problem == std::errc() && rest == end && value == wanted;
}

// The number of the thread times the size of its memory.
bool is_start(const Instruction& instruction, std::uint64_t bytes_of_thread) {
  using toolchain::Operation;
  return (instruction.operation == Operation::mul || instruction.operation == Operation::mad ||
          instruction.operation == Operation::mach || instruction.operation == Operation::macl) &&
         std::ranges::any_of(instruction.sources,
                             [&](const Operand& source) { return is_number(source, bytes_of_thread); });
}

class Follower {
public:
  Follower(const std::vector<CodeBlock>& blocks, std::uint64_t bytes_of_thread, int register_bytes)
      : blocks_(blocks), bytes_of_thread_(bytes_of_thread), register_bytes_(register_bytes), at_start_(blocks.size()) {}

  std::vector<std::pair<std::size_t, std::size_t>> accesses() {
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (std::size_t block = 0; block < blocks_.size(); ++block) {
        Bytes state = at_start_[block];
        for (const Instruction& instruction : blocks_[block].instructions)
          step(state, instruction);
        for (const std::size_t next : blocks_[block].successors) {
          const Bytes joined = at_start_[next] | state;
          has_changed = has_changed || joined != at_start_[next];
          at_start_[next] = joined;
        }
      }
    }
    std::vector<std::pair<std::size_t, std::size_t>> found;
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
      Bytes state = at_start_[block];
      for (std::size_t at = 0; at < blocks_[block].instructions.size(); ++at) {
        const Instruction& instruction = blocks_[block].instructions[at];
        if (instruction.is_send() && !instruction.sources.empty() && instruction.sources[0].is_general() &&
            any_in(state, payload_range(instruction.sources[0], register_bytes_)))
          found.emplace_back(block, at);
        step(state, instruction);
      }
    }
    return found;
  }

private:
  void step(Bytes& state, const Instruction& instruction) const {
    if (instruction.is_send() || instruction.is_dpas()) { // what comes from memory is no address of it
      const RegisterUse use = register_use(instruction, register_bytes_);
      for (std::size_t number = 0; number < use.written.size(); ++number)
        if (use.written.test(number))
          for (int byte = 0; byte < register_bytes_; ++byte)
            state.reset(number * static_cast<std::size_t>(register_bytes_) + static_cast<std::size_t>(byte));
      return;
    }
    if (!instruction.destination.is_general() || instruction.destination.kind != Operand::Kind::direct)
      return;
    bool is_reached = is_start(instruction, bytes_of_thread_);
    for (const Operand& source : instruction.sources)
      is_reached = is_reached || (source.kind == Operand::Kind::direct && source.is_general() &&
                                  any_in(state, range_of(source, instruction.lanes, true, register_bytes_)));
    const auto [first, end] = range_of(instruction.destination, instruction.lanes, false, register_bytes_);
    for (std::size_t at = first; at < end; ++at)
      if (is_reached)
        state.set(at);
      else if (!instruction.is_predicated)
        state.reset(at);
  }

  const std::vector<CodeBlock>& blocks_;
  const std::uint64_t bytes_of_thread_;
  const int register_bytes_;
  std::vector<Bytes> at_start_;
};

} // namespace

std::vector<std::pair<std::size_t, std::size_t>> private_accesses(const std::vector<CodeBlock>& blocks,
                                                                  std::uint64_t bytes_of_thread, int register_bytes) {
  if (bytes_of_thread == 0)
    return {};
  return Follower(blocks, bytes_of_thread, register_bytes).accesses();
}

} // namespace xeforge::inspection
