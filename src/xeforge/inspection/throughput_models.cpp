#include "xeforge/inspection/throughput_models.hpp"

#include <algorithm>
#include <array>

namespace xeforge::inspection {
namespace {

using toolchain::ElementType;
using toolchain::Instruction;
using toolchain::Operand;
using toolchain::Operation;

// ---- the figures; docs/throughput-models.md has the source of each --------------------------------------------------
constexpr ThroughputModel xe2{.name = "xe2 published",
                              .platform = "xe2",
                              .lane_bytes_per_cycle = 64,
                              .math_lanes_per_cycle = 4,
                              .dpas_cycles_per_row = 2,
                              .load_latency = 200,
                              .prefetched_latency = 45,
                              .slm_latency = 28,
                              .barrier_latency = 30};

// Xe2 but for what change says.
template <class Change>
constexpr ThroughputModel unlike_xe2(std::string_view name, std::string_view platform, Change change) {
  ThroughputModel model = xe2;
  model.name = name;
  model.platform = platform;
  change(model);
  return model;
}
constexpr auto half_as_wide = [](ThroughputModel& model) {
  model.lane_bytes_per_cycle = 32;
  model.math_lanes_per_cycle = 2;
};

constexpr std::array models{
    xe2,
    unlike_xe2("xe3 as xe2", "xe3", [](ThroughputModel&) {}),
    unlike_xe2("xehpc published", "xehpc", [](ThroughputModel& model) { model.dpas_cycles_per_row = 1; }),
    unlike_xe2("xehpg published", "xehpg", half_as_wide),
};
constexpr ThroughputModel as_the_compiler_counts = unlike_xe2("compiler", "xe2", half_as_wide);

// ---- what an instruction is -----------------------------------------------------------------------------------------
bool is_control(const Instruction& instruction) {
  switch (instruction.operation) {
  case Operation::jmpi:
  case Operation::call:
  case Operation::calla:
  case Operation::ret:
  case Operation::brd:
  case Operation::brc:
  case Operation::if_:
  case Operation::else_:
  case Operation::endif:
  case Operation::goto_:
  case Operation::join:
  case Operation::while_:
  case Operation::break_:
  case Operation::cont:
  case Operation::halt:
  case Operation::sync:
    return true;
  default:
    return false;
  }
}

// The widest operand, also where elements lie apart: what the pipe has to take in or put out.
int widest_bytes(const Instruction& instruction) {
  int widest = std::max(bytes_of(instruction.destination.type), 1);
  for (const Operand& source : instruction.sources)
    if (source.kind != Operand::Kind::immediate)
      widest = std::max(widest, bytes_of(source.type));
  return widest;
}

Pipe lane_pipe(const Instruction& instruction) {
  const ElementType type = instruction.destination.type == ElementType::none && !instruction.sources.empty()
                               ? instruction.sources.front().type
                               : instruction.destination.type;
  // A copy of 64-bit integers is a copy of bits.
  if (bytes_of(type) == 8 && !instruction.is_move())
    return Pipe::longs;
  return is_float(type) ? Pipe::floats : Pipe::integers;
}

} // namespace

const ThroughputModel& throughput_model(std::string_view platform) {
  const auto found = std::ranges::find(models, platform, &ThroughputModel::platform);
  return found == models.end() ? models.front() : *found;
}

const ThroughputModel& compiler_model() { return as_the_compiler_counts; }

Cost cost_of(const Instruction& instruction, const ThroughputModel& model) {
  if (instruction.is_padding())
    return {Pipe::control, 0, 0};
  if (is_control(instruction))
    return {Pipe::control, 1, 1};
  if (instruction.is_send())
    return {Pipe::send, 1, 1};
  if (instruction.is_dpas())
    return {Pipe::systolic, instruction.dpas_shape.repeat_count * model.dpas_cycles_per_row, 1};
  if (instruction.operation == Operation::math)
    return {Pipe::math, std::max(1.0, instruction.lanes / model.math_lanes_per_cycle), 1};
  const double cycles = std::max(1.0, instruction.lanes * widest_bytes(instruction) / model.lane_bytes_per_cycle);
  return {lane_pipe(instruction), cycles, cycles};
}

} // namespace xeforge::inspection
