// Keys of computed scores in 32 bits, half of what score_keys.hpp takes for a float: the place of a sum of two numbers
// on a grid of 2^23 steps, and the column. Sums that are more than a few steps apart are in the order of their keys;
// others may not be, and who sees such keys has to look at the sums.
#pragma once

#include "xeforge/ops/tile/exponential.hpp"

#include <limits>

namespace xeforge::tile {

using GridKey = std::int32_t;
inline constexpr int grid_column_bits = 9;
inline constexpr int grid_columns = 1 << grid_column_bits; // at most, of a row

// A sum's step is the mantissa of sum * scale + offset, a number in [1, 2): all on the grid are in its upper 23 bits.
struct Grid {
  float scale = 0.0f; // 0: no grid
  float offset = 0.0f;
  std::int32_t sure = 0; // steps; sums as far apart are in the order of their keys, also when rounded to floats
  bool exists() const { return scale != 0.0f; }
};

// Of sums from low to high. None where their distance is too small beside their magnitude.
//
// A key is made from two roundings to a step, half a step each, and the float it stands for is off by 2^-24 of itself,
// magnitude / 2 steps at most when magnitude is measured in distances: 1 + magnitude / 2 for each of two sums.
inline Grid grid_of(float low, float high) {
  constexpr float largest_magnitude = 16.0f;
  const float scale = 0.999f / (high - low);
  const float magnitude = (high > -low ? high : -low) * scale;
  if (!(scale > std::numeric_limits<float>::min()) || !(magnitude <= largest_magnitude))
    return {};
  return {scale, 1.0004f - low * scale, 4 + static_cast<std::int32_t>(magnitude)};
}

// The second summand, once for many rows. The first one is not negative.
template <int N>
ESIMD_INLINE esimd::simd<float, N> on_grid(Grid grid, esimd::simd<float, N> summand) {
  return esimd::fma(summand, esimd::simd<float, N>(grid.scale), esimd::simd<float, N>(grid.offset));
}

// Keys of first + second for adjacent columns; second is on the grid. Lower columns have larger keys. The sign bit is
// turned, so that keys are in order as signed numbers.
template <int N>
ESIMD_INLINE esimd::simd<GridKey, N> grid_keys(Grid grid, esimd::simd<float, N> first, esimd::simd<float, N> second,
                                               std::uint32_t first_column) {
  using Bits = esimd::simd<std::uint32_t, N>;
  const Bits places(0x80000000u + (grid_columns - 1) - first_column, std::uint32_t(-1));
  const auto sum = esimd::fma(first, esimd::simd<float, N>(grid.scale), second);
  Bits keys = (detail::bits_of<N>(sum) << std::uint32_t(grid_column_bits)) ^ places;
  return esimd::simd<GridKey, N>(keys.template bit_cast_view<GridKey>());
}

template <int N>
ESIMD_INLINE esimd::simd<std::int32_t, N> grid_column_of(esimd::simd<GridKey, N> keys) {
  return (grid_columns - 1) - (keys & GridKey(grid_columns - 1));
}

// The step, counted from the middle of the grid.
template <int N>
ESIMD_INLINE esimd::simd<std::int32_t, N> grid_step_of(esimd::simd<GridKey, N> keys) {
  return keys >> GridKey(grid_column_bits);
}

} // namespace xeforge::tile
