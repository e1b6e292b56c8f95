// SYCL's functions of integers: scalars of 8 to 64 bits. Absolute values, sums that saturate or are halved, upper
// halves of products, counts of bits, rotation. The same code runs on host and device.
#pragma once

#include <climits>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <class T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;

template <Integer T>
inline constexpr int bits_of = static_cast<int>(sizeof(T)) * CHAR_BIT;

template <class T>
using Same = std::type_identity_t<T>; // of a further argument: from it nothing is deduced

template <Integer T>
using Wider = std::conditional_t<
    sizeof(T) == 1, std::conditional_t<std::is_signed_v<T>, std::int16_t, std::uint16_t>,
    std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>,
                       std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>>;

template <Integer T>
[[gnu::always_inline]] constexpr T nearest_limit(bool is_negative) {
  return is_negative ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}

} // namespace detail

// ---- differences and sums -------------------------------------------------------------------------------------------
// The pack makes it the less specialised of two templates: a function of this name that the extension or the standard
// library has is preferred. Not defined for the lowest number of a signed type.
template <detail::Integer T, class... None>
  requires(sizeof...(None) == 0)
[[gnu::always_inline]] constexpr T abs(T x, None...) {
  return x < 0 ? static_cast<T>(-x) : x;
}
// |x - y|, which has to be a number of the type.
template <detail::Integer T>
[[gnu::always_inline]] constexpr T abs_diff(T x, detail::Same<T> y) {
  using Bits = std::make_unsigned_t<T>;
  const Bits a = static_cast<Bits>(x), b = static_cast<Bits>(y);
  return static_cast<T>(static_cast<Bits>(x < y ? b - a : a - b));
}
// Clamped to the type's range.
template <detail::Integer T>
[[gnu::always_inline]] constexpr T add_sat(T x, detail::Same<T> y) {
  const T sum = static_cast<T>(static_cast<std::make_unsigned_t<T>>(x) + static_cast<std::make_unsigned_t<T>>(y));
  if constexpr (std::is_signed_v<T>)
    return ((x ^ sum) & (y ^ sum)) < 0 ? detail::nearest_limit<T>(x < 0) : sum;
  else
    return sum < x ? detail::nearest_limit<T>(false) : sum;
}
template <detail::Integer T>
[[gnu::always_inline]] constexpr T sub_sat(T x, detail::Same<T> y) {
  const T rest = static_cast<T>(static_cast<std::make_unsigned_t<T>>(x) - static_cast<std::make_unsigned_t<T>>(y));
  if constexpr (std::is_signed_v<T>)
    return ((x ^ y) & (x ^ rest)) < 0 ? detail::nearest_limit<T>(x < 0) : rest;
  else
    return x < y ? T(0) : rest;
}
// Half the sum, rounded down and up; the sum itself need not fit.
template <detail::Integer T>
[[gnu::always_inline]] constexpr T hadd(T x, detail::Same<T> y) {
  return static_cast<T>((x & y) + ((x ^ y) >> 1));
}
template <detail::Integer T>
[[gnu::always_inline]] constexpr T rhadd(T x, detail::Same<T> y) {
  return static_cast<T>((x | y) - ((x ^ y) >> 1));
}

// ---- products -------------------------------------------------------------------------------------------------------
// The upper half of the product. For 64 bits it is computed from products of 32 bits, since devices have no wider
// integers.
template <detail::Integer T>
[[gnu::always_inline]] constexpr T mul_hi(T x, detail::Same<T> y) {
  if constexpr (sizeof(T) < 8) {
    using Wide = detail::Wider<T>;
    return static_cast<T>((static_cast<Wide>(x) * static_cast<Wide>(y)) >> detail::bits_of<T>);
  } else {
    constexpr std::uint64_t low = 0xffffffff;
    const std::uint64_t a = static_cast<std::uint64_t>(x), b = static_cast<std::uint64_t>(y);
    const std::uint64_t cross = (a >> 32) * (b & low), other = (a & low) * (b >> 32);
    const std::uint64_t middle = ((a & low) * (b & low) >> 32) + (cross & low) + (other & low);
    std::uint64_t high = (a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32) + (middle >> 32);
    if constexpr (std::is_signed_v<T>)
      high -= (x < 0 ? b : 0) + (y < 0 ? a : 0);
    return static_cast<T>(high);
  }
}
// mul_hi(x, y) + z, wrapping.
template <detail::Integer T>
[[gnu::always_inline]] constexpr T mad_hi(T x, detail::Same<T> y, detail::Same<T> z) {
  using Bits = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<Bits>(mul_hi(x, y)) + static_cast<Bits>(z));
}
// x * y + z, clamped to the type's range.
template <detail::Integer T>
[[gnu::always_inline]] constexpr T mad_sat(T x, detail::Same<T> y, detail::Same<T> z) {
  // The exact result is high * 2^bits + sum; it fits if high only repeats the sign.
  using Bits = std::make_unsigned_t<T>;
  const Bits product = static_cast<Bits>(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y));
  const Bits sum = static_cast<Bits>(product + static_cast<Bits>(z));
  const T high = static_cast<T>(mul_hi(x, y) - (z < 0 ? 1 : 0) + (sum < product ? 1 : 0));
  const T result = static_cast<T>(sum);
  return high == (result < 0 ? T(-1) : T(0)) ? result : detail::nearest_limit<T>(high < 0);
}
// Of numbers that fit into 24 bits.
template <class T>
  requires(std::same_as<T, std::int32_t> || std::same_as<T, std::uint32_t>)
[[gnu::always_inline]] constexpr T mul24(T x, detail::Same<T> y) {
  return static_cast<T>(static_cast<std::uint32_t>(x) * static_cast<std::uint32_t>(y));
}
template <class T>
  requires(std::same_as<T, std::int32_t> || std::same_as<T, std::uint32_t>)
[[gnu::always_inline]] constexpr T mad24(T x, detail::Same<T> y, detail::Same<T> z) {
  return static_cast<T>(static_cast<std::uint32_t>(mul24(x, y)) + static_cast<std::uint32_t>(z));
}

// ---- bits -----------------------------------------------------------------------------------------------------------
// Zeros above the highest set bit, and below the lowest: all bits of the type for 0.
template <detail::Integer T>
[[gnu::always_inline]] constexpr T clz(T x) {
  return static_cast<T>(__builtin_clzg(static_cast<std::make_unsigned_t<T>>(x), detail::bits_of<T>));
}
template <detail::Integer T>
[[gnu::always_inline]] constexpr T ctz(T x) {
  return static_cast<T>(__builtin_ctzg(static_cast<std::make_unsigned_t<T>>(x), detail::bits_of<T>));
}
// The number of set bits.
template <detail::Integer T>
[[gnu::always_inline]] constexpr T popcount(T x) {
  return static_cast<T>(__builtin_popcountg(static_cast<std::make_unsigned_t<T>>(x)));
}
// To the left, by a count that is taken modulo the type's bits.
template <detail::Integer T>
[[gnu::always_inline]] constexpr T rotate(T x, detail::Same<T> count) {
  using Bits = std::make_unsigned_t<T>;
  const Bits bits = static_cast<Bits>(x);
  const int left = static_cast<int>(static_cast<Bits>(count) % detail::bits_of<T>),
            right = -left & (detail::bits_of<T> - 1);
  return static_cast<T>(static_cast<Bits>(bits << left) | static_cast<Bits>(bits >> right));
}
// The integer of twice the bits.
template <detail::Integer T>
  requires(sizeof(T) < 8)
[[gnu::always_inline]] constexpr detail::Wider<T> upsample(T high, std::make_unsigned_t<T> low) {
  using Bits = std::make_unsigned_t<detail::Wider<T>>;
  const Bits upper = static_cast<Bits>(static_cast<std::make_unsigned_t<T>>(high));
  return static_cast<detail::Wider<T>>(static_cast<Bits>(upper << detail::bits_of<T> | low));
}

} // namespace _V1
} // namespace sycl
