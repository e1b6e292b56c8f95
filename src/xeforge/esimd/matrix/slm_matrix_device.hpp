// Device side of slm_matrix.hpp: calls that the code generator for NVIDIA's GPUs knows, and the lowering for Xe devices
// refuses. A tile is 16 rows of floats; pairs are a tile of 16-bit elements, two of a row to a word.
#pragma once

#include "xeforge/esimd/core/simd.hpp"

namespace xeforge::esimd {

namespace genx {
// (offset in SLM, address, pitch in bytes, first row, rows of the array, thread, threads, rows, columns)
template <class R, class... Arguments>
R slm_matrix_copy(Arguments...);
template <class R, class... Arguments>
R slm_matrix_wait(Arguments...);
template <class R, class... Arguments>
R slm_matrix_finish(Arguments...);
// (tile, pairs, offset in SLM, rows, columns, whether transposed, whether bfloat16)
template <class R, class... Arguments>
R slm_matrix_multiply(Arguments...);
// (tile, whether bfloat16)
template <class R, class... Arguments>
[[gnu::const]] R slm_matrix_round(Arguments...);
// (address, pitch in bytes, first row, rows of the array, first column, columns of the array)
template <class R, class... Arguments>
R slm_matrix_load(Arguments...);
// (address, pitch in bytes, first row, rows of the array, first column, columns of the array, columns of the tile)
template <class R, class... Arguments>
R slm_matrix_load_flags(Arguments...);
// (address, pitch in bytes, first row, rows of the array, pairs or tile)
template <class R, class... Arguments>
R slm_matrix_store(Arguments...);
template <class R, class... Arguments>
[[gnu::const]] R slm_matrix_row_maximum(Arguments...);
template <class R, class... Arguments>
[[gnu::const]] R slm_matrix_row_sum(Arguments...);
// (tile, first columns, end of the columns)
template <class R, class... Arguments>
[[gnu::const]] R slm_matrix_cut(Arguments...);
// (tile, flags)
template <class R, class... Arguments>
[[gnu::const]] R slm_matrix_keep(Arguments...);
// (for each row the column from which distances are)
template <class R, class... Arguments>
[[gnu::const]] R slm_matrix_distances(Arguments...);
} // namespace genx

namespace slm_matrix {
inline namespace XEFORGE_TARGET {
namespace back_end {

template <class Element>
inline constexpr std::int32_t is_bfloat16 = std::is_same_v<Element, bfloat16> ? 1 : 0;

template <class Element, int Rows, int Columns, int Threads>
XEFORGE_INLINE void copy(std::uint32_t slm, const Element* from, std::int64_t pitch, std::int32_t first_row,
                         std::int32_t row_count, std::uint32_t thread) {
  genx::slm_matrix_copy<void>(slm, static_cast<const void*>(from), pitch * 2, first_row, row_count, thread,
                              std::int32_t(Threads), std::int32_t(Rows), std::int32_t(Columns));
}
XEFORGE_INLINE void wait() { genx::slm_matrix_wait<void>(); }
XEFORGE_INLINE void finish() { genx::slm_matrix_finish<void>(); }

template <class Element, int Rows, int Columns, bool Transposed>
XEFORGE_INLINE auto multiply(raw_vector<float, 16 * (Transposed ? Rows : Columns)> sum,
                             raw_vector<std::uint32_t, 8 * (Transposed ? Columns : Rows)> left, std::uint32_t slm) {
  return genx::slm_matrix_multiply<raw_vector<float, 16 * (Transposed ? Rows : Columns)>>(
      sum, left, slm, std::int32_t(Rows), std::int32_t(Columns), std::int32_t(Transposed), is_bfloat16<Element>);
}
template <class Element, int Columns>
XEFORGE_INLINE auto round(raw_vector<float, 16 * Columns> tile) {
  return genx::slm_matrix_round<raw_vector<std::uint32_t, 8 * Columns>>(tile, is_bfloat16<Element>);
}
template <class Element, int Columns>
XEFORGE_INLINE auto load(const Element* from, std::int64_t pitch, std::int32_t first_row, std::int32_t row_count,
                         std::int32_t first_column, std::int32_t column_count) {
  return genx::slm_matrix_load<raw_vector<std::uint32_t, 8 * Columns>>(
      static_cast<const void*>(from), pitch * 2, first_row, row_count, first_column, column_count);
}
template <class Element, int Columns>
XEFORGE_INLINE void store(Element* to, std::int64_t pitch, std::int32_t first_row, std::int32_t row_count,
                          raw_vector<std::uint32_t, 8 * Columns> pairs) {
  genx::slm_matrix_store<void>(static_cast<void*>(to), pitch * 2, first_row, row_count, pairs);
}
template <int Columns>
XEFORGE_INLINE void store(float* to, std::int64_t pitch, std::int32_t first_row, std::int32_t row_count,
                          raw_vector<float, 16 * Columns> tile) {
  genx::slm_matrix_store<void>(static_cast<void*>(to), pitch * 4, first_row, row_count, tile);
}
template <int Columns>
XEFORGE_INLINE auto row_maximum(raw_vector<float, 16 * Columns> tile) {
  return genx::slm_matrix_row_maximum<raw_vector<float, 16>>(tile);
}
template <int Columns>
XEFORGE_INLINE auto row_sum(raw_vector<float, 16 * Columns> tile) {
  return genx::slm_matrix_row_sum<raw_vector<float, 16>>(tile);
}
template <int Columns>
XEFORGE_INLINE auto cut(raw_vector<float, 16 * Columns> tile, raw_vector<std::int32_t, 16> first,
                        raw_vector<std::int32_t, 16> end) {
  return genx::slm_matrix_cut<raw_vector<float, 16 * Columns>>(tile, first, end);
}
template <int Columns>
XEFORGE_INLINE auto load_flags(const std::uint8_t* from, std::int64_t pitch, std::int32_t first_row,
                               std::int32_t row_count, std::int32_t first_column, std::int32_t column_count) {
  return genx::slm_matrix_load_flags<raw_vector<std::uint32_t, 1024>>(
      static_cast<const void*>(from), pitch, first_row, row_count, first_column, column_count, std::int32_t(Columns));
}
template <int Columns>
XEFORGE_INLINE auto keep(raw_vector<float, 16 * Columns> tile, raw_vector<std::uint32_t, 1024> flags) {
  return genx::slm_matrix_keep<raw_vector<float, 16 * Columns>>(tile, flags);
}

template <int Columns, class Function>
XEFORGE_INLINE simd<float, 16 * Columns> with_rows(const simd<float, 16 * Columns>& tile,
                                                   const simd<float, 16>& numbers, Function function) {
  return function(tile, simd<float, 16 * Columns>(numbers.template replicate_vs_w_hs<16, 1, Columns, 0>(0)));
}
template <int Columns, class Function>
XEFORGE_INLINE simd<float, 16 * Columns> with_distances(const simd<float, 16 * Columns>& tile,
                                                        const simd<std::int32_t, 16>& at,
                                                        const simd<float, 16>& numbers, Function function) {
  return function(tile,
                  simd<float, 16 * Columns>(genx::slm_matrix_distances<raw_vector<float, 16 * Columns>>(at.data())),
                  simd<float, 16 * Columns>(numbers.template replicate_vs_w_hs<16, 1, Columns, 0>(0)));
}
template <class Element, int Columns, class Function>
XEFORGE_INLINE simd<float, 16 * Columns> with_elements(const simd<float, 16 * Columns>& tile,
                                                       simd<std::uint32_t, 8 * Columns> pairs, Function function) {
  return function(
      tile, simd<float, 16 * Columns>(simd<Element, 16 * Columns>(pairs.template bit_cast_view<Element>().read())));
}

} // namespace back_end
} // namespace XEFORGE_TARGET
} // namespace slm_matrix
} // namespace xeforge::esimd
