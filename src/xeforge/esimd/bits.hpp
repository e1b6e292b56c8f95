// Bit operations: masks to and from integers, counting and finding bits, and the free merge.
#pragma once

#include "xeforge/esimd/math.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

// Lane l to bit l. At most 32 lanes.
template <int N>
XEFORGE_INLINE std::uint32_t pack_mask(simd_mask<N> mask) {
  static_assert(N <= 32, "pack_mask: at most 32 lanes; select 32 of them first");
  return port::pack<N>(mask.data());
}
template <int N>
XEFORGE_INLINE simd_mask<N> unpack_mask(std::uint32_t bits) {
  static_assert(N == 8 || N == 16 || N == 32, "unpack_mask: 8, 16 or 32 lanes");
  return simd_mask<N>(port::unpack<N>(bits));
}

// Bit l is set where element l is not zero.
template <class T, int N>
  requires(std::is_same_v<T, std::uint16_t> || std::is_same_v<T, std::uint32_t>)
XEFORGE_INLINE std::uint32_t ballot(simd<T, N> values) {
  return pack_mask(values != T(0));
}

// The number of set bits of elements of up to 32 bits.
template <class T, int N>
XEFORGE_INLINE simd<std::uint32_t, N> cbit(simd<T, N> x) {
  static_assert(std::is_integral_v<T> && sizeof(T) <= 4, "cbit: integers of up to 32 bits");
  return port::count_bits<N>(
      port::convert<std::uint32_t, std::make_unsigned_t<T>, N>(bit_cast<vec<std::make_unsigned_t<T>, N>>(x.data())));
}
template <std::integral T>
XEFORGE_INLINE std::uint32_t cbit(T x) {
  return cbit(simd<T, 1>(x))[0];
}

// The number of the lowest set bit, all ones for 0.
template <class T, int N>
XEFORGE_INLINE simd<T, N> fbl(simd<T, N> x) {
  static_assert(std::is_integral_v<T> && sizeof(T) == 4, "fbl: integers of 32 bits");
  return bit_cast<vec<T, N>>(port::first_bit_low<N>(bit_cast<vec<std::uint32_t, N>>(x.data())));
}
template <std::integral T>
XEFORGE_INLINE T fbl(T x) {
  return fbl(simd<T, 1>(x))[0];
}

// The number of the highest set bit counted from the top, all ones where there is none; of a signed number the highest
// bit that differs from the sign.
template <class T, int N>
XEFORGE_INLINE simd<T, N> fbh(simd<T, N> x) {
  static_assert(std::is_integral_v<T> && sizeof(T) == 4, "fbh: integers of 32 bits");
  vec<std::uint32_t, N> bits = bit_cast<vec<std::uint32_t, N>>(x.data());
  if constexpr (std::is_signed_v<T>)
    bits ^= bit_cast<vec<std::uint32_t, N>>(x.data() >> 31);
  return bit_cast<vec<T, N>>(port::first_bit_high<N>(bits));
}
template <std::integral T>
XEFORGE_INLINE T fbh(T x) {
  return fbh(simd<T, 1>(x))[0];
}

#define XEFORGE_OF_VIEW(name)                                                                                          \
  template <detail::View V>                                                                                            \
  XEFORGE_INLINE auto name(const V& view) {                                                                            \
    if constexpr (detail::length_of<V> == 1)                                                                           \
      return name(view.read())[0];                                                                                     \
    else                                                                                                               \
      return name(view.read());                                                                                        \
  }
XEFORGE_OF_VIEW(cbit)
XEFORGE_OF_VIEW(fbl)
XEFORGE_OF_VIEW(fbh)
#undef XEFORGE_OF_VIEW

// Lanes that are on take a, the others b.
template <class T, int N>
XEFORGE_INLINE simd<T, N> merge(simd<T, N> a, simd<T, N> b, simd_mask<N> mask) {
  return port::select<T, N>(mask.data(), a.data(), b.data());
}
template <int N>
XEFORGE_INLINE simd_mask<N> merge(simd_mask<N> a, simd_mask<N> b, simd_mask<N> mask) {
  return simd_mask<N>(port::select<std::uint16_t, N>(mask.data(), a.data(), b.data()));
}
template <detail::Vector A, detail::Vector B>
  requires((detail::View<A> || detail::View<B>) && detail::length_of<A> == detail::length_of<B> &&
           std::is_same_v<detail::element_t<A>, detail::element_t<B>>)
XEFORGE_INLINE auto merge(const A& a, const B& b, simd_mask<detail::length_of<A>> mask) {
  return merge(a.read(), b.read(), mask);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
