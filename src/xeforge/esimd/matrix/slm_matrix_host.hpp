// Host side of slm_matrix.hpp: each thread computes its own rows. A matrix is stored in shared local memory row by row.
#pragma once

#include "xeforge/esimd/core/simd.hpp"

#include <cstring>
#include <limits>

namespace xeforge::esimd {
namespace slm_matrix {
inline namespace XEFORGE_TARGET {
namespace back_end {

// Loops over memory, because a tile is larger than the registers of any CPU.
template <class Element>
using Raw = std::conditional_t<std::is_same_v<Element, half>, _Float16, std::uint16_t>;

template <class Element>
XEFORGE_INLINE float widened(Raw<Element> bits) {
  if constexpr (std::is_same_v<Element, half>)
    return static_cast<float>(bits);
  else
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16);
}

template <class Element, int Rows, int Columns, int Threads>
void copy(std::uint32_t slm, const Element* from, std::int64_t pitch, std::int32_t first_row, std::int32_t row_count,
          std::uint32_t thread) {
  constexpr std::uint32_t row_bytes = Columns * 2;
  std::byte* const to = ::xeforge::esimd::XEFORGE_PORT::detail::slm_address(slm, std::uint64_t{Rows} * row_bytes);
  for (std::int32_t row = static_cast<std::int32_t>(thread); row < Rows; row += Threads) {
    if (first_row + row < row_count)
      std::memcpy(to + row * row_bytes, from + (first_row + row) * pitch, row_bytes);
    else
      std::memset(to + row * row_bytes, 0, row_bytes);
  }
}
inline void wait() {}
inline void finish() {}

template <class Element, int Rows, int Columns, bool Transposed>
auto multiply(raw_vector<float, 16 * (Transposed ? Rows : Columns)> sum,
              raw_vector<std::uint32_t, 8 * (Transposed ? Columns : Rows)> left, std::uint32_t slm) {
  constexpr int depth = Transposed ? Columns : Rows, width = Transposed ? Rows : Columns;
  using Bits = Raw<Element>;
  const auto* const matrix = reinterpret_cast<const Bits*>(
      ::xeforge::esimd::XEFORGE_PORT::detail::slm_address(slm, std::uint64_t{Rows} * Columns * 2));
  const auto* const elements = reinterpret_cast<const Bits*>(&left);
  auto* const sums = reinterpret_cast<float*>(&sum);
  for (int k = 0; k < depth; ++k) {
    float row[width];
    for (int n = 0; n < width; ++n)
      row[n] = widened<Element>(Transposed ? matrix[n * Columns + k] : matrix[k * Columns + n]);
    for (int i = 0; i < 16; ++i) {
      const float factor = widened<Element>(elements[i * depth + k]);
      for (int n = 0; n < width; ++n)
        sums[i * width + n] += factor * row[n];
    }
  }
  return sum;
}

template <class Element, int Columns>
auto round(raw_vector<float, 16 * Columns> tile) {
  raw_vector<std::uint32_t, 8 * Columns> pairs;
  auto* const elements = reinterpret_cast<std::uint16_t*>(&pairs);
  for (int i = 0; i < 16 * Columns; ++i) {
    const Element rounded(reinterpret_cast<const float*>(&tile)[i]);
    std::memcpy(elements + i, &rounded, 2);
  }
  return pairs;
}

template <class Element, int Columns>
auto load(const Element* from, std::int64_t pitch, std::int32_t first_row, std::int32_t row_count,
          std::int32_t first_column, std::int32_t column_count) {
  raw_vector<std::uint32_t, 8 * Columns> pairs(0);
  auto* const elements = reinterpret_cast<std::byte*>(&pairs);
  const std::int32_t there = column_count - first_column < Columns ? column_count - first_column : Columns;
  for (int row = 0; row < 16 && first_row + row < row_count; ++row)
    if (there > 0)
      std::memcpy(elements + row * Columns * 2, from + (first_row + row) * pitch + first_column,
                  static_cast<std::size_t>(there) * 2);
  return pairs;
}
template <class Element, int Columns>
void store(Element* to, std::int64_t pitch, std::int32_t first_row, std::int32_t row_count,
           raw_vector<std::uint32_t, 8 * Columns> pairs) {
  for (int row = 0; row < 16 && first_row + row < row_count; ++row)
    std::memcpy(to + (first_row + row) * pitch, reinterpret_cast<const std::byte*>(&pairs) + row * Columns * 2,
                Columns * 2);
}
template <int Columns>
void store(float* to, std::int64_t pitch, std::int32_t first_row, std::int32_t row_count,
           raw_vector<float, 16 * Columns> tile) {
  for (int row = 0; row < 16 && first_row + row < row_count; ++row)
    std::memcpy(to + (first_row + row) * pitch, reinterpret_cast<const float*>(&tile) + row * Columns, Columns * 4);
}

template <int Columns>
raw_vector<float, 16> row_maximum(raw_vector<float, 16 * Columns> tile) {
  raw_vector<float, 16> result;
  for (int row = 0; row < 16; ++row) {
    float largest = -std::numeric_limits<float>::infinity();
    for (int column = 0; column < Columns; ++column) {
      const float x = reinterpret_cast<const float*>(&tile)[row * Columns + column];
      largest = x > largest ? x : largest;
    }
    result[row] = largest;
  }
  return result;
}
// In eight parts, as many as a vector of floats has.
template <int Columns>
raw_vector<float, 16> row_sum(raw_vector<float, 16 * Columns> tile) {
  raw_vector<float, 16> result;
  for (int row = 0; row < 16; ++row) {
    float parts[8] = {};
    for (int column = 0; column < Columns; ++column)
      parts[column % 8] += reinterpret_cast<const float*>(&tile)[row * Columns + column];
    result[row] = ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]));
  }
  return result;
}
template <int Columns>
auto cut(raw_vector<float, 16 * Columns> tile, raw_vector<std::int32_t, 16> first, raw_vector<std::int32_t, 16> end) {
  for (int row = 0; row < 16; ++row)
    for (int column = 0; column < Columns; ++column)
      if (column < first[row] || column >= end[row])
        reinterpret_cast<float*>(&tile)[row * Columns + column] = -std::numeric_limits<float>::infinity();
  return tile;
}

// Flags are the bytes, each row in its 256.
template <int Columns>
auto load_flags(const std::uint8_t* from, std::int64_t pitch, std::int32_t first_row, std::int32_t row_count,
                std::int32_t first_column, std::int32_t column_count) {
  raw_vector<std::uint32_t, 1024> flags(0);
  auto* const bytes = reinterpret_cast<std::byte*>(&flags);
  const std::int32_t there = column_count - first_column < Columns ? column_count - first_column : Columns;
  for (int row = 0; row < 16 && first_row + row < row_count; ++row)
    if (there > 0)
      std::memcpy(bytes + row * 256, from + (first_row + row) * pitch + first_column, static_cast<std::size_t>(there));
  return flags;
}
template <int Columns>
auto keep(raw_vector<float, 16 * Columns> tile, raw_vector<std::uint32_t, 1024> flags) {
  for (int row = 0; row < 16; ++row)
    for (int column = 0; column < Columns; ++column)
      if (reinterpret_cast<const std::uint8_t*>(&flags)[row * 256 + column] == 0)
        reinterpret_cast<float*>(&tile)[row * Columns + column] = -std::numeric_limits<float>::infinity();
  return tile;
}

template <int Columns>
simd<float, Columns> row_of(const raw_vector<float, 16 * Columns>& tile, int row) {
  raw_vector<float, Columns> part;
  std::memcpy(&part, reinterpret_cast<const float*>(&tile) + row * Columns, Columns * sizeof(float));
  return part;
}

// Row by row: for the whole tile at once the compiler would generate thousands of instructions, and take minutes.
template <int Columns, class Function>
simd<float, 16 * Columns> with_rows(const simd<float, 16 * Columns>& tile, const simd<float, 16>& numbers,
                                    Function function) {
  const raw_vector<float, 16 * Columns> whole = tile.data();
  raw_vector<float, 16 * Columns> result;
#pragma clang loop unroll(disable)
  for (int row = 0; row < 16; ++row) {
    const raw_vector<float, Columns> part =
        simd<float, Columns>(function(row_of<Columns>(whole, row), simd<float, Columns>(numbers.data()[row]))).data();
    std::memcpy(reinterpret_cast<float*>(&result) + row * Columns, &part, sizeof(float) * Columns);
  }
  return result;
}
template <int Columns, class Function>
simd<float, 16 * Columns> with_distances(const simd<float, 16 * Columns>& tile, const simd<std::int32_t, 16>& at,
                                         const simd<float, 16>& numbers, Function function) {
  const raw_vector<float, 16 * Columns> whole = tile.data();
  raw_vector<float, 16 * Columns> result;
#pragma clang loop unroll(disable)
  for (int row = 0; row < 16; ++row) {
    raw_vector<float, Columns> distances;
    for (int column = 0; column < Columns; ++column) {
      const std::int32_t difference = at.data()[row] - column;
      reinterpret_cast<float*>(&distances)[column] = static_cast<float>(difference < 0 ? -difference : difference);
    }
    const raw_vector<float, Columns> part =
        simd<float, Columns>(function(row_of<Columns>(whole, row), simd<float, Columns>(distances),
                                      simd<float, Columns>(numbers.data()[row])))
            .data();
    std::memcpy(reinterpret_cast<float*>(&result) + row * Columns, &part, sizeof(float) * Columns);
  }
  return result;
}
template <class Element, int Columns, class Function>
simd<float, 16 * Columns> with_elements(const simd<float, 16 * Columns>& tile,
                                        const simd<std::uint32_t, 8 * Columns>& pairs, Function function) {
  const raw_vector<float, 16 * Columns> whole = tile.data();
  raw_vector<float, 16 * Columns> result;
  const raw_vector<std::uint32_t, 8 * Columns> words = pairs.data();
#pragma clang loop unroll(disable)
  for (int row = 0; row < 16; ++row) {
    raw_vector<float, Columns> elements;
    for (int column = 0; column < Columns; ++column)
      reinterpret_cast<float*>(&elements)[column] =
          widened<Element>(reinterpret_cast<const Raw<Element>*>(&words)[row * Columns + column]);
    const raw_vector<float, Columns> part =
        simd<float, Columns>(function(row_of<Columns>(whole, row), simd<float, Columns>(elements))).data();
    std::memcpy(reinterpret_cast<float*>(&result) + row * Columns, &part, sizeof(float) * Columns);
  }
  return result;
}

} // namespace back_end
} // namespace XEFORGE_TARGET
} // namespace slm_matrix
} // namespace xeforge::esimd
