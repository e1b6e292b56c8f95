#include "xeforge/lab/check_report.hpp"

#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/output.hpp"
#include "xeforge/machine/cpu_targets.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace xeforge::lab {
namespace {

Json as_json(const std::string& operation, const std::string& set, const std::vector<Tally>& tallies) {
  Json all = Json::array();
  for (const Tally& tally : tallies) {
    Json failures = Json::array();
    for (const auto& [case_name, failure] : tally.failures)
      failures.push_back({{"case", case_name}, {"failure", failure}});
    Json row{{"op", operation},          {"set", set},
             {"variant", tally.variant}, {"target", tally.target},
             {"passed", tally.passed},   {"failed", tally.failed},
             {"refused", tally.refused}};
    for (const auto& [name, number] : tally.more)
      row[name] = number;
    row["worst_absolute"] = tally.absolute.json;
    row["worst_relative"] = tally.relative.json;
    row["failures"] = failures;
    all.push_back(row);
  }
  return {{"results", all}};
}

std::string as_text(const std::vector<Tally>& tallies) {
  Table table({{"variant"},
               {"target"},
               {"passed", Align::right},
               {"failed", Align::right},
               {"not accepted", Align::right},
               {"largest error", Align::right},
               {"largest relative", Align::right}});
  constexpr std::size_t failures_shown = 10; // of each row
  std::string failures;
  for (const Tally& tally : tallies) {
    table.add({tally.variant, tally.target, fmt::format("{}", tally.passed), fmt::format("{}", tally.failed),
               fmt::format("{}", tally.refused), fmt::format("{:.2e}", tally.absolute.error),
               fmt::format("{:.2e}", tally.relative.error)});
    for (std::size_t i = 0; i < std::min(failures_shown, tally.failures.size()); ++i)
      failures += fmt::format("{} {} on {}, case {}: {}\n", coloured("failed:", Mood::bad), tally.variant, tally.target,
                              tally.failures[i].first, tally.failures[i].second);
    if (tally.failures.size() > failures_shown)
      failures += fmt::format("... and {} more of {} on {}\n", tally.failures.size() - failures_shown, tally.variant,
                              tally.target);
  }
  return table.text() + failures;
}

// The elements with the largest errors of all.
std::string worst_text(const std::vector<Tally>& tallies) {
  const auto sentence = [&](const char* title, WorstElement Tally::* worst) {
    const auto tally = std::ranges::max_element(tallies, {}, [&](const Tally& t) { return (t.*worst).error; });
    if (tally == tallies.end())
      return std::string();
    return wrapped(fmt::format("{}: {} on {}, case {}, {}", title, tally->variant, tally->target,
                               ((*tally).*worst).case_name, ((*tally).*worst).text),
                   0);
  };
  return sentence("largest error", &Tally::absolute) + sentence("largest relative error", &Tally::relative);
}

} // namespace

ops::CaseSet set_of(const CheckOptions& options) {
  for (const ops::CaseSet set : {ops::CaseSet::smoke, ops::CaseSet::ci})
    if (options.set == ops::name_of(set))
      return set;
  return ops::CaseSet::full;
}

std::vector<Tally> empty_tallies(std::span<const std::string_view> variants, const CheckOptions& options) {
  std::vector<Tally> tallies;
  for (const std::string_view variant : variants)
    for (const machine::CpuTargetInfo& target : machine::cpu_targets()) {
      const bool wanted = (options.variant.empty() || options.variant == variant) && target.available &&
                          (options.target.empty() || options.target == target.name);
      if (wanted) {
        Tally& tally = tallies.emplace_back();
        tally.variant = variant;
        tally.target = target.name;
      }
    }
  return tallies;
}

void run_checks(const std::string& operation, const CheckOptions& options, std::vector<Tally> tallies,
                const std::vector<CheckedCase>& cases) {
  JsonFile json(options.json);
  Progress progress(cases.size());
  for (const CheckedCase& one : cases) {
    progress.step(one.name);
    one.check(tallies);
  }
  progress.end();

  std::int64_t passed = 0, failed = 0;
  for (const Tally& tally : tallies) {
    passed += tally.passed;
    failed += tally.failed;
  }
  if (!json.takes_standard_output())
    print("{}, set {}: {} cases on every variant and instruction set that accepts them\n\n{}\n{}{}\n", operation,
          options.set, cases.size(), as_text(tallies), worst_text(tallies),
          failed ? coloured(fmt::format("check: {} of {} runs failed", failed, passed + failed), Mood::bad)
                 : coloured(fmt::format("check: all {} runs passed", passed), Mood::good));
  json.write(as_json(operation, options.set, tallies));
  if (failed || passed == 0)
    throw CheckFailed{};
}

void add_check_options(CLI::App& command, CheckOptions& options) {
  add_choice(command, "--set", options.set, {"smoke", "ci", "full"},
             "how many cases; each set includes the one before");
  add_json(command, options.json);
}

} // namespace xeforge::lab
