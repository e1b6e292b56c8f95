// Shared by the tests of this layer: access to elements of simd objects without the functions under test, interesting
// values, and rounding by its definition. Numbers are compared as long double, which represents every element type
// exactly.
#pragma once

#include "xeforge/base/every_value_for_test.hpp"
#include "xeforge/esimd/math/trigonometry.hpp"
#include "xeforge/esimd/memory/memory.hpp"
#include "xeforge/esimd/sync/group.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace xeforge::esimd::testing {

using base::every_value;

template <class T>
inline constexpr bool is_half = std::is_same_v<T, half>;
template <class T>
inline constexpr bool is_bfloat16 = std::is_same_v<T, bfloat16>;

using Integers = ::testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                                  std::int64_t, std::uint64_t>;
using Floats = ::testing::Types<half, bfloat16, float, double>;
using AllElements = ::testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                                     std::uint32_t, std::int64_t, std::uint64_t, half, bfloat16, float, double>;

// ---- in and out -----------------------------------------------------------------------------------------------------
template <class T, int N>
std::array<T, N> elements(const simd<T, N>& values) {
  const auto raw = values.data();
  std::array<T, N> result;
  std::memcpy(static_cast<void*>(result.data()), &raw, N * sizeof(T));
  return result;
}
template <int N>
std::array<std::uint16_t, N> lanes_of(const simd_mask<N>& mask) {
  const auto raw = mask.data();
  std::array<std::uint16_t, N> result;
  std::memcpy(result.data(), &raw, N * sizeof(std::uint16_t));
  return result;
}
template <class T, std::size_t N>
simd<T, static_cast<int>(N)> from_array(const std::array<T, N>& values) {
  raw_vector<T, static_cast<int>(N)> raw{};
  std::memcpy(&raw, static_cast<const void*>(values.data()), N * sizeof(T));
  return simd<T, static_cast<int>(N)>(raw);
}

// ---- numbers --------------------------------------------------------------------------------------------------------
// precision: significant bits; the exponents are those of the lowest normal number and of the largest one.
struct Format {
  int precision, lowest_exponent, highest_exponent;
};
template <class T>
inline constexpr Format format_of = is_half<T>                  ? Format{11, -14, 15}
                                    : is_bfloat16<T>            ? Format{8, -126, 127}
                                    : std::is_same_v<T, double> ? Format{53, -1022, 1023}
                                                                : Format{24, -126, 127};

// To nearest, ties to even; overflow to infinity, denormals gradually.
inline long double round_to(long double value, Format format) {
  if (value == 0 || !std::isfinite(value))
    return value;
  const int exponent = std::max(std::ilogb(value), format.lowest_exponent);
  const long double unit = std::ldexp(1.0L, exponent - format.precision + 1);
  const long double rounded = std::nearbyint(value / unit) * unit;
  if (std::fabs(rounded) >= std::ldexp(1.0L, format.highest_exponent + 1))
    return std::copysign(std::numeric_limits<long double>::infinity(), value);
  return rounded;
}

// The number that the bits of a value stand for.
template <class T>
long double number(T value) {
  if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<long double>(value);
  } else {
    constexpr int fraction_bits = is_half<T> ? 10 : 7, exponent_bits = 15 - fraction_bits;
    constexpr int bias = (1 << (exponent_bits - 1)) - 1;
    std::uint16_t bits;
    std::memcpy(&bits, static_cast<const void*>(&value), sizeof(bits));
    const int exponent = (bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    const int fraction = bits & ((1 << fraction_bits) - 1);
    const long double sign = bits >> 15 ? -1.0L : 1.0L;
    if (exponent == (1 << exponent_bits) - 1)
      return sign *
             (fraction ? std::numeric_limits<long double>::quiet_NaN() : std::numeric_limits<long double>::infinity());
    if (exponent == 0)
      return sign * std::ldexp(static_cast<long double>(fraction), 1 - bias - fraction_bits);
    return sign * std::ldexp(1.0L + std::ldexp(static_cast<long double>(fraction), -fraction_bits), exponent - bias);
  }
}

// Equal including the sign of zero; all NaN are one.
inline bool same_number(long double a, long double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

// Truncated and clamped to the range of To; NaN to 0.
template <class To>
long double clamped(long double value) {
  if (std::isnan(value))
    return 0;
  // Adding 0 makes a -0 of the truncation 0: an integer has only one.
  return 0.0L + std::clamp(std::trunc(value), static_cast<long double>(std::numeric_limits<To>::min()),
                           static_cast<long double>(std::numeric_limits<To>::max()));
}

// What value becomes as a To: integers wrap into integers, floating values are truncated and clamped; to half and
// bfloat16 integers go through float, to bfloat16 doubles do as well.
template <class To, class From>
long double converted(From value) {
  if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
    return static_cast<long double>(static_cast<To>(value));
  } else if constexpr (std::is_integral_v<To>) {
    return clamped<To>(number(value));
  } else {
    constexpr bool through_float = is_bfloat16<To> || (is_half<To> && std::is_integral_v<From>);
    const long double exact = number(value);
    return round_to(through_float ? round_to(exact, format_of<float>) : exact, format_of<To>);
  }
}
template <class T>
T from_number(long double value) {
  if constexpr (is_half<T>)
    return half(static_cast<float>(value));
  else if constexpr (is_bfloat16<T>)
    return bfloat16(static_cast<float>(value));
  else
    return static_cast<T>(value);
}

// Limits and neighbours, special values, then random bits: count values of T.
template <class T>
std::vector<T> values_worth_trying(std::size_t count, unsigned seed) {
  std::vector<T> values;
  std::mt19937_64 random(seed);
  if constexpr (std::is_integral_v<T>) {
    const T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    values = {0,   1,          2,     3,     7,    high,  T(high - 1), T(high / 2), T(high / 2 + 1),
              low, T(low + 1), T(-1), T(-2), T(5), T(31), T(33)};
  } else {
    using Limits = std::numeric_limits<T>;
    for (const T value : {Limits::infinity(), Limits::quiet_NaN(), Limits::max(), Limits::min(), Limits::denorm_min(),
                          T(0.0f), T(0.5f), T(0.75f), T(1.0f), T(1.5f), T(2.5f), T(3.0f), Limits::epsilon()})
      for (const T signed_value : {value, T(-value)})
        values.push_back(signed_value);
    if constexpr (sizeof(T) > 2)
      for (const int power : {7, 8, 10, 11, 15, 16, 31, 32, 63, 64, -14, -15, -25})
        for (const T sign : {T(1), T(-1)}) {
          const T edge = sign * std::ldexp(T(1), power);
          for (const T near :
               {std::nextafter(edge, T(0)), edge, std::nextafter(edge, T(2) * edge), edge + edge / 2048,
                edge + edge / 4096, edge + edge / 4096 * T(1.0001), edge + edge / 256, edge + 3 * edge / 256})
            values.push_back(near);
        }
  }
  while (values.size() < count) {
    const std::uint64_t bits = random();
    T value;
    std::memcpy(static_cast<void*>(&value), &bits, sizeof(T));
    values.push_back(value);
  }
  values.resize(count);
  return values;
}

// N values starting at position first of a list, repeated when it ends.
template <int N, class T>
std::array<T, N> pick(const std::vector<T>& values, std::size_t first) {
  std::array<T, N> result;
  for (int i = 0; i < N; ++i)
    result[static_cast<std::size_t>(i)] = values[(first + static_cast<std::size_t>(i)) % values.size()];
  return result;
}

} // namespace xeforge::esimd::testing
