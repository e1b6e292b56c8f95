#include "xeforge/inspection/register_use.hpp"

#include <algorithm>

namespace xeforge::inspection {
namespace {

using toolchain::Instruction;
using toolchain::Operand;

void add_range(RegisterSet& set, int first, int count) {
  for (int number = std::max(first, 0); number < first + count && number < static_cast<int>(set.size()); ++number)
    set.set(static_cast<std::size_t>(number));
}

int divided_up(int value, int divisor) { return (value + divisor - 1) / divisor; }

// Of the first byte to the last one, both in bytes from the start of the operand's register.
struct Extent {
  int first = 0, end = 0;
};

Extent source_extent(const Operand& source, int lanes) {
  const int bytes = std::max(bytes_of(source.type), 1);
  const toolchain::OperandRegion& region = source.region;
  const int rows = divided_up(lanes, region.width);
  const int last = (rows - 1) * region.vertical + (std::min(region.width, lanes) - 1) * region.horizontal;
  return {source.sub * bytes, (source.sub + last + 1) * bytes};
}

Extent destination_extent(const Operand& destination, int lanes) {
  const int bytes = std::max(bytes_of(destination.type), 1);
  return {destination.sub * bytes, (destination.sub + (lanes - 1) * destination.region.horizontal + 1) * bytes};
}

void add_extent(RegisterSet& set, int number, Extent extent, int register_bytes) {
  const int first = number + extent.first / register_bytes;
  add_range(set, first, number + divided_up(extent.end, register_bytes) - first);
}

void add_payload(RegisterSet& set, const Operand& payload) {
  if (payload.is_general()) // 31 stands for 32
    add_range(set, payload.number, payload.length == 31 ? 32 : payload.length);
}

// C and the result: a register a row for 16 columns of 32 bits. B: depth x columns x 32 bits. A: 32 bits for each step
// of depth and row.
RegisterUse dpas_use(const Instruction& dpas, int register_bytes) {
  const auto [depth, rows] = dpas.dpas_shape;
  const int row_bytes = dpas.lanes * std::max(bytes_of(dpas.destination.type), 1);
  const auto add = [&](RegisterSet& set, const Operand& operand, int bytes) {
    if (operand.is_general()) {
      const int start = operand.sub * bits_of(operand.type) / 8;
      add_extent(set, operand.number, {start, start + bytes}, register_bytes);
    }
  };
  RegisterUse use;
  add(use.written, dpas.destination, rows * row_bytes);
  use.replaced = use.written;
  const std::vector<Operand>& sources = dpas.sources;
  if (!sources.empty())
    add(use.read, sources[0], rows * dpas.lanes * std::max(bytes_of(sources[0].type), 1));
  if (sources.size() > 1)
    add(use.read, sources[1], depth * dpas.lanes * 4);
  if (sources.size() > 2)
    add(use.read, sources[2], depth * rows * 4);
  return use;
}

} // namespace

RegisterUse register_use(const Instruction& instruction, int register_bytes) {
  if (instruction.is_padding())
    return {};
  if (instruction.is_dpas())
    return dpas_use(instruction, register_bytes);
  RegisterUse use;
  const Operand& destination = instruction.destination;
  if (instruction.is_send()) {
    for (const Operand& source : instruction.sources)
      add_payload(use.read, source);
    add_payload(use.written, destination);
    use.replaced = use.written;
    return use;
  }
  for (const Operand& source : instruction.sources)
    if (source.is_general())
      add_extent(use.read, source.number, source_extent(source, instruction.lanes), register_bytes);
  if (destination.is_general()) {
    const Extent extent = destination_extent(destination, instruction.lanes);
    add_extent(use.written, destination.number, extent, register_bytes);
    const bool is_whole = extent.first % register_bytes == 0 && extent.end % register_bytes == 0;
    if (is_whole && destination.region.horizontal == 1 && !instruction.is_predicated)
      use.replaced = use.written;
  }
  return use;
}

std::vector<BlockLiveness> live_registers(const std::vector<toolchain::CodeBlock>& blocks, int register_bytes) {
  struct Summary {
    RegisterSet read_first, replaced;
  };
  std::vector<Summary> summaries(blocks.size());
  for (std::size_t block = 0; block < blocks.size(); ++block)
    for (const Instruction& instruction : blocks[block].instructions) {
      const RegisterUse use = register_use(instruction, register_bytes);
      summaries[block].read_first |= use.read & ~summaries[block].replaced;
      summaries[block].replaced |= use.replaced;
    }
  std::vector<BlockLiveness> live(blocks.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t block = blocks.size(); block-- > 0;) {
      RegisterSet end;
      for (const std::size_t next : blocks[block].successors)
        end |= live[next].at_start;
      const RegisterSet start = summaries[block].read_first | (end & ~summaries[block].replaced);
      changed |= start != live[block].at_start || end != live[block].at_end;
      live[block].at_start = start;
      live[block].at_end = end;
    }
  }
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    RegisterSet now = live[block].at_end;
    std::size_t most = now.count();
    const auto& instructions = blocks[block].instructions;
    for (auto instruction = instructions.rbegin(); instruction != instructions.rend(); ++instruction) {
      const RegisterUse use = register_use(*instruction, register_bytes);
      most = std::max(most, (now | use.written).count());
      now = (now & ~use.replaced) | use.read;
      most = std::max(most, now.count());
    }
    live[block].most_live = static_cast<int>(most);
  }
  return live;
}

} // namespace xeforge::inspection
