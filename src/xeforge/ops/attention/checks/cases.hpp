// The cases that check and bench share.
#pragma once

#include "xeforge/ops/attention/checks/case.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace xeforge::ops::attention {

// Every case; names are unique.
std::span<const Case> cases();
// Those of a set, including the sets before it.
std::vector<const Case*> cases_of(CaseSet set);
// Null when there is no such name.
const Case* find_case(std::string_view name);

} // namespace xeforge::ops::attention
