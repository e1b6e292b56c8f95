#include "xeforge/lab/run/operator_listing.hpp"

#include <set>

namespace xeforge::lab {

std::vector<ListedChoice> typical_choices(const ops::Operator& op) {
  std::vector<ListedChoice> choices;
  for (const std::string& name : op.typical_cases) {
    const ops::OperatorCase& problem = *op.find_case(name);
    choices.push_back({problem.facts(), problem.plan({})});
  }
  return choices;
}

std::vector<std::pair<std::string, std::string>> reasons_of(const std::vector<ListedChoice>& choices) {
  std::vector<std::pair<std::string, std::string>> reasons;
  std::set<std::string> said;
  for (const ListedChoice& choice : choices)
    if (said.insert(choice.plan.reason).second)
      reasons.emplace_back(choice.facts.name, choice.plan.reason);
  return reasons;
}

} // namespace xeforge::lab
