// Keys: a score and its column in one integer, so that comparing two keys compares the scores, and equal scores by the
// lower column. Keys of different columns differ, hence the largest keys are the same however they are looked for.
//
// The upper half of a key is the score as an integer of the same order: NaN lowest, then -inf; -0 and +0 are equal. The
// lower half is the largest number it can hold less the column.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace xeforge::tile {

namespace esimd = sycl::ext::intel::esimd;

template <class Score>
struct KeyTraits {
  static_assert(sizeof(Score) == 2);
  using Key = std::int32_t;
  using UnsignedKey = std::uint32_t;
  using Order = std::int16_t;
  // The bits of +infinity: every larger magnitude is a NaN.
  static constexpr Order infinity = std::is_same_v<Score, sycl::half> ? 0x7c00 : 0x7f80;
};
template <>
struct KeyTraits<float> {
  using Key = std::int64_t;
  using UnsignedKey = std::uint64_t;
  using Order = std::int32_t;
  static constexpr Order infinity = 0x7f800000;
};

template <class Score>
using key_t = typename KeyTraits<Score>::Key;
template <class Score>
using unsigned_key_t = typename KeyTraits<Score>::UnsignedKey;
template <class Score>
using order_t = typename KeyTraits<Score>::Order;

// Sign and magnitude become two's complement, in which -0 and +0 are one number, and are moved up until the positive
// NaN overflow to the bottom, below -inf, where the negative ones are already; a maximum makes them all equal. Five
// operations, none with a mask.
template <class Score>
inline constexpr order_t<Score> order_shift = std::numeric_limits<order_t<Score>>::max() - KeyTraits<Score>::infinity;
template <class Score>
inline constexpr order_t<Score> nan_order = order_shift<Score> - KeyTraits<Score>::infinity - 1;

template <class Score>
inline constexpr order_t<Score> masked_order = nan_order<Score> + 1; // of -inf
template <class Score>
inline constexpr order_t<Score> no_order = std::numeric_limits<order_t<Score>>::min(); // below that of every score

// Scores as integers in their order.
template <class Score, int N>
ESIMD_INLINE esimd::simd<order_t<Score>, N> to_order(esimd::simd<Score, N> scores) {
  using Order = order_t<Score>;
  using Orders = esimd::simd<Order, N>;
  const Orders bits = scores.template bit_cast_view<Order>();
  Orders moved = bits + order_shift<Score>;
  moved.merge((std::numeric_limits<Order>::min() + order_shift<Score>)-bits, bits < Order(0));
  return esimd::max(moved, Orders(nan_order<Score>));
}

// And back, as float. What was a NaN is one again, -0 has become +0.
template <class Score, int N>
ESIMD_INLINE esimd::simd<float, N> to_score(esimd::simd<order_t<Score>, N> order) {
  using Order = order_t<Score>;
  using Orders = esimd::simd<Order, N>;
  const Orders number = order - order_shift<Score>;
  const Orders sign = number >> static_cast<Order>(8 * sizeof(Order) - 1);
  Orders bits = ((number ^ sign) - sign) | (sign & std::numeric_limits<Order>::min());
  bits.merge(Orders(std::numeric_limits<Order>::max()), order == nan_order<Score>);
  return esimd::simd<float, N>(bits.template bit_cast_view<Score>());
}

template <class Key>
inline constexpr int column_bits = sizeof(Key) * 4;
template <class Key>
inline constexpr Key no_column = (Key(1) << column_bits<Key>)-1; // the lower half of a key of column 0

template <class Score, int N>
ESIMD_INLINE esimd::simd<order_t<Score>, N> order_of(esimd::simd<key_t<Score>, N> keys) {
  return esimd::simd<order_t<Score>, N>(keys.template bit_cast_view<order_t<Score>>().template select<N, 2>(1));
}

template <class Key, int N>
ESIMD_INLINE esimd::simd<std::int32_t, N> column_of(esimd::simd<Key, N> keys) {
  const esimd::simd<Key, N> columns = no_column<Key> - (keys & no_column<Key>);
  return esimd::simd<std::int32_t, N>(columns);
}

// Smaller than the key of any score at any column that a row can have next to it.
template <class Key>
inline constexpr Key lowest_key = std::numeric_limits<Key>::min();

// Keys from orders and columns, one for one.
template <class Score, int N>
ESIMD_INLINE esimd::simd<key_t<Score>, N> keys_of(esimd::simd<order_t<Score>, N> order,
                                                  esimd::simd<key_t<Score>, N> columns) {
  using Key = key_t<Score>;
  return (esimd::simd<Key, N>(order) << Key(column_bits<Key>)) | (no_column<Key> - columns);
}

// Keys of 2 * Lanes adjacent scores: those of the even and those of the odd columns. Two scores share a lane of the
// width of a key, so either key is that lane with the other score replaced by a column.
template <class Score, int Lanes>
ESIMD_INLINE void paired_keys(esimd::simd<order_t<Score>, 2 * Lanes> order,
                              esimd::simd<unsigned_key_t<Score>, Lanes> even_columns,
                              esimd::simd<key_t<Score>, Lanes>& even, esimd::simd<key_t<Score>, Lanes>& odd) {
  using Unsigned = unsigned_key_t<Score>;
  using Keys = esimd::simd<Unsigned, Lanes>;
  constexpr Unsigned low_half = no_column<key_t<Score>>;
  const Keys pairs = order.template bit_cast_view<Unsigned>();
  const Keys columns = low_half - even_columns;
  even = Keys((pairs << Unsigned(column_bits<key_t<Score>>)) | columns);
  odd = Keys((pairs & Unsigned(~low_half)) | (columns - Unsigned(1)));
}

} // namespace xeforge::tile
