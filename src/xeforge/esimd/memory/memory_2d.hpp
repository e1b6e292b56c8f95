// Two-dimensional blocks of a matrix in memory: load_2d, store_2d, prefetch_2d.
//
// The surface is given as in the hardware: width and pitch in bytes minus one, height in rows minus one. x is in
// elements and y in rows from its corner; both may be negative or beyond it. Elements outside the surface read
// as 0 and are not written. NBlocks blocks are adjacent in x and come one after another in the result.
//
// Element (row, column) of a block of BlockHeight rows is at
//   row * BlockWidth + column                    plain
//   column * BlockHeight + row                   Transposed
//   row / s * W * s + column * s + row % s       Transformed; s = 4 / sizeof(T), W = BlockWidth up to a power of two;
//                                                rows are filled up to a multiple of s
#pragma once

#include "xeforge/esimd/core/properties.hpp"
#include "xeforge/esimd/memory/memory_2d_shape.hpp"
#include "xeforge/esimd/port/port.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {
template <class T>
XEFORGE_INLINE port::Surface2d surface_2d(const T* base, std::uint32_t width, std::uint32_t height, std::uint32_t pitch,
                                          std::int32_t x, std::int32_t y) {
  return {reinterpret_cast<const char*>(base), width, height, pitch, x, y};
}

// Place: a port::Surface2d or port::Payload2d.
template <class T, port::Block2d block, int N, port::Hints hints, class Place>
XEFORGE_INLINE simd<T, N> load_block_2d(const Place& place) {
  check_load_2d<T, block>();
  check_elements_2d<T, block, N>();
  return port::load_2d<T, block, N, hints>(place);
}
template <class T, port::Block2d block, int N, port::Hints hints, class Place>
XEFORGE_INLINE void store_block_2d(const Place& place, const simd<T, N>& values) {
  check_store_2d<T, block>();
  check_elements_2d<T, block, N>();
  port::store_2d<T, block, N, hints>(place, values.data());
}
template <class T, port::Block2d block, port::Hints hints, class Place>
XEFORGE_INLINE void prefetch_block_2d(const Place& place) {
  check_load_2d<T, block>();
  port::prefetch_2d<T, block, hints>(place);
}
} // namespace detail

// N: the elements of the blocks, or of the registers they take (each row padded to a power of two, each block to 64
// bytes; padding is undefined).
template <class T, int BlockWidth, int BlockHeight = 1, int NBlocks = 1, bool Transposed = false,
          bool Transformed = false,
          int N = detail::get_lsc_block_2d_data_size<T, NBlocks, BlockHeight, BlockWidth, Transposed, Transformed>(),
          detail::PropertyList List = properties<>>
XEFORGE_INLINE simd<T, N> load_2d(const T* base, unsigned surface_width, unsigned surface_height,
                                  unsigned surface_pitch, int x, int y, List = {}) {
  constexpr port::Block2d block{BlockWidth, BlockHeight, NBlocks, detail::block_order<Transposed, Transformed>()};
  return detail::load_block_2d<T, block, N, detail::properties_of<List>::hints()>(
      detail::surface_2d(base, surface_width, surface_height, surface_pitch, x, y));
}

template <class T, int BlockWidth, int BlockHeight = 1,
          int N = detail::get_lsc_block_2d_data_size<T, 1, BlockHeight, BlockWidth, false, false>(),
          detail::PropertyList List = properties<>>
XEFORGE_INLINE void store_2d(T* base, unsigned surface_width, unsigned surface_height, unsigned surface_pitch, int x,
                             int y, simd<T, N> values, List = {}) {
  constexpr port::Block2d block{BlockWidth, BlockHeight, 1, port::BlockOrder::plain};
  detail::store_block_2d<T, block, N, detail::properties_of<List>::hints()>(
      detail::surface_2d(base, surface_width, surface_height, surface_pitch, x, y), values);
}

// Values that are a view.
template <class T, int BlockWidth, int BlockHeight = 1, detail::View Values, detail::PropertyList List = properties<>>
XEFORGE_INLINE void store_2d(T* base, unsigned surface_width, unsigned surface_height, unsigned surface_pitch, int x,
                             int y, const Values& values, List list = {}) {
  store_2d<T, BlockWidth, BlockHeight>(base, surface_width, surface_height, surface_pitch, x, y,
                                       simd<T, detail::length_of<Values>>(values), list);
}

// Brings the blocks into the cache where they exist; never a faulting access.
template <class T, int BlockWidth, int BlockHeight = 1, int NBlocks = 1,
          int N = detail::get_lsc_block_2d_data_size<T, NBlocks, BlockHeight, BlockWidth, false, false>(),
          detail::PropertyList List = properties<>>
XEFORGE_INLINE void prefetch_2d(const T* base, unsigned surface_width, unsigned surface_height, unsigned surface_pitch,
                                int x, int y, List = {}) {
  constexpr port::Block2d block{BlockWidth, BlockHeight, NBlocks, port::BlockOrder::plain};
  detail::prefetch_block_2d<T, block, detail::properties_of<List>::hints()>(
      detail::surface_2d(base, surface_width, surface_height, surface_pitch, x, y));
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
