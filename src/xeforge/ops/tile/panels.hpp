// Packing: rows of an array as the operands of matmul_tile.hpp, in the order in which it reads them. half becomes
// float; bfloat16 stays or becomes float.
//
//   A panel  blocks x Rows x 8 steps: row r of block k holds steps [8 k, 8 k + 8) of its row of the array
//   B panel  blocks x 8 steps x Lanes: a register for each step
//
// Steps (matmul_tile.hpp) behind the last element are zeros up to the end of their block.
#pragma once

#include "xeforge/ops/tile/fold.hpp"
#include "xeforge/ops/tile/matmul_tile.hpp"

namespace xeforge::tile {

// count elements at address, converted; zeros behind them. Nothing behind the last one is touched.
template <class Packed, int N, class Element>
ESIMD_INLINE esimd::simd<Packed, N> load_row(const Element* address, int count) {
  if (count >= N)
    return esimd::simd<Packed, N>(esimd::simd<Element, N>(address));
  const esimd::simd<std::int32_t, N> lane(0, 1);
  const esimd::simd<std::uint32_t, N> offsets = lane * static_cast<std::int32_t>(sizeof(Element));
  return esimd::simd<Packed, N>(esimd::gather<Element, N>(address, offsets, lane < count));
}

// A hint that a row of count elements will be read.
template <class Element>
ESIMD_INLINE void prefetch_row(const Element* address, int count) {
  constexpr int line = 64 / static_cast<int>(sizeof(Element));
  for (int at = 0; at < count; at += line)
    esimd::prefetch<Element>(address + at, esimd::properties{esimd::cache_hint_L1<esimd::cache_hint::cached>,
                                                             esimd::cache_hint_L2<esimd::cache_hint::cached>});
}

// Row row of an A panel: depth elements at address.
template <int Rows, class Packed, class Element>
ESIMD_INLINE void pack_row(Packed* panel, int row, const Element* address, int depth, int blocks) {
  constexpr int size = block_steps * per_step<Packed>;
  for (int block = 0; block < blocks; ++block)
    load_row<Packed, size>(address + block * size, depth - block * size).copy_to(panel + (block * Rows + row) * size);
}

template <int Lanes, class Packed>
ESIMD_INLINE void zero_steps(Packed* panel, int first, int last) {
  constexpr int size = Lanes * per_step<Packed>;
  for (int step = first; step < last; ++step)
    esimd::simd<Packed, size>(0).copy_to(panel + step * size);
}

namespace detail {
// count <= Width elements from column on of Lanes rows, turned: a register of the panel for each step.
template <int Lanes, int Width, class Packed, class Row>
ESIMD_INLINE void turn_columns(Packed* panel, int column, int count, Row row) {
  Lists<std::uint32_t, Lanes, Lanes> rows;
#pragma unroll
  for (int i = 0; i < Lanes; ++i) {
    esimd::simd<Packed, Width> elements = load_row<Packed, Width>(row(i) + column, count);
    rows.at[i] = elements.template bit_cast_view<std::uint32_t>();
  }
  auto words = to_rows(rows); // Lanes steps x Lanes
  auto turned = words.template bit_cast_view<Packed>();
#pragma unroll
  for (int s = 0; s < Lanes; ++s)
    esimd::simd<Packed, Width>(turned.template select<Width, 1>(static_cast<std::uint16_t>(s * Width)))
        .copy_to(panel + (column / per_step<Packed> + s) * Width);
}
} // namespace detail

// A B panel of blocks blocks in which Lanes rows of the array lie across the lanes and steps run along them: K of Q
// K^T. row(i) is the address of row i, which has depth elements. Writes Lanes steps more than the panel has at most.
template <int Lanes, class Packed, class Row>
ESIMD_INLINE void pack_columns(Packed* panel, int depth, int blocks, Row row) {
  constexpr int width = Lanes * per_step<Packed>; // elements of a row in one register
  int column = 0;
  for (; column + width <= depth; column += width)
    detail::turn_columns<Lanes, width>(panel, column, width, row);
  if (column < depth) {
    // The rest: the last width elements, some of them again, if steps begin at the same places there.
    if (depth > width && depth % per_step<Packed> == 0)
      detail::turn_columns<Lanes, width>(panel, depth - width, width, row);
    else
      detail::turn_columns<Lanes, width>(panel, column, depth - column, row);
  }
  zero_steps<Lanes>(panel, (depth + per_step<Packed> - 1) / per_step<Packed>, blocks * block_steps);
}

// Columns in vectors of Lanes: the last one takes the last Lanes columns, some of them again, if it would not be full.
// This is where the vector that holds column begins; there may be fewer than Lanes columns in all.
template <int Lanes>
constexpr int vector_begin(int column, int columns) {
  return column + Lanes <= columns || columns < Lanes ? column : columns - Lanes;
}

namespace detail {
template <int Lanes, int Vectors, class Packed, class Row>
ESIMD_INLINE void interleave_rows(Packed* panels, std::int64_t panel_stride, int column, int count, Row row) {
  constexpr int size = Lanes * per_step<Packed>;
  esimd::simd<Packed, Vectors * size> values;
#pragma unroll
  for (int i = 0; i < per_step<Packed>; ++i)
    values.template select<Vectors * Lanes, per_step<Packed>>(static_cast<std::uint16_t>(i)) =
        load_row<Packed, Vectors * Lanes>(row(i) + column, count);
#pragma unroll
  for (int v = 0; v < Vectors; ++v)
    esimd::simd<Packed, size>(values.template select<size, 1>(static_cast<std::uint16_t>(v * size)))
        .copy_to(panels + v * panel_stride);
}
} // namespace detail

// One step of the B panels, panel_stride apart, in which columns of the array lie across the lanes and steps run down
// its rows: V of P V. row(i) is the address of the step's row i; of floats it has one row.
template <int Lanes, class Packed, class Row>
ESIMD_INLINE void pack_step(Packed* panels, std::int64_t panel_stride, int step, int columns, Row row) {
  Packed* const target = panels + step * Lanes * per_step<Packed>;
  int column = 0;
  for (; column + 2 * Lanes <= columns; column += 2 * Lanes)
    detail::interleave_rows<Lanes, 2>(target + column / Lanes * panel_stride, panel_stride, column, 2 * Lanes, row);
  for (; column < columns; column += Lanes)
    detail::interleave_rows<Lanes, 1>(target + column / Lanes * panel_stride, panel_stride,
                                      vector_begin<Lanes>(column, columns), columns, row);
}

} // namespace xeforge::tile
