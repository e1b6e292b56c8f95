// What every operator's `xeforge check` shares: its options, the count of runs of each variant on each instruction set,
// and the report.
#pragma once

#include "xeforge/lab/json_file.hpp"
#include "xeforge/lab/options.hpp"
#include "xeforge/ops/checks/case_set.hpp"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xeforge::lab {

struct CheckOptions {
  std::string set = "ci", variant, target, json;
};
ops::CaseSet set_of(const CheckOptions& options);

// The element with the largest error so far.
struct WorstElement {
  double error = 0.0;
  std::string case_name, text; // text: where it is, what was got and expected
  Json json;                   // the same
};

// All runs of one variant on one instruction set.
struct Tally {
  std::string variant, target;
  std::int64_t passed = 0, failed = 0, refused = 0;
  std::map<std::string, std::int64_t> more; // counts that only one operator has
  WorstElement absolute, relative;
  std::vector<std::pair<std::string, std::string>> failures; // case, first failure
};

// One for each variant and available instruction set that the options let through.
std::vector<Tally> empty_tallies(std::span<const std::string_view> variants, const CheckOptions& options);

// deviation has absolute, relative, got, expected and allowed; json: its place.
template <class Deviation>
void note_worst(WorstElement& worst, double error, const std::string& case_name, const Deviation& deviation,
                std::string text, Json json) {
  if (!(error > worst.error) && !worst.json.is_null())
    return;
  json["case"] = error > 0.0 ? case_name : "";
  json["got"] = deviation.got;
  json["expected"] = deviation.expected;
  json["allowed"] = deviation.allowed;
  worst = {error, case_name, std::move(text), std::move(json)};
}

// result: what a check of the operator returns. describe and place give a deviation's text and place.
template <class Result, class Describe, class Place>
void count(Tally& tally, const std::string& case_name, const Result& result, const Describe& describe,
           const Place& place) {
  (result.passed ? tally.passed : tally.failed) += 1;
  if (!result.passed)
    tally.failures.emplace_back(case_name, result.failure);
  const auto &absolute = result.worst_absolute, &relative = result.worst_relative;
  note_worst(tally.absolute, absolute.absolute, case_name, absolute, describe(absolute), place(absolute));
  note_worst(tally.relative, relative.relative, case_name, relative, describe(relative), place(relative));
}

struct CheckedCase {
  std::string name;
  std::function<void(std::vector<Tally>& tallies)> check; // on everything that accepts it
};

// Checks the cases and reports. Throws CheckFailed where one failed, or none ran.
void run_checks(const std::string& operation, const CheckOptions& options, std::vector<Tally> tallies,
                const std::vector<CheckedCase>& cases);

// `--set` and `--json`; variant and target are added by the operator.
void add_check_options(CLI::App& command, CheckOptions& options);

} // namespace xeforge::lab
