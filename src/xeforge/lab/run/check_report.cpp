#include "xeforge/lab/run/check_report.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/lab/bench/operator_bench.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/machine/cpu_targets.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace xeforge::lab {
namespace {

// Every field, also of an error that no run had.
Json as_json(const ops::Operator& op, const WorstElement& worst) {
  Json json;
  for (const std::string& name : op.coordinates)
    json[name] = 0;
  json.update(Json{{"case", ""}, {"got", 0.0}, {"expected", 0.0}, {"allowed", 0.0}});
  json.update(worst.json);
  return json;
}

Json as_json(const ops::Operator& op, const std::string& set, const std::vector<Tally>& tallies) {
  Json all = Json::array();
  for (const Tally& tally : tallies) {
    Json failures = Json::array();
    for (const auto& [case_name, failure] : tally.failures)
      failures.push_back({{"case", case_name}, {"failure", failure}});
    Json row{{"op", op.name},
             {"set", set},
             {"variant", tally.forced.variant},
             {"target", tally.device == nullptr ? tally.forced.target : tally.device->name},
             {"passed", tally.passed},
             {"failed", tally.failed},
             {"refused", tally.refused}};
    if (tally.device != nullptr)
      row.update(Json{{"device", tally.device->title}, {"emulated", tally.device->is_emulated}});
    row.update(fields_json(tally.own_counts));
    row["worst_absolute"] = as_json(op, tally.absolute);
    row["worst_relative"] = as_json(op, tally.relative);
    row["failures"] = failures;
    all.push_back(row);
  }
  return {{"results", all}};
}

// The instruction set or the device.
std::string executed_on(const Tally& tally) {
  return tally.device == nullptr ? tally.forced.target : tally.device->title;
}

std::string as_text(const std::vector<Tally>& tallies) {
  Table table({{"variant"},
               {tallies.empty() || tallies.front().device == nullptr ? "target" : "device"},
               {"passed", Align::right},
               {"failed", Align::right},
               {"not accepted", Align::right},
               {"largest error", Align::right},
               {"largest relative", Align::right}});
  constexpr std::size_t failures_shown = 10; // of each row
  std::string failures;
  for (const Tally& tally : tallies) {
    table.add({tally.forced.variant, executed_on(tally), fmt::format("{}", tally.passed),
               fmt::format("{}", tally.failed), fmt::format("{}", tally.refused),
               fmt::format("{:.2e}", tally.absolute.error), fmt::format("{:.2e}", tally.relative.error)});
    for (std::size_t i = 0; i < std::min(failures_shown, tally.failures.size()); ++i)
      failures += fmt::format("{} {} on {}, case {}: {}\n", coloured("failed:", Mood::bad), tally.forced.variant,
                              executed_on(tally), tally.failures[i].first, tally.failures[i].second);
    if (tally.failures.size() > failures_shown)
      failures += fmt::format("... and {} more of {} on {}\n", tally.failures.size() - failures_shown,
                              tally.forced.variant, executed_on(tally));
  }
  return table.text() + failures;
}

// The elements with the largest errors of all.
std::string worst_text(const std::vector<Tally>& tallies) {
  const auto sentence = [&](const char* title, WorstElement Tally::* worst) {
    const auto tally = std::ranges::max_element(tallies, {}, [&](const Tally& t) { return (t.*worst).error; });
    if (tally == tallies.end())
      return std::string();
    return wrapped(fmt::format("{}: {} on {}, case {}, {}", title, tally->forced.variant, executed_on(*tally),
                               ((*tally).*worst).case_name, ((*tally).*worst).text),
                   0);
  };
  return sentence("largest error", &Tally::absolute) + sentence("largest relative error", &Tally::relative);
}

void note_worst(WorstElement& worst, double error, const std::string& case_name, const ops::ElementError& element) {
  if (!(error > worst.error) && !worst.json.empty())
    return;
  Json json = fields_json(element.coordinates);
  json["case"] = error > 0.0 ? case_name : "";
  json["got"] = element.got;
  json["expected"] = element.expected;
  json["allowed"] = element.allowed;
  worst = {error, case_name, element.text, std::move(json)};
}

} // namespace

ops::CaseSet set_of(const CheckOptions& options) {
  for (const ops::CaseSet set : {ops::CaseSet::smoke, ops::CaseSet::ci})
    if (options.set == ops::name_of(set))
      return set;
  return ops::CaseSet::full;
}

std::string set_name(const CheckOptions& options) {
  return options.random > 0 || options.case_name.starts_with(random_case) ? "random" : options.set;
}

std::vector<Tally> empty_tallies(const ops::Operator& op, const CheckOptions& options) {
  const ops::Forced& forced = options.forced;
  if (!forced.variant.empty() &&
      std::ranges::find(op.variants, forced.variant, &VariantDescription::name) == op.variants.end())
    throw Error("--variant", fmt::format("'{}' on the CPU", forced.variant), "--device as well: devices alone run it");
  std::vector<Tally> tallies;
  for (const VariantDescription& variant : op.variants)
    for (const machine::CpuTargetInfo& target : machine::cpu_targets()) {
      const bool wanted = (forced.variant.empty() || forced.variant == variant.name) && target.available &&
                          (forced.target.empty() || forced.target == target.name);
      if (!wanted)
        continue;
      Tally& tally = tallies.emplace_back();
      tally.forced = {std::string(variant.name), std::string(target.name)};
      for (const std::string& name : op.own_counts)
        tally.own_counts.emplace_back(name, 0);
    }
  return tallies;
}

std::vector<Tally> empty_tallies(const ops::Operator& op, const CheckOptions& options,
                                 std::vector<OpenedDevice>& devices) {
  std::vector<Tally> tallies;
  for (OpenedDevice& device : devices) {
    const ops::Forced forced = forced_on(device, op, options.forced);
    for (const std::string_view variant : op.device_variants) {
      if (!forced.variant.empty() && forced.variant != variant)
        continue;
      Tally& tally = tallies.emplace_back();
      tally.forced = {std::string(variant), {}, device.name};
      tally.device = &device;
      for (const std::string& name : op.own_counts)
        tally.own_counts.emplace_back(name, 0);
    }
  }
  return tallies;
}

void count(Tally& tally, const std::string& case_name, const ops::CheckOutcome& outcome) {
  (outcome.passed ? tally.passed : tally.failed) += 1;
  if (!outcome.passed)
    tally.failures.emplace_back(case_name, outcome.failure);
  for (std::size_t at = 0; at < tally.own_counts.size(); ++at)
    tally.own_counts[at].second += outcome.own_counts.at(at);
  note_worst(tally.absolute, outcome.worst_absolute.absolute, case_name, outcome.worst_absolute);
  note_worst(tally.relative, outcome.worst_relative.relative, case_name, outcome.worst_relative);
}

void report_checks(const ops::Operator& op, const CheckOptions& options, std::size_t cases,
                   const std::vector<Tally>& tallies, JsonFile& json) {
  std::int64_t passed = 0, failed = 0;
  for (const Tally& tally : tallies) {
    passed += tally.passed;
    failed += tally.failed;
  }
  if (!json.takes_standard_output())
    print("{}, set {}: {} on every variant and {} that accepts them\n\n{}\n{}{}\n", op.name, set_name(options),
          counted(cases, "case"), options.on.is_cpu() ? "instruction set" : "device", as_text(tallies),
          worst_text(tallies),
          failed ? coloured(fmt::format("check: {} of {} failed", failed, counted(passed + failed, "run")), Mood::bad)
                 : coloured(fmt::format("check: {} passed",
                                        passed == 1 ? "the only run" : fmt::format("all {} runs", passed)),
                            Mood::good));
  json.write(as_json(op, set_name(options), tallies));
  if (failed || passed == 0)
    throw CheckFailed{};
}

} // namespace xeforge::lab
