// What every operator's `xeforge bench` shares: its options, which cases are meant, and how a result is remarked on.
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/lab/ceilings.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/json_file.hpp"
#include "xeforge/lab/measure.hpp"
#include "xeforge/lab/operator_options.hpp"
#include "xeforge/lab/output.hpp"
#include "xeforge/lab/provenance.hpp"
#include "xeforge/lab/timing_report.hpp"
#include "xeforge/runtime/team.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace xeforge::lab {

struct BenchOptions {
  std::string case_name, json, variant, target;
  std::int64_t threads = runtime::hardware_threads();
  MeasureLimits limits;
};

// `--case`, `--threads`, `--confidence-width`, `--seconds` and `--json`; variant and target are added by the operator.
void add_bench_options(CLI::App& command, BenchOptions& options);

// What a case runs on.
struct BenchChoice {
  std::string variant; // empty: the plan's
  std::string target;  // empty: the best
  int threads = 1;
  MeasureLimits limits{};
};
inline BenchChoice choice_of(const BenchOptions& options) {
  return {options.variant, options.target, static_cast<int>(options.threads), options.limits};
}

// Where the data of a case is while it is timed: a working set that fits the last-level cache stays there between the
// runs, and the bandwidth of memory is no bound on it.
enum class Residence { cache, memory };
Residence residence_of(std::int64_t bytes);

// The case that was named, or all timed ones that require() accepts: it throws Error where the options do not fit.
template <class Case>
std::vector<const Case*> chosen_cases(std::span<const Case> all, const BenchOptions& options,
                                      const std::function<void(const Case&)>& require) {
  std::vector<const Case*> chosen;
  std::string names;
  for (const Case& problem : all) {
    if (problem.timed)
      names += (names.empty() ? "" : ", ") + problem.name;
    if (options.case_name.empty() ? !problem.timed : problem.name != options.case_name)
      continue;
    try {
      require(problem);
      chosen.push_back(&problem);
    } catch (const Error&) {
      if (!options.case_name.empty())
        throw;
    }
  }
  if (chosen.empty() && !options.case_name.empty())
    throw Error("--case", "'" + options.case_name + "'", "the name of a case, such as " + names);
  if (chosen.empty())
    throw Error("--variant", "'" + options.variant + "', which accepts none of the timed cases",
                "a variant that accepts one of them");
  return chosen;
}

// Of a result that has check, residence and is_implausible().
template <class Result>
std::string remark_on(const Result& result) {
  if (!result.check.passed)
    return "FAILED: " + result.check.failure;
  if (result.is_implausible())
    return "above the roof: measurement problem";
  return result.residence == Residence::cache ? "in cache" : "";
}

// What disturbed the timing of results, each of which has case_name and timing: an empty line and paragraphs, or
// nothing.
template <class Result>
std::string disturbances_in(const std::vector<Result>& results, const MeasureLimits& limits) {
  std::vector<NamedTiming> timings;
  for (const Result& result : results)
    timings.push_back({result.case_name, result.timing});
  const std::string text = disturbances_text(timings, limits);
  return text.empty() ? "" : "\n" + text;
}

// The report of several results, each of which has an as_json().
template <class Result>
Json report_of(const std::vector<Result>& results, const MeasureLimits& limits) {
  Json all = Json::array();
  for (const Result& result : results)
    all.push_back(as_json(result));
  Json report{{"format", "xeforge-bench-1"}};
  report.update(as_json(provenance()));
  report.update(Json{{"last_level_cache_bytes", last_level_cache_bytes()},
                     {"confidence_width", limits.confidence_width},
                     {"settle_seconds", limits.settle_seconds},
                     {"results", all}});
  return report;
}

// The results of one(problem) for each of the cases, with progress.
template <class Case, class One>
auto bench_each(const std::vector<const Case*>& cases, const One& one) {
  std::vector<std::invoke_result_t<One, const Case&>> results;
  Progress progress(cases.size());
  for (const Case* problem : cases) {
    progress.step(problem->name);
    results.push_back(one(*problem));
  }
  return results;
}

// Throws CheckFailed if one of the results is not right.
template <class Result>
void require_passed(const std::vector<Result>& results) {
  if (!std::ranges::all_of(results, [](const Result& result) { return result.check.passed; }))
    throw CheckFailed{};
}

} // namespace xeforge::lab
