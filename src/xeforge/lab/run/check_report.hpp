// What `xeforge check` counts and reports: runs of each variant on each instruction set, and the largest errors.
#pragma once

#include "xeforge/lab/run/device_session.hpp"
#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/ops/operator.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xeforge::lab {

struct CheckOptions {
  std::string set = "ci", case_name, json;
  std::int64_t random = 0,
               seed = 1; // how many cases follow from numbers, the first of which is `seed`; 0: those of the set
  ops::Forced forced;
  DeviceOptions on;
  bool compile_only = false;
};
// Begins the names of cases that follow from numbers: "random-17".
inline constexpr std::string_view random_case = "random-";
ops::CaseSet set_of(const CheckOptions& options);
// "ci", "random"
std::string set_name(const CheckOptions& options);

// The element with the largest error so far.
struct WorstElement {
  double error = 0.0;
  std::string case_name, text; // text: where it is, what was got and expected
  Json json = Json::object();  // the same; empty where nothing ran
};

// All runs of one variant on one instruction set, or on one device.
struct Tally {
  ops::Forced forced;
  OpenedDevice* device = nullptr; // null: the CPU
  std::int64_t passed = 0, failed = 0, refused = 0;
  ops::Fields own_counts; // of the operator
  WorstElement absolute, relative;
  std::vector<std::pair<std::string, std::string>> failures; // case, first failure
};

// One for each variant and available instruction set that the options let through; of devices, one for each variant
// that they run. Throws Error in the names of the options.
std::vector<Tally> empty_tallies(const ops::Operator& op, const CheckOptions& options);
std::vector<Tally> empty_tallies(const ops::Operator& op, const CheckOptions& options,
                                 std::vector<OpenedDevice>& devices);

void count(Tally& tally, const std::string& case_name, const ops::CheckOutcome& outcome);

// Prints and writes what was counted. Throws CheckFailed where a run failed, or there was none.
void report_checks(const ops::Operator& op, const CheckOptions& options, std::size_t cases,
                   const std::vector<Tally>& tallies, JsonFile& json);

} // namespace xeforge::lab
