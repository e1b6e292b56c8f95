#include "xeforge/inspection/explain.hpp"

#include "xeforge/inspection/findings.hpp"
#include "xeforge/inspection/instruction_class.hpp"
#include "xeforge/inspection/private_memory.hpp"
#include "xeforge/inspection/register_use.hpp"
#include "xeforge/inspection/source_lines.hpp"
#include "xeforge/inspection/spilled_values.hpp"
#include "xeforge/inspection/throughput_models.hpp"
#include "xeforge/inspection/trip_count.hpp"
#include "xeforge/machine/device_models.hpp"
#include "xeforge/toolchain/binary/messages.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <tuple>

namespace xeforge::inspection {
namespace {

using toolchain::CodeBlock;
using toolchain::Instruction;
using toolchain::Loop;

int register_bytes_of(const std::string& platform) {
  const auto devices = machine::device_models();
  const auto found = std::ranges::find(devices, platform, &machine::DeviceModel::platform);
  return found == devices.end() ? 64 : found->register_bytes;
}

// Sums by line, those without a line last.
class LineSums {
public:
  void add(const SourceLine& location, const InstructionMix& mix) {
    LineReport& line = lines_[std::tuple(!location.is_known(), location.file, location.line)];
    line.location = location;
    line.mix.add(mix);
  }
  std::vector<LineReport> in_order() const {
    std::vector<LineReport> lines;
    for (const auto& entry : lines_)
      lines.push_back(entry.second);
    return lines;
  }
  std::vector<LineReport> largest_first() const {
    std::vector<LineReport> lines = in_order();
    std::ranges::sort(lines, [](const LineReport& one, const LineReport& other) {
      const auto rank = [](const LineReport& line) {
        return std::tuple(-line.mix.bound_cycles(), -line.mix.instructions, line.location.file, line.location.line);
      };
      return rank(one) < rank(other);
    });
    return lines;
  }

private:
  std::map<std::tuple<bool, std::string, int>, LineReport> lines_;
};

struct Runs {
  int dpas = 0, atomic = 0; // the longest
};

// A chain is dpas marked {Atomic} and the one that follows the last of them.
Runs longest_runs(const CodeBlock& block) {
  Runs longest;
  int run = 0, chain = 0;
  for (const Instruction& instruction : block.instructions) {
    if (!instruction.is_dpas()) {
      run = chain = 0;
      continue;
    }
    longest.dpas = std::max(longest.dpas, ++run);
    ++chain;
    if (instruction.is_atomic || chain > 1)
      longest.atomic = std::max(longest.atomic, chain);
    if (!instruction.is_atomic)
      chain = 0;
  }
  return longest;
}

// The text of the disassembler has the instructions in the order of the code: one a line, labels and remarks between them.
std::vector<ListedLine> listing_of(const std::string& assembly, const std::vector<CodeBlock>& blocks,
                                   SourceLines& sources) {
  std::vector<const Instruction*> instructions;
  for (const CodeBlock& block : blocks)
    for (const Instruction& instruction : block.instructions)
      instructions.push_back(&instruction);
  std::vector<ListedLine> lines;
  std::size_t next = 0;
  std::istringstream stream(assembly);
  for (std::string text; std::getline(stream, text);) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == text.npos || text[first] == '.' || text.compare(first, 2, "//") == 0)
      continue;
    const std::size_t remark = text.find("//");
    text = text.substr(0, remark);
    text.erase(text.find_last_not_of(" \t") + 1);
    ListedLine line{text, "", 0};
    if (!text.ends_with(':')) {
      if (next == instructions.size())
        break;
      const Instruction& instruction = *instructions[next++];
      if (instruction.is_padding())
        continue;
      const SourceLine& location = sources.of(instruction.location);
      line.file = location.file;
      line.line = location.line;
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

// One kernel at a time.
class Explainer {
public:
  Explainer(const std::vector<CodeBlock>& blocks, SourceLines& sources, const ThroughputModel& model,
            int register_bytes)
      : blocks_(blocks), sources_(sources), model_(model), register_bytes_(register_bytes),
        loops_(toolchain::natural_loops(blocks)), live_(live_registers(blocks, register_bytes)) {
    measure();
  }

  void fill(KernelExplanation& kernel) {
    for (std::size_t block = 0; block < blocks_.size(); ++block)
      if (block_mix(block).instructions > 0)
        kernel.blocks.push_back(block_report(block));
    LineSums lines, outside;
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
      add_lines(lines, block);
      if (depths_[block] == 0)
        add_lines(outside, block);
    }
    kernel.lines = lines.in_order();
    outside_ = outside.largest_first();
    for (const LineReport& line : kernel.lines)
      kernel.mix.add(line.mix);
    for (std::size_t loop = 0; loop < loops_.size(); ++loop)
      kernel.loops.push_back(loop_report(loop));
    add_spills(kernel.spills);
    add_private_memory(kernel.private_memory);
    kernel.main_loop = main_loop(kernel.loops);
    add_total(kernel);
    kernel.findings = findings_of(kernel, outside_, model_);
  }

private:
  // The mix of each instruction, moves with the reasons that only the surroundings tell.
  void measure() {
    mixes_.resize(blocks_.size());
    depths_.resize(blocks_.size());
    for (const Loop& loop : loops_)
      for (const std::size_t block : loop.own_blocks)
        depths_[block] = std::max(depths_[block], loop.depth);
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
      const RegisterSet carried = carried_by(block);
      RegisterSet written_later;
      const auto& instructions = blocks_[block].instructions;
      mixes_[block].resize(instructions.size());
      for (std::size_t at = instructions.size(); at-- > 0;) {
        const Instruction& instruction = instructions[at];
        const RegisterUse use = register_use(instruction, register_bytes_);
        const bool is_carried = is_plain_copy(instruction) && (use.written & carried & ~written_later).any();
        mixes_[block][at] = is_carried ? mix_of(instruction, MoveReason::loop_copy, model_, register_bytes_)
                                       : mix_of(instruction, model_, register_bytes_);
        written_later |= use.written;
      }
    }
  }

  // What the next iteration reads, where the block ends an iteration.
  RegisterSet carried_by(std::size_t block) const {
    RegisterSet carried;
    for (const std::size_t next : blocks_[block].successors)
      if (next <= block)
        carried |= live_[next].at_start;
    return carried;
  }

  InstructionMix block_mix(std::size_t block) const {
    InstructionMix sum;
    for (const InstructionMix& mix : mixes_[block])
      sum.add(mix);
    return sum;
  }

  void add_lines(LineSums& lines, std::size_t block) {
    for (std::size_t at = 0; at < mixes_[block].size(); ++at)
      if (mixes_[block][at].instructions > 0)
        lines.add(sources_.of(blocks_[block].instructions[at].location), mixes_[block][at]);
  }

  BlockReport block_report(std::size_t block) const {
    BlockReport report;
    report.label = blocks_[block].label;
    report.offset = blocks_[block].instructions.front().offset;
    report.loop_depth = depths_[block];
    report.mix = block_mix(block);
    const Runs runs = longest_runs(blocks_[block]);
    report.longest_dpas_run = runs.dpas;
    report.longest_atomic_chain = runs.atomic;
    report.most_registers_live = live_[block].most_live;
    RegisterSet read, written;
    for (const Instruction& instruction : blocks_[block].instructions) {
      const RegisterUse use = register_use(instruction, register_bytes_);
      read |= use.read;
      written |= use.written;
    }
    report.registers_read = static_cast<int>(read.count());
    report.registers_written = static_cast<int>(written.count());
    return report;
  }

  LoopReport loop_report(std::size_t index) {
    const Loop& loop = loops_[index];
    LoopReport report;
    report.label = blocks_[loop.head].label;
    report.depth = loop.depth;
    LineSums lines;
    for (const std::size_t block : loop.own_blocks) {
      const InstructionMix mix = block_mix(block);
      report.mix.add(mix);
      const Runs runs = longest_runs(blocks_[block]);
      report.longest_dpas_run = std::max(report.longest_dpas_run, runs.dpas);
      report.longest_atomic_chain = std::max(report.longest_atomic_chain, runs.atomic);
      if (!std::ranges::binary_search(loop.every_iteration, block))
        continue;
      report.every_iteration.add(mix);
      add_lines(lines, block);
    }
    report.lines = lines.largest_first();
    report.loads = load_use_distances(loop);
    if (const auto end = loop_end(loops_, index, blocks_, register_bytes_))
      report.trip =
          TripCount{end->counter, end->step, end->condition, end->bound, sources_.of(end->location), end->iterations};
    return report;
  }

  // A wait may stand in the next iteration, before or at the load.
  std::vector<LoadUseDistance> load_use_distances(const Loop& loop) {
    struct Step {
      const Instruction* instruction;
      double issue, dpas; // cycles
    };
    std::vector<Step> iteration;
    for (const std::size_t block : loop.every_iteration)
      for (std::size_t at = 0; at < mixes_[block].size(); ++at)
        iteration.push_back({&blocks_[block].instructions[at], mixes_[block][at].issue_cycles,
                             mixes_[block][at].cycles_of(Pipe::systolic)});
    std::vector<LoadUseDistance> distances;
    for (std::size_t load = 0; load < iteration.size(); ++load) {
      const Instruction& instruction = *iteration[load].instruction;
      if (!instruction.is_send() || !instruction.token ||
          !toolchain::reads_global_memory(toolchain::read_message(instruction, register_bytes_).kind))
        continue;
      double issue = iteration[load].issue, dpas = 0;
      for (std::size_t step = 1; step < iteration.size(); ++step) {
        const Step& later = iteration[(load + step) % iteration.size()];
        if (waits_for(*later.instruction, instruction.token->number)) {
          distances.push_back({sources_.of(instruction.location), std::max(issue, dpas)});
          break;
        }
        issue += later.issue;
        dpas += later.dpas;
      }
    }
    return distances;
  }

  static bool waits_for(const Instruction& instruction, int token) {
    return instruction.sync_function == toolchain::SyncFunction::allwr ||
           (instruction.token && instruction.token->number == token &&
            instruction.token->role == toolchain::ScoreboardToken::Role::waits_for_result);
  }

  void add_spills(SpillReport& spills) {
    LineSums lines;
    for (std::size_t block = 0; block < blocks_.size(); ++block)
      for (std::size_t at = 0; at < mixes_[block].size(); ++at) {
        const InstructionMix& mix = mixes_[block][at];
        const bool is_store = mix.messages_by_kind.contains(MessageKind::spill),
                   is_fill = mix.messages_by_kind.contains(MessageKind::fill);
        if (!is_store && !is_fill)
          continue;
        (is_store ? spills.stores : spills.fills) += 1;
        if (depths_[block] > 0)
          (is_store ? spills.stores_in_loops : spills.fills_in_loops) += 1;
        lines.add(sources_.of(blocks_[block].instructions[at].location), mix);
      }
    spills.lines = lines.largest_first();
    spills.values = spilled_values(blocks_, depths_, sources_, register_bytes_);
  }

  void add_private_memory(PrivateMemory& memory) {
    LineSums lines;
    for (const auto& [block, at] : private_accesses(blocks_, memory.bytes, register_bytes_)) {
      const Instruction& instruction = blocks_[block].instructions[at];
      const toolchain::Message message = toolchain::read_message(instruction, register_bytes_);
      (message.bytes_written > 0 ? memory.stores : memory.loads) += 1;
      memory.in_loops += depths_[block] > 0;
      lines.add(sources_.of(instruction.location), mixes_[block][at]);
    }
    memory.lines = lines.largest_first();
  }

  // How often a loop runs in all: its own iterations times those of the loops around it.
  std::optional<double> runs_of(const std::vector<LoopReport>& loops, std::size_t index) const {
    double runs = 1;
    for (std::size_t at = index;;) {
      if (!loops[at].trip || !loops[at].trip->iterations)
        return std::nullopt;
      runs *= static_cast<double>(*loops[at].trip->iterations);
      if (loops_[at].depth <= 1)
        return runs;
      // The innermost one around it: one less deep, with the nearest head before its own.
      std::optional<std::size_t> around;
      for (std::size_t other = 0; other < loops_.size(); ++other)
        if (loops_[other].depth == loops_[at].depth - 1 && loops_[other].head <= loops_[at].head &&
            (!around || loops_[other].head >= loops_[*around].head))
          around = other;
      if (!around)
        return std::nullopt;
      at = *around;
    }
  }

  void add_total(KernelExplanation& kernel) const {
    for (const BlockReport& block : kernel.blocks)
      if (block.loop_depth == 0)
        kernel.cycles_outside_loops += block.mix.bound_cycles();
    double total = kernel.cycles_outside_loops;
    for (std::size_t loop = 0; loop < kernel.loops.size(); ++loop) {
      const auto runs = runs_of(kernel.loops, loop);
      if (!runs)
        return;
      kernel.loops[loop].runs = runs;
      total += *runs * kernel.loops[loop].every_iteration.bound_cycles();
    }
    kernel.total_cycles = total;
  }

  // As toolchain::main_loop() chooses.
  static std::optional<std::size_t> main_loop(const std::vector<LoopReport>& loops) {
    const auto rank = [](const LoopReport& loop) {
      return std::pair(loop.mix.dpas, loop.mix.dpas ? -loop.mix.instructions : loop.mix.instructions);
    };
    const auto largest = std::ranges::max_element(loops, {}, rank);
    if (largest == loops.end())
      return std::nullopt;
    return static_cast<std::size_t>(largest - loops.begin());
  }

  const std::vector<CodeBlock>& blocks_;
  SourceLines& sources_;
  const ThroughputModel& model_;
  int register_bytes_;
  std::vector<Loop> loops_;
  std::vector<BlockLiveness> live_;
  std::vector<std::vector<InstructionMix>> mixes_; // by block and instruction
  std::vector<int> depths_;                        // of loops, by block
  std::vector<LineReport> outside_;                // of what is in no loop
};

} // namespace

Explanation explain(const toolchain::Compiled& compiled, const std::filesystem::path& headers) {
  const toolchain::CompilationInfo& info = compiled.info;
  const ThroughputModel& model = throughput_model(info.platform);
  Explanation explanation;
  explanation.source = info.source;
  explanation.device = info.device;
  explanation.platform = info.platform;
  explanation.registers = info.registers;
  explanation.throughput_model = model.name;
  explanation.tools = info.tools;
  SourceLines sources(compiled.locations, headers);
  for (const toolchain::CompiledKernel& code : compiled.kernels) {
    const toolchain::KernelReport& from = code.report;
    KernelExplanation kernel;
    kernel.name = from.name;
    kernel.source_name = from.source_name;
    kernel.registers = from.registers;
    kernel.registers_used = from.registers_used;
    kernel.compiler_cycles = from.cycles;
    kernel.bank_conflicts = from.bank_conflicts;
    kernel.spills.bytes = from.spilled_bytes;
    kernel.private_memory.bytes = from.private_bytes;
    Explainer(code.blocks, sources, model, register_bytes_of(info.platform)).fill(kernel);
    kernel.listing = listing_of(code.assembly, code.blocks, sources);
    explanation.kernels.push_back(std::move(kernel));
  }
  return explanation;
}

} // namespace xeforge::inspection
