// xeforge bench softmax-topk.
#include "xeforge/lab/bench_options.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/output.hpp"
#include "xeforge/lab/softmax_topk_bench.hpp"
#include "xeforge/lab/softmax_topk_cases.hpp"

#include <fmt/format.h>

namespace xeforge::lab {
namespace {

namespace op = ops::softmax_topk;

std::string table_of(const std::vector<SoftmaxTopkBench>& results) {
  Table table({{"case"},
               {"variant"},
               {"shape", Align::right},
               {"k", Align::right},
               {"median", Align::right},
               {"width", Align::right},
               {"runs", Align::right},
               {"GB/s", Align::right},
               {"roof", Align::right},
               {"%", Align::right},
               {"remark"}});
  for (const SoftmaxTopkBench& result : results) {
    const SoftmaxTopkProblem& problem = result.problem;
    table.add({result.case_name, result.plan.variant, fmt::format("{}x{}", problem.rows, problem.n),
               fmt::format("{}", problem.options.k), duration_text(result.timing.median_ns),
               interval_text(result.timing), fmt::format("{}", result.timing.runs),
               fmt::format("{:.1f}", result.gbps()), fmt::format("{:.1f}", result.roof_gbps),
               fmt::format("{:.0f}", result.percent_of_roof()), remark_on(result)});
  }
  return table.text();
}

void bench_softmax_topk(const BenchOptions& options) {
  JsonFile json(options.json);
  const auto require = [&](const op::Case& problem) {
    SoftmaxTopkProblem description = problem_of(problem);
    description.options.variant = options.variant;
    description.options.target = options.target;
    with_option_names([&] { return plan(description); });
  };
  const auto cases = chosen_cases<op::Case>(op::cases(), options, require);
  const ReadBandwidth bandwidth;
  const std::vector<SoftmaxTopkBench> results =
      bench_each(cases, [&](const op::Case& problem) { return bench(problem, choice_of(options), bandwidth); });
  if (!json.takes_standard_output())
    print(
        "{}\n{}{}",
        wrapped(fmt::format("softmax-topk, {} threads; width: of the median's 95% interval; GB/s: inputs read once and "
                            "outputs written once in the median time; roof: read bandwidth measured before and "
                            "after each case; %: of the roof",
                            options.threads),
                0),
        table_of(results), disturbances_in(results, options.limits));
  json.write(report_of(results, options.limits));
  require_passed(results);
}

} // namespace

void add_bench_softmax_topk(CLI::App& bench) {
  CLI::App& command = *bench.add_subcommand("softmax-topk", "Time the cases of softmax-topk");
  auto options = std::make_shared<BenchOptions>();
  add_bench_options(command, *options);
  add_variant(command, names_in(softmax_topk_variants()), options->variant);
  add_target(command, options->target);
  add_examples(command, {"xeforge bench softmax-topk", "xeforge bench softmax-topk --case seed --threads 1 --json -"});
  command.callback([options] { bench_softmax_topk(*options); });
}

} // namespace xeforge::lab
