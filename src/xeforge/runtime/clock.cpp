#include "xeforge/runtime/clock.hpp"

#include <chrono>

namespace xeforge::runtime {

std::uint64_t now_ns() noexcept {
  const auto since_start = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(since_start).count());
}

} // namespace xeforge::runtime
