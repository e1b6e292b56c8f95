// frem: x - n * y, where n is the whole number nearest to x / y, the even one of two: the IEEE remainder, as
// std::remainder. It is exact; a remainder of 0 has the sign of x. NaN for a y of 0 and an infinite x.
#pragma once

#include "xeforge/esimd/math/bits.hpp"

#include <limits>

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {

template <class T>
struct FloatFormat {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>, "frem: elements are float or double");
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  static constexpr int fraction_bits = std::numeric_limits<T>::digits - 1;
  static constexpr int bias = std::numeric_limits<T>::max_exponent - 1;
  static constexpr Bits hidden = Bits{1} << fraction_bits;
  static constexpr Bits sign = Bits{1} << (sizeof(T) * 8 - 1);
  static constexpr Bits infinity = ~sign - (hidden - 1);
  static constexpr Bits not_a_number = infinity | hidden >> 1;
};

// A magnitude is significand * 2 ^ (exponent - bias - fraction_bits). The significand has its hidden bit, for
// denormals as well, unless it is 0.
template <class T, int N>
struct Magnitude {
  using Format = FloatFormat<T>;
  using Bits = typename Format::Bits;
  simd<Bits, N> significand;
  simd<int, N> exponent;

  XEFORGE_INLINE static simd<Bits, N> bits_of(const simd<T, N>& x) { return bit_cast<raw_vector<Bits, N>>(x.data()); }
  // floor(log2(x)) + bias of a whole number below 2 ^ (fraction_bits + 1); 0 for 0.
  XEFORGE_INLINE static simd<int, N> exponent_of(const simd<Bits, N>& x) {
    return bits_of(simd<T, N>(x)) >> Bits{Format::fraction_bits};
  }

  XEFORGE_INLINE explicit Magnitude(const simd<Bits, N>& bits)
      : significand(bits & (Format::hidden - 1)), exponent(bits >> Bits{Format::fraction_bits}) {
    const simd_mask<N> denormal = exponent == 0;
    significand.merge(significand | Format::hidden, !denormal);
    exponent.merge(simd<int, N>(1), denormal);
    const simd<int, N> shift = Format::bias + Format::fraction_bits - exponent_of(significand);
    significand = significand << simd<Bits, N>(shift);
    exponent = exponent - shift;
  }
  XEFORGE_INLINE Magnitude(const simd<Bits, N>& significand, const simd<int, N>& exponent)
      : significand(significand), exponent(exponent) {}

  XEFORGE_INLINE simd<Bits, N> bits() const {
    const simd<int, N> added = exponent - (Format::bias + Format::fraction_bits);
    simd<Bits, N> bits = bits_of(simd<T, N>(significand)) + (simd<Bits, N>(added) << Bits{Format::fraction_bits});
    simd<Bits, N> denormal = significand << simd<Bits, N>(exponent - 1);
    denormal.merge(significand >> simd<Bits, N>(1 - exponent), exponent < 1);
    bits.merge(denormal, exponent_of(significand) + added <= 0 | significand == Bits{0});
    return bits;
  }
};

// The division is done bit by bit, for as many bits as the largest quotient of a lane has.
template <class T, int N>
XEFORGE_INLINE simd<T, N> remainder_of(const simd<T, N>& dividend, const simd<T, N>& divisor) {
  using Number = Magnitude<T, N>;
  using Format = FloatFormat<T>;
  using Bits = typename Format::Bits;
  const simd<Bits, N> x_bits = Number::bits_of(dividend), x_magnitude = x_bits & ~Format::sign,
                      y_magnitude = Number::bits_of(divisor) & ~Format::sign;
  const Number x(x_magnitude), y(y_magnitude);
  const simd_mask<N> undefined =
      x_magnitude >= Format::infinity | y_magnitude > Format::infinity | y_magnitude == Bits{0};
  simd<int, N> steps = x.exponent - y.exponent;
  steps.merge(simd<int, N>(-2), undefined | y_magnitude == Format::infinity);

  simd<Bits, N> rest = x.significand;
  simd_mask<N> odd(0);
  for (int step = hmax<int>(steps); step >= 0; --step) {
    rest.merge(rest + rest, steps > step);
    odd = steps >= step & rest >= y.significand;
    rest.merge(rest - y.significand, odd);
  }
  // Where |x| has half of |y|'s exponent or less the rest is |x|, and |y| is twice as much in its units.
  const simd_mask<N> smaller = steps < 0;
  simd<Bits, N> whole = y.significand;
  simd<int, N> exponent = y.exponent;
  whole.merge(whole + whole, smaller);
  exponent.merge(x.exponent, smaller);
  const simd_mask<N> rounds_up = rest + rest > whole | (rest + rest == whole & odd);
  rest.merge(whole - rest, rounds_up);

  simd<Bits, N> sign = x_bits & Format::sign;
  sign.merge(sign ^ Format::sign, rounds_up);
  simd<Bits, N> result = Number(rest, exponent).bits() | sign;
  result.merge(x_bits, steps < -1);
  result.merge(simd<Bits, N>(Format::not_a_number), undefined);
  return bit_cast<raw_vector<T, N>>(result.data());
}

} // namespace detail

template <class T, int N>
XEFORGE_INLINE simd<T, N> frem(simd<T, N> x, simd<T, N> y) {
  return detail::remainder_of(x, y);
}
template <class T, int N>
XEFORGE_INLINE simd<T, N> frem(simd<T, N> x, std::type_identity_t<T> y) {
  return detail::remainder_of(x, simd<T, N>(y));
}
template <class T, int N>
XEFORGE_INLINE simd<T, N> frem(std::type_identity_t<T> x, simd<T, N> y) {
  return detail::remainder_of(simd<T, N>(x), y);
}
template <std::floating_point T>
XEFORGE_INLINE T frem(T x, T y) {
  return detail::remainder_of(simd<T, 1>(x), simd<T, 1>(y))[0];
}
template <detail::Vector X, detail::Vector Y>
  requires((detail::View<X> || detail::View<Y>) && detail::length_of<X> == detail::length_of<Y>)
XEFORGE_INLINE auto frem(const X& x, const Y& y) {
  return frem(x.read(), y.read());
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
