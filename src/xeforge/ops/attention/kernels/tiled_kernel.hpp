// The "tiled" kernel: a block of queries per work-item, against tiles of keys and values that stay in the caches.
//
//   q    (b, heads_q, queries, d_qk)     k (b, heads_kv, keys, d_qk)     v (b, heads_kv, keys, d_v)
//   out  (b, heads_q, queries, d_v)      lse (b, heads_q, queries), or null
//
// The last strides of q, k and v are 1, all other strides anything. A query that sees no key has O = 0 and LSE = -inf;
// a sink counts as a key whose value is 0.
//
// A row meets the tiles [0, tile_keys), [tile_keys, 2 tile_keys) ... of its sequence, whatever block it is part of, and
// keys that it does not see change none of its bits: results do not depend on how queries are cut into blocks.
#pragma once

#include "xeforge/ops/attention/kernels/hooks.hpp"
#include "xeforge/ops/attention/kernels/tiled_scratch.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// Scores: a ScoreChain.
template <class Traits, class Scores>
struct TiledKernel {
  using Element = typename Traits::Element;
  using Packed = typename Traits::Packed;
  using Scratch = TiledScratch<Traits>;
  static constexpr int lanes = Traits::lanes, rows = Traits::rows, slab = Traits::slab, most_keys = Traits::most_keys;
  using Floats = esimd::simd<float, lanes>;

  Operand<const Element> q, k, v;
  Operand<Element> out;
  Operand<float> lse; // d unused
  Sequences sequences;
  Scores scores;
  BandRule band;
  const float* sinks;            // heads_q, or null
  std::int64_t heads_q, sharing; // sharing: heads of q to one of k and v
  std::int64_t heads, blocks;    // batch * heads_q; blocks of queries in the longest sequence
  TiledShape<Traits> shape;

  // Items: heads * blocks, the last blocks first: under a causal mask they take longest.
  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    // 1. Which queries.
    const std::int64_t pair = static_cast<std::int64_t>(item[0]) % heads, block = item[0] / heads;
    Queries queries{sequences[pair / heads_q], pair / heads_q, pair % heads_q, 0, 0};
    queries.first = (blocks - 1 - block) * shape.block_queries;
    queries.count = at_most(queries.sequence.seq_q - queries.first, shape.block_queries);
    if (queries.count <= 0)
      return;
    Scratch scratch;
    load_queries(scratch, queries);

    // 2. All tiles with keys that some of them see.
    const std::int64_t first = keys_of(queries, 0).begin / shape.tile_keys * shape.tile_keys;
    const std::int64_t end = keys_of(queries, queries.count - 1).end;
    for (std::int64_t key = first; key < end; key += shape.tile_keys) {
      const Tile tile{key, at_most(end - key, shape.tile_keys), at_most(end - key - shape.tile_keys, shape.tile_keys)};
      pack_keys(scratch, queries, tile);
      pack_values(scratch, queries, tile);
      Waiting waiting{0, {0, 0}, 0};
      for (int row = 0; row < queries.count; row += slab)
        add_tile(scratch, queries, tile, row, waiting);
      multiply_values(scratch, waiting, []() __attribute__((always_inline)) {});
    }

    // 3. Out.
    store_permuted(scratch, queries);
  }

private:
  // The queries of this item; rows of the last slab behind the last query repeat it and are not stored.
  struct Queries {
    Sequence sequence;
    std::int64_t batch, head;
    std::int64_t first;
    int count;

    ESIMD_INLINE std::int64_t operator[](int row) const { return first + (row < count ? row : count - 1); }
  };
  struct Tile {
    std::int64_t first; // key
    int keys, next;     // how many; how many the next one has, or less than 1
  };
  // Keys of a tile, in whole groups: all that some row of a slab sees.
  struct Span {
    int begin, end;
  };
  // A slab whose weights lie in half half of the scratch memory until they are multiplied by values.
  struct Waiting {
    int row;
    Span span;
    int half;
  };
  // What products become before they are stored.
  enum class Stage { dots, scores };

  ESIMD_INLINE static int at_most(std::int64_t n, int most) { return static_cast<int>(n < most ? n : most); }
  ESIMD_INLINE KeyRange keys_of(const Queries& queries, int row) const {
    return band.of(queries.sequence.seq_q, queries.sequence.seq_k).keys_of(queries[row]);
  }
  ESIMD_INLINE ScoreCoordinates coordinates_of(const Queries& queries, int row, std::int64_t key) const {
    const std::int64_t query = queries[row];
    return {queries.batch, queries.head, query, query + queries.sequence.seq_k - queries.sequence.seq_q, key, lanes};
  }
  // Where a row of the sequence stands in an array.
  template <class T>
  ESIMD_INLINE static T* row_of(const Operand<T>& array, const Queries& queries, std::int64_t head,
                                std::int64_t position) {
    return array.head(queries.sequence.array_batch, head) + position * array.s;
  }

  // ---- one tile, one slab of queries ------------------------------------------------------------------------------
  ESIMD_INLINE void add_tile(Scratch& scratch, const Queries& queries, const Tile& tile, int row,
                             Waiting& waiting) const {
    const KeyRange top = keys_of(queries, row), bottom = keys_of(queries, row + slab - 1); // both bounds only grow
    const int begin = static_cast<int>(top.begin < tile.first ? 0 : top.begin - tile.first) / Traits::group;
    const int end = (at_most(bottom.end - tile.first, tile.keys) + Traits::group - 1) / Traits::group;
    const Span span{begin * Traits::group, end * Traits::group};
    if (span.begin >= span.end)
      return;
    const bool all_seen = bottom.begin <= tile.first + span.begin && top.end >= tile.first + span.end;
    prefetch_rows(queries, tile, row);
    if (all_seen && !Scores::large) {
      multiply_keys<Stage::scores>(scratch, queries, tile, row, span);
    } else {
      multiply_keys<Stage::dots>(scratch, queries, tile, row, span);
      modify_scores(scratch, queries, tile, row, span);
    }
    const Waiting next{row, span, 1 - waiting.half};
    online_softmax(scratch, next, waiting);
    waiting = next;
  }

  // The slab's share of the next tile's keys and values, which will be packed when all slabs are through.
  ESIMD_INLINE void prefetch_rows(const Queries& queries, const Tile& tile, int row) const {
    const int share = (shape.tile_keys * slab + queries.count - 1) / queries.count;
    const int begin = row / slab * share, end = begin + share < tile.next ? begin + share : tile.next;
    const std::int64_t next = queries.sequence.key_begin + tile.first + shape.tile_keys;
    for (int i = begin; i < end; ++i) {
      tile::prefetch_row(row_of(k, queries, queries.head / sharing, next + i), shape.d_qk);
      tile::prefetch_row(row_of(v, queries, queries.head / sharing, next + i), shape.d_v);
    }
  }

  // Q K^T. Whole groups that all rows see become scores while they are in registers, and leave behind the largest.
  template <Stage stage>
  ESIMD_NOINLINE void multiply_keys(Scratch& scratch, const Queries& all_queries, const Tile& tile, int row,
                                    Span span) const {
    const Scores chain = scores; // copies, which no store can change
    const Queries queries = all_queries;
    const TiledShape<Traits> shape_ = shape;
    for (int i = 0; i < slab; ++i)
      Floats(-infinity).copy_to(scratch.largest + i * lanes);
    for (int key = span.begin; key < span.end; key += Traits::group)
      for (int i = 0; i < slab; i += rows) {
        tile::RegisterTile<Packed, rows, lanes, 2> products;
        tile::clear(products);
        tile::matmul_tile(products, scratch.queries + shape_.query_panel(row + i), scratch.keys + shape_.key_panel(key),
                          shape_.key_stride(), shape_.blocks());
        prefetch_scores(chain, queries, tile, row, key / Traits::group * (slab / rows) + i / rows);
        float* const address = scratch.scores + i * most_keys + key;
        if constexpr (stage == Stage::dots)
          tile::store_tile(products, address, most_keys);
        else
          store_scores(scratch, products, chain, queries, row, i, tile.first + key, address);
      }
  }
  // What the modifications read for the next slab, or for the first one of the next tile: a row or two for each
  // product.
  ESIMD_INLINE void prefetch_scores(const Scores& chain, const Queries& queries, const Tile& tile, int row,
                                    int product) const {
    constexpr int products = most_keys / Traits::group * (slab / rows), share = (slab + products - 1) / products;
    const bool more = row + slab < queries.count;
    for (int r = product * share; r < product * share + share; ++r)
      chain.template prefetch<most_keys>(
          coordinates_of(queries, more ? row + slab + r : r, tile.first + (more ? 0 : shape.tile_keys)));
  }
  ESIMD_INLINE void store_scores(Scratch& scratch, tile::RegisterTile<Packed, rows, lanes, 2>& products,
                                 const Scores& chain, const Queries& queries, int row, int i, std::int64_t key,
                                 float* address) const {
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      ScoreCoordinates coordinates = coordinates_of(queries, row + i + r, key);
      Floats largest(scratch.largest + (i + r) * lanes);
#pragma unroll
      for (int n = 0; n < 2; ++n, coordinates.key += lanes) {
        const Floats modified = chain(coordinates, Floats(products.row(r, n)));
        modified.copy_to(address + r * most_keys + n * lanes);
        largest = tile::larger(largest, modified);
      }
      largest.copy_to(scratch.largest + (i + r) * lanes);
    }
  }

  // From dot products to scores, and -inf for keys that a row does not see.
  ESIMD_NOINLINE void modify_scores(Scratch& scratch, const Queries& queries, const Tile& tile, int row,
                                    Span span) const {
    const esimd::simd<std::int32_t, lanes> lane(0, 1);
    const auto lanes_before = [](std::int64_t n) __attribute__((always_inline)) {
      return static_cast<std::int32_t>(n < 0 ? 0 : n < lanes ? n : lanes);
    };
    for (int i = 0; i < slab; ++i) {
      const KeyRange seen = keys_of(queries, row + i);
      ScoreCoordinates coordinates = coordinates_of(queries, row + i, tile.first + span.begin);
      Floats largest = -infinity;
      for (int key = span.begin; key < span.end; key += lanes, coordinates.key += lanes) {
        float* const address = scratch.scores + i * most_keys + key;
        coordinates.count = lanes_before(queries.sequence.seq_k - coordinates.key);
        Floats modified = scores(coordinates, Floats(address));
        modified.merge(Floats(-infinity), (lane < lanes_before(seen.begin - coordinates.key)) |
                                              (lane >= lanes_before(seen.end - coordinates.key)));
        modified.copy_to(address);
        largest = tile::larger(largest, modified);
      }
      largest.copy_to(scratch.largest + i * lanes);
    }
  }

  // From the scores of one slab to weights, beside the product of the weights that wait with their values: an
  // exponential is a long chain of operations, most of them for units that products leave idle.
  ESIMD_NOINLINE void online_softmax(Scratch& scratch, const Waiting& now, const Waiting& waiting) const {
    float* const maxima = scratch.maxima + now.row;
    float* const sums = scratch.weight_sums + now.row * lanes;
    float* const factors = scratch.factors + now.half * slab;
    for (int i = 0; i < slab; i += lanes)
      tile::update_maxima<lanes>(scratch.largest + i * lanes, maxima + i, factors + i);
    for (int i = 0; i < slab; ++i)
      Floats(Floats(sums + i * lanes) * factors[i]).copy_to(sums + i * lanes);
    tile::Weigher<rows, lanes, Packed> weigher{
        scratch.scores, maxima,           sums, scratch.weights + now.half * slab * most_keys,
        most_keys,      rows * most_keys, slab, now.span.begin,
        now.span.end};
    multiply_values(scratch, waiting, [&]() __attribute__((always_inline)) { weigher.step(); });
    weigher.finish();
  }

  // P V, added to the sums so far, which are brought under the new maxima as they are loaded.
  template <class Beside>
  ESIMD_INLINE void multiply_values(Scratch& scratch, const Waiting& waiting, Beside beside) const {
    if (waiting.span.begin == waiting.span.end)
      return;
    int vector = 0;
    for (; vector + 2 <= shape.vectors(); vector += 2)
      multiply_columns<2>(scratch, waiting, vector, beside);
    if (vector < shape.vectors())
      multiply_columns<1>(scratch, waiting, vector, beside);
  }
  template <int vectors, class Beside>
  ESIMD_INLINE void multiply_columns(Scratch& scratch, const Waiting& waiting, int vector, Beside beside) const {
    const Packed* const weights = scratch.weights + waiting.half * slab * most_keys + waiting.span.begin * rows;
    for (int i = 0; i < slab; i += rows) {
      float* const address = scratch.sums + (waiting.row + i) * shape.sums_stride() + vector * lanes;
      tile::RegisterTile<Packed, rows, lanes, vectors> sums;
      tile::load_scaled(sums, address, shape.sums_stride(), scratch.factors + waiting.half * slab + i);
      tile::matmul_tile(sums, weights + i * most_keys, scratch.values + shape.value_panel(vector, waiting.span.begin),
                        shape.value_stride(), (waiting.span.end - waiting.span.begin) / Traits::block, beside);
      tile::store_tile(sums, address, shape.sums_stride());
    }
  }

  // ---- in and out -------------------------------------------------------------------------------------------------
  ESIMD_NOINLINE void load_queries(Scratch& scratch, const Queries& queries) const {
    const int padded = (queries.count + slab - 1) / slab * slab;
    for (int i = 0; i < padded; ++i) {
      tile::pack_row<rows>(scratch.queries + shape.query_panel(i / rows * rows), i % rows,
                           row_of(q, queries, queries.head, queries.sequence.query_begin + queries[i]), shape.d_qk,
                           shape.blocks());
      Floats(0.0f).copy_to(scratch.weight_sums + i * lanes);
      scratch.maxima[i] = tile::no_maximum;
      for (int column = 0; column < shape.sums_stride(); column += lanes)
        Floats(0.0f).copy_to(scratch.sums + i * shape.sums_stride() + column);
    }
  }

  // Keys and values up to the end of a group, of which those behind the last one repeat it: they weigh nothing.
  ESIMD_NOINLINE void pack_keys(Scratch& scratch, const Queries& queries, const Tile& tile) const {
    const Element* const first = row_of(k, queries, queries.head / sharing, queries.sequence.key_begin + tile.first);
    for (int key = 0; key < tile.keys; key += Traits::group)
      for (int at = key; at < key + Traits::group; at += lanes)
        tile::pack_columns<lanes>(scratch.keys + shape.key_panel(at), shape.d_qk, shape.blocks(),
                                  [&](int i) __attribute__((always_inline)) {
                                    return first + (at + i < tile.keys ? at + i : tile.keys - 1) * k.s;
                                  });
  }
  ESIMD_NOINLINE void pack_values(Scratch& scratch, const Queries& queries, const Tile& tile) const {
    const Element* const first = row_of(v, queries, queries.head / sharing, queries.sequence.key_begin + tile.first);
    const int padded = (tile.keys + Traits::group - 1) / Traits::group * Traits::group;
    for (int key = 0; key < padded; key += Traits::step)
      tile::pack_step<lanes>(scratch.values, shape.value_stride(), key / Traits::step, shape.d_v,
                             [&](int i) __attribute__((always_inline)) {
                               return first + (key + i < tile.keys ? key + i : tile.keys - 1) * v.s;
                             });
  }

  // Sums over their weights, in the order and type of out.
  ESIMD_NOINLINE void store_permuted(Scratch& scratch, const Queries& queries) const {
    for (int row = 0; row < queries.count; row += lanes) {
      const Floats sums =
          tile::combine_rows<lanes>(scratch.weight_sums + row * lanes,
                                    [](Floats a, Floats b) __attribute__((always_inline)) { return Floats(a + b); });
      const float sink = sinks == nullptr ? -infinity : sinks[queries.head];
      const tile::Normalised<lanes> rows_ = tile::normalise<lanes>(Floats(scratch.maxima + row), sums, sink);
      for (int i = 0; i < lanes && row + i < queries.count; ++i)
        store_row(scratch, queries, row + i, rows_.shares[i], rows_.logarithms[i]);
    }
  }
  ESIMD_INLINE void store_row(Scratch& scratch, const Queries& queries, int row, float share, float logarithm) const {
    const std::int64_t position = queries.sequence.query_begin + queries.first + row;
    Element* const target = row_of(out, queries, queries.head, position);
    for (int column = 0; column < shape.d_v; column += lanes)
      store_strided<lanes>(target + tile::vector_begin<lanes>(column, shape.d_v) * out.d, out.d,
                           at_most(shape.d_v, lanes),
                           Floats(Floats(scratch.sums + row * shape.sums_stride() + column) * share));
    if (lse.data != nullptr)
      *row_of(lse, queries, queries.head, position) = logarithm;
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
