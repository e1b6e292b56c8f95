// clz, ctz and popcount, which the vendor's experimental namespace alone has: the results have the type of the argument, an
// integer of at most 32 bits.
#pragma once

#include "xeforge/esimd/math/bits.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace bit_counts {

template <class T>
concept Countable = std::is_integral_v<T> && sizeof(T) <= 4;

template <class T>
inline constexpr std::uint32_t bits_of = 8 * sizeof(T);

// With zeros above the bits of a narrow element.
template <Countable T, int N>
XEFORGE_INLINE simd<std::uint32_t, N> widened(simd<T, N> x) {
  using Unsigned = std::make_unsigned_t<T>;
  return port::convert<std::uint32_t, Unsigned, N>(bit_cast<raw_vector<Unsigned, N>>(x.data()));
}

// The number of zeros above the highest set bit: all of an element's bits for 0.
template <Countable T, int N>
XEFORGE_INLINE simd<T, N> clz(simd<T, N> x) {
  return lzd(widened(x)) - (32 - bits_of<T>);
}
// The number of zeros below the lowest set bit: all of an element's bits for 0.
template <Countable T, int N>
XEFORGE_INLINE simd<T, N> ctz(simd<T, N> x) {
  const simd<std::uint32_t, N> bits = widened(x);
  if constexpr (bits_of<T> < 32) {
    return fbl(simd<std::uint32_t, N>(bits | (1u << bits_of<T>)));
  } else {
    simd<std::uint32_t, N> zeros = fbl(bits);
    zeros.merge(32u, bits == 0u);
    return zeros;
  }
}
// The number of set bits.
template <Countable T, int N>
XEFORGE_INLINE simd<T, N> popcount(simd<T, N> x) {
  return cbit(x);
}

// The same of a view, and of a number or a view of one element.
#define XEFORGE_BIT_COUNT(name)                                                                                        \
  template <Countable T>                                                                                               \
  XEFORGE_INLINE T name(T x) {                                                                                         \
    return name(simd<T, 1>(x))[0];                                                                                     \
  }                                                                                                                    \
  template <detail::View V>                                                                                            \
    requires Countable<detail::element_t<V>>                                                                           \
  XEFORGE_INLINE auto name(const V& view) {                                                                            \
    if constexpr (detail::length_of<V> == 1)                                                                           \
      return name(view.read())[0];                                                                                     \
    else                                                                                                               \
      return name(view.read());                                                                                        \
  }
XEFORGE_BIT_COUNT(clz)
XEFORGE_BIT_COUNT(ctz)
XEFORGE_BIT_COUNT(popcount)
#undef XEFORGE_BIT_COUNT

} // namespace bit_counts
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
