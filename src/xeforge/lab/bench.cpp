// xeforge bench OPERATOR: how fast, and how near to what the machine allows.
#include "xeforge/lab/bench_case.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/output.hpp"
#include "xeforge/lab/softmax_topk_options.hpp"
#include "xeforge/runtime/team.hpp"

#include <fmt/format.h>

namespace xeforge::lab {
namespace {

namespace op = ops::softmax_topk;

struct BenchOptions {
  std::string case_name, json, variant, target;
  std::int64_t threads = runtime::hardware_threads();
};

SoftmaxTopkProblem described(const op::Case& problem, const BenchOptions& options) {
  SoftmaxTopkProblem description = problem_of(problem);
  description.options.variant = options.variant;
  description.options.target = options.target;
  return description;
}

std::string names_of_timed_cases() {
  std::string names;
  for (const op::Case& problem : op::cases())
    if (problem.timed)
      names += (names.empty() ? "" : ", ") + problem.name;
  return names;
}

// The case that was named, or all timed ones that the variant accepts.
std::vector<const op::Case*> chosen_cases(const BenchOptions& options) {
  if (!options.case_name.empty()) {
    const op::Case* problem = op::find_case(options.case_name);
    if (!problem)
      throw Error("--case", "'" + options.case_name + "'", "the name of a case, such as " + names_of_timed_cases());
    with_option_names([&] { return plan(described(*problem, options)); });
    return {problem};
  }
  std::vector<const op::Case*> cases;
  for (const op::Case& problem : op::cases())
    if (problem.timed && supports(described(problem, options)))
      cases.push_back(&problem);
  if (cases.empty())
    throw Error("--variant", "'" + options.variant + "', which accepts none of the timed cases",
                "a variant that accepts one of them");
  return cases;
}

std::string remark_on(const BenchResult& result) {
  if (!result.check.passed)
    return "FAILED: " + result.check.failure;
  if (result.is_implausible())
    return "above the roof: measurement problem";
  return result.residence == Residence::cache ? "in cache" : "";
}

std::string table_of(const std::vector<BenchResult>& results) {
  Table table({{"case"},
               {"variant"},
               {"shape", Align::right},
               {"k", Align::right},
               {"median", Align::right},
               {"min", Align::right},
               {"GB/s", Align::right},
               {"roof", Align::right},
               {"%", Align::right},
               {"remark"}});
  for (const BenchResult& result : results) {
    const SoftmaxTopkProblem& problem = result.problem;
    table.add({result.case_name, result.plan.variant, fmt::format("{}x{}", problem.rows, problem.n),
               fmt::format("{}", problem.options.k), duration_text(result.timing.median_ns),
               duration_text(result.timing.min_ns), fmt::format("{:.1f}", result.gbps()),
               fmt::format("{:.1f}", result.roof_gbps), fmt::format("{:.0f}", result.percent_of_roof()),
               remark_on(result)});
  }
  return table.text();
}

Json as_json(const std::vector<BenchResult>& results) {
  Json all = Json::array();
  for (const BenchResult& result : results)
    all.push_back(as_json(result));
  return {{"last_level_cache_bytes", last_level_cache_bytes()}, {"results", all}};
}

void bench_softmax_topk(const BenchOptions& options) {
  JsonFile json(options.json);
  const std::vector<const op::Case*> cases = chosen_cases(options);
  const ReadBandwidth bandwidth;
  const BenchChoice choice{options.variant, options.target, static_cast<int>(options.threads)};
  std::vector<BenchResult> results;
  std::size_t failed = 0;
  Progress progress(cases.size());
  for (const op::Case* problem : cases) {
    progress.step(problem->name);
    results.push_back(bench(*problem, choice, bandwidth));
    failed += !results.back().check.passed;
  }
  progress.end();
  if (!json.takes_standard_output())
    fmt::print("softmax-topk, {} threads; GB/s: inputs read once and outputs written once in the median time;\n"
               "roof: read bandwidth measured before and after each case; %: of the roof\n\n{}",
               options.threads, table_of(results));
  json.write(as_json(results));
  if (failed)
    throw CheckFailed{};
}

} // namespace

void add_bench_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("bench", "Check and time an operator against this machine's bandwidth");
  command.require_subcommand(1);
  add_examples(command, {"xeforge bench softmax-topk"});
  CLI::App& operation = *command.add_subcommand("softmax-topk", "Time the cases of softmax-topk");
  auto options = std::make_shared<BenchOptions>();
  operation.add_option("--case", options->case_name, "only this case (default: all that are meant for timing)")
      ->type_name("NAME");
  add_variant(operation, options->variant);
  add_target(operation, options->target);
  add_threads(operation, options->threads);
  add_json(operation, options->json);
  add_examples(operation,
               {"xeforge bench softmax-topk", "xeforge bench softmax-topk --case seed --threads 1 --json -"});
  operation.callback([options] { bench_softmax_topk(*options); });
}

} // namespace xeforge::lab
