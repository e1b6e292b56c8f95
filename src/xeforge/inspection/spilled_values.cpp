#include "xeforge/inspection/spilled_values.hpp"

#include "xeforge/inspection/register_use.hpp"
#include "xeforge/toolchain/binary/messages.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace xeforge::inspection {
namespace {

using toolchain::CodeBlock;
using toolchain::Instruction;
using toolchain::MessageKind;

bool is_spill_message(const Instruction& instruction, int register_bytes) {
  if (!instruction.is_send())
    return false;
  const MessageKind kind = toolchain::read_message(instruction, register_bytes).kind;
  return kind == MessageKind::spill || kind == MessageKind::fill;
}

void add_once(std::vector<SourceLine>& locations, const SourceLine& location) {
  if (location.is_known() && std::ranges::find(locations, location) == locations.end())
    locations.push_back(location);
}

class Reader {
public:
  Reader(SourceLines& sources, int register_bytes) : sources_(sources), register_bytes_(register_bytes) {}

  void read(const CodeBlock& block, bool is_in_loop) {
    for (std::size_t at = 0; at < block.instructions.size(); ++at) {
      const Instruction& instruction = block.instructions[at];
      if (!is_spill_message(instruction, register_bytes_))
        continue;
      const toolchain::Message message = toolchain::read_message(instruction, register_bytes_);
      SpilledValue& value = values_[instruction.sources.front().offset];
      value.bytes = std::max({value.bytes, message.bytes_read, message.bytes_written});
      if (message.kind == MessageKind::spill) {
        ++value.stores;
        add_once(value.made, sources_.of(maker_of(block, at)));
      } else {
        ++value.fills;
        value.fills_in_loops += is_in_loop ? 1 : 0;
        add_once(value.used, sources_.of(user_of(block, at)));
      }
    }
  }

  std::vector<SpilledValue> values() const {
    std::vector<std::pair<int, const SpilledValue*>> by_slot;
    for (const auto& [slot, value] : values_)
      by_slot.emplace_back(slot, &value);
    std::ranges::sort(by_slot, {}, [](const auto& each) {
      const SpilledValue& value = *each.second;
      return std::tuple(-value.fills_in_loops, -value.fills, each.first);
    });
    std::vector<SpilledValue> list;
    for (const auto& [slot, value] : by_slot)
      list.push_back(*value);
    return list;
  }

private:
  // The location of the last instruction of the block that wrote what the message stores; else the message's own.
  std::uint32_t maker_of(const CodeBlock& block, std::size_t store) const {
    const RegisterSet data = data_of(block.instructions[store]);
    for (std::size_t at = store; at-- > 0;)
      if ((register_use(block.instructions[at], register_bytes_).written & data).any())
        return block.instructions[at].location;
    return block.instructions[store].location;
  }

  // The location of the first instruction of the block that reads what the message brings; else the message's own.
  std::uint32_t user_of(const CodeBlock& block, std::size_t load) const {
    const RegisterSet data = register_use(block.instructions[load], register_bytes_).written;
    for (std::size_t at = load + 1; at < block.instructions.size(); ++at)
      if ((register_use(block.instructions[at], register_bytes_).read & data).any())
        return block.instructions[at].location;
    return block.instructions[load].location;
  }

  // Without the address.
  RegisterSet data_of(const Instruction& store) const {
    Instruction only_data = store;
    only_data.sources.front() = {};
    return register_use(only_data, register_bytes_).read;
  }

  SourceLines& sources_;
  int register_bytes_;
  std::map<int, SpilledValue> values_; // by the slot in scratch memory
};

} // namespace

std::vector<SpilledValue> spilled_values(const std::vector<CodeBlock>& blocks, const std::vector<int>& loop_depths,
                                         SourceLines& sources, int register_bytes) {
  Reader reader(sources, register_bytes);
  for (std::size_t block = 0; block < blocks.size(); ++block)
    reader.read(blocks[block], loop_depths[block] > 0);
  return reader.values();
}

} // namespace xeforge::inspection
