// xeforge check softmax-topk.
#include "xeforge/lab/check_report.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/operator_options.hpp"
#include "xeforge/lab/queue.hpp"
#include "xeforge/ops/softmax_topk/check.hpp"
#include "xeforge/runtime/team.hpp"

namespace xeforge::lab {
namespace {

namespace op = ops::softmax_topk;

Json place_of(const op::Deviation& deviation) { return {{"row", deviation.row}, {"slot", deviation.slot}}; }

// One case on everything that accepts it; the reference is computed once.
void check_case(const op::Case& problem, std::vector<Tally>& tallies, sycl::queue& queue) {
  const op::CaseData data(problem);
  for (Tally& tally : tallies) {
    SoftmaxTopkProblem description = data.description();
    description.options.variant = tally.variant;
    description.options.target = tally.target;
    if (!supports(description)) {
      ++tally.refused;
      continue;
    }
    const op::CheckResult result = op::check(data, op::run_through_interface(queue, tally.variant, tally.target));
    count(tally, problem.name, result, op::describe, place_of);
    tally.more["near_ties"] += result.near_ties;
  }
}

void check_softmax_topk(const CheckOptions& options) {
  sycl::queue queue = queue_of(runtime::hardware_threads());
  std::vector<CheckedCase> cases;
  for (const op::Case* problem : op::cases_of(set_of(options)))
    cases.push_back({problem->name, [problem, &queue](auto& tallies) { check_case(*problem, tallies, queue); }});
  std::vector<Tally> tallies = empty_tallies(names_in(softmax_topk_variants()), options);
  for (Tally& tally : tallies)
    tally.more["near_ties"] = 0;
  run_checks("softmax-topk", options, std::move(tallies), cases);
}

} // namespace

void add_check_softmax_topk(CLI::App& check) {
  CLI::App& command = *check.add_subcommand("softmax-topk", "Check the cases of softmax-topk");
  auto options = std::make_shared<CheckOptions>();
  add_check_options(command, *options);
  add_variant(command, names_in(softmax_topk_variants()), options->variant);
  add_target(command, options->target);
  add_examples(command, {"xeforge check softmax-topk", "xeforge check softmax-topk --set smoke --json -"});
  command.callback([options] { check_softmax_topk(*options); });
}

} // namespace xeforge::lab
