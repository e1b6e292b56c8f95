// Sets of an operator's cases.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

namespace xeforge::ops {

// Each set includes the ones before it. Cases in `cards` are so large that only a GPU runs them in a reasonable time:
// they are checked only if they are named or timed.
enum class CaseSet { smoke, ci, full, cards };

constexpr std::string_view name_of(CaseSet set) {
  switch (set) {
  case CaseSet::smoke:
    return "smoke";
  case CaseSet::ci:
    return "ci";
  case CaseSet::full:
    return "full";
  case CaseSet::cards:
    return "cards";
  }
  return "unknown";
}

// Of a table of cases: those of a set, including the sets before it.
template <class Case>
std::vector<const Case*> cases_in(std::span<const Case> table, CaseSet set) {
  std::vector<const Case*> result;
  for (const Case& problem : table)
    if (problem.set <= set)
      result.push_back(&problem);
  return result;
}

// Null when there is no such name.
template <class Case>
const Case* find_case_in(std::span<const Case> table, std::string_view name) {
  const auto found = std::ranges::find(table, name, &Case::name);
  return found == table.end() ? nullptr : &*found;
}

} // namespace xeforge::ops
