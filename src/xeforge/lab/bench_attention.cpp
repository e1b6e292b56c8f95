// xeforge bench attention.
#include "xeforge/lab/attention_bench.hpp"
#include "xeforge/lab/bench_options.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/output.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace xeforge::lab {
namespace {

namespace op = ops::attention;

// "1x8x2048, 2048 keys, d 128"
std::string shape_text(const op::Case& problem) {
  const std::string depth =
      problem.d_qk == problem.d_v ? fmt::format("{}", problem.d_qk) : fmt::format("{}/{}", problem.d_qk, problem.d_v);
  return fmt::format("{}x{}x{}x{}, d {}", problem.batch, problem.heads_q, problem.seq_q, problem.seq_k, depth);
}

// That data stays in the cache matters to bandwidth alone.
std::string remark(const AttentionBench& result) {
  const bool says_cache = result.check.passed && !result.is_implausible();
  return result.limit == AttentionLimit::arithmetic && says_cache ? "" : remark_on(result);
}

std::string table_of(const std::vector<AttentionBench>& results) {
  std::vector<Column> columns{{"case"},
                              {"variant"},
                              {"shape", Align::right},
                              {"median", Align::right},
                              {"width", Align::right},
                              {"rate", Align::right},
                              {"roof", Align::right},
                              {"of", Align::left},
                              {"%", Align::right}};
  const bool has_remarks = std::ranges::any_of(results, [](const AttentionBench& one) { return !remark(one).empty(); });
  if (has_remarks) // otherwise the names need the room
    columns.push_back({"remark"});
  Table table(columns);
  for (const AttentionBench& result : results) {
    const bool is_arithmetic = result.limit == AttentionLimit::arithmetic;
    std::vector<std::string> cells{result.case_name,
                                   result.plan.variant,
                                   shape_text(result.problem),
                                   duration_text(result.timing.median_ns),
                                   interval_text(result.timing),
                                   fmt::format("{:.1f}", is_arithmetic ? result.gflops() : result.gbps()),
                                   fmt::format("{:.1f}", result.roof),
                                   std::string(roof_name(result)),
                                   fmt::format("{:.0f}", result.percent_of_roof())};
    if (has_remarks)
      cells.push_back(remark(result));
    table.add(std::move(cells));
  }
  return table.text();
}

void bench_attention(const BenchOptions& options) {
  JsonFile json(options.json);
  const auto require = [&](const op::Case& problem) {
    op::CaseDescription description(problem);
    description.problem.options.variant = options.variant;
    description.problem.options.target = options.target;
    with_option_names([&] { return plan(description.problem); });
  };
  const auto cases = chosen_cases<op::Case>(op::cases(), options, require);
  const std::vector<AttentionBench> results =
      bench_each(cases, [&](const op::Case& problem) { return bench(problem, choice_of(options)); });
  if (!json.takes_standard_output())
    print(
        "{}\n{}{}",
        wrapped(fmt::format("attention, {} threads; shape: batch x heads x queries x keys; width: of the median's 95% "
                            "interval; rate: GFLOPS in the median time, for up to 16 queries GB/s; roof: measured "
                            "before and after each case; %: of the roof",
                            options.threads),
                0),
        table_of(results), disturbances_in(results, options.limits));
  json.write(report_of(results, options.limits));
  require_passed(results);
}

} // namespace

void add_bench_attention(CLI::App& bench) {
  CLI::App& command = *bench.add_subcommand("attention", "Time the cases of attention");
  auto options = std::make_shared<BenchOptions>();
  add_bench_options(command, *options);
  add_variant(command, names_in(attention_variants()), options->variant);
  add_target(command, options->target);
  add_examples(command, {"xeforge bench attention", "xeforge bench attention --case sdpa-bf16 --threads 1 --json -"});
  command.callback([options] { bench_attention(*options); });
}

} // namespace xeforge::lab
