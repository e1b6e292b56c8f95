// xeforge check OPERATOR: every case against the reference, for every variant and instruction set of this machine.
#include "xeforge/ops/softmax_topk/check.hpp"

#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/json_file.hpp"
#include "xeforge/lab/output.hpp"
#include "xeforge/lab/queue.hpp"
#include "xeforge/lab/softmax_topk_options.hpp"
#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/runtime/team.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace xeforge::lab {
namespace {

namespace op = ops::softmax_topk;

struct CheckOptions {
  std::string set = "ci", variant, target, json;
};

// All runs of one variant on one instruction set.
struct Tally {
  std::string variant, target;
  std::int64_t passed = 0, failed = 0, refused = 0, near_ties = 0;
  op::Deviation worst_absolute, worst_relative;
  std::string worst_absolute_case, worst_relative_case;
  std::vector<std::pair<std::string, std::string>> failures; // case, first failure
};

op::CaseSet set_named(const std::string& name) {
  return name == "smoke" ? op::CaseSet::smoke : name == "ci" ? op::CaseSet::ci : op::CaseSet::full;
}

std::vector<Tally> empty_tallies(const CheckOptions& options) {
  std::vector<Tally> tallies;
  for (const SoftmaxTopkVariant& variant : softmax_topk_variants())
    for (const machine::CpuTargetInfo& target : machine::cpu_targets()) {
      const bool wanted = (options.variant.empty() || options.variant == variant.name) && target.available &&
                          (options.target.empty() || options.target == target.name);
      if (wanted) {
        Tally& tally = tallies.emplace_back();
        tally.variant = variant.name;
        tally.target = target.name;
      }
    }
  return tallies;
}

void count(Tally& tally, const std::string& case_name, const op::CheckResult& result) {
  (result.passed ? tally.passed : tally.failed) += 1;
  tally.near_ties += result.near_ties;
  if (!result.passed)
    tally.failures.emplace_back(case_name, result.failure);
  if (result.worst_absolute.absolute > tally.worst_absolute.absolute) {
    tally.worst_absolute = result.worst_absolute;
    tally.worst_absolute_case = case_name;
  }
  if (result.worst_relative.relative > tally.worst_relative.relative) {
    tally.worst_relative = result.worst_relative;
    tally.worst_relative_case = case_name;
  }
}

// One case on everything that accepts it; the reference is computed once.
void check_case(const op::Case& problem, std::vector<Tally>& tallies, sycl::queue& queue) {
  const op::CaseData data(problem);
  for (Tally& tally : tallies) {
    SoftmaxTopkProblem description = data.description();
    description.options.variant = tally.variant;
    description.options.target = tally.target;
    if (supports(description))
      count(tally, problem.name, op::check(data, op::run_through_interface(queue, tally.variant, tally.target)));
    else
      ++tally.refused;
  }
}

Json as_json(const op::Deviation& deviation, const std::string& case_name) {
  return {{"case", case_name},    {"row", deviation.row},           {"slot", deviation.slot},
          {"got", deviation.got}, {"expected", deviation.expected}, {"allowed", deviation.allowed}};
}

Json as_json(const std::string& set, const std::vector<Tally>& tallies) {
  Json all = Json::array();
  for (const Tally& tally : tallies) {
    Json failures = Json::array();
    for (const auto& [case_name, failure] : tally.failures)
      failures.push_back({{"case", case_name}, {"failure", failure}});
    all.push_back({{"op", "softmax-topk"},
                   {"set", set},
                   {"variant", tally.variant},
                   {"target", tally.target},
                   {"passed", tally.passed},
                   {"failed", tally.failed},
                   {"refused", tally.refused},
                   {"near_ties", tally.near_ties},
                   {"worst_absolute", as_json(tally.worst_absolute, tally.worst_absolute_case)},
                   {"worst_relative", as_json(tally.worst_relative, tally.worst_relative_case)},
                   {"failures", failures}});
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
               fmt::format("{}", tally.refused), fmt::format("{:.2e}", tally.worst_absolute.absolute),
               fmt::format("{:.2e}", tally.worst_relative.relative)});
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
  const auto absolute = std::ranges::max_element(tallies, {}, [](const Tally& t) { return t.worst_absolute.absolute; });
  const auto relative = std::ranges::max_element(tallies, {}, [](const Tally& t) { return t.worst_relative.relative; });
  return wrapped(fmt::format("largest error: {} on {}, case {}, {}", absolute->variant, absolute->target,
                             absolute->worst_absolute_case, op::describe(absolute->worst_absolute)),
                 0) +
         wrapped(fmt::format("largest relative error: {} on {}, case {}, {}", relative->variant, relative->target,
                             relative->worst_relative_case, op::describe(relative->worst_relative)),
                 0);
}

void check_softmax_topk(const CheckOptions& options) {
  JsonFile json(options.json);
  std::vector<Tally> tallies = empty_tallies(options);
  sycl::queue queue = queue_of(runtime::hardware_threads());
  const std::vector<const op::Case*> cases = op::cases_of(set_named(options.set));
  Progress progress(cases.size());
  for (const op::Case* problem : cases) {
    progress.step(problem->name);
    check_case(*problem, tallies, queue);
  }
  progress.end();

  std::int64_t passed = 0, failed = 0;
  for (const Tally& tally : tallies) {
    passed += tally.passed;
    failed += tally.failed;
  }
  if (!json.takes_standard_output())
    fmt::print("softmax-topk, set {}: {} cases on every variant and instruction set that accepts them\n\n{}\n{}{}\n",
               options.set, cases.size(), as_text(tallies), worst_text(tallies),
               failed ? coloured(fmt::format("check: {} of {} runs failed", failed, passed + failed), Mood::bad)
                      : coloured(fmt::format("check: all {} runs passed", passed), Mood::good));
  json.write(as_json(options.set, tallies));
  if (failed || passed == 0)
    throw CheckFailed{};
}

} // namespace

void add_check_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("check", "Compare an operator with its reference");
  command.require_subcommand(1);
  add_examples(command, {"xeforge check softmax-topk"});
  CLI::App& operation = *command.add_subcommand("softmax-topk", "Check the cases of softmax-topk");
  auto options = std::make_shared<CheckOptions>();
  add_choice(operation, "--set", options->set, {"smoke", "ci", "full"},
             "how many cases; each set includes the one before");
  add_variant(operation, options->variant);
  add_target(operation, options->target);
  add_json(operation, options->json);
  add_examples(operation, {"xeforge check softmax-topk", "xeforge check softmax-topk --set smoke --json -"});
  operation.callback([options] { check_softmax_topk(*options); });
}

} // namespace xeforge::lab
