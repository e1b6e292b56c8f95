// A case run with kernels that count.
#pragma once

#include "xeforge/machine/counters.hpp"
#include "xeforge/ops/attention/checks/check.hpp"

#include <string_view>

namespace xeforge::ops::attention {

// What the variant did. Throws Error where it is not built with counters for the type, or computed something wrong.
// Precondition: the variant accepts the case.
machine::Counters count(sycl::queue& queue, const CaseData& data, std::string_view variant);

} // namespace xeforge::ops::attention
