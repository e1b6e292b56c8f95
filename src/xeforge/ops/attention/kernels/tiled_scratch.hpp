// The sizes of the "tiled" kernel, and the memory that a work-item has to itself.
#pragma once

#include "xeforge/ops/attention/kernels/operands.hpp"
#include "xeforge/ops/tile/online_softmax.hpp"
#include "xeforge/ops/tile/panels.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// Element: of the arrays. Packed: what products are made of, bfloat16 or float.
//
// For d = 128 a work-item has a block of 512 queries and takes keys in tiles of 256; for larger d, half or a quarter of
// both. In the second cache (1 MiB) lie, for bfloat16 and float:
//   queries  512 x 128                    128, 256 KiB     keys, values  256 x 128 each   128, 256 KiB
//   sums     512 x 128 floats                  256 KiB
// A tile is packed once for all queries of the block: 2 * 256 * 128 elements moved for 4 * 512 * 256 * 128 operations.
// Queries pass through the tile in slabs of 16, for which the first cache (48 KiB) holds
//   scores   16 x 256 floats                    16 KiB     weights  2 x 16 x 256            16,  32 KiB
//   queries  16 x 128                       4,   8 KiB     32 keys or columns of values      8,  16 KiB at a time
// not all of it at the same time, and a register tile of 8 x 32 sums takes 128 steps for its scores, 256 for values.
template <class Element_, class Packed_, int register_bytes>
struct TiledTraits {
  using Element = Element_;
  using Packed = Packed_;
  static constexpr int lanes = register_bytes / 4;
  static constexpr int rows = lanes == 16 ? 8 : 6;          // of a register tile
  static constexpr int slab = lanes == 16 ? 16 : 24;        // queries; a multiple of rows and lanes
  static constexpr int group = 2 * lanes;                   // keys whose scores share a register tile
  static constexpr int step = tile::per_step<Packed>;       // elements
  static constexpr int block = tile::block_steps * step;    // elements of a row in a block of a product
  static constexpr int most_queries = 512, most_keys = 256; // of an item, of a tile
  static constexpr int shallow = 128;                       // up to here there are as many

  static constexpr int part(int depth) { return depth <= shallow ? 1 : depth <= 2 * shallow ? 2 : 4; }
  static constexpr int queries_for(int depth) { return most_queries / part(depth) / slab * slab; }
  static constexpr int keys_for(int depth) { return most_keys / part(depth); }
};

// On the stack of the thread: 600 KiB for bfloat16, 850 KiB for float.
template <class Traits>
struct TiledScratch {
  using Packed = typename Traits::Packed;
  static constexpr int lanes = Traits::lanes, most_vectors = 4 * Traits::shallow / lanes;
  // Beside the columns of values, so that they do not all fall into one set of the cache: a line each.
  static constexpr int value_gap = 64 / sizeof(Packed);

  alignas(64) Packed queries[Traits::most_queries * Traits::shallow];                          // A panels of rows each
  alignas(64) Packed keys[Traits::most_keys * Traits::shallow + lanes * lanes * Traits::step]; // B panels of lanes keys
  alignas(64) Packed values[Traits::most_keys * Traits::shallow + most_vectors * value_gap];   // of lanes columns
  alignas(64) float sums[Traits::most_queries * Traits::shallow];   // queries x columns: weights times values
  alignas(64) float weight_sums[Traits::most_queries * lanes];      // queries x lanes
  alignas(64) float maxima[Traits::most_queries];                   // online_softmax.hpp
  alignas(64) float scores[Traits::slab * Traits::most_keys];       // slab x keys
  alignas(64) Packed weights[2 * Traits::slab * Traits::most_keys]; // two halves of A panels
  alignas(64) float largest[Traits::slab * lanes];                  // of the slab's scores
  alignas(64) float factors[2 * Traits::slab]; // of each half: from sums under the old maxima to the new
};

// How far things are apart in the scratch memory, in elements.
template <class Traits>
struct TiledShape {
  int d_qk, d_v;
  int tile_keys;     // a multiple of Traits::group
  int block_queries; // a multiple of Traits::slab

  static constexpr int lanes = Traits::lanes, rows = Traits::rows, block = Traits::block;
  constexpr int blocks() const { return (d_qk + block - 1) / block; }
  constexpr int vectors() const { return (d_v + lanes - 1) / lanes; }
  constexpr std::int64_t query_panel(int row) const { return std::int64_t(row) * block * blocks(); }
  constexpr std::int64_t key_stride() const { return std::int64_t(blocks()) * block * lanes; }
  constexpr std::int64_t key_panel(int key) const { return key / lanes * key_stride(); }
  constexpr std::int64_t value_stride() const {
    return std::int64_t(tile_keys) * lanes + TiledScratch<Traits>::value_gap;
  }
  constexpr std::int64_t value_panel(int vector, int key) const {
    return vector * value_stride() + std::int64_t(key) * lanes;
  }
  constexpr int sums_stride() const { return vectors() * lanes; }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
