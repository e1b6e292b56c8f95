// Integer arithmetic by name: with carries, of double width, of bytes in words, quotients and remainders.
#pragma once

#include "xeforge/esimd/math/shifts.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {

template <class T, int N>
XEFORGE_INLINE simd<T, N> one_where(const simd_mask<N>& mask) {
  return port::select<T, N>(mask.data(), raw_vector<T, N>(T(1)), raw_vector<T, N>(T(0)));
}

// The sum or difference; carry becomes 1 where it does not fit, 0 elsewhere.
template <class T, int N>
XEFORGE_INLINE simd<T, N> add_with_carry(simd<T, N>& carry, const simd<T, N>& x, const simd<T, N>& y) {
  const simd<T, N> sum = x + y;
  carry = one_where<T, N>(sum < x);
  return sum;
}
template <class T, int N>
XEFORGE_INLINE simd<T, N> subtract_with_borrow(simd<T, N>& borrow, const simd<T, N>& x, const simd<T, N>& y) {
  borrow = one_where<T, N>(x < y);
  return x - y;
}

// A parameter from which nothing is deduced, so that arguments are converted to it.
template <class T>
using convertible = std::type_identity_t<T>;

template <class T>
concept WordWithCarry = std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::uint64_t>;

} // namespace detail

// x + y and whether there is a carry out; x - y and whether it borrows. There is no carry in.
#define XEFORGE_WITH_CARRY(name, function, T)                                                                          \
  template <int N>                                                                                                     \
  XEFORGE_INLINE simd<T, N> name(simd<T, N>& carry, detail::convertible<simd<T, N>> x,                                 \
                                 detail::convertible<simd<T, N>> y) {                                                  \
    return detail::function<T, N>(carry, x, y);                                                                        \
  }                                                                                                                    \
  template <int N>                                                                                                     \
  XEFORGE_INLINE simd<T, N> name(simd<T, N>& carry, detail::convertible<simd<T, N>> x, T y) {                          \
    return detail::function<T, N>(carry, x, simd<T, N>(y));                                                            \
  }                                                                                                                    \
  template <int N>                                                                                                     \
  XEFORGE_INLINE simd<T, N> name(simd<T, N>& carry, T x, detail::convertible<simd<T, N>> y) {                          \
    return detail::function<T, N>(carry, simd<T, N>(x), y);                                                            \
  }                                                                                                                    \
  template <int N>                                                                                                     \
  XEFORGE_INLINE simd<T, N> name(simd<T, N>& carry, T x, T y) {                                                        \
    return detail::function<T, N>(carry, simd<T, N>(x), simd<T, N>(y));                                                \
  }
XEFORGE_WITH_CARRY(addc, add_with_carry, std::uint32_t)
XEFORGE_WITH_CARRY(addc, add_with_carry, std::uint64_t)
XEFORGE_WITH_CARRY(subb, subtract_with_borrow, std::uint32_t)
XEFORGE_WITH_CARRY(subb, subtract_with_borrow, std::uint64_t)
#undef XEFORGE_WITH_CARRY
template <detail::WordWithCarry T>
XEFORGE_INLINE T addc(T& carry, detail::convertible<T> x, detail::convertible<T> y) {
  const T sum = x + y;
  carry = sum < x;
  return sum;
}
template <detail::WordWithCarry T>
XEFORGE_INLINE T subb(T& borrow, detail::convertible<T> x, detail::convertible<T> y) {
  borrow = x < y;
  return x - y;
}

// The 64-bit product of 32-bit integers: returns its upper half and sets low to the lower half. As in C++, if one
// factor is unsigned, both are treated as unsigned.
template <class T0, class T1, class T2, int N>
XEFORGE_INLINE simd<T0, N> imul(simd<T0, N>& low, simd<T1, N> x, simd<T2, N> y) {
  static_assert(std::is_integral_v<T0> && std::is_integral_v<T1> && std::is_integral_v<T2> && sizeof(T0) == 4 &&
                    sizeof(T1) == 4 && sizeof(T2) == 4,
                "imul: integers of 32 bits");
  const auto a = bit_cast<raw_vector<std::uint32_t, N>>(x.data()), b = bit_cast<raw_vector<std::uint32_t, N>>(y.data());
  low = simd<T0, N>(bit_cast<raw_vector<T0, N>>(raw_vector<std::uint32_t, N>(a * b)));
  if constexpr (std::is_signed_v<T1> && std::is_signed_v<T2>)
    return simd<T0, N>(
        bit_cast<raw_vector<T0, N>>(port::multiply_high<T1, N>(x.data(), bit_cast<raw_vector<T1, N>>(y.data()))));
  return simd<T0, N>(bit_cast<raw_vector<T0, N>>(port::multiply_high<std::uint32_t, N>(a, b)));
}
template <class T0, class T1, class T2, int N>
  requires detail::Scalar<T2>
XEFORGE_INLINE simd<T0, N> imul(simd<T0, N>& low, simd<T1, N> x, T2 y) {
  return imul<T0, T1, T2, N>(low, x, simd<T2, N>(y));
}
template <class T0, class T1, class T2, int N>
  requires detail::Scalar<T1>
XEFORGE_INLINE simd<T0, N> imul(simd<T0, N>& low, T1 x, simd<T2, N> y) {
  return imul<T0, T1, T2, N>(low, simd<T1, N>(x), y);
}
template <detail::Scalar T0, detail::Scalar T1, detail::Scalar T2>
XEFORGE_INLINE T0 imul(T0& low, T1 x, T2 y) {
  simd<T0, 1> out;
  const simd<T0, 1> high = imul<T0, T1, T2, 1>(out, simd<T1, 1>(x), simd<T2, 1>(y));
  low = out[0];
  return high[0];
}

// x + the dot product of the four bytes in each lane of y and z, which are signed where x is. Of other types for y and z the
// vendor's header would multiply bytes with the sign of x: what a program means is not certain then.
template <class T1, class T2, class T3, class T4, int N, class Saturation = saturation_off_tag>
XEFORGE_INLINE simd<T1, N> dp4a(simd<T2, N> x, simd<T3, N> y, simd<T4, N> z, Saturation = {}) {
  static_assert(std::is_integral_v<T1> && sizeof(T1) == 4 && std::is_integral_v<T2> && sizeof(T2) == 4 &&
                    std::is_integral_v<T3> && sizeof(T3) == 4 && std::is_integral_v<T4> && sizeof(T4) == 4,
                "dp4a: integers of 32 bits, the last two of which hold four bytes");
  static_assert(std::is_signed_v<T2> == std::is_signed_v<T3> && std::is_signed_v<T2> == std::is_signed_v<T4>,
                "dp4a: all three arguments signed, or all three unsigned");
  const auto products =
      port::dot_of_bytes<T3, N>(raw_vector<std::uint32_t, N>(0), bit_cast<raw_vector<std::uint32_t, N>>(y.data()),
                                bit_cast<raw_vector<std::uint32_t, N>>(z.data()));
  if constexpr (std::is_same_v<Saturation, saturation_on_tag>) {
    // The products fit into 19 bits, so 64 bits hold the sum of any accumulator and them.
    const simd<std::int64_t, N> sum =
        simd<std::int64_t, N>(x) + simd<std::int64_t, N>(simd<T3, N>(bit_cast<raw_vector<T3, N>>(products)));
    return saturate<T1>(sum);
  } else {
    return simd<T1, N>(bit_cast<raw_vector<T1, N>>(
        raw_vector<std::uint32_t, N>(bit_cast<raw_vector<std::uint32_t, N>>(x.data()) + products)));
  }
}

// x / y and x % y, converted to the type of x; the remainder has the sign of x, division by zero gives all bits set and x.
template <std::integral T, int N, detail::Operand U>
XEFORGE_INLINE simd<T, N> quot(simd<T, N> x, U y) {
  return x / y;
}
template <std::integral T, int N, detail::Operand U>
XEFORGE_INLINE simd<T, N> mod(simd<T, N> x, U y) {
  return x % y;
}
template <std::integral T, int N, detail::Operand U>
XEFORGE_INLINE simd<T, N> div(simd<T, N>& remainder, simd<T, N> x, U y) {
  remainder = mod(x, y);
  return quot(x, y);
}
template <std::integral T, int N, std::integral U>
XEFORGE_INLINE simd<T, N> div(simd<T, N>& remainder, U x, simd<T, N> y) {
  return div(remainder, simd<T, N>(x), y);
}
template <std::integral T, std::integral U, std::integral V>
XEFORGE_INLINE T div(simd<T, 1>& remainder, U x, V y) {
  return div(remainder, simd<T, 1>(x), y)[0];
}
template <std::integral T, std::integral U>
XEFORGE_INLINE T quot(T x, U y) {
  return quot(simd<T, 1>(x), y)[0];
}
template <std::integral T, std::integral U>
XEFORGE_INLINE T mod(T x, U y) {
  return mod(simd<T, 1>(x), y)[0];
}
template <std::integral T>
XEFORGE_INLINE T div(T& remainder, T x, T y) {
  remainder = mod(x, y);
  return quot(x, y);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
