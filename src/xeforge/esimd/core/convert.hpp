// convert and saturate: element type conversions by name, and the saturation tags that math functions take.
#pragma once

#include "xeforge/esimd/core/operators.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

struct saturation_on_tag : std::true_type {};
struct saturation_off_tag : std::false_type {};
inline constexpr saturation_on_tag saturation_on = {};
inline constexpr saturation_off_tag saturation_off = {};

template <class To, class From, int N>
XEFORGE_INLINE simd<To, N> convert(const simd<From, N>& values) {
  return port::convert<To, From, N>(values.data());
}
template <class To, detail::View V>
XEFORGE_INLINE auto convert(const V& view) {
  return convert<To>(view.read());
}

namespace detail {
// To [0, 1], NaN to 0.
template <class T, int N>
XEFORGE_INLINE simd<T, N> clamp_to_unit(const simd<T, N>& values) {
  const raw_vector<T, N> positive = port::maximum<T, N>(values.data(), broadcast<T, N>(raw_scalar<T>(0)));
  return port::minimum<T, N>(positive, broadcast<T, N>(raw_scalar<T>(1)));
}
template <class To, class From, int N>
XEFORGE_INLINE raw_vector<To, N> clamp_integer(raw_vector<From, N> values) {
  const auto low = std::numeric_limits<To>::min();
  const auto high = std::numeric_limits<To>::max();
  raw_vector<To, N> result = __builtin_convertvector(values, raw_vector<To, N>);
  // Compare in 64 bits of the source's own signedness: every bound of To fits there or is never exceeded.
  if constexpr (std::is_signed_v<From>) {
    const auto wide = __builtin_convertvector(values, raw_vector<std::int64_t, N>);
    constexpr std::int64_t low64 = std::is_signed_v<To> ? static_cast<std::int64_t>(low) : 0;
    constexpr std::int64_t high64 =
        sizeof(To) == 8 ? std::numeric_limits<std::int64_t>::max() : static_cast<std::int64_t>(high);
    result = port::select<To, N>(mask_of<N>(wide < low64), raw_vector<To, N>(low), result);
    result = port::select<To, N>(mask_of<N>(wide > high64), raw_vector<To, N>(high), result);
  } else {
    const auto wide = __builtin_convertvector(values, raw_vector<std::uint64_t, N>);
    result = port::select<To, N>(mask_of<N>(wide > static_cast<std::uint64_t>(high)), raw_vector<To, N>(high), result);
  }
  return result;
}
} // namespace detail

// Floating to the same floating type: clamps to [0, 1]. Anything to an integer type: clamps to its range.
template <class To, class From, int N>
XEFORGE_INLINE simd<To, N> saturate(const simd<From, N>& values) {
  if constexpr (detail::is_generic_floating_point_v<To>) {
    static_assert(std::is_same_v<To, From>, "saturate: from one floating type to another there is nothing to clamp to");
    return detail::clamp_to_unit(values);
  } else if constexpr (detail::is_generic_floating_point_v<From>) {
    return port::convert<To, From, N>(values.data());
  } else {
    return detail::clamp_integer<To, From, N>(values.data());
  }
}

template <class To, detail::Scalar From>
XEFORGE_INLINE To saturate(From value) {
  return saturate<To>(simd<From, 1>(value))[0];
}
template <class To, detail::View V>
XEFORGE_INLINE auto saturate(const V& view) {
  return saturate<To>(view.read());
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
