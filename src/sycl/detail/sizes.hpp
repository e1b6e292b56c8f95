// Sizes of arrays in bytes, with a check for overflow.
#pragma once

#include "sycl/range.hpp"

#include <cstddef>

namespace sycl {
inline namespace _V1 {
namespace detail {

// Throws errc::invalid. what: the argument, or the function.
[[noreturn]] void throw_too_large(const char* what, const std::size_t* extents, int dimensions, std::size_t each);

template <int D>
[[gnu::always_inline]] inline std::size_t checked_bytes(const char* what, const range<D>& size, std::size_t each) {
  std::size_t extents[D], bytes = each;
  bool is_empty = false, overflows = false;
  for (int d = 0; d < D; ++d) {
    extents[d] = size[d];
    is_empty |= size[d] == 0;
    overflows |= __builtin_mul_overflow(bytes, size[d], &bytes);
  }
  if (is_empty)
    return 0;
  if (overflows) [[unlikely]]
    throw_too_large(what, extents, D, each);
  return bytes;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
