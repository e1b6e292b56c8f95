// What this machine would choose for the typical cases of an operator.
#pragma once

#include "xeforge/ops/operator.hpp"

#include <string>
#include <utility>
#include <vector>

namespace xeforge::lab {

struct ListedChoice {
  ops::CaseFacts facts;
  Plan plan;
};
std::vector<ListedChoice> typical_choices(const ops::Operator& op);

// Case and reason, each reason once.
std::vector<std::pair<std::string, std::string>> reasons_of(const std::vector<ListedChoice>& choices);

} // namespace xeforge::lab
