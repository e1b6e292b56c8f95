#include "xeforge/lab/inspect/explain.hpp"

#include "xeforge/base/printable.hpp"
#include "xeforge/lab/terminal/output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ranges>
#include <vector>

namespace xeforge::lab {
namespace {

using inspection::BlockReport;
using inspection::InstructionMix;
using inspection::KernelExplanation;
using inspection::LineReport;
using inspection::LoopReport;

std::string cycles_text(double cycles) { return fmt::format("{:.0f}", cycles); }

std::string title(const inspection::Explanation& explanation) {
  std::string text = explanation.source.empty() ? "Kernels" : base::one_line(explanation.source);
  text += explanation.device.empty() ? fmt::format(" for {}", explanation.platform)
                                     : fmt::format(" for {} ({})", explanation.device, explanation.platform);
  if (const auto compiler = explanation.tools.find("libigc2"); compiler != explanation.tools.end())
    text += ", compiler " + compiler->second.substr(0, compiler->second.find(' '));
  return text + fmt::format("\nCompiled and inspected, not run. Cycles: one thread, by the model '{}'\n",
                            explanation.throughput_model);
}

std::string kernel_line(const KernelExplanation& kernel) {
  std::string text =
      fmt::format("{} instructions, {} dpas, {} sends, {} mov, {} math, {} sync; ", kernel.mix.instructions,
                  kernel.mix.dpas, kernel.mix.sends, kernel.mix.moves, kernel.mix.math, kernel.mix.sync);
  text += kernel.registers_used ? fmt::format("{} of {} registers", *kernel.registers_used, kernel.registers)
                                : fmt::format("{} registers", kernel.registers);
  if (kernel.spills.bytes > 0)
    text += fmt::format("; {} bytes spilled by {} stores and {} loads", kernel.spills.bytes, kernel.spills.stores,
                        kernel.spills.fills);
  if (kernel.private_memory.bytes > 0)
    text += fmt::format("; {} bytes of arrays in memory", kernel.private_memory.bytes);
  if (kernel.compiler_cycles)
    text += fmt::format("; {} cycles by the compiler", *kernel.compiler_cycles);
  if (kernel.bank_conflicts.value_or(0) > 0)
    text += fmt::format("; {} bank conflicts by the compiler", *kernel.bank_conflicts);
  return wrapped(text, 2);
}

// "625 cycles of a thread: 177 outside of loops, 8 iterations of L960 with 56 each"
std::string total_text(const KernelExplanation& kernel) {
  if (kernel.loops.empty())
    return "";
  std::string parts = fmt::format("{} outside of loops", cycles_text(kernel.cycles_outside_loops)), unknown;
  for (const LoopReport& loop : kernel.loops) {
    const std::string each = cycles_text(loop.every_iteration.bound_cycles());
    if (loop.trip && loop.trip->iterations)
      parts += fmt::format(", {} of {} with {} each", counted(*loop.trip->iterations, "iteration"), loop.label, each);
    else {
      parts += fmt::format(", iterations of {} with {} each", loop.label, each);
      unknown += (unknown.empty() ? "" : ", ") + loop.label;
    }
  }
  return wrapped(kernel.total_cycles
                     ? fmt::format("{} cycles of a thread: {}", cycles_text(*kernel.total_cycles), parts)
                     : fmt::format("cycles of a thread: {}; how often {} {} is known when it runs", parts, unknown,
                                   unknown.find(',') == unknown.npos ? "runs" : "run"),
                 2);
}

std::string trip_text(const LoopReport& loop) {
  if (!loop.trip)
    return "";
  const inspection::TripCount& trip = *loop.trip;
  std::string text =
      fmt::format("{}: again while {} {} {}", loop.label, trip.counter, name_of(trip.condition), trip.bound);
  if (!trip.step.empty())
    text += ", each iteration adds " + trip.step;
  return wrapped(trip.location.is_known() ? text + fmt::format(" (line {})", trip.location.line) : text, 2);
}

std::string loops_table(const KernelExplanation& kernel) {
  if (kernel.loops.empty())
    return "";
  Table table({{"loop"},
               {"depth", Align::right},
               {"instr", Align::right},
               {"dpas", Align::right},
               {"issue", Align::right},
               {"dpas busy", Align::right},
               {"bound", Align::right},
               {"dpas run", Align::right},
               {"atomic chain", Align::right}});
  std::string trips;
  for (std::size_t index = 0; index < kernel.loops.size(); ++index) {
    const LoopReport& loop = kernel.loops[index];
    const InstructionMix& iteration = loop.every_iteration;
    table.add({loop.label + (index == kernel.main_loop ? " main" : ""), std::to_string(loop.depth),
               std::to_string(iteration.instructions), std::to_string(iteration.dpas),
               cycles_text(iteration.issue_cycles), cycles_text(iteration.cycles_of(inspection::Pipe::systolic)),
               cycles_text(iteration.bound_cycles()), std::to_string(loop.longest_dpas_run),
               std::to_string(loop.longest_atomic_chain)});
    trips += trip_text(loop);
  }
  return fmt::format("\n{}{}", table.text(), trips);
}

std::string findings_text(const KernelExplanation& kernel) {
  if (kernel.findings.empty())
    return "  Nothing stands out\n";
  std::string text;
  for (std::size_t index = 0; index < std::min<std::size_t>(kernel.findings.size(), 5); ++index) {
    const inspection::Finding& finding = kernel.findings[index];
    const std::string cost = finding.cycles < 0.5 ? std::string("nothing as long as something else is the bound")
                             : kernel.total_cycles
                                 ? fmt::format("about {:.0f} of {:.0f} cycles", finding.cycles, *kernel.total_cycles)
                                 : fmt::format("about {:.0f} cycles", finding.cycles);
    text += coloured(fmt::format("  {}. {}", index + 1, name_of(finding.kind)), Mood::bad) +
            fmt::format(" ({})\n", cost) + wrapped(finding.text, 5);
  }
  return text;
}

std::string bound_text(const InstructionMix& iteration) {
  const auto busiest =
      std::ranges::max_element(iteration.pipe_cycles, {}, [](const auto& pipe) { return pipe.second; });
  if (busiest == iteration.pipe_cycles.end())
    return "";
  const std::string bound =
      iteration.issue_cycles >= busiest->second ? "issue" : fmt::format("the {} pipe", name_of(busiest->first));
  return wrapped(fmt::format("bound by {}: {:.0f} cycles to issue {} instructions, {:.0f} of the busiest pipe ({})",
                             bound, iteration.issue_cycles, iteration.instructions, busiest->second,
                             name_of(busiest->first)),
                 2);
}

std::string reasons_text(const InstructionMix& mix) {
  std::string moves, messages;
  for (const auto& [reason, count] : mix.moves_by_reason)
    moves += fmt::format("{}{} {}", moves.empty() ? "" : ", ", count, name_of(reason));
  for (const auto& [kind, traffic] : mix.messages_by_kind) {
    messages += fmt::format("{}{} {}", messages.empty() ? "" : ", ", traffic.messages, name_of(kind));
    if (traffic.bytes_read + traffic.bytes_written > 0)
      messages += fmt::format(" ({} B)", std::max(traffic.bytes_read, traffic.bytes_written));
  }
  std::string text;
  if (!moves.empty())
    text += wrapped("mov: " + moves, 2);
  if (!messages.empty())
    text += wrapped("sends: " + messages, 2);
  return text + wrapped(fmt::format("waits: {} for results, {} for operands, {} sync",
                                    counted(mix.waits.for_results, "instruction"), mix.waits.for_operands, mix.sync),
                        2);
}

std::vector<Column> mix_columns() {
  return {{"instr", Align::right}, {"dpas", Align::right}, {"sends", Align::right}, {"mov", Align::right},
          {"math", Align::right},  {"sync", Align::right}, {"other", Align::right}, {"cycles", Align::right}};
}

std::vector<std::string> mix_cells(const InstructionMix& mix) {
  return {std::to_string(mix.instructions),
          std::to_string(mix.dpas),
          std::to_string(mix.sends),
          std::to_string(mix.moves),
          std::to_string(mix.math),
          std::to_string(mix.sync),
          std::to_string(mix.arithmetic + mix.control + mix.other),
          cycles_text(mix.bound_cycles())};
}

template <class Row>
std::vector<Row> most_expensive(std::vector<Row> all, std::size_t rows) {
  if (all.size() <= rows)
    return all;
  std::ranges::sort(all, std::ranges::greater{}, [](const Row& row) { return row.mix.bound_cycles(); });
  all.resize(rows);
  return all;
}

std::string left_out(std::size_t all, std::size_t shown, const char* what) {
  return all > shown ? fmt::format("  {} {} with fewer cycles left out (--rows)\n", all - shown, what) : "";
}

std::string lines_table(const std::vector<LineReport>& all, std::size_t rows) {
  if (std::ranges::none_of(all, [](const LineReport& line) { return line.location.is_known(); }))
    return "  Source lines are not known; use 'xeforge explain KERNEL.cpp --device ...' to get them\n";
  const std::vector<LineReport> lines = most_expensive(all, rows);
  std::vector<Column> columns{{"line", Align::right}};
  std::ranges::move(mix_columns(), std::back_inserter(columns));
  columns.push_back({"source"});
  Table table(columns);
  for (const LineReport& line : lines) {
    std::vector<std::string> cells{line.location.is_known() ? std::to_string(line.location.line) : "-"};
    std::ranges::move(mix_cells(line.mix), std::back_inserter(cells));
    cells.push_back(line.location.text.empty() ? line.location.file : line.location.text);
    table.add(std::move(cells));
  }
  return table.text() + left_out(all.size(), lines.size(), "lines");
}

// Lines of several files, the file with the most cycles first.
std::string lines_by_file(const std::vector<LineReport>& all, std::size_t rows) {
  std::vector<std::string> files;
  for (const LineReport& line : most_expensive(all, all.size()))
    if (std::ranges::find(files, line.location.file) == files.end())
      files.push_back(line.location.file);
  if (files.size() < 2)
    return lines_table(all, rows);
  std::string text;
  for (const std::string& file : files) {
    std::vector<LineReport> lines;
    std::ranges::copy_if(all, std::back_inserter(lines),
                         [&](const LineReport& line) { return line.location.file == file; });
    if (std::ranges::any_of(lines, [](const LineReport& line) { return line.location.is_known(); }))
      text += fmt::format("  {}\n{}", file, lines_table(lines, rows));
  }
  return text;
}

std::string blocks_table(const std::vector<BlockReport>& all, std::size_t rows) {
  std::vector<BlockReport> blocks = most_expensive(all, rows);
  std::ranges::sort(blocks, {}, &BlockReport::offset);
  std::vector<Column> columns{{"block"}, {"in loops", Align::right}};
  std::ranges::move(mix_columns(), std::back_inserter(columns));
  columns.push_back({"live", Align::right});
  columns.push_back({"read", Align::right});
  columns.push_back({"written", Align::right});
  Table table(columns);
  for (const BlockReport& block : blocks) {
    std::vector<std::string> cells{block.label.empty() ? fmt::format("at {}", block.offset) : block.label,
                                   std::to_string(block.loop_depth)};
    std::ranges::move(mix_cells(block.mix), std::back_inserter(cells));
    cells.push_back(std::to_string(block.most_registers_live));
    cells.push_back(std::to_string(block.registers_read));
    cells.push_back(std::to_string(block.registers_written));
    table.add(std::move(cells));
  }
  return table.text() + left_out(all.size(), blocks.size(), "blocks");
}

// "14, 18"
std::string numbers_of(const std::vector<inspection::SourceLine>& locations) {
  std::vector<int> lines;
  for (const inspection::SourceLine& location : locations)
    lines.push_back(location.line);
  std::ranges::sort(lines);
  return lines.empty() ? "-" : fmt::format("{}", fmt::join(lines, ", "));
}

// Values that are made and used at the same lines share a row.
std::string spills_table(const inspection::SpillReport& spills, std::size_t rows) {
  if (spills.values.empty())
    return "";
  struct Row {
    inspection::SpilledValue sum;
    int values = 0;
  };
  std::vector<Row> all;
  for (const inspection::SpilledValue& value : spills.values) {
    auto row = std::ranges::find_if(
        all, [&](const Row& each) { return each.sum.made == value.made && each.sum.used == value.used; });
    if (row == all.end())
      row = all.insert(all.end(), Row{{.made = value.made, .used = value.used}});
    ++row->values;
    row->sum.bytes += value.bytes;
    row->sum.stores += value.stores;
    row->sum.fills += value.fills;
    row->sum.fills_in_loops += value.fills_in_loops;
  }
  Table table({{"values", Align::right},
               {"bytes", Align::right},
               {"stores", Align::right},
               {"loads", Align::right},
               {"in loops", Align::right},
               {"made at line"},
               {"used at line"},
               {"source"}});
  for (const Row& row : all | std::views::take(rows))
    table.add({std::to_string(row.values), std::to_string(row.sum.bytes), std::to_string(row.sum.stores),
               std::to_string(row.sum.fills), std::to_string(row.sum.fills_in_loops), numbers_of(row.sum.made),
               numbers_of(row.sum.used), row.sum.made.empty() ? "" : row.sum.made.front().text});
  const std::size_t shown = std::min(all.size(), rows);
  return fmt::format(
      "\nSpilled values\n{}{}", table.text(),
      all.size() > shown ? fmt::format("  {} rows with fewer loads left out (--rows)\n", all.size() - shown) : "");
}

std::string kernel_text(const KernelExplanation& kernel, std::size_t rows) {
  const LoopReport* const loop = kernel.main_loop ? &kernel.loops[*kernel.main_loop] : nullptr;
  std::string text = fmt::format("\n{}\n{}{}", coloured(kernel.name, Mood::note),
                                 kernel_line(kernel) + total_text(kernel), findings_text(kernel));
  text += loops_table(kernel);
  text +=
      loop ? fmt::format("\nEach iteration of the main loop {}\n", loop->label) : "\nThe kernel, which has no loop\n";
  text += bound_text(loop ? loop->every_iteration : kernel.mix);
  text += reasons_text(loop ? loop->every_iteration : kernel.mix);
  text += lines_by_file(loop ? loop->lines : kernel.lines, rows);
  text += spills_table(kernel.spills, rows);
  return fmt::format("{}\nBlocks and their registers\n{}", text, blocks_table(kernel.blocks, rows));
}

} // namespace

std::string explanation_text(const inspection::Explanation& explanation, std::size_t rows) {
  std::string text = title(explanation);
  for (const KernelExplanation& kernel : explanation.kernels)
    text += kernel_text(kernel, rows);
  return text;
}

} // namespace xeforge::lab
