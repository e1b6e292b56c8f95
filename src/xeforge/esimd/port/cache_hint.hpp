// Which caches an access goes through, as it is asked of each level.
#pragma once

#include "xeforge/esimd/core/vector.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

enum class cache_hint : std::uint8_t {
  none = 0,
  uncached = 1,
  cached = 2,
  write_back = 3,
  write_through = 4,
  streaming = 5,
  read_invalidate = 6,
  const_cached = 7
};

} // namespace XEFORGE_TARGET

namespace port {
inline namespace XEFORGE_TARGET {
struct Hints {
  cache_hint l1 = cache_hint::none;
  cache_hint l2 = cache_hint::none;
};
} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
