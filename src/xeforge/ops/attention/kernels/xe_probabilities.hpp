// From floats to the 16-bit probabilities that dpas takes, two keys to a word, with a few integer operations on 32
// lanes in place of conversions on 16.
#pragma once

#include "xeforge/ops/attention/kernels/operands.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// A probability p is made as the float exp2(x + exponent_offset), whose bits from `dropped_bits` on are those of
// p * 2^scale_exponent as an Element. The factor 1 + 2^-(digits + 1) in the offset turns the truncation into a rounding
// with a relative error of at most 2^-(digits + 1), where digits are those of Element's fraction.
//
// half: the exponent of a float is 112 more than that of a half. Probabilities are at most 1, so 2^14 in front of them
// keeps them below the largest half, and those down to 2^-28 normal.
template <class Element>
struct ProbabilityBits;
template <>
struct ProbabilityBits<sycl::half> {
  static constexpr int scale_exponent = 14;
  static constexpr int dropped_bits = 13;
  static constexpr float exponent_offset = -112.0f + 14.0f + 0.00070427f; // log2(1 + 2^-11)
  static constexpr float float_scale = 0x1p-98f * (1.0f + 0x1p-11f);      // of the floats
};
template <>
struct ProbabilityBits<sycl::ext::oneapi::bfloat16> {
  static constexpr int scale_exponent = 0;
  static constexpr int dropped_bits = 16;
  static constexpr float exponent_offset = 0.00562455f; // log2(1 + 2^-8)
  static constexpr float float_scale = 1.0f + 0x1p-8f;
};

// The low half of each word is from `even`, the high half from `odd`.
template <class Element, int N>
ESIMD_INLINE esimd::simd<std::uint32_t, N> probability_words(esimd::simd<float, N> even, esimd::simd<float, N> odd) {
  using Words = esimd::simd<std::uint32_t, N>;
  constexpr std::uint32_t dropped = ProbabilityBits<Element>::dropped_bits;
  const Words low = even.template bit_cast_view<std::uint32_t>();
  const Words high = odd.template bit_cast_view<std::uint32_t>();
  if constexpr (dropped == 16)
    return (low >> dropped) | (high & 0xffff0000u);
  else
    return (low >> dropped) | ((high << (16 - dropped)) & 0xffff0000u);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
