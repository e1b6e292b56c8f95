// The clock behind event profiling and the choice of grain.
#pragma once

#include <cstdint>

namespace xeforge::runtime {

// Nanoseconds on a clock that never goes back; more than 0.
std::uint64_t now_ns() noexcept;

} // namespace xeforge::runtime
