#include "xeforge/inspection/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <optional>
#include <tuple>

namespace xeforge::inspection {
namespace {

// What is looked at: an iteration of the main loop, what is outside of loops, or a kernel without loops.
struct Region {
  const KernelExplanation& kernel;
  const ThroughputModel& model;
  const LoopReport* loop; // null: no loop
  const InstructionMix& mix;
  const std::vector<LineReport>& lines;
  bool is_outside = false; // of loops, of a kernel that has some

  std::string where() const {
    return loop ? " on each iteration of the loop at " + loop->label : is_outside ? " outside of loops" : "";
  }
  double threads() const { return kernel.registers == 256 ? 4 : 8; } // that share a vector engine
  // What a thread would save without so many cycles of issue, which lane pipes carry: no more than what then bounds the
  // code leaves. In the shadow of dpas nothing is saved.
  double saved(double issue) const {
    double others = std::max(mix.issue_cycles - issue, 0.0);
    for (const Pipe pipe : {Pipe::systolic, Pipe::math, Pipe::longs, Pipe::send})
      others = std::max(others, mix.cycles_of(pipe));
    return std::max(mix.bound_cycles() - others, 0.0);
  }
};

double share(int part, int whole) { return whole > 0 ? static_cast<double>(part) / whole : 0; }

// The line with the most of something.
SourceLine main_line(const std::vector<LineReport>& lines,
                     const std::function<double(const InstructionMix&)>& measure) {
  const auto most = std::ranges::max_element(lines, {}, [&](const LineReport& line) { return measure(line.mix); });
  return most == lines.end() || measure(most->mix) <= 0 ? SourceLine{} : most->location;
}

// " from line 88"; empty where no line is known.
std::string from_line(const std::string& words, const SourceLine& location) {
  return location.is_known() ? fmt::format("{} line {} of {}", words, location.line, location.file) : "";
}

// ---- moves ----------------------------------------------------------------------------------------------------------
std::optional<Finding> pairs(const Region& region) {
  const int count = region.mix.moves_for(MoveReason::pairs);
  if (count < 8 || share(count, region.mix.instructions) < 0.05)
    return std::nullopt;
  const SourceLine location =
      main_line(region.lines, [](const InstructionMix& mix) { return mix.moves_for(MoveReason::pairs); });
  return Finding{FindingKind::vnni_moves, region.saved(count),
                 fmt::format("{} of {} instructions{} are mov: {} of them build VNNI pairs{}; a Transformed 2D load "
                             "would remove them",
                             region.mix.moves, region.mix.instructions, region.where(), count,
                             from_line(" from", location)),
                 location};
}

std::optional<Finding> conversions(const Region& region) {
  const int count = region.mix.moves_for(MoveReason::conversion);
  if (count < 8 || share(count, region.mix.instructions) < 0.1)
    return std::nullopt;
  const SourceLine location =
      main_line(region.lines, [](const InstructionMix& mix) { return mix.moves_for(MoveReason::conversion); });
  return Finding{FindingKind::conversions, region.saved(count),
                 fmt::format("{} of {} instructions{} only convert numbers to another type{}; convert once where a "
                             "value is used often, or keep it in the type that dpas takes",
                             count, region.mix.instructions, region.where(), from_line(", most at", location)),
                 location};
}

std::optional<Finding> copies(const Region& region) {
  const auto copied = [](const InstructionMix& mix) {
    return mix.moves_for(MoveReason::copy) + mix.moves_for(MoveReason::loop_copy);
  };
  const int count = copied(region.mix), carried = region.mix.moves_for(MoveReason::loop_copy);
  if (count < 8 || share(count, region.mix.instructions) < 0.08)
    return std::nullopt;
  const SourceLine location = main_line(region.lines, copied);
  return Finding{
      FindingKind::copies, region.saved(count),
      fmt::format("{} of {} instructions{} copy registers as they are, {} of them for the next iteration{}; a "
                  "value that is changed in place, or a loop unrolled by two, needs none",
                  count, region.mix.instructions, region.where(), carried, from_line(", most at", location)),
      location};
}

std::optional<Finding> constants(const Region& region) {
  const int count = region.mix.moves_for(MoveReason::immediate);
  if (!region.loop || count < 6 || share(count, region.mix.instructions) < 0.1)
    return std::nullopt;
  const SourceLine location =
      main_line(region.lines, [](const InstructionMix& mix) { return mix.moves_for(MoveReason::immediate); });
  return Finding{FindingKind::constants, region.saved(count),
                 fmt::format("{} of {} instructions{} put constants into registers{}; a message's payload that is "
                             "built before the loop and changed in place (config_2d_mem_access) needs none",
                             count, region.mix.instructions, region.where(), from_line(", most at", location)),
                 location};
}

std::optional<Finding> strides(const Region& region) {
  const auto strided = [](const InstructionMix& mix) { return mix.moves_for(MoveReason::strided); };
  const int count = strided(region.mix);
  if (count < 8 || share(count, region.mix.instructions) < 0.08)
    return std::nullopt;
  const SourceLine location = main_line(region.lines, strided);
  return Finding{FindingKind::strided_moves, region.saved(count),
                 fmt::format("{} of {} instructions{} rearrange elements within registers{}; a transposed load or a "
                             "scatter through shared local memory does it on the way",
                             count, region.mix.instructions, region.where(), from_line(", most at", location)),
                 location};
}

// Compares and masked moves that together put something into some lanes of wide values.
std::optional<Finding> blends(const Region& region) {
  const auto masked = [](const InstructionMix& mix) { return mix.moves_for(MoveReason::blend); };
  const int count = masked(region.mix);
  if (count < 4 || share(count, region.mix.instructions) < 0.12)
    return std::nullopt;
  const SourceLine location = main_line(region.lines, masked);
  double cycles = 0; // of the lines that do it, compares included
  for (const LineReport& line : region.lines)
    if (masked(line.mix) > 0)
      cycles += line.mix.issue_cycles;
  return Finding{
      FindingKind::masked_writes, region.saved(cycles),
      fmt::format("{} of {} instructions{} write under a mask that others compute; with what that takes they "
                  "are {:.0f} of {:.0f} cycles to issue{}; a value that is out of the running by "
                  "arithmetic (a subtraction modulo 2^32, a minimum) needs no mask",
                  count, region.mix.instructions, region.where(), cycles, region.mix.issue_cycles,
                  from_line(", most at", location)),
      location};
}

// One line that takes a large part of a loop which other findings do not explain.
std::optional<Finding> hot_line(const Region& region) {
  const double bound = region.mix.bound_cycles();
  if (!region.loop || region.mix.dpas > 0 || bound < 12)
    return std::nullopt;
  const auto issue = [](const InstructionMix& mix) { return mix.issue_cycles; };
  const SourceLine location = main_line(region.lines, issue);
  const auto line = std::ranges::find(region.lines, location, &LineReport::location);
  if (!location.is_known() || line == region.lines.end() || issue(line->mix) < 0.3 * region.mix.issue_cycles)
    return std::nullopt;
  return Finding{
      FindingKind::hot_line, region.saved(issue(line->mix)),
      fmt::format("line {} of {} takes {:.0f} of {:.0f} cycles to issue{}: {} instructions ({} arithmetic, {} "
                  "mov)",
                  location.line, location.file, issue(line->mix), region.mix.issue_cycles, region.where(),
                  line->mix.instructions, line->mix.arithmetic, line->mix.moves),
      location};
}

// Counting, comparing and jumping in a loop that does little else.
std::optional<Finding> loop_control(const Region& region) {
  if (!region.loop || !region.loop->trip || region.mix.dpas > 0)
    return std::nullopt;
  const SourceLine location = region.loop->trip->location;
  const auto line = std::ranges::find(region.lines, location, &LineReport::location);
  const double cycles =
      location.is_known() && line != region.lines.end() ? line->mix.issue_cycles : 2.0 + region.mix.control;
  // A line that does more than that says nothing of the loop's own cost.
  if (region.mix.control == 0 || cycles > 8 || cycles < 0.1 * region.mix.issue_cycles)
    return std::nullopt;
  return Finding{FindingKind::loop_control, region.saved(cycles * 0.5),
                 fmt::format("counting and jumping take {:.0f} of {:.0f} cycles to issue{}{}; unrolled by two the loop "
                             "pays half of it",
                             cycles, region.mix.issue_cycles, region.where(), from_line(" at", location)),
                 location};
}

// ---- memory ---------------------------------------------------------------------------------------------------------
std::optional<Finding> private_arrays(const Region& region) {
  const PrivateMemory& memory = region.kernel.private_memory;
  if (memory.bytes == 0 || region.is_outside)
    return std::nullopt;
  const SourceLine location = memory.lines.empty() ? SourceLine{} : memory.lines.front().location;
  std::string lines;
  for (std::size_t at = 0; at < std::min<std::size_t>(memory.lines.size(), 4); ++at)
    if (memory.lines[at].location.is_known())
      lines += fmt::format("{}{}", lines.empty() ? "" : ", ", memory.lines[at].location.line);
  const int count = memory.loads + memory.stores;
  const std::string seen =
      count == 0
          ? std::string("the messages that go there were not recognised")
          : fmt::format("{} load{} and {} store{} go there, {} of them in loops{}", memory.loads,
                        memory.loads == 1 ? "" : "s", memory.stores, memory.stores == 1 ? "" : "s", memory.in_loops,
                        lines.empty() ? "" : fmt::format(", at lines {} of {}", lines, location.file));
  return Finding{
      FindingKind::private_arrays, region.model.load_latency * std::max(memory.in_loops, 1) / region.threads(),
      fmt::format("{} bytes of arrays of each thread stay in memory: {}; an array is in registers where every "
                  "index is a constant when compiling (loops unrolled, simd::select), and shared by the group "
                  "in slm",
                  memory.bytes, seen),
      location};
}

std::optional<Finding> spills(const Region& region) {
  const SpillReport& spilled = region.kernel.spills;
  const int count = spilled.stores + spilled.fills;
  if (count == 0 || region.is_outside)
    return std::nullopt;
  const int here =
      region.mix.traffic_of(MessageKind::spill).messages + region.mix.traffic_of(MessageKind::fill).messages;
  const SourceLine location = spilled.lines.empty() ? SourceLine{} : spilled.lines.front().location;
  constexpr double registers_a_message = 4;
  const std::string remedy = region.kernel.registers == 128 ? "fewer values at a time, or 256 registers (--grf 256)"
                                                            : "fewer values at a time";
  return Finding{FindingKind::spills, registers_a_message * std::max(here, 1),
                 fmt::format("{} stores and {} loads of values that found no register ({} bytes a thread), {} of them "
                             "in loops{}; {}",
                             spilled.stores, spilled.fills, spilled.bytes,
                             spilled.stores_in_loops + spilled.fills_in_loops, from_line(", most at", location),
                             remedy),
                 location};
}

std::optional<Finding> gathers(const Region& region) {
  const auto gathered = [](const InstructionMix& mix) {
    return mix.traffic_of(MessageKind::gather).messages + mix.traffic_of(MessageKind::scatter).messages;
  };
  const int count = gathered(region.mix);
  if (count < 2 || share(count, region.mix.sends) < 0.2)
    return std::nullopt;
  const std::uint64_t bytes =
      region.mix.traffic_of(MessageKind::gather).bytes_read + region.mix.traffic_of(MessageKind::scatter).bytes_written;
  const SourceLine location = main_line(region.lines, gathered);
  constexpr double cycles_for_addresses = 8;
  return Finding{
      FindingKind::gathers, cycles_for_addresses * count,
      fmt::format("{} of {} messages{} have an address for each lane and move {} bytes on average{}; a block "
                  "message moves up to 512 bytes, a 2D message up to 2048, with one address",
                  count, region.mix.sends, region.where(), bytes / static_cast<unsigned>(count),
                  from_line(", most at", location)),
      location};
}

std::optional<Finding> small_blocks(const Region& region) {
  const auto blocks = [](const InstructionMix& mix) {
    return mix.traffic_of(MessageKind::load_block).messages + mix.traffic_of(MessageKind::store_block).messages;
  };
  const int count = blocks(region.mix);
  if (count < 4)
    return std::nullopt;
  const std::uint64_t bytes = region.mix.traffic_of(MessageKind::load_block).bytes_read +
                              region.mix.traffic_of(MessageKind::store_block).bytes_written;
  const std::uint64_t average = bytes / static_cast<unsigned>(count);
  if (average > 128)
    return std::nullopt;
  const SourceLine location = main_line(region.lines, blocks);
  return Finding{FindingKind::small_messages, 2.0 * count,
                 fmt::format("{} block messages{} move {} bytes on average{}, of up to 512; fewer and longer ones cost "
                             "less",
                             count, region.where(), average, from_line(", most at", location)),
                 location};
}

// The time of one load that neither the instructions behind it nor the other threads fill.
std::optional<Finding> exposed_latency(const Region& region) {
  if (!region.loop || region.loop->loads.empty())
    return std::nullopt;
  const bool is_prefetched = region.mix.messages_by_kind.contains(MessageKind::prefetch) ||
                             region.mix.messages_by_kind.contains(MessageKind::prefetch_2d);
  const double latency = is_prefetched ? region.model.prefetched_latency : region.model.load_latency;
  const double others = (region.threads() - 1) * region.mix.bound_cycles();
  const auto exposed = [&](const LoadUseDistance& load) { return latency - load.cycles - others; };
  const LoadUseDistance& worst = *std::ranges::max_element(region.loop->loads, {}, exposed);
  if (exposed(worst) <= 0)
    return std::nullopt;
  const auto count =
      std::ranges::count_if(region.loop->loads, [&](const LoadUseDistance& load) { return exposed(load) > 0; });
  return Finding{
      FindingKind::exposed_latency, exposed(worst) / region.threads(),
      fmt::format("{} of {} loads{} are waited for too soon: {:.0f} cycles after the load{}, where memory is "
                  "taken to need {:.0f} at least and an iteration of each of {:.0f} threads fills {:.0f}; load an "
                  "iteration ahead, prefetch, or do more in an iteration",
                  count, region.loop->loads.size(), region.where(), worst.cycles, from_line(" at", worst.location),
                  latency, region.threads(), region.mix.bound_cycles()),
      worst.location};
}

std::optional<Finding> barriers(const Region& region) {
  const int count = region.mix.traffic_of(MessageKind::barrier).messages;
  if (!region.loop || count == 0)
    return std::nullopt;
  const SourceLine location =
      main_line(region.lines, [](const InstructionMix& mix) { return mix.traffic_of(MessageKind::barrier).messages; });
  return Finding{FindingKind::barriers, region.model.barrier_latency * count / region.threads(),
                 fmt::format("{} barrier{}{}{}; threads that arrive early do nothing: fewer, or split ones with work "
                             "between",
                             count, count == 1 ? "" : "s", region.where(), from_line(" at", location)),
                 location};
}

// ---- what keeps dpas waiting ----------------------------------------------------------------------------------------
std::optional<Finding> issue_bound(const Region& region) {
  const double dpas = region.mix.cycles_of(Pipe::systolic);
  if (region.mix.dpas == 0 || region.mix.issue_cycles <= dpas)
    return std::nullopt;
  const SourceLine location =
      main_line(region.lines, [](const InstructionMix& mix) { return mix.dpas > 0 ? 0 : mix.issue_cycles; });
  return Finding{
      FindingKind::issue, region.mix.issue_cycles - dpas,
      fmt::format("issue takes {:.0f} cycles{}, {} dpas keep the systolic array busy for {:.0f}: the other {} "
                  "instructions set the pace{}",
                  region.mix.issue_cycles, region.where(), region.mix.dpas, dpas,
                  region.mix.instructions - region.mix.dpas, from_line(", most at", location)),
      location};
}

std::optional<Finding> narrow_dpas(const Region& region) {
  if (region.mix.dpas < 2)
    return std::nullopt;
  const double rows = region.mix.cycles_of(Pipe::systolic) / (region.mix.dpas * region.model.dpas_cycles_per_row);
  if (rows > 7.5)
    return std::nullopt;
  const SourceLine location = main_line(region.lines, [](const InstructionMix& mix) { return mix.dpas; });
  return Finding{
      FindingKind::narrow_dpas, (8 - rows) * region.model.dpas_cycles_per_row * region.mix.dpas,
      fmt::format("{} dpas{} work on {:.1f} rows on average, of up to 8{}; more rows use a loaded B more often",
                  region.mix.dpas, region.where(), rows, from_line(" at", location)),
      location};
}

std::optional<Finding> broken_chains(const Region& region) {
  const int run = region.loop ? region.loop->longest_dpas_run : 0;
  if (!region.loop || region.mix.dpas < 16 || run >= 4)
    return std::nullopt;
  const SourceLine location = main_line(region.lines, [](const InstructionMix& mix) { return mix.dpas; });
  return Finding{FindingKind::broken_dpas_chains, static_cast<double>(region.mix.dpas),
                 fmt::format("{} dpas{} come in runs of {} at most{}: what is loaded or computed between them belongs "
                             "before or after",
                             region.mix.dpas, region.where(), run, from_line(" at", location)),
                 location};
}

std::optional<Finding> math_bound(const Region& region) {
  const double math = region.mix.cycles_of(Pipe::math);
  const double bound = region.mix.bound_cycles();
  // In a loop a pipe in the background costs nothing; a straight run of code waits for it at its end.
  if (region.mix.math < 4 || math < bound * (region.loop ? 0.5 : 0.2))
    return std::nullopt;
  const SourceLine location =
      main_line(region.lines, [](const InstructionMix& mix) { return mix.cycles_of(Pipe::math); });
  return Finding{FindingKind::math,
                 region.loop ? math - std::min(math, region.mix.cycles_of(Pipe::systolic)) * 0.5 : math * 0.5,
                 fmt::format("{} math instructions{} keep the math unit busy for {:.0f} of {:.0f} cycles{}; one "
                             "reciprocal for many divisions, exp2 for exp, or a polynomial in the float pipe",
                             region.mix.math, region.where(), math, bound, from_line(", most at", location)),
                 location};
}

std::optional<Finding> waits(const Region& region) {
  if (region.mix.sync < 8 || share(region.mix.sync, region.mix.instructions) < 0.1)
    return std::nullopt;
  const SourceLine location = main_line(region.lines, [](const InstructionMix& mix) { return mix.sync; });
  return Finding{FindingKind::sync, region.saved(region.mix.sync),
                 fmt::format("{} of {} instructions{} are sync and only wait{}: several results in flight meet in one "
                             "instruction, or registers are used again before a message has read them",
                             region.mix.sync, region.mix.instructions, region.where(),
                             from_line(", most at", location)),
                 location};
}

std::optional<Finding> long_integers(const Region& region) {
  const double cycles = region.mix.cycles_of(Pipe::longs);
  if (cycles < 8 || cycles < region.mix.issue_cycles * 0.1)
    return std::nullopt;
  const SourceLine location =
      main_line(region.lines, [](const InstructionMix& mix) { return mix.cycles_of(Pipe::longs); });
  return Finding{FindingKind::long_integers, cycles,
                 fmt::format("64-bit integers take {:.0f} of {:.0f} issue cycles{}{}; 32-bit offsets from one base do "
                             "not",
                             cycles, region.mix.issue_cycles, region.where(), from_line(", most at", location)),
                 location};
}

std::optional<Finding> bank_conflicts(const Region& region) {
  const int count = region.kernel.bank_conflicts.value_or(0);
  if (region.is_outside || count < 4 || share(count, region.kernel.mix.instructions) < 0.02)
    return std::nullopt;
  return Finding{FindingKind::bank_conflicts,
                 static_cast<double>(count),
                 fmt::format("the compiler counts {} instructions in the kernel that read several registers of one "
                             "bank; operands that are declared apart end up in different ones",
                             count),
                 {}};
}

// A hot line of which another finding says why.
void leave_out_what_is_explained(std::vector<Finding>& findings) {
  const std::vector<Finding> all = findings;
  std::erase_if(findings, [&](const Finding& hot) {
    return hot.kind == FindingKind::hot_line && std::ranges::any_of(all, [&](const Finding& other) {
             return other.kind != hot.kind && other.location == hot.location && other.cycles >= 0.5 * hot.cycles;
           });
  });
}

} // namespace

std::vector<Finding> findings_of(const KernelExplanation& kernel, const std::vector<LineReport>& outside,
                                 const ThroughputModel& model) {
  const LoopReport* const loop = kernel.main_loop ? &kernel.loops[*kernel.main_loop] : nullptr;
  constexpr std::array rules{pairs,          conversions, copies,        constants,    strides,         blends,
                             private_arrays, spills,      gathers,       small_blocks, exposed_latency, barriers,
                             issue_bound,    narrow_dpas, broken_chains, math_bound,   waits,           long_integers,
                             bank_conflicts, hot_line,    loop_control};
  // Of a thread from start to end where the loops are counted, else of an iteration.
  const bool is_counted = kernel.total_cycles && loop && loop->runs;
  std::vector<Finding> findings;
  const auto look_at = [&](const Region& region, double runs) {
    std::vector<Finding> here;
    for (const auto rule : rules)
      if (std::optional<Finding> finding = rule(region)) {
        finding->cycles *= runs;
        here.push_back(std::move(*finding));
      }
    leave_out_what_is_explained(here);
    std::ranges::move(here, std::back_inserter(findings));
  };
  look_at({kernel, model, loop, loop ? loop->every_iteration : kernel.mix, loop ? loop->lines : kernel.lines},
          is_counted ? *loop->runs : 1);
  constexpr double good_part = 0.15;
  InstructionMix mix_outside;
  if (is_counted && kernel.cycles_outside_loops >= good_part * *kernel.total_cycles) {
    for (const LineReport& line : outside)
      mix_outside.add(line.mix);
    look_at({kernel, model, nullptr, mix_outside, outside, true}, 1);
  }
  std::ranges::sort(findings, {}, [](const Finding& finding) {
    return std::tuple(finding.kind != FindingKind::private_arrays, -finding.cycles, name_of(finding.kind));
  });
  return findings;
}

} // namespace xeforge::inspection
