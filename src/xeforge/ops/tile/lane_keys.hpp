// Keys of 16-bit scores (score_keys.hpp) where every lane has a row of its own. Four adjacent scores of a lane come in one
// 64-bit number.
#pragma once

#include "xeforge/ops/tile/exponential.hpp"
#include "xeforge/ops/tile/score_keys.hpp"
#include "xeforge/ops/tile/sorted_lists.hpp"

namespace xeforge::tile {

inline constexpr int scores_of_a_word = 4;

namespace detail {

// Sign and magnitude to two's complement; both zeros are 0.
template <int Lanes>
ESIMD_INLINE esimd::simd<std::int32_t, Lanes> as_number(esimd::simd<std::uint32_t, Lanes> bits) {
  esimd::simd<std::int32_t, Lanes> number(bits);
  number.merge(std::numeric_limits<std::int32_t>::min() - number, number < 0);
  return number;
}

// The scores, each in the upper half of 32 bits of which the lower half is 0.
template <int Lanes>
struct FourScores {
  esimd::simd<std::uint32_t, Lanes> at[scores_of_a_word];
};
template <int Lanes>
ESIMD_INLINE FourScores<Lanes> four_scores(esimd::simd<std::uint64_t, Lanes> words) {
  using Half = esimd::simd<std::uint32_t, Lanes>;
  const Half low(words), high(words >> 32);
  return {{low << 16, low & 0xffff0000u, high << 16, high & 0xffff0000u}};
}

} // namespace detail

// Score number i of the four.
template <class Score, int Lanes>
ESIMD_INLINE esimd::simd<float, Lanes> score_of_word(esimd::simd<std::uint64_t, Lanes> words, int i) {
  esimd::simd<std::uint16_t, Lanes> bits(words >> static_cast<std::uint64_t>(16 * i));
  return esimd::simd<float, Lanes>(bits.template bit_cast_view<Score>());
}

// The largest of the four, NaN only where there is nothing else.
template <class Score, int Lanes>
ESIMD_INLINE esimd::simd<float, Lanes> largest_of_word(esimd::simd<std::uint64_t, Lanes> words) {
  const auto value = [&](int i) __attribute__((always_inline)) { return score_of_word<Score, Lanes>(words, i); };
  return esimd::max(esimd::max(value(0), value(1)), esimd::max(value(2), value(3)));
}

// The keys of four adjacent scores as keys_of() makes them, the first one's column being given for each lane.
template <class Score, int Lanes, class Column>
ESIMD_INLINE void lane_keys(esimd::simd<std::uint64_t, Lanes> words, Column first_column,
                            esimd::simd<std::int32_t, Lanes>* keys) {
  using Keys = esimd::simd<std::int32_t, Lanes>;
  const auto in_upper_half = [](std::int32_t order) { return static_cast<std::int32_t>(std::uint32_t(order) << 16); };
  const detail::FourScores<Lanes> scores = detail::four_scores<Lanes>(words);
  const Keys first_low = no_column<std::int32_t> - Keys(first_column);
#pragma unroll
  for (int i = 0; i < scores_of_a_word; ++i) {
    const Keys order = esimd::max(Keys(detail::as_number<Lanes>(scores.at[i]) + in_upper_half(order_shift<Score>)),
                                  Keys(in_upper_half(nan_order<Score>)));
    keys[i] = order + (first_low - i);
  }
}

// One key for four adjacent scores that are read as floats: the largest, and the number of their word. A float that was a
// score of 16 bits leaves its lowest 13 bits free. NaN does not count beside a number; of nothing but NaN the key is above
// that of +inf.
inline constexpr int word_bits = 13;
inline constexpr std::int32_t last_word = (1 << word_bits) - 1;
inline constexpr std::int32_t above_infinity = 0x7f800000 + last_word, word_of_minus_infinity = -0x7f800000 + last_word;

template <class Score, int Lanes>
ESIMD_INLINE esimd::simd<std::int32_t, Lanes> word_key(esimd::simd<std::uint64_t, Lanes> words, std::int32_t word) {
  const esimd::simd<float, Lanes> largest =
      largest_of_word<Score, Lanes>(words) + 0.0f; // of two zeros the positive one
  return detail::as_number<Lanes>(detail::bits_of<Lanes>(largest)) + (last_word - word);
}

template <int Lanes>
ESIMD_INLINE esimd::simd<std::int32_t, Lanes> word_of(esimd::simd<std::int32_t, Lanes> keys) {
  return last_word - (keys & last_word);
}

} // namespace xeforge::tile
