// The cases that check and bench share.
#pragma once

#include "xeforge/ops/attention/checks/case.hpp"

#include <cstdint>
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
// A random case, determined by the number; the operator accepts all of them.
Case random_case(std::uint64_t seed);

} // namespace xeforge::ops::attention
