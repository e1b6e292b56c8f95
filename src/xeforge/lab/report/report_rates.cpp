// Measured rates as a section of a report: the tables of `xeforge bench`.
#include "xeforge/base/error.hpp"
#include "xeforge/lab/report/report_sections.hpp"
#include "xeforge/lab/terminal/input_json.hpp"

#include <fmt/format.h>

namespace xeforge::lab {
namespace {

using pages::ColumnKind::label;
using pages::ColumnKind::number;

constexpr const char* accepted = "a file written by 'xeforge bench OPERATOR --json FILE'";

std::string shape_text(const Json& result) {
  const auto shape = result.find("shape");
  return shape == result.end() || !shape->is_object() ? "-" : extents_text(text_in(result, "op").value_or(""), *shape);
}

std::string remark_of(const Json& result) {
  if (text_in(result, "check") == "failed")
    return "FAILED: " + text_in(result, "failure").value_or("not said why");
  if (is_true_in(result, "implausible"))
    return "above the roof: measurement problem";
  std::string text = is_true_in(result, "in_cache") ? "in cache" : "";
  for (const Json& disturbance : list_in(result, "disturbances"))
    if (disturbance.is_string())
      text += (text.empty() ? "" : ", ") + disturbance.get<std::string>();
  return text;
}

// Of the median, in percent of it.
std::optional<double> interval_width(const Json& result) {
  const Json& interval = list_in(result, "interval_ns");
  const auto median = rate_in(result, "median_ns");
  if (!median || interval.size() != 2 || !interval[0].is_number() || !interval[1].is_number())
    return std::nullopt;
  return (interval[1].get<double>() - interval[0].get<double>()) / *median * 100;
}

pages::SortableTable rates_table(const BenchReport& report, const std::string& name) {
  pages::SortableTable table{name == "program"
                                 ? "Measured: kernels of " + text_in(report.json, "program").value_or("a program")
                                 : "Measured: " + name,
                             {{"case", label},
                              {"variant", label},
                              {"target", label},
                              {"shape"},
                              {"type", label},
                              {"threads", number},
                              {"median", number},
                              {"interval, %", number},
                              {"runs", number},
                              {"GB/s", number},
                              {"GFLOP/s", number},
                              {"% of roof", number},
                              {"remark"}},
                             {},
                             provenance_of(report.command, report.file, report.json)};
  for (const Json& result : list_in(report.json, "results"))
    if (text_in(result, "op") == name)
      table.rows.push_back({text_cell(text_in(result, "case")), text_cell(text_in(result, "variant")),
                            text_cell(text_in(result, "target")), text_cell(shape_text(result)),
                            text_cell(text_in(result, "dtype")), number_cell(number_in(result, "threads"), 0),
                            duration_cell(rate_in(result, "median_ns")), number_cell(interval_width(result), 1),
                            number_cell(rate_in(result, "runs"), 0), number_cell(rate_in(result, "gbps"), 1),
                            number_cell(rate_in(result, "gflops"), 1),
                            number_cell(rate_in(result, "percent_of_roof"), 0), text_cell(remark_of(result))});
  return table;
}

// Of `xeforge bench extension`: programs written twice.
pages::SortableTable comparisons_table(const BenchReport& report) {
  pages::SortableTable table{"Measured: programs with ESIMD beside plain loops",
                             {{"program"},
                              {"what"},
                              {"ESIMD", number},
                              {"loop", number},
                              {"ESIMD / loop", number},
                              {"runs", number},
                              {"check"}},
                             {},
                             provenance_of(report.command, report.file, report.json)};
  for (const Json& result : list_in(report.json, "results"))
    table.rows.push_back({text_cell(text_in(result, "case")), text_cell(text_in(result, "summary")),
                          duration_cell(number_in(result, "esimd_ns")), duration_cell(number_in(result, "loop_ns")),
                          number_cell(number_in(result, "ratio"), 2), number_cell(number_in(result, "runs"), 0),
                          text_cell(text_in(result, "check"))});
  return table;
}

} // namespace

std::optional<double> rate_in(const Json& result, const char* field) {
  const auto median = number_in(result, "median_ns");
  return median && *median > 0 ? number_in(result, field) : std::nullopt;
}

std::set<std::string> operators_in(const std::vector<BenchReport>& reports) {
  std::set<std::string> names;
  for (const BenchReport& report : reports)
    for (const Json& result : list_in(report.json, "results"))
      names.insert(*text_in(result, "op"));
  return names;
}

void require_named_results(const std::string& option, const BenchReport& report, const char* expected) {
  for (const Json& result : list_in(report.json, "results"))
    if (!text_in(result, "op") || !text_in(result, "case"))
      throw Error(option, fmt::format("'{}', with a result that lacks 'op' or 'case'", report.file), expected);
}

BenchReport read_bench(const std::string& option, const std::string& path) {
  BenchReport report{path, "", read_json(option, path, accepted)};
  if (!report.json.is_object() || !report.json.contains("results") || !report.json["results"].is_array())
    throw Error(option, fmt::format("'{}', which has no list 'results'", path), accepted);
  require_named_results(option, report, accepted);
  std::string names;
  for (const Json& result : report.json["results"])
    if (const std::string op = *text_in(result, "op"); names.find(op) == std::string::npos)
      names += (names.empty() ? "" : ", ") + op;
  report.command = "xeforge bench " + text_in(report.json, "program").value_or(names.empty() ? "OPERATOR" : names);
  return report;
}

pages::Section rates_section(const std::vector<BenchReport>& reports) {
  pages::Section section{"Measured rates", {}};
  section.blocks.emplace_back(pages::Paragraph{
      "Medians of repeated calls: of operators each case is checked against a reference first, of programs they are "
      "the "
      "times of launches in runs that succeeded. GB/s: inputs read once and "
      "outputs written once in the median time. Interval: of the median, where it was recorded. The roof is measured "
      "in the same minutes: read bandwidth, or "
      "arithmetic."});
  for (const BenchReport& report : reports) {
    if (report.file.empty())
      section.blocks.emplace_back(pages::Paragraph{"No bench file was given, so a few cases were measured for this "
                                                   "page, quickly: --bench FILE takes the results of "
                                                   "'xeforge bench OPERATOR --json FILE' instead."});
    for (const std::string& name : operators_in({report}))
      section.blocks.emplace_back(name == "extension" ? comparisons_table(report) : rates_table(report, name));
  }
  return section;
}

} // namespace xeforge::lab
