#include "xeforge/lab/bench/bench_options.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/lab/bench/ceilings.hpp"
#include "xeforge/lab/terminal/operator_options.hpp"

#include <fmt/format.h>

namespace xeforge::lab {
namespace {

const ops::OperatorCase& case_named(const ops::Operator& op, const BenchOptions& options) {
  std::string timed;
  for (const auto& problem : op.cases)
    if (problem->facts().is_timed)
      timed += (timed.empty() ? "" : ", ") + problem->facts().name;
  const ops::OperatorCase* found = op.find_case(options.case_name);
  if (found == nullptr)
    throw Error("--case", fmt::format("'{}'", options.case_name), "the name of a case, such as " + timed);
  with_option_names([&] { return found->plan(options.forced); });
  return *found;
}

} // namespace

void add_bench_options(Command command, BenchOptions& options) {
  command.add_option("--case", options.case_name, "only this case (default: all cases for timing)").type_name("NAME");
  options.of_cpu = {add_threads(command, options.threads)};
  options.of_times = {add_percent(command, "--confidence-width", options.limits.confidence_width, 0.01, 100,
                                  "repeat until the 95% interval of the median is this narrow (1% if not given)"),
                      add_seconds(command, "--seconds", options.limits.settle_seconds, 0.01, 600,
                                  "but stop after this time, and say so (1 if not given)")};
  add_json(command, options.json);
}

void add_bench_options(Command command, const ops::Operator& op, BenchOptions& options) {
  add_bench_options(command, options);
  options.of_runs = add_forced(command, op, options.forced);
  options.of_runs.insert(options.of_runs.end(), options.of_cpu.begin(), options.of_cpu.end());
}

Residence residence_of(std::int64_t bytes) {
  return bytes < static_cast<std::int64_t>(last_level_cache_bytes()) ? Residence::cache : Residence::memory;
}

std::vector<const ops::OperatorCase*> chosen_cases(const ops::Operator& op, const BenchOptions& options) {
  if (!options.case_name.empty())
    return {&case_named(op, options)};
  std::vector<const ops::OperatorCase*> chosen;
  for (const auto& problem : op.cases)
    if (problem->facts().is_timed && problem->is_accepted_by(options.forced))
      chosen.push_back(problem.get());
  if (chosen.empty())
    throw Error("--variant", fmt::format("'{}', which accepts none of the timed cases", options.forced.variant),
                "a variant that accepts one of them");
  return chosen;
}

} // namespace xeforge::lab
