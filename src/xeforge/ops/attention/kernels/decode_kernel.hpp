// The "decode" kernels: few queries, many keys. The keys of a head of k and v are split into chunks of a fixed length;
// an item handles one chunk for all queries that use this head, so that every row of k and v is loaded once for all
// of them. The sums of an item are a partial result; a second launch merges the partial results of a query.
//
//   q    (b, heads_q, queries, d_qk)     k (b, heads_kv, keys, d_qk)     v (b, heads_kv, keys, d_v)
//   out  (b, heads_q, queries, d_v)      lse (b, heads_q, queries), or null; last strides of q, k and v are 1
//
// A "row" is one query in one head of q; rows are numbered head by head inside a group of heads that share one of k and
// v. Rows are handled in blocks, keys in steps:
//   1. dot products of the block's rows with the keys: as many sums at a time as a register has lanes (some keys, all
//      rows), each a register, whose lanes are added up only at the end, for all of them together;
//   2. the score rules and one step of the online softmax, the keys of a row side by side;
//   3. the values of those keys added up by weight, one chunk of all rows in registers at a time.
// d_qk and d_v: from one chunk (row_products.hpp) to 512.
#pragma once

#include "xeforge/ops/attention/kernels/partial_results.hpp"
#include "xeforge/ops/attention/kernels/row_products.hpp"
#include "xeforge/ops/attention/kernels/score_rules.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// Products: FloatProducts or PairProducts. Rows: 1, 2, 4 or 8 rows per block; Lanes: floats in a register, a multiple
// of Rows.
template <class ProductsType, class BiasType, int Rows, int Lanes>
struct DecodeTraits {
  using Products = ProductsType;
  using Bias = BiasType;
  static constexpr int rows = Rows;
  static constexpr int lanes = Lanes;
  static constexpr int blocks = Rows < 8 ? 1 : 8; // at most, per item
};

template <class Traits>
struct DecodeKernel {
  using Products = typename Traits::Products;
  using Element = typename Products::Element;
  using Rules = ScoreRules<typename Traits::Bias>;
  using Row = typename Rules::Row;
  static constexpr int rows = Traits::rows, lanes = Traits::lanes;
  static constexpr int step = 16;             // keys
  static constexpr int length = 2 * lanes;    // of a chunk, in elements
  static constexpr int chunks = 512 / length; // of the longest row
  using Floats = esimd::simd<float, lanes>;
  using Scores = esimd::simd<float, step>;
  using OfRows = esimd::simd<float, rows>;
  using Chunked = ChunkedRow<length>;

  Operand<const Element> q, k, v;
  Sequences sequences;
  Rules rules;
  PartialResults partials;
  std::int64_t heads_kv, group; // group: heads of q that share one of k and v
  std::int64_t first_pair;      // pairs (b, head of k and v) are numbered b first; items start with this one
  std::int64_t chunk_keys;      // a multiple of step
  std::int32_t row_tiles;       // items that share the rows of one pair
  std::int32_t d_qk, d_v;

  // Items: pairs * partials.splits * row_tiles.
  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    // 1. Which rows, which keys.
    const std::int64_t linear = static_cast<std::int64_t>(item[0]);
    const std::int64_t split = linear / row_tiles % partials.splits;
    const std::int64_t local_pair = linear / row_tiles / partials.splits;
    const std::int64_t pair = first_pair + local_pair;
    const std::int64_t batch = pair / heads_kv, head_kv = pair % heads_kv;
    const Sequence sequence = sequences[batch];
    const std::int64_t first_row = linear % row_tiles * (rows * Traits::blocks);
    const std::int64_t rows_left = group * sequence.seq_q - first_row;
    if (rows_left <= 0)
      return;
    const int count = static_cast<int>(rows_left < rows * Traits::blocks ? rows_left : rows * Traits::blocks);
    const int blocks = (count + rows - 1) / rows;

    Block block[Traits::blocks];
    KeyRange range{sequence.seq_k, 0}; // of all rows
    for (int i = 0; i < blocks; ++i)
      begin(block[i], sequence, batch, head_kv, first_row + i * rows, first_row + count, range);
    const std::int64_t chunk_begin = split * chunk_keys, chunk_end = chunk_begin + chunk_keys;
    range.begin = range.begin < chunk_begin ? chunk_begin : range.begin;
    range.end = range.end < chunk_end ? range.end : chunk_end;

    // 2. The keys, step by step.
    const Element* const keys = k.head(sequence.array_batch, head_kv) + sequence.key_begin * k.s;
    const Element* const values = v.head(sequence.array_batch, head_kv) + sequence.key_begin * v.s;
    for (std::int64_t key = range.begin; key < range.end; key += step) {
      const int present = static_cast<int>(range.end - key < step ? range.end - key : step);
      for (int i = 0; i < blocks; ++i)
        attend(block[i], keys + key * k.s, values + key * v.s, key, present);
    }

    // 3. Partial results.
    for (int i = 0; i < blocks; ++i)
      for (int r = 0; r < rows && i * rows + r < count; ++r)
        store(block[i], r, local_pair, first_row + i * rows + r, split);
  }

private:
  // State of the rows of a block.
  struct Block {
    typename Products::Chunk queries[rows][chunks];
    Floats sums_of_values[rows][chunks][2]; // weights times values
    Scores sums[rows];                      // of the weights, lane by lane
    OfRows maximum;                         // of the scores so far
    Row row[rows];
    KeyRange band[rows];
    KeyRange common; // keys that no row's band cuts
  };

  // Rows first to first + rows - 1 of a group; those from end on are copies of the last one, and never stored.
  ESIMD_INLINE void begin(Block& block, const Sequence& sequence, std::int64_t batch, std::int64_t head_kv,
                          std::int64_t first, std::int64_t end, KeyRange& range) const {
    const Chunked chunked{d_qk};
    block.maximum = -infinity;
    block.common = {0, sequence.seq_k};
    for (int r = 0; r < rows; ++r) {
      const std::int64_t index = first + r < end ? first + r : end - 1;
      const std::int64_t head = head_kv * group + index / sequence.seq_q, query = index % sequence.seq_q;
      block.row[r] = {batch, head, query, query + sequence.seq_k - sequence.seq_q};
      const KeyRange band = rules.band.of(sequence.seq_q, sequence.seq_k).keys_of(query);
      block.band[r] = band;
      block.common.begin = block.common.begin < band.begin ? band.begin : block.common.begin;
      block.common.end = block.common.end < band.end ? block.common.end : band.end;
      range.begin = band.begin < range.begin ? band.begin : range.begin;
      range.end = range.end < band.end ? band.end : range.end;
      const Element* const start = q.head(sequence.array_batch, head) + (sequence.query_begin + query) * q.s;
      for (std::int32_t at = 0; at < chunked.count(); ++at)
        block.queries[r][at] = Products::load_query(start + chunked.place(at), chunked.repeated(at));
      for (std::int32_t at = 0; at < Chunked{d_v}.count(); ++at)
        block.sums_of_values[r][at][0] = block.sums_of_values[r][at][1] = 0.0f;
      block.sums[r] = 0.0f;
    }
  }

  // One step of a block: keys [key, key + present).
  ESIMD_INLINE void attend(Block& block, const Element* keys, const Element* values, std::int64_t key,
                           int present) const {
    Scores scores[rows];
    dot_products(scores, block, keys, present);
    const bool cut = key < block.common.begin || block.common.end < key + present;
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      scores[r] = rules.template operator()<step>(block.row[r], key, present, scores[r]);
      if (cut)
        cut_to(scores[r], block.band[r], key);
    }

    const OfRows maximum = larger(block.maximum, row_maxima(scores));
    OfRows pivot = maximum;
    pivot.merge(0.0f, maximum == -infinity); // nothing but masked scores so far: all weights are 0
    const OfRows rescale = esimd::exp(OfRows(block.maximum - pivot));
    block.maximum = maximum;
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      scores[r] = esimd::exp(Scores(scores[r] - pivot[r]));
      block.sums[r] = multiply_add<step>(block.sums[r], Scores(rescale[r]), scores[r]);
    }
    add_values(block, scores, rescale, values, present);
  }

  // ---- prefetches ---------------------------------------------------------------------------------------------------
  // The hardware prefetcher stops at the end of a page, and recognises no stream if several rows are read at a time.
  // So every load of a chunk also issues a prefetch, row by row in memory order, some KiB ahead: far enough to cover
  // the memory latency, near enough to stay in L1.
  struct Ahead {
    static constexpr std::int32_t bytes = 6144;

    const Element* row;
    std::int64_t stride;
    std::int32_t depth;
    std::int32_t at;

    ESIMD_INLINE Ahead(const Element* rows_now, std::int64_t stride, std::int32_t depth)
        : row(rows_now + (1 + bytes / (depth * static_cast<std::int32_t>(sizeof(Element)))) * stride), stride(stride),
          depth(depth), at(0) {}

    ESIMD_INLINE void next() {
      esimd::prefetch<Element, length>(row + at, esimd::properties{esimd::cache_hint_L1<esimd::cache_hint::cached>,
                                                                   esimd::cache_hint_L2<esimd::cache_hint::cached>});
      at += length;
      row += at >= depth ? stride : 0;
      at = at >= depth ? 0 : at;
    }
  };

  // ---- dot products -------------------------------------------------------------------------------------------------
  static constexpr int keys_at_once = lanes / rows;

  ESIMD_INLINE void dot_products(Scores (&dots)[rows], const Block& block, const Element* keys, int present) const {
    const Chunked chunked{d_qk};
    Ahead ahead(keys, k.s, d_qk);
    esimd::simd<float, rows * step> folded; // [some keys][row][key]
#pragma clang loop unroll(disable)
    for (int first = 0; first < step; first += keys_at_once) {
      const Element* row[keys_at_once]; // of keys that are not there: the last one that is
#pragma unroll
      for (int i = 0; i < keys_at_once; ++i)
        row[i] = keys + (first + i < present ? first + i : present - 1) * k.s;
      Floats sums[lanes]; // [row][key]
#pragma unroll
      for (int i = 0; i < lanes; ++i)
        sums[i] = 0.0f;
      for (std::int32_t at = 0; at < chunked.count(); ++at) {
#pragma unroll
        for (int i = 0; i < keys_at_once; ++i) {
          const auto chunk = Products::load(row[i] + chunked.place(at));
          ahead.next();
#pragma unroll
          for (int r = 0; r < rows; ++r) {
            Floats& sum = sums[r * keys_at_once + i];
#pragma unroll
            for (int p = 0; p < Products::dot_parts; ++p)
              sum = Products::add(chunk.part[p], block.queries[r][at].part[p], sum);
          }
        }
      }
      folded.template select<lanes, 1>(static_cast<std::uint16_t>(first * rows)) = fold(sums);
    }
#pragma unroll
    for (int r = 0; r < rows; ++r)
      dots[r] = folded.template replicate_vs_w_hs<step / keys_at_once, lanes, keys_at_once, 1>(
          static_cast<std::uint16_t>(r * keys_at_once));
  }

  // Lane i of the result is the sum of the lanes of vector i.
  template <int Count>
  ESIMD_INLINE static Floats fold(Floats (&sums)[Count]) {
    Floats halves[Count / 2];
#pragma unroll
    for (int i = 0; i < Count / 2; ++i) {
      esimd::simd<float, 2 * lanes> pair;
      pair.template select<lanes, 1>(0) = sums[2 * i];
      pair.template select<lanes, 1>(lanes) = sums[2 * i + 1];
      halves[i] = pair.template select<lanes, 2>(0) + pair.template select<lanes, 2>(1);
    }
    if constexpr (Count == 2)
      return halves[0];
    else
      return fold(halves);
  }

  // ---- softmax ------------------------------------------------------------------------------------------------------
  ESIMD_INLINE static void cut_to(Scores& scores, const KeyRange& band, std::int64_t key) {
    const esimd::simd<std::int64_t, step> keys = esimd::simd<std::int64_t, step>(0, 1) + key;
    scores.merge(-infinity, keys < band.begin);
    scores.merge(-infinity, keys >= band.end);
  }

  // One instruction; of a NaN either operand, which is as good: its weight makes the row NaN anyway.
  template <int N>
  ESIMD_INLINE static esimd::simd<float, N> larger(esimd::simd<float, N> a, esimd::simd<float, N> b) {
    return esimd::simd<float, N>(a.data() > b.data() ? a.data() : b.data());
  }

  ESIMD_INLINE static OfRows row_maxima(const Scores (&scores)[rows]) {
    esimd::simd<float, rows * step> all;
#pragma unroll
    for (int r = 0; r < rows; ++r)
      all.template select<step, 1>(static_cast<std::uint16_t>(r * step)) = scores[r];
    return halve_to_rows<rows * step>(all);
  }
  template <int N>
  ESIMD_INLINE static OfRows halve_to_rows(esimd::simd<float, N> values) {
    if constexpr (N == rows)
      return values;
    else
      return halve_to_rows<N / 2>(
          larger<N / 2>(values.template select<N / 2, 2>(0), values.template select<N / 2, 2>(1)));
  }

  // ---- values -------------------------------------------------------------------------------------------------------
  // Half of the registers for sums: enough chains of additions to fill the time each takes.
  static constexpr int chunks_at_once = lanes / 2 / rows < 1 ? 1 : lanes / 2 / rows > 4 ? 4 : lanes / 2 / rows;

  ESIMD_INLINE void add_values(Block& block, const Scores (&weights)[rows], OfRows rescale, const Element* values,
                               int present) const {
    const Chunked chunked{d_v};
    esimd::simd<typename Products::Weight, step / Products::value_keys> factors[rows];
#pragma unroll
    for (int r = 0; r < rows; ++r)
      factors[r] = Products::template weights<step>(weights[r]);
    Ahead ahead(values, v.s, d_v);
    for (std::int32_t at = 0; at < chunked.count(); at += chunks_at_once) {
      std::int32_t chunk[chunks_at_once]; // one that is not there: the last one once more
      std::int32_t place[chunks_at_once];
      Floats sums[chunks_at_once][rows][2];
#pragma unroll
      for (int c = 0; c < chunks_at_once; ++c) {
        chunk[c] = at + c < chunked.count() ? at + c : chunked.count() - 1;
        place[c] = chunked.place(chunk[c]);
#pragma unroll
        for (int r = 0; r < rows; ++r) {
          sums[c][r][0] = block.sums_of_values[r][chunk[c]][0] * rescale[r];
          sums[c][r][1] = block.sums_of_values[r][chunk[c]][1] * rescale[r];
        }
      }
      const Element* row = values;
      // Not unrolled: a weight then is broadcast by its load, out of registers it would take a permutation.
#pragma clang loop unroll(disable)
      for (int i = 0; i < present; i += Products::value_keys) {
        const Element* const next = i + 1 < present ? row + v.s : row; // the weight of a key that is not there is 0
        typename Products::Values elements[chunks_at_once];
#pragma unroll
        for (int c = 0; c < chunks_at_once; ++c) {
          elements[c] = Products::load_values(row + place[c], next + place[c]);
#pragma unroll
          for (int lines = 0; lines < Products::value_keys; ++lines)
            ahead.next();
        }
#pragma unroll
        for (int r = 0; r < rows; ++r) {
          const typename Products::Weight weight = factors[r][i / Products::value_keys];
          const typename Products::Part factor = weight;
#pragma unroll
          for (int c = 0; c < chunks_at_once; ++c) {
            sums[c][r][0] = Products::add(elements[c].part[0], factor, sums[c][r][0]);
            sums[c][r][1] = Products::add(elements[c].part[1], factor, sums[c][r][1]);
          }
        }
        row += Products::value_keys * v.s;
      }
#pragma unroll
      for (int c = 0; c < chunks_at_once; ++c)
#pragma unroll
        for (int r = 0; r < rows; ++r) {
          block.sums_of_values[r][chunk[c]][0] = sums[c][r][0];
          block.sums_of_values[r][chunk[c]][1] = sums[c][r][1];
        }
    }
  }

  ESIMD_INLINE void store(const Block& block, int r, std::int64_t local_pair, std::int64_t row,
                          std::int64_t split) const {
    const Chunked chunked{d_v};
    const std::int64_t at = partials.place(local_pair, row, split);
    partials.maxima[at] = block.maximum[r];
    partials.sums[at] = esimd::reduce<float>(block.sums[r], std::plus<>());
    for (std::int32_t i = 0; i < chunked.count(); ++i)
      esimd::block_store(partials.values + at * partials.stride + chunked.place(i),
                         in_row_order<Element, lanes>(block.sums_of_values[r][i][0], block.sums_of_values[r][i][1]));
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
