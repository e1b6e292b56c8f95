// With __ESIMD_ENABLE_TEST_PROXY each simd and simd_mask knows whether it was moved into: get_test_proxy() and its
// was_move_destination(), of the vendor's headers, by which tests tell moves from copies. Without that macro there is nothing.
#pragma once

#include "xeforge/esimd/core/vector.hpp"

#ifdef __ESIMD_ENABLE_TEST_PROXY
#define XEFORGE_IF_TEST_PROXY(...) __VA_ARGS__

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {

class TestProxy {
  bool was_move_destination_ = false;

public:
  TestProxy() = default;
  XEFORGE_INLINE TestProxy(const TestProxy&) {}
  XEFORGE_INLINE TestProxy(TestProxy&&) : was_move_destination_(true) {}
  XEFORGE_INLINE TestProxy& operator=(const TestProxy&) { return *this; }
  XEFORGE_INLINE TestProxy& operator=(TestProxy&&) {
    was_move_destination_ = true;
    return *this;
  }
  XEFORGE_INLINE bool was_move_destination() const { return was_move_destination_; }
};

} // namespace detail
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd

#else
#define XEFORGE_IF_TEST_PROXY(...)
#endif
