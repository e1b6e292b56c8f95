// Shifts and rotations by name. The element type of the result comes first; the shift is done in what the operands
// compute in (types.hpp), so that narrow elements are shifted as 32 bits, and then converted to it: wrapping, or
// clamping to its range with saturation_on. Counts are taken modulo the width.
#pragma once

#include "xeforge/esimd/math/math.hpp"

#include <limits>

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {

enum class Direction { left, right };

// T0 of x shifted in C, by counts.
template <Direction direction, class C, class T0, class Saturation, int N>
XEFORGE_INLINE simd<T0, N> shifted(raw_vector<C, N> x, raw_vector<C, N> counts) {
  counts = shift_count<C, N>(counts);
  if constexpr (direction == Direction::right) {
    const simd<C, N> result(raw_vector<C, N>(x >> counts));
    if constexpr (std::is_same_v<Saturation, saturation_on_tag>)
      return saturate<T0>(result);
    else
      return result;
  } else if constexpr (std::is_same_v<Saturation, saturation_on_tag>) {
    if constexpr (sizeof(C) == 4) {
      using Wide = std::conditional_t<std::is_signed_v<C>, std::int64_t, std::uint64_t>;
      return saturate<T0>(
          simd<Wide, N>(raw_vector<Wide, N>(port::convert<Wide, C, N>(x) << port::convert<Wide, C, N>(counts))));
    } else {
      // There is no wider type: if shifting back does not give x, bits were lost.
      const raw_vector<C, N> highest(std::numeric_limits<C>::max());
      const raw_vector<C, N> limit = std::is_signed_v<C> ? raw_vector<C, N>(highest ^ (x >> 63)) : highest;
      const raw_vector<C, N> result(x << counts), back(result >> counts);
      return saturate<T0>(simd<C, N>(raw_vector<C, N>(back == x ? result : limit)));
    }
  } else {
    return simd<C, N>(raw_vector<C, N>(x << counts));
  }
}

template <class T, bool is_signed>
using with_sign = std::conditional_t<is_signed, std::make_signed_t<T>, std::make_unsigned_t<T>>;

template <class T0, class T1, class U>
concept ShiftTypes = std::is_integral_v<T0> && std::is_integral_v<T1> && Operand<U> && std::is_integral_v<element_t<U>>;

} // namespace detail

// shl: left. shr: right, logical or arithmetic by the type of the operands. lsr: fills with zeros. asr: fills with the
// sign.
#define XEFORGE_SHIFT(name, direction, ...)                                                                            \
  template <class T0, class T1, int N, class U, class Saturation = saturation_off_tag>                                 \
  XEFORGE_INLINE simd<T0, N> name(simd<T1, N> x, U count, Saturation = {}) {                                           \
    static_assert(detail::ShiftTypes<T0, T1, U>, #name ": result, operand and count are integers");                    \
    using Common = detail::computation_type_t<T1, detail::element_t<U>>;                                               \
    using C = __VA_ARGS__;                                                                                             \
    return detail::shifted<detail::Direction::direction, C, T0, Saturation, N>(                                        \
        detail::raw_as<C, N>(x), port::convert<C, Common, N>(detail::raw_as<Common, N>(count)));                       \
  }                                                                                                                    \
  template <class T0, detail::Scalar T1, detail::Scalar T2, class Saturation = saturation_off_tag>                     \
  XEFORGE_INLINE T0 name(T1 x, T2 count, Saturation saturation = {}) {                                                 \
    return name<T0>(simd<T1, 1>(x), count, saturation)[0];                                                             \
  }
XEFORGE_SHIFT(shl, left, Common)
XEFORGE_SHIFT(shr, right, Common)
XEFORGE_SHIFT(lsr, right, detail::with_sign<Common, false>)
XEFORGE_SHIFT(asr, right, detail::with_sign<Common, true>)
#undef XEFORGE_SHIFT

namespace detail {
// Left by counts in the width of T1.
template <class T0, class T1, int N>
XEFORGE_INLINE simd<T0, N> rotated_left(raw_vector<T1, N> x, raw_vector<T1, N> counts) {
  static_assert(std::is_integral_v<T0> && std::is_integral_v<T1> && sizeof(T1) >= 2,
                "rol, ror: integers of 16, 32 or 64 bits");
  using Unsigned = std::make_unsigned_t<T1>;
  const auto bits = bit_cast<raw_vector<Unsigned, N>>(x);
  const raw_vector<Unsigned, N> left = shift_count<Unsigned, N>(bit_cast<raw_vector<Unsigned, N>>(counts));
  const raw_vector<Unsigned, N> right = shift_count<Unsigned, N>(raw_vector<Unsigned, N>(Unsigned(0) - left));
  return simd<T1, N>(bit_cast<raw_vector<T1, N>>(raw_vector<Unsigned, N>((bits << left) | (bits >> right))));
}
} // namespace detail

template <class T0, class T1, int N, class U>
  requires detail::Operand<U>
XEFORGE_INLINE simd<T0, N> rol(simd<T1, N> x, U count) {
  return detail::rotated_left<T0, T1, N>(x.data(), detail::raw_as<T1, N>(count));
}
template <class T0, class T1, int N, class U>
  requires detail::Operand<U>
XEFORGE_INLINE simd<T0, N> ror(simd<T1, N> x, U count) {
  const raw_vector<T1, N> counts = detail::raw_as<T1, N>(count);
  return detail::rotated_left<T0, T1, N>(x.data(), raw_vector<T1, N>(raw_vector<T1, N>(T1(0)) - counts));
}
template <class T0, detail::Scalar T1, detail::Scalar T2>
XEFORGE_INLINE T0 rol(T1 x, T2 count) {
  return rol<T0>(simd<T1, 1>(x), count)[0];
}
template <class T0, detail::Scalar T1, detail::Scalar T2>
XEFORGE_INLINE T0 ror(T1 x, T2 count) {
  return ror<T0>(simd<T1, 1>(x), count)[0];
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
