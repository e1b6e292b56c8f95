#include "xeforge/inspection/throughput_models.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace xeforge::inspection {
namespace {

using toolchain::Instruction;
using toolchain::Operand;
using toolchain::type_bytes;

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
bool is_float(std::string_view type) {
  return type == "f" || type == "hf" || type == "bf" || type == "df" || type == "tf32";
}

bool is_control(const Instruction& instruction) {
  constexpr std::array<std::string_view, 15> operations{"jmpi", "call",  "calla", "ret",   "brd",
                                                        "brc",  "if",    "else",  "endif", "goto",
                                                        "join", "while", "break", "cont",  "halt"};
  return std::ranges::find(operations, instruction.operation) != operations.end() || instruction.operation == "sync";
}

// The widest operand, also where elements lie apart: what the pipe has to take in or put out.
int widest_bytes(const Instruction& instruction) {
  int widest = std::max(type_bytes(instruction.destination.type), 1);
  for (const Operand& source : instruction.sources)
    if (source.kind != Operand::Kind::immediate)
      widest = std::max(widest, type_bytes(source.type));
  return widest;
}

// "8x8": systolic depth, repeat count.
int repeat_count(const Instruction& dpas) {
  const auto cross = dpas.function.find('x');
  int rows = 8;
  if (cross != std::string::npos)
    std::from_chars(dpas.function.data() + cross + 1, dpas.function.data() + dpas.function.size(), rows);
  return std::clamp(rows, 1, 8);
}

Pipe lane_pipe(const Instruction& instruction) {
  const std::string& type = instruction.destination.type.empty() && !instruction.sources.empty()
                                ? instruction.sources.front().type
                                : instruction.destination.type;
  // A copy of 64-bit integers is a copy of bits.
  if (type_bytes(type) == 8 && !instruction.is_move())
    return Pipe::longs;
  return is_float(type) ? Pipe::floats : Pipe::integers;
}

} // namespace

const ThroughputModel& throughput_model(std::string_view platform) {
  const auto found = std::ranges::find(models, platform, &ThroughputModel::platform);
  return found == models.end() ? models.front() : *found;
}

const ThroughputModel& compiler_model() { return as_the_compiler_counts; }

std::string_view name_of(Pipe pipe) {
  constexpr std::array<std::string_view, pipes.size()> names{"control", "float", "integer", "long",
                                                             "math",    "dpas",  "send"};
  return names[static_cast<std::size_t>(pipe)];
}

Cost cost_of(const Instruction& instruction, const ThroughputModel& model) {
  if (instruction.is_padding())
    return {Pipe::control, 0, 0};
  if (is_control(instruction))
    return {Pipe::control, 1, 1};
  if (instruction.is_send())
    return {Pipe::send, 1, 1};
  if (instruction.is_dpas())
    return {Pipe::systolic, repeat_count(instruction) * model.dpas_cycles_per_row, 1};
  if (instruction.operation == "math")
    return {Pipe::math, std::max(1.0, instruction.lanes / model.math_lanes_per_cycle), 1};
  const double cycles = std::max(1.0, instruction.lanes * widest_bytes(instruction) / model.lane_bytes_per_cycle);
  return {lane_pipe(instruction), cycles, cycles};
}

} // namespace xeforge::inspection
