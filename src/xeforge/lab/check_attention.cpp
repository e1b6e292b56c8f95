// xeforge check attention.
#include "xeforge/lab/check_report.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/operator_options.hpp"
#include "xeforge/lab/queue.hpp"
#include "xeforge/ops/attention/check.hpp"
#include "xeforge/runtime/team.hpp"

namespace xeforge::lab {
namespace {

namespace op = ops::attention;

Json place_of(const op::Deviation& deviation) {
  return {{"b", deviation.b}, {"h", deviation.h}, {"s", deviation.s}, {"d", deviation.d}};
}

// One case on everything that accepts it; the reference is computed once.
void check_case(const op::Case& problem, std::vector<Tally>& tallies, sycl::queue& queue) {
  const op::CaseData data(problem);
  for (Tally& tally : tallies) {
    AttentionProblem description = data.description();
    description.options.variant = tally.variant;
    description.options.target = tally.target;
    if (supports(description))
      count(tally, problem.name, op::check(data, op::run_through_interface(queue, tally.variant, tally.target)),
            op::describe, place_of);
    else
      ++tally.refused;
  }
}

void check_attention(const CheckOptions& options, const std::string& case_name) {
  sycl::queue queue = queue_of(runtime::hardware_threads());
  std::vector<CheckedCase> cases;
  for (const op::Case* problem : op::cases_of(case_name.empty() ? set_of(options) : ops::CaseSet::full))
    if (case_name.empty() || problem->name == case_name)
      cases.push_back({problem->name, [problem, &queue](auto& tallies) { check_case(*problem, tallies, queue); }});
  if (cases.empty())
    throw Error("--case", "'" + case_name + "'",
                "the name of a case, such as plain-float16 or everything-float32-7-queries");
  run_checks("attention", options, empty_tallies(names_in(attention_variants()), options), cases);
}

} // namespace

void add_check_attention(CLI::App& check) {
  CLI::App& command = *check.add_subcommand("attention", "Check the cases of attention");
  auto options = std::make_shared<CheckOptions>();
  auto case_name = std::make_shared<std::string>();
  add_check_options(command, *options);
  command.add_option("--case", *case_name, "only this case, of whichever set")->type_name("NAME");
  add_variant(command, names_in(attention_variants()), options->variant);
  add_target(command, options->target);
  add_examples(command, {"xeforge check attention", "xeforge check attention --set smoke --json -"});
  command.callback([options, case_name] { check_attention(*options, *case_name); });
}

} // namespace xeforge::lab
