// xeforge check OPERATOR: every case against the reference, for every variant and instruction set of this machine.
#include "xeforge/base/error.hpp"
#include "xeforge/lab/check_report.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/operator_options.hpp"
#include "xeforge/lab/output.hpp"
#include "xeforge/lab/queue.hpp"
#include "xeforge/runtime/team.hpp"

#include <fmt/format.h>

#include <memory>

namespace xeforge::lab {
namespace {

std::vector<const ops::OperatorCase*> cases_of(const ops::Operator& op, const CheckOptions& options) {
  std::vector<const ops::OperatorCase*> cases;
  for (const auto& problem : op.cases)
    if (options.case_name.empty() ? problem->facts().set <= set_of(options)
                                  : problem->facts().name == options.case_name)
      cases.push_back(problem.get());
  if (cases.empty())
    throw Error(
        "--case", "'" + options.case_name + "'",
        fmt::format("the name of a case, such as {} or {}", op.cases.front()->facts().name, op.typical_cases.front()));
  return cases;
}

// One case on everything that accepts it; the reference is computed once.
void check_case(const ops::OperatorCase& problem, std::vector<Tally>& tallies, sycl::queue& queue) {
  const auto prepared = problem.prepare();
  for (Tally& tally : tallies)
    if (problem.is_accepted_by(tally.forced))
      count(tally, problem.facts().name, prepared->check(queue, tally.forced));
    else
      ++tally.refused;
}

void check_operator(const ops::Operator& op, const CheckOptions& options) {
  JsonFile json(options.json);
  const auto cases = cases_of(op, options);
  sycl::queue queue = queue_of(runtime::hardware_threads());
  std::vector<Tally> tallies = empty_tallies(op, options);
  Progress progress(cases.size());
  for (const ops::OperatorCase* problem : cases) {
    progress.step(problem->facts().name);
    check_case(*problem, tallies, queue);
  }
  progress.end();
  report_checks(op, options, cases.size(), tallies, json);
}

void add_operator(CLI::App& check, const ops::Operator& op) {
  CLI::App& command = *check.add_subcommand(op.name, "Check the cases of " + op.name);
  auto options = std::make_shared<CheckOptions>();
  add_choice(command, "--set", options->set, {"smoke", "ci", "full"},
             "how many cases; each set includes the one before");
  add_json(command, options->json);
  command.add_option("--case", options->case_name, "only this case, of whichever set")->type_name("NAME");
  add_forced(command, op, options->forced);
  add_examples(command, {"xeforge check " + op.name, "xeforge check " + op.name + " --set smoke --json -"});
  command.callback([&op, options] { check_operator(op, *options); });
}

} // namespace

void add_check_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("check", "Compare an operator with its reference");
  command.require_subcommand(1);
  add_examples(command, {"xeforge check softmax-topk", "xeforge check attention"});
  for (const ops::Operator& op : ops::operators())
    add_operator(command, op);
}

} // namespace xeforge::lab
