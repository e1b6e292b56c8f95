// xeforge check OPERATOR: every case against the reference, for every variant and instruction set of this machine, or on
// devices.
#include "xeforge/base/error.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/run/check_report.hpp"
#include "xeforge/lab/terminal/operator_options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/lab/terminal/queue.hpp"
#include "xeforge/runtime/team.hpp"

#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <optional>
#include <string_view>

namespace xeforge::lab {
namespace {

struct ChosenCases {
  std::vector<std::unique_ptr<ops::OperatorCase>> made; // which are in no table
  std::vector<const ops::OperatorCase*> all;

  void add(std::unique_ptr<ops::OperatorCase> problem) {
    all.push_back(problem.get());
    made.push_back(std::move(problem));
  }
};

// The number of "random-17".
std::optional<std::uint64_t> seed_in(std::string_view name) {
  std::uint64_t seed = 0;
  const char* const end = name.data() + name.size();
  if (!name.starts_with(random_case))
    return std::nullopt;
  const auto [last, error] = std::from_chars(name.data() + random_case.size(), end, seed);
  return error == std::errc() && last == end ? std::optional(seed) : std::nullopt;
}

ChosenCases cases_of(const ops::Operator& op, const CheckOptions& options) {
  ChosenCases cases;
  for (std::int64_t i = 0; i < options.random; ++i)
    cases.add(op.random_case(static_cast<std::uint64_t>(options.seed + i)));
  if (options.random > 0)
    return cases;
  for (const auto& problem : op.cases)
    if (options.case_name.empty() ? problem->facts().set <= set_of(options)
                                  : problem->facts().name == options.case_name)
      cases.all.push_back(problem.get());
  if (const auto seed = seed_in(options.case_name))
    cases.add(op.random_case(*seed));
  if (cases.all.empty())
    throw Error("--case", fmt::format("'{}'", options.case_name),
                fmt::format("the name of a case, such as {} or {}, or random-NUMBER", op.cases.front()->facts().name,
                            op.typical_cases.front()));
  return cases;
}

// One case on everything that accepts it; the reference is computed once.
void check_case(const ops::OperatorCase& problem, std::vector<Tally>& tallies, sycl::queue& queue) {
  const auto prepared = problem.prepare();
  for (Tally& tally : tallies)
    if (problem.is_accepted_by(tally.forced) && prepared->is_accepted_by(tally.forced))
      count(tally, problem.facts().name,
            prepared->check(tally.device == nullptr ? queue : tally.device->queue, tally.forced));
    else
      ++tally.refused;
}

void check_cases(const std::vector<const ops::OperatorCase*>& cases, std::vector<Tally>& tallies) {
  sycl::queue queue = queue_of(runtime::hardware_threads());
  Progress progress(cases.size());
  for (const ops::OperatorCase* problem : cases) {
    progress.step(problem->facts().name);
    check_case(*problem, tallies, queue);
  }
  progress.end();
}

// Runs the cases where nothing runs: what is left is the device code that they want.
void compile_for_cases(const ops::Operator& op, const CheckOptions& options) {
  if (options.on.code.empty())
    throw Error("--compile-only", "no --device-code", "the folder that keeps what is compiled");
  if (!options.json.empty())
    throw Error("--json", fmt::format("'{}' beside --compile-only", options.json), "a check, which has results");
  DeviceSession session(options.on, op, DeviceSession::Where::nowhere);
  std::vector<Tally> tallies = empty_tallies(op, options, session.devices());
  check_cases(cases_of(op, options).all, tallies);
  print("{}, set {}: {}\n", op.name, set_name(options), session.code_text());
  for (const std::string& failure : session.maker().failures())
    print("{} {}\n", coloured("failed:", Mood::bad), failure);
  if (!session.maker().failures().empty())
    throw CheckFailed{};
}

void check_operator(const ops::Operator& op, const CheckOptions& options) {
  if (options.compile_only)
    return compile_for_cases(op, options);
  check_use(options.on);
  JsonFile json(options.json);
  const ChosenCases cases = cases_of(op, options);
  std::optional<DeviceSession> session;
  if (!options.on.is_cpu())
    session.emplace(options.on, op);
  std::vector<Tally> tallies = session ? empty_tallies(op, options, session->devices()) : empty_tallies(op, options);
  check_cases(cases.all, tallies);
  if (session && !json.takes_standard_output() && !session->code_text().empty())
    print("{}\n", session->code_text());
  report_checks(op, options, cases.all.size(), tallies, json);
}

void add_check_of(Command check, const ops::Operator& op) {
  Command command = check.add_command(op.name, "Check the cases of " + op.name);
  auto options = std::make_shared<CheckOptions>();
  const Option set = add_choice(command, "--set", options->set, {"smoke", "ci", "full"},
                                "how many cases; each set includes the one before");
  add_json(command, options->json);
  command.add_option("--case", options->case_name, "only this case, from any set").type_name("NAME");
  add_integer(command, "--random", options->random, {1, 1000000},
              "instead check this many random cases, named random-NUMBER");
  const Option seed =
      add_integer(command, "--seed", options->seed, {0, 1LL << 53}, "number of the first random case (1 if not given)");
  add_forced(command, op, options->forced);
  add_devices(command, options->on, HowMany::several);
  command.add_flag("--compile-only", options->compile_only,
                   "only compile for --device into --device-code, for use on a machine without the device tools");
  add_examples(command, {"xeforge check " + op.name, fmt::format("xeforge check {} --set smoke --json -", op.name),
                         fmt::format("xeforge check {} --random 1000", op.name),
                         fmt::format("xeforge check {} --device bmg,lnl-m --device-code code", op.name),
                         fmt::format("xeforge check {} --device cuda --compile-only --device-code code", op.name)});
  command.on_run([&op, options, set, seed] {
    if (options->random > 0 && (set.is_given() || !options->case_name.empty()))
      throw Error("--random", fmt::format("{} beside {}", options->random, set.is_given() ? "--set" : "--case"),
                  "one of both");
    if (set.is_given() && !options->case_name.empty())
      throw Error("--set", fmt::format("'{}' beside --case", options->set), "one of both: a case is from any set");
    if (options->random == 0 && seed.is_given())
      throw Error("--seed", fmt::format("{} without --random", options->seed), "--random as well, or neither");
    check_operator(op, *options);
  });
}

} // namespace

void add_check_command(Command app) {
  Command command = app.add_command("check", "Compare an operator with its reference");
  command.require_command();
  add_examples(command, {"xeforge check softmax-topk", "xeforge check attention"});
  for (const ops::Operator& op : ops::operators())
    add_check_of(command, op);
}

} // namespace xeforge::lab
