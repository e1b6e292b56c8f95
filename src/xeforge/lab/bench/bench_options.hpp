// What the commands that time cases of an operator share: their options, and which cases are meant.
#pragma once

#include "xeforge/lab/bench/measure.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/ops/operator.hpp"
#include "xeforge/runtime/team.hpp"

#include <string>
#include <vector>

namespace xeforge::lab {

struct BenchOptions {
  std::string case_name, json;
  ops::Forced forced;
  std::int64_t threads = runtime::hardware_threads();
  MeasureLimits limits;
  std::vector<Option> of_cpu;   // --threads
  std::vector<Option> of_times; // --confidence-width, --seconds
  std::vector<Option> of_runs;  // --threads, --variant, --target
};

// `--case`, `--threads`, `--confidence-width`, `--seconds`, `--json`; of an operator also `--variant` and `--target`.
void add_bench_options(Command command, BenchOptions& options);
void add_bench_options(Command command, const ops::Operator& op, BenchOptions& options);

// What a case runs on.
struct BenchChoice {
  ops::Forced forced;
  int threads = 1;
  MeasureLimits limits{};
};
inline BenchChoice choice_of(const BenchOptions& options) {
  return {options.forced, static_cast<int>(options.threads), options.limits};
}

// Where the data of a case is while it is timed: a working set that fits the last-level cache stays there between the
// runs, and the bandwidth of memory is no bound on it.
enum class Residence { cache, memory };
Residence residence_of(std::int64_t bytes);

// The case that was named, or all timed ones that accept what is forced. Throws Error in the names of the options.
std::vector<const ops::OperatorCase*> chosen_cases(const ops::Operator& op, const BenchOptions& options);

} // namespace xeforge::lab
