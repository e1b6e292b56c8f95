// Machine code as a section of a report: what compile counted and explain found, and what profilers measured.
#include "xeforge/base/error.hpp"
#include "xeforge/files/json.hpp"
#include "xeforge/inspection/explanation.hpp"
#include "xeforge/lab/inspect/profiled_kernels.hpp"
#include "xeforge/lab/report/report_code.hpp"
#include "xeforge/lab/report/report_sections.hpp"
#include "xeforge/lab/terminal/input_json.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <tuple>

namespace xeforge::lab {
namespace {

using pages::ColumnKind::number;

template <class Integer>
pages::TableCell count_cell(Integer value) {
  return {std::to_string(value), static_cast<double>(value)};
}

std::string compiler_of(const toolchain::CompileReport& report) {
  const auto compiler = report.tools.find("libigc2");
  return compiler == report.tools.end() ? "not recorded" : "libigc2 " + compiler->second;
}

pages::Provenance provenance_of_code(const IsaReport& report) {
  const toolchain::CompileReport& compiled = *report.compiled;
  pages::Provenance provenance{
      {"command", fmt::format("xeforge compile {} --device {}", compiled.source, compiled.device)}};
  provenance.insert(
      provenance.end(),
      {{"file", report.file}, {"machine", "none: compiled and counted, not run"}, {"compiler", compiler_of(compiled)}});
  return provenance;
}

pages::SortableTable kernels_table(const IsaReport& report) {
  const toolchain::CompileReport& compiled = *report.compiled;
  pages::SortableTable table{fmt::format("Machine code of {} for {}", compiled.source, compiled.device),
                             {{"kernel"},
                              {"instructions", number},
                              {"dpas", number},
                              {"sends", number},
                              {"mov", number},
                              {"math", number},
                              {"sync", number},
                              {"GRF used", number},
                              {"GRF", number},
                              {"spilled B", number},
                              {"SLM B", number},
                              {"cycles, estimated", number}},
                             {},
                             provenance_of_code(report)};
  for (const toolchain::KernelReport& kernel : compiled.kernels) {
    const toolchain::InstructionCounts& counts = kernel.counts;
    table.rows.push_back({text_cell(kernel.name), count_cell(counts.instructions), count_cell(counts.dpas),
                          count_cell(counts.sends), count_cell(counts.moves), count_cell(counts.math),
                          count_cell(counts.sync),
                          kernel.registers_used ? count_cell(*kernel.registers_used) : text_cell({}),
                          count_cell(kernel.registers), count_cell(kernel.spilled_bytes), count_cell(kernel.slm_bytes),
                          kernel.cycles ? count_cell(*kernel.cycles) : text_cell({})});
  }
  return table;
}

pages::SortableTable loops_table(const IsaReport& report) {
  pages::SortableTable table{"Instructions in every iteration of their loops",
                             {{"kernel"},
                              {"loop"},
                              {"depth", number},
                              {"instructions", number},
                              {"dpas", number},
                              {"others/dpas", number},
                              {"longest dpas run", number},
                              {"sends", number},
                              {"mov", number},
                              {"sync", number}},
                             {},
                             provenance_of_code(report)};
  for (const toolchain::KernelReport& kernel : report.compiled->kernels)
    for (const toolchain::LoopCode& loop : kernel.loops) {
      const toolchain::InstructionCounts& iteration = loop.every_iteration;
      table.rows.push_back({text_cell(kernel.name), text_cell(loop.label), count_cell(loop.depth),
                            count_cell(iteration.instructions), count_cell(iteration.dpas),
                            iteration.dpas ? number_cell(toolchain::others_per_dpas(iteration), 2) : text_cell({}),
                            count_cell(loop.longest_dpas_run), count_cell(iteration.sends), count_cell(iteration.moves),
                            count_cell(iteration.sync)});
    }
  return table;
}

std::string location_text(const inspection::SourceLine& location) {
  if (!location.is_known())
    return "no line known";
  return fmt::format("{}:{}", std::filesystem::path(location.file).filename().string(), location.line);
}

pages::Provenance provenance_of_explanation(const IsaReport& report, const inspection::Explanation& explanation) {
  pages::Provenance provenance{
      {"command", fmt::format("xeforge explain {} --device {}", explanation.source, explanation.device)},
      {"file", report.file},
      {"machine", "none: compiled and counted, not run"},
      {"model of the throughput", explanation.throughput_model}};
  if (!explanation.commit.empty())
    provenance.emplace_back("commit", explanation.commit);
  if (!explanation.date.empty())
    provenance.emplace_back("date", explanation.date);
  return provenance;
}

pages::SortableTable findings_table(const IsaReport& report, const inspection::Explanation& explanation) {
  pages::SortableTable table{fmt::format("Findings in {} for {}", explanation.source, explanation.device),
                             {{"kernel"}, {"finding"}, {"may cost, cycles", number}, {"line"}, {"what"}},
                             {},
                             provenance_of_explanation(report, explanation)};
  for (const inspection::KernelExplanation& kernel : explanation.kernels)
    for (const inspection::Finding& finding : kernel.findings)
      table.rows.push_back({text_cell(kernel.name), text_cell(std::string(name_of(finding.kind))),
                            number_cell(finding.cycles, 0), text_cell(location_text(finding.location)),
                            text_cell(finding.text)});
  return table;
}

// What the terminal shows: lines of an iteration of the main loop, or of the kernel where it has no loop, by the cycles of
// whatever pipe bounds them.
pages::SortableTable lines_table(const IsaReport& report, const inspection::Explanation& explanation,
                                 const inspection::KernelExplanation& kernel) {
  const inspection::LoopReport* const loop = kernel.main_loop ? &kernel.loops[*kernel.main_loop] : nullptr;
  pages::SortableTable table{fmt::format("Where the instructions of {} come from{}", kernel.name,
                                         loop ? ", each iteration of " + loop->label : ""),
                             {{"line"},
                              {"source"},
                              {"instructions", number},
                              {"dpas", number},
                              {"sends", number},
                              {"mov", number},
                              {"cycles", number}},
                             {},
                             provenance_of_explanation(report, explanation)};
  std::vector<inspection::LineReport> lines = loop ? loop->lines : kernel.lines;
  std::ranges::sort(lines, {}, [](const inspection::LineReport& line) {
    return std::tuple(-line.mix.bound_cycles(), line.location.file, line.location.line);
  });
  for (const inspection::LineReport& line : lines)
    table.rows.push_back({text_cell(location_text(line.location)), text_cell(line.location.text),
                          count_cell(line.mix.instructions), count_cell(line.mix.dpas), count_cell(line.mix.sends),
                          count_cell(line.mix.moves), number_cell(line.mix.bound_cycles(), 0)});
  return table;
}

void add_explanation(pages::Section& section, const IsaReport& report) {
  const inspection::Explanation explanation = inspection::parse_explanation(report.file, report.explanation->dump());
  pages::SortableTable findings = findings_table(report, explanation);
  if (findings.rows.empty())
    section.blocks.emplace_back(pages::Paragraph{
        fmt::format("{}: nothing in {} for {} is suspicious.", report.file, explanation.source, explanation.device)});
  else
    section.blocks.emplace_back(std::move(findings));
  for (const inspection::KernelExplanation& kernel : explanation.kernels) {
    if (auto view = code_view(kernel))
      section.blocks.emplace_back(*std::move(view));
    section.blocks.emplace_back(lines_table(report, explanation, kernel));
  }
}

pages::Provenance provenance_of_profile(const ProfileReport& report) {
  const bool is_vtune = report.profile.profiler == profiles::Profiler::vtune;
  return provenance_of(is_vtune ? "vtune -report hotspots -group-by computing-task" : "unitrace", report.file,
                       Json::object());
}

pages::SortableTable profile_table(const ProfileReport& report) {
  pages::SortableTable table{fmt::format("Measured by {}", name_of(report.profile.profiler)),
                             {{"kernel"},
                              {"shape"},
                              {"calls", number},
                              {"average", number},
                              {"total", number},
                              {"% of time", number},
                              {"active %", number},
                              {"stalled %", number},
                              {"threads %", number},
                              {"matrix %", number},
                              {"read GB/s", number}},
                             {},
                             provenance_of_profile(report)};
  for (const profiles::ProfiledKernel& kernel : report.profile.kernels)
    table.rows.push_back({text_cell(kernel.name), text_cell(kernel.shape.empty() ? "-" : kernel.shape),
                          number_cell(kernel.calls, 0), duration_cell(kernel.average_ns),
                          duration_cell(kernel.total_ns), number_cell(percent_of_total(report.profile, kernel), 1),
                          number_cell(percent_active(kernel), 1), number_cell(percent_stalled(kernel), 1),
                          number_cell(percent_occupied(kernel), 1), number_cell(percent_of_matrix(kernel), 1),
                          number_cell(read_gbps(kernel), 1)});
  return table;
}

pages::SortableTable static_table(const ProfileReport& report, const std::vector<toolchain::CompileReport>& compiled) {
  pages::SortableTable table{"The same kernels as they were compiled",
                             {{"kernel"},
                              {"compiled for", pages::ColumnKind::label},
                              {"average", number},
                              {"matrix %", number},
                              {"instructions", number},
                              {"dpas", number},
                              {"sends", number},
                              {"mov", number},
                              {"GRF", number},
                              {"spilled B", number}},
                             {},
                             provenance_of_profile(report)};
  for (const profiles::ProfiledKernel& kernel : report.profile.kernels)
    if (const auto found = compiled_kernel(compiled, kernel.name)) {
      const toolchain::KernelReport& code = *found->kernel;
      table.rows.push_back({text_cell(code.name), text_cell(found->report->device), duration_cell(kernel.average_ns),
                            number_cell(percent_of_matrix(kernel), 1), count_cell(code.counts.instructions),
                            count_cell(code.counts.dpas), count_cell(code.counts.sends), count_cell(code.counts.moves),
                            count_cell(code.registers), count_cell(code.spilled_bytes)});
    }
  return table;
}

} // namespace

IsaReport read_isa(const std::string& option, const std::string& path) {
  std::error_code problem;
  if (std::filesystem::is_directory(path, problem))
    return {path, read_compile_report(option, path), std::nullopt};
  const std::string text =
      read_input(option, path, "an output folder of 'xeforge compile', or a file written by 'xeforge explain --json'");
  if (!inspection::is_explanation(text))
    return {path, parse_compile_report(option, path, text), std::nullopt};
  try {
    inspection::parse_explanation(path, text);
  } catch (const Error& error) {
    throw Error(option, fmt::format("'{}': {}", path, error.got()), error.expected());
  }
  return {path, std::nullopt, files::parse_json_or_discard<Json>(text)};
}

pages::Section machine_code_section(const std::vector<IsaReport>& reports) {
  pages::Section section{"Machine code", {}};
  if (reports.empty()) {
    section.blocks.emplace_back(pages::Paragraph{"No compiled kernels were given: --isa takes a folder that 'xeforge "
                                                 "compile KERNEL.cpp --device NAME -o FOLDER' "
                                                 "made, or a file of 'xeforge explain --json'."});
    return section;
  }
  section.blocks.emplace_back(pages::Paragraph{
      "Compiled for the device and counted; nothing was run there. Cycles are the compiler's static estimate."});
  for (const IsaReport& report : reports) {
    if (report.explanation) {
      add_explanation(section, report);
      continue;
    }
    section.blocks.emplace_back(kernels_table(report));
    pages::SortableTable loops = loops_table(report);
    if (!loops.rows.empty())
      section.blocks.emplace_back(std::move(loops));
  }
  return section;
}

std::string machine_code_page(const std::string& title, const IsaReport& report) {
  const Provenance here = provenance();
  const std::string summary = fmt::format("Made on {} by xeforge of commit {}.", here.date, here.commit);
  return pages::html({title, summary, {machine_code_section({report})}, {}});
}

std::string live_page(const std::string& title, const std::vector<std::string>& news,
                      const std::vector<IsaReport>& reports, const std::string& changes) {
  pages::Page page{title, "Compiled and inspected, not run; it follows the file.", {}, changes};
  pages::Section now{"Now", {}};
  for (const std::string& line : news)
    now.blocks.emplace_back(pages::Paragraph{line});
  page.sections.push_back(std::move(now));
  if (!reports.empty())
    page.sections.push_back(machine_code_section(reports));
  return pages::html(page);
}

pages::Section profiles_section(const std::vector<ProfileReport>& reports, const std::vector<IsaReport>& isa) {
  std::vector<toolchain::CompileReport> compiled;
  for (const IsaReport& report : isa)
    if (report.compiled)
      compiled.push_back(*report.compiled);
  pages::Section section{"Profiles", {}};
  section.blocks.emplace_back(pages::Paragraph{
      "Measured by a profiler, as its file says. Beside it, where --isa has a kernel of the same name, what is counted "
      "in the whole of its machine code, once, however often a loop runs."});
  for (const ProfileReport& report : reports) {
    section.blocks.emplace_back(profile_table(report));
    pages::SortableTable counted = static_table(report, compiled);
    if (!counted.rows.empty())
      section.blocks.emplace_back(std::move(counted));
  }
  return section;
}

} // namespace xeforge::lab
