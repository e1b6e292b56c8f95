// xeforge bench OPERATOR: how fast, and how near to what the machine allows.
#include "xeforge/lab/bench/operator_bench.hpp"
#include "xeforge/lab/bench/timing_report.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace xeforge::lab {
namespace {

// That data stays in the cache matters to bandwidth alone.
std::string remark_on(const CaseBench& result) {
  if (!result.check.passed)
    return "FAILED: " + result.check.failure;
  if (result.is_implausible())
    return "above the roof: measurement problem";
  return result.residence == Residence::cache && !result.is_bound_by_arithmetic() ? "in cache" : "";
}

std::string table_of(const ops::Operator& op, const std::vector<CaseBench>& results) {
  std::vector<Column> columns{{"case"},
                              {"variant"},
                              {"shape", Align::right},
                              {"median", Align::right},
                              {"width", Align::right},
                              {"rate", Align::right},
                              {"roof", Align::right},
                              {"of", Align::left},
                              {"%", Align::right}};
  const bool has_remarks = std::ranges::any_of(results, [](const CaseBench& one) { return !remark_on(one).empty(); });
  if (has_remarks) // otherwise the names need the room
    columns.push_back({"remark"});
  Table table(columns);
  for (const CaseBench& result : results) {
    std::vector<std::string> cells{result.facts.name,
                                   result.plan.variant,
                                   op.shape_text(result.facts.extents),
                                   duration_text(result.timing.median_ns),
                                   interval_text(result.timing),
                                   fmt::format("{:.1f}", result.rate()),
                                   fmt::format("{:.1f}", result.roof),
                                   std::string(roof_name(result.facts)),
                                   fmt::format("{:.0f}", result.percent_of_roof())};
    if (has_remarks)
      cells.push_back(remark_on(result));
    table.add(std::move(cells));
  }
  return table.text();
}

std::string heading_of(const ops::Operator& op, const BenchOptions& options) {
  return wrapped(fmt::format("{}, {} threads; shape: {}; width: of the median's 95% interval; rate: {}, in the median "
                             "time; roof: measured before and after each case; %: of the roof",
                             op.name, options.threads, op.shape_legend, op.rate_legend),
                 0);
}

// An empty line and paragraphs, or nothing.
std::string disturbances_in(const std::vector<CaseBench>& results, const MeasureLimits& limits) {
  std::vector<NamedTiming> timings;
  for (const CaseBench& result : results)
    timings.push_back({result.facts.name, result.timing});
  const std::string text = disturbances_text(timings, limits);
  return text.empty() ? "" : "\n" + text;
}

void bench_operator(const ops::Operator& op, const BenchOptions& options) {
  JsonFile json(options.json);
  const auto cases = chosen_cases(op, options);
  Roofs roofs;
  std::vector<CaseBench> results;
  Progress progress(cases.size());
  for (const ops::OperatorCase* problem : cases) {
    progress.step(problem->facts().name);
    results.push_back(bench(op, *problem, choice_of(options), roofs));
  }
  progress.end();
  if (!json.takes_standard_output())
    print("{}\n{}{}", heading_of(op, options), table_of(op, results), disturbances_in(results, options.limits));
  json.write(report_of(results, options.limits));
  if (!std::ranges::all_of(results, [](const CaseBench& result) { return result.check.passed; }))
    throw CheckFailed{};
}

void add_operator(Command bench, const ops::Operator& op) {
  Command command = bench.add_command(op.name, "Time the cases of " + op.name);
  auto options = std::make_shared<BenchOptions>();
  add_bench_options(command, op, *options);
  add_examples(command, {"xeforge bench " + op.name, fmt::format("xeforge bench {} --case {} --threads 1 --json -",
                                                                 op.name, op.typical_cases.front())});
  command.on_run([&op, options] { bench_operator(op, *options); });
}

} // namespace

void add_bench_command(Command app) {
  Command command = app.add_command(
      "bench", "Time the kernels of a program, an operator against this machine's ceilings, or the extension against loops");
  command.require_command();
  add_examples(command, {"xeforge bench ./gemm --json gemm.json", "xeforge bench softmax-topk",
                         "xeforge bench attention --case sdpa-bf16"});
  for (const ops::Operator& op : ops::operators())
    add_operator(command, op);
  add_bench_extension(command);
  add_bench_program(command);
}

} // namespace xeforge::lab
