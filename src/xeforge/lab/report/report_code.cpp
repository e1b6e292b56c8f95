#include "xeforge/lab/report/report_code.hpp"

#include "xeforge/lab/report/report_sections.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

namespace xeforge::lab {
namespace {

using inspection::KernelExplanation;
using inspection::LineReport;

// ---- one version ----------------------------------------------------------------------------------------------------
const inspection::LoopReport* main_loop(const KernelExplanation& kernel) {
  return kernel.main_loop ? &kernel.loops[*kernel.main_loop] : nullptr;
}

// Empty: no line is known.
std::string main_file(const KernelExplanation& kernel) {
  std::map<std::string, int> instructions_of;
  for (const LineReport& line : kernel.lines)
    if (line.location.is_known())
      instructions_of[line.location.file] += line.mix.instructions;
  const auto most = std::ranges::max_element(instructions_of, {}, [](const auto& entry) { return entry.second; });
  return most == instructions_of.end() ? "" : most->first;
}

// By their number.
std::map<int, const LineReport*> lines_with_code(const KernelExplanation& kernel, const std::string& file) {
  std::map<int, const LineReport*> lines;
  for (const LineReport& line : kernel.lines)
    if (line.location.file == file && line.location.is_known())
      lines.emplace(line.location.line, &line);
  return lines;
}

// The source as it is on disk, where it still is what was compiled: every line that has instructions is there.
std::vector<std::string> unchanged_source(const std::string& file, const std::map<int, const LineReport*>& with_code) {
  std::error_code problem;
  if (!std::filesystem::is_regular_file(file, problem))
    return {};
  std::vector<std::string> lines;
  std::istringstream stream(toolchain::read_text(file));
  for (std::string line; std::getline(stream, line);)
    lines.push_back(std::move(line));
  const bool is_the_same = std::ranges::all_of(with_code, [&](const auto& entry) {
    const auto& [number, known] = entry;
    return static_cast<std::size_t>(number) <= lines.size() && !known->location.text.empty() &&
           lines[static_cast<std::size_t>(number - 1)].find(known->location.text) != std::string::npos;
  });
  return is_the_same ? lines : std::vector<std::string>();
}

// The lines around the kernel where the source is there, else those that have code.
std::vector<pages::CodeView::SourceRow> source_rows(const std::vector<std::string>& source,
                                                    const std::map<int, const LineReport*>& with_code,
                                                    const std::map<int, double>& cycles) {
  constexpr int around = 3, most = 2000;
  const int first = with_code.begin()->first, last = with_code.rbegin()->first;
  std::vector<pages::CodeView::SourceRow> rows;
  const auto add = [&](int number, const std::string& text) {
    const auto code = with_code.find(number);
    const auto known = cycles.find(number);
    rows.push_back({number, text, code == with_code.end() ? 0 : code->second->mix.instructions,
                    known == cycles.end() ? 0 : known->second});
  };
  if (source.empty() || last - first > most)
    for (const auto& [number, line] : with_code)
      add(number, line->location.text);
  else
    for (int number = std::max(first - around, 1);
         number <= last + around && static_cast<std::size_t>(number) <= source.size(); ++number)
      add(number, source[static_cast<std::size_t>(number - 1)]);
  return rows;
}

// ---- two versions ---------------------------------------------------------------------------------------------------
pages::SortableTable figures_table(const inspection::KernelDifference& difference) {
  pages::SortableTable table{"What moved in " + difference.name,
                             {{"figure"}, {"before", pages::ColumnKind::number}, {"after", pages::ColumnKind::number}},
                             {},
                             {}};
  for (const inspection::FigureDifference& figure : difference.figures)
    table.rows.push_back({text_cell(figure.name), number_cell(figure.before, 0), number_cell(figure.after, 0)});
  return table;
}

std::optional<pages::Versions> versions_of(const KernelExplanation& before, const KernelExplanation& after) {
  auto old_view = code_view(before), new_view = code_view(after);
  if (!old_view || !new_view)
    return std::nullopt;
  old_view->caption = before.name + " before";
  new_view->caption = after.name + " after";
  pages::Versions versions{*std::move(old_view), *std::move(new_view), {}};
  const std::string old_file = main_file(before), new_file = main_file(after);
  for (const inspection::LinePair& pair : inspection::paired_lines(before, after))
    if (pair.before.file == old_file && pair.after.file == new_file)
      versions.same.emplace(pair.before.line, pair.after.line);
  return versions;
}

const KernelExplanation* kernel_named(const inspection::Explanation& explanation, const std::string& name) {
  const auto found = std::ranges::find(explanation.kernels, name, &KernelExplanation::name);
  return found == explanation.kernels.end() ? nullptr : &*found;
}

pages::Provenance provenance_of_both(const inspection::Explanation& before, const inspection::Explanation& after) {
  pages::Provenance provenance{{"machine", "none: compiled and counted, not run"},
                               {"device", after.device},
                               {"model of the throughput", after.throughput_model}};
  for (const auto& [side, one] : {std::pair("before", &before), std::pair("after", &after)})
    provenance.emplace_back(side, one->source + (one->commit.empty() ? "" : ", commit " + one->commit) +
                                      (one->date.empty() ? "" : ", " + one->date));
  return provenance;
}

} // namespace

std::optional<pages::CodeView> code_view(const KernelExplanation& kernel) {
  const std::string file = main_file(kernel);
  if (file.empty() || kernel.listing.empty())
    return std::nullopt;
  const inspection::LoopReport* const loop = main_loop(kernel);
  std::map<int, double> cycles;
  for (const LineReport& line : loop ? loop->lines : kernel.lines)
    if (line.location.file == file)
      cycles[line.location.line] = line.mix.bound_cycles();
  const auto with_code = lines_with_code(kernel, file);
  pages::CodeView view{kernel.name,
                       loop ? "cycles of an iteration" : "cycles",
                       source_rows(unchanged_source(file, with_code), with_code, cycles),
                       {}};
  for (const inspection::ListedLine& line : kernel.listing)
    view.code.push_back({line.text, line.file == file ? line.line : 0});
  return view;
}

std::string comparison_page(const inspection::Explanation& before, const inspection::Explanation& after,
                            const inspection::ReportDifference& difference) {
  pages::Page page{"xeforge compare",
                   fmt::format("{} before, {} after. Compiled and counted, not run.", before.source, after.source),
                   {},
                   {}};
  for (const inspection::KernelDifference& kernel : difference.kernels) {
    pages::Section section{kernel.name, {}};
    section.blocks.emplace_back(pages::Paragraph{
        fmt::format("{}{}{}.", name_of(kernel.verdict), kernel.reason.empty() ? "" : ": ", kernel.reason)});
    if (!kernel.figures.empty()) {
      pages::SortableTable figures = figures_table(kernel);
      figures.provenance = provenance_of_both(before, after);
      section.blocks.emplace_back(std::move(figures));
    }
    const KernelExplanation *const old_kernel = kernel_named(before, kernel.name), *const new_kernel =
                                                                                       kernel_named(after, kernel.name);
    if (old_kernel && new_kernel)
      if (auto versions = versions_of(*old_kernel, *new_kernel))
        section.blocks.emplace_back(*std::move(versions));
    page.sections.push_back(std::move(section));
  }
  return pages::html(page);
}

} // namespace xeforge::lab
