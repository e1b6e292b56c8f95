// Matrix products of tiles of 16 rows with matrices in shared local memory, for devices whose matrix engine
// serves several hardware threads at once and reads its right operand from there (Hopper's wgmma). On the host each
// thread computes its own rows; Xe devices refuse these calls by name.
//
//   tile    16 x N floats of one thread, row by row
//   pairs   16 x N elements of 16 bits, row by row, two per word: the left operand of a product
//   flags   whether each element of a tile of at most 128 columns is kept; what its words are depends on the device: only
//           these functions may read them. All words ~0: every element is.
//   matrix  Rows x Columns elements of 16 bits in shared local memory, at an offset that is a multiple of 1024. The
//           order of its bytes depends on the device: only these functions may read and write it.
//
// Rules, which the host does not check:
//   - multiply() is called together by four threads of the group with consecutive numbers, the first a multiple of
//     four, and all pass the same matrix. A group has a multiple of four threads.
//   - addresses, and pitches in bytes, are multiples of 16 (store(): of 4). N is a multiple of 32, Columns of 64, Rows of
//     32, both at most 256.
//   - copy() is called by all threads of the group. The copied data are in the matrix after all of them have called
//     wait() and then passed a barrier. Before copy(), all threads must have finished multiplying with the old contents:
//     a thread has where it uses the result, calls finish(), or passes a barrier or a fence.
#pragma once

#include "xeforge/esimd/core/simd.hpp"

#ifdef __SYCL_DEVICE_ONLY__
#include "xeforge/esimd/matrix/slm_matrix_device.hpp"
#else
#include "xeforge/esimd/matrix/slm_matrix_host.hpp"
#endif

namespace xeforge::esimd {
namespace slm_matrix {
inline namespace XEFORGE_TARGET {

template <int Columns>
using Tile = simd<float, 16 * Columns>;
template <int Columns>
using Pairs = simd<std::uint32_t, 8 * Columns>;

using Flags = simd<std::uint32_t, 1024>;

template <class Element>
inline constexpr bool is_element = std::is_same_v<Element, half> || std::is_same_v<Element, bfloat16>;

constexpr bool is_shape(int rows, int columns) {
  return rows > 0 && rows % 32 == 0 && rows <= 256 && columns > 0 && columns % 64 == 0 && columns <= 256;
}

// The size of a matrix in bytes.
template <int Rows, int Columns>
inline constexpr std::uint32_t bytes = Rows * Columns * 2;

// Starts to copy the rows [first_row, first_row + Rows) of an array of row_count rows, pitch elements apart; each of
// the group's Threads threads copies a part. Rows from row_count on are 0, and are not read.
template <class Element, int Rows, int Columns, int Threads>
XEFORGE_INLINE void copy(std::uint32_t slm, const Element* from, std::int64_t pitch, std::int32_t first_row,
                         std::int32_t row_count, std::uint32_t thread) {
  static_assert(is_element<Element> && is_shape(Rows, Columns),
                "slm_matrix::copy: half or bfloat16, multiples of 32 x 64");
  static_assert(Threads > 0 && Rows * (Columns / 8) % (32 * Threads) == 0, "slm_matrix::copy: threads share evenly");
  back_end::copy<Element, Rows, Columns, Threads>(slm, from, pitch, first_row, row_count, thread);
}
// Waits until all copies that this thread has started are complete.
XEFORGE_INLINE void wait() { back_end::wait(); }
// Waits until this thread's products are complete, which frees the registers of their left operands. An arrival at a named
// barrier without a fence does not.
XEFORGE_INLINE void finish() { back_end::finish(); }

// sum + left x matrix: (16 x Columns) + (16 x Rows) x (Rows x Columns). Products are exact, sums floats in any order.
template <class Element, int Rows, int Columns>
XEFORGE_INLINE Tile<Columns> multiply(const Tile<Columns>& sum, const Pairs<Rows>& left, std::uint32_t slm) {
  static_assert(is_element<Element> && is_shape(Rows, Columns), "slm_matrix::multiply: half or bfloat16, 32 x 64");
  return back_end::multiply<Element, Rows, Columns, false>(sum.data(), left.data(), slm);
}
// sum + left x the matrix transposed: (16 x Rows) + (16 x Columns) x (Columns x Rows).
template <class Element, int Rows, int Columns>
XEFORGE_INLINE Tile<Rows> multiply_transposed(const Tile<Rows>& sum, const Pairs<Columns>& left, std::uint32_t slm) {
  static_assert(is_element<Element> && is_shape(Rows, Columns), "slm_matrix::multiply: half or bfloat16, 32 x 64");
  return back_end::multiply<Element, Rows, Columns, true>(sum.data(), left.data(), slm);
}

// A tile rounded to elements, to the nearest, ties to even.
template <class Element, int Columns>
XEFORGE_INLINE Pairs<Columns> round(const Tile<Columns>& tile) {
  static_assert(is_element<Element>, "slm_matrix::round: half or bfloat16");
  return back_end::round<Element, Columns>(tile.data());
}

// The rows [first_row, first_row + 16) and columns [first_column, first_column + Columns) of an array of row_count rows
// and column_count columns. What lies beyond the array is anything. first_column and column_count are multiples of 8;
// row_count and column_count at least 1 and 8.
template <class Element, int Columns>
XEFORGE_INLINE Pairs<Columns> load(const Element* from, std::int64_t pitch, std::int32_t first_row,
                                   std::int32_t row_count, std::int32_t first_column, std::int32_t column_count) {
  static_assert(is_element<Element> && Columns % 32 == 0,
                "slm_matrix::load: half or bfloat16, a multiple of 32 columns");
  return back_end::load<Element, Columns>(from, pitch, first_row, row_count, first_column, column_count);
}
// The flags of such rows and columns of an array of bytes, of which 0 removes an element. Address, pitch, first_column and
// column_count may be anything; column_count is at least 1. A device may read whole blocks of 16 bytes, at multiples of 16,
// of which at least one byte belongs to a row of the array.
template <int Columns>
XEFORGE_INLINE Flags load_flags(const std::uint8_t* from, std::int64_t pitch, std::int32_t first_row,
                                std::int32_t row_count, std::int32_t first_column, std::int32_t column_count) {
  static_assert(Columns % 32 == 0 && Columns <= 128, "slm_matrix::load_flags: a multiple of 32 columns, at most 128");
  return back_end::load_flags<Columns>(from, pitch, first_row, row_count, first_column, column_count);
}
// Writes the rows that the array has.
template <class Element, int Columns>
XEFORGE_INLINE void store(Element* to, std::int64_t pitch, std::int32_t first_row, std::int32_t row_count,
                          const Pairs<Columns>& pairs) {
  static_assert(is_element<Element> && Columns % 32 == 0,
                "slm_matrix::store: half or bfloat16, a multiple of 32 columns");
  back_end::store<Element, Columns>(to, pitch, first_row, row_count, pairs.data());
}
// The same of floats as they are; addresses, and the pitch in bytes, are multiples of 8.
template <int Columns>
XEFORGE_INLINE void store(float* to, std::int64_t pitch, std::int32_t first_row, std::int32_t row_count,
                          const Tile<Columns>& tile) {
  static_assert(Columns % 32 == 0, "slm_matrix::store: a multiple of 32 columns");
  back_end::store<Columns>(to, pitch, first_row, row_count, tile.data());
}

// One result per row. NaN elements are ignored for the maximum.
template <int N>
XEFORGE_INLINE simd<float, 16> row_maximum(const simd<float, N>& tile) {
  return back_end::row_maximum<N / 16>(tile.data());
}
template <int N>
XEFORGE_INLINE simd<float, 16> row_sum(const simd<float, N>& tile) {
  return back_end::row_sum<N / 16>(tile.data());
}

// Replaces the elements of columns outside of [first, end) by -inf; first and end are given for each row.
template <int N>
XEFORGE_INLINE simd<float, N> cut(const simd<float, N>& tile, const simd<std::int32_t, 16>& first,
                                  const simd<std::int32_t, 16>& end) {
  return back_end::cut<N / 16>(tile.data(), first.data(), end.data());
}

// Replaces the elements that are not kept by -inf.
template <int N>
XEFORGE_INLINE simd<float, N> keep(const simd<float, N>& tile, const Flags& flags) {
  static_assert(N <= 16 * 128, "slm_matrix::keep: at most 128 columns");
  return back_end::keep<N / 16>(tile.data(), flags.data());
}

// Applies function(part, numbers) to parts of the tile, where numbers has one value per element, that of its row. A
// part is the whole tile on devices and one row on the host, so function must accept any number of elements.
template <int N, class Function>
XEFORGE_INLINE simd<float, N> with_rows(const simd<float, N>& tile, const simd<float, 16>& numbers, Function function) {
  return back_end::with_rows<N / 16>(tile, numbers, function);
}
// function(part, distances, numbers): the same with |at - column| for each element, where at is given for each row. Exact up
// to 2^24.
template <int N, class Function>
XEFORGE_INLINE simd<float, N> with_distances(const simd<float, N>& tile, const simd<std::int32_t, 16>& at,
                                             const simd<float, 16>& numbers, Function function) {
  return back_end::with_distances<N / 16>(tile, at, numbers, function);
}
// function(part, elements): the same with the elements of pairs as floats.
template <class Element, int N, class Function>
XEFORGE_INLINE simd<float, N> with_elements(const simd<float, N>& tile, const simd<std::uint32_t, N / 2>& pairs,
                                            Function function) {
  static_assert(is_element<Element>, "slm_matrix::with_elements: half or bfloat16");
  return back_end::with_elements<Element, N / 16>(tile, pairs, function);
}

} // namespace XEFORGE_TARGET
} // namespace slm_matrix
} // namespace xeforge::esimd
