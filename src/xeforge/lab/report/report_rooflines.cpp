// Rooflines as a section of a report: what was measured below the ceilings of the machine, and the same cases on
// devices.
#include "xeforge/base/error.hpp"
#include "xeforge/lab/report/report_sections.hpp"
#include "xeforge/lab/report/roofline_report.hpp"
#include "xeforge/lab/terminal/input_json.hpp"
#include "xeforge/pages/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace xeforge::lab {
namespace {

using pages::ColumnKind::label;
using pages::ColumnKind::number;

// The work of a case of this program; nothing for cases that it does not have.
std::optional<RooflineCase> case_named(const std::string& op_name, const std::string& name) {
  const ops::Operator* op = ops::find_operator(op_name);
  const ops::OperatorCase* problem = op ? op->find_case(name) : nullptr;
  return problem ? std::optional(roofline_case(*op, *problem)) : std::nullopt;
}

// The best ceilings that stand in the reports, of runs with equally many threads.
struct MeasuredCeilings {
  std::map<std::string, double> gflops; // "f32 FMA", "bf16 dot"
  double read_gbps = 0;

  void add(const char* what, std::optional<double> value) {
    if (value && *value > 0)
      gflops[what] = std::max(gflops[what], *value);
  }
  void add_read(std::optional<double> value) { read_gbps = std::max(read_gbps, value.value_or(0)); }
};

std::map<double, MeasuredCeilings> ceilings_in(const std::vector<BenchReport>& reports) {
  std::map<double, MeasuredCeilings> by_threads;
  for (const BenchReport& report : reports) {
    for (const Json& result : list_in(report.json, "results")) {
      const std::string roof = text_in(result, "roof").value_or("");
      MeasuredCeilings& ceilings = by_threads[number_in(result, "threads").value_or(0)];
      ceilings.add_read(number_in(result, "roof_gbps"));
      for (const char* what : {"f32 FMA", "bf16 dot"})
        if (roof == what)
          ceilings.add(what, number_in(result, "roof_gflops"));
    }
    for (const Json& one : list_in(report.json, "ceilings")) {
      MeasuredCeilings& ceilings = by_threads[number_in(one, "threads").value_or(0)];
      ceilings.add_read(number_in(one, "read_gbps"));
      ceilings.add("f32 FMA", number_in(one, "f32_fma_gflops"));
      ceilings.add("bf16 dot", number_in(one, "bf16_dot_gflops"));
    }
  }
  return by_threads;
}

struct OperatorChart {
  pages::RooflineChart chart;
  std::vector<RooflineCase> cases; // each once
  bool has_cached = false;
  int left_out = 0; // results above their roof: measurement problems
};

// Of those numbers of threads that the points have, and of the arithmetic that the operator does.
void add_roofs(OperatorChart& result, const std::vector<BenchReport>& reports,
               const std::set<double>& threads_of_points) {
  const bool has_matrix = std::ranges::any_of(
      result.cases, [](const RooflineCase& one) { return one.arithmetic == ops::Arithmetic::matrix_16bit; });
  for (const auto& [threads, ceilings] : ceilings_in(reports))
    for (const auto& [what, gflops] : ceilings.gflops)
      if (ceilings.read_gbps > 0 && threads_of_points.contains(threads) && (has_matrix || what == "f32 FMA"))
        result.chart.roofs.push_back(
            {fmt::format("{}, {} threads", what, threads), gflops * 1e9, ceilings.read_gbps * 1e9});
}

OperatorChart chart_of(const std::vector<BenchReport>& reports, const std::string& op) {
  OperatorChart result{{op + " on the machine it was measured on", {}, {}}, {}};
  std::set<double> threads;
  for (const BenchReport& report : reports)
    for (const Json& entry : list_in(report.json, "results")) {
      const std::string name = text_in(entry, "case").value_or("");
      const auto nanoseconds = rate_in(entry, "median_ns");
      const auto problem = text_in(entry, "op") == op ? case_named(op, name) : std::nullopt;
      if (!problem || !nanoseconds)
        continue;
      if (is_true_in(entry, "implausible")) {
        ++result.left_out;
        continue;
      }
      const bool is_cached = is_true_in(entry, "in_cache");
      result.has_cached |= is_cached;
      threads.insert(number_in(entry, "threads").value_or(0));
      result.chart.points.push_back({name + (is_cached ? " (in cache)" : ""), intensity(roofline_work(problem->work)),
                                     problem->work.flops / *nanoseconds * 1e9, pages::PointKind::measured});
      if (std::ranges::find(result.cases, name, &RooflineCase::name) == result.cases.end())
        result.cases.push_back(*problem);
    }
  add_roofs(result, reports, threads);
  return result;
}

std::string caption_of(const OperatorChart& measurements) {
  std::string caption = "Points are measured.";
  if (measurements.chart.roofs.empty())
    caption +=
        " No ceilings of as many threads, arithmetic and bandwidth, were given to draw a roof from: --roof takes "
        "what 'xeforge roof --json' wrote on that machine.";
  else
    caption += " So are the roofs, on the same machine.";
  if (measurements.has_cached)
    caption += " Cases that fit in the cache may lie above the slope, which is that of memory.";
  if (measurements.left_out > 0)
    caption += fmt::format(" {} results above their roof are left out: another program ran, or the clock changed.",
                           measurements.left_out);
  return caption;
}

constexpr const char* devices[] = {"b580", "b70", "lnl", "ptl"};

RooflineReport bounds_of(const std::string& op, const std::vector<RooflineCase>& cases) {
  RooflineReport report{op, {std::begin(devices), std::end(devices)}, cases, {}};
  for (std::size_t at = 0; at < cases.size(); ++at)
    for (const char* device : devices)
      report.rows.push_back(bound_row(report, at, machine::figures_of(device)));
  return report;
}

pages::SortableTable bounds_table(const RooflineReport& report) {
  pages::SortableTable table{
      fmt::format("Bounds of {} on devices; nothing was run there", report.operator_name),
      {{"case", label},
       {"device", label},
       {"FLOP/byte", number},
       {"ridge"},
       {"least time", number},
       {"at most, GFLOP/s", number},
       {"limited by"},
       {"figures"}},
      {},
      {{"command", "xeforge roofline " + report.operator_name},
       {"machine", "none: nothing was run there"},
       {"figures", "the vendor's and estimates, as 'xeforge devices' lists them with their sources"}}};
  for (const RooflineRow& row : report.rows) {
    const RooflineCase& problem = report.cases[row.problem];
    table.rows.push_back({text_cell(problem.name), text_cell(row.ceilings.device),
                          number_cell(intensity(roofline_work(problem.work)), 2), text_cell(ridge_text(row.ceilings)),
                          duration_cell(row.bound.seconds * 1e9), number_cell(row.bound.flops_per_second * 1e-9, 0),
                          text_cell(std::string(name_of(row.limited_by))),
                          text_cell(std::string(name_of(row.ceilings.provenance)))});
  }
  return table;
}

} // namespace

BenchReport read_roof(const std::string& option, const std::string& path) {
  constexpr const char* accepted_roof = "a file written by 'xeforge roof --json FILE'";
  BenchReport report{path, "xeforge roof", read_json(option, path, accepted_roof)};
  if (list_in(report.json, "ceilings").empty())
    throw Error(option, fmt::format("'{}', which has no list 'ceilings'", path), accepted_roof);
  require_named_results(option, report, accepted_roof);
  return report;
}

pages::Section rooflines_section(const std::vector<BenchReport>& reports) {
  constexpr std::size_t most_points = 24;
  pages::Section section{"Rooflines", {}};
  for (const std::string& op : operators_in(reports)) {
    if (op == "extension" ||
        op == "program") // 'xeforge roofline ./PROGRAM' shows the latter; any other name is reported
      continue;
    const OperatorChart measurements = chart_of(reports, op);
    if (measurements.cases.empty()) {
      section.blocks.emplace_back(pages::Paragraph{op + ": no result of a case whose work this program knows."});
      continue;
    }
    section.blocks.emplace_back(pages::Figure{picture_of(measurements.chart), caption_of(measurements)});
    const RooflineReport bounds = bounds_of(op, measurements.cases);
    if (bounds.rows.size() <= most_points)
      section.blocks.emplace_back(
          pages::Figure{picture_of(bounds),
                        "The same cases under the roofs of devices. Open points are bounds: what the ceilings allow, "
                        "nobody's measurement."});
    section.blocks.emplace_back(bounds_table(bounds));
  }
  return section;
}

} // namespace xeforge::lab
