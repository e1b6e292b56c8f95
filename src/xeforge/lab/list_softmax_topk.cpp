// What `xeforge list` shows of softmax-topk.
#include "xeforge/lab/operator_listing.hpp"
#include "xeforge/lab/output.hpp"
#include "xeforge/lab/softmax_topk_cases.hpp"

#include <fmt/format.h>

#include <set>

namespace xeforge::lab {
namespace {

namespace op = ops::softmax_topk;

// The shapes of real models that bench times.
std::vector<const op::Case*> typical_uses() {
  std::vector<const op::Case*> uses;
  for (const op::Case* problem : op::cases_of(ops::CaseSet::ci))
    if (problem->timed)
      uses.push_back(problem);
  return uses;
}

std::string options_text(const SoftmaxTopkOptions& options) {
  std::string text = options.scoring == Scoring::sigmoid ? "sigmoid" : "softmax";
  if (options.num_expert_group > 1)
    text += fmt::format(", {} of {} groups", options.topk_group, options.num_expert_group);
  if (options.correction_bias.data)
    text += ", bias";
  return text;
}

} // namespace

OperatorListing list_softmax_topk() {
  OperatorListing listing{"softmax-topk",
                          "softmax or sigmoid of each row, its k best columns, their weights normalised",
                          {},
                          Json::array(),
                          {},
                          {}};
  for (const SoftmaxTopkVariant& variant : softmax_topk_variants())
    listing.variants.push_back({variant.name, variant.summary, variant.accepts});
  Table table({{"case"},
               {"rows", Align::right},
               {"n", Align::right},
               {"k", Align::right},
               {"scores"},
               {"options"},
               {"variant"},
               {"target"}});
  std::set<std::string> said;
  for (const op::Case* use : typical_uses()) {
    const SoftmaxTopkProblem problem = problem_of(*use);
    const SoftmaxTopkPlan chosen = plan(problem);
    const std::string options = options_text(problem.options);
    listing.choices.push_back({{"case", use->name},
                               {"rows", problem.rows},
                               {"n", problem.n},
                               {"k", problem.options.k},
                               {"dtype", name_of(problem.scores)},
                               {"options", options},
                               {"variant", chosen.variant},
                               {"target", chosen.target},
                               {"reason", chosen.reason}});
    table.add({use->name, fmt::format("{}", problem.rows), fmt::format("{}", problem.n),
               fmt::format("{}", problem.options.k), std::string(name_of(problem.scores)), options, chosen.variant,
               chosen.target});
    if (said.insert(chosen.reason).second)
      listing.reasons.emplace_back(use->name, chosen.reason);
  }
  listing.table = table.text();
  return listing;
}

} // namespace xeforge::lab
