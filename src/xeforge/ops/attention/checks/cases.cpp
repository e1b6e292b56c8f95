#include "xeforge/ops/attention/checks/cases.hpp"

#include "xeforge/ops/attention/checks/case_table.hpp"

#include <algorithm>

namespace xeforge::ops::attention {
namespace {

Cases make_cases() {
  Cases cases;
  add_shapes(cases);
  add_options(cases);
  add_fills(cases);
  add_timed(cases);
  return cases;
}

} // namespace

std::span<const Case> cases() {
  static const Cases all = make_cases();
  return all;
}

std::vector<const Case*> cases_of(CaseSet set) { return cases_in(cases(), set); }
const Case* find_case(std::string_view name) { return find_case_in(cases(), name); }

} // namespace xeforge::ops::attention
