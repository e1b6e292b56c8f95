// Plans as the C interface hands them out.
#pragma once

#include "xeforge/base/plan.hpp"
#include "xeforge/xeforge.h"

#include <algorithm>
#include <string_view>

namespace xeforge::c_interface {

template <std::size_t Size>
void write_name(char (&place)[Size], std::string_view text) {
  const std::size_t length = std::min(text.size(), Size - 1);
  std::copy_n(text.data(), length, place);
  place[length] = '\0';
}

// plan may be null.
inline void write_plan(xeforge_plan* plan, const Plan& chosen, std::string_view remark = {}) {
  if (plan == nullptr)
    return;
  write_name(plan->variant, chosen.variant);
  write_name(plan->target, chosen.target);
  write_name(plan->reason, chosen.reason + std::string(remark));
}

} // namespace xeforge::c_interface
