// Attention of one query for each sequence, on NVIDIA's Hopper: the heads that share keys and values are the rows of the
// products, and the keys are split over groups, whose partial results a second kernel merges.
//
//   q and out (batch, heads_q, 1, d), k and v (batch, heads_kv, seq_k, d): half or bfloat16, last strides 1, d = HeadDim,
//   every row begins at a multiple of 16 bytes. At most 64 heads of q share one of k and v.
//
// A group of four threads handles a chunk of the keys of one pair (batch index, head of k and v), 64 at a time: while
// it multiplies, the next ones are copied to the other half of its shared local memory. A multiprocessor holds several
// groups, which keeps enough bytes in flight; since reading takes longer than the products, their empty rows cost
// nothing.
#pragma once

#include "xeforge/ops/attention/kernels/hopper_keys.hpp"
#include "xeforge/ops/attention/kernels/hopper_softmax.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// What a head has after one chunk of its keys, in the order (batch, head of q, split).
struct HopperPartials {
  static constexpr int most_splits = 64;

  float* values;        // sums of weights times values, HeadDim each
  float *maxima, *sums; // of the scores in units of log2, and of the weights; most_splits for each head
  std::int32_t splits;  // that there are
};

// Strides in elements.
struct HopperDecodeProblem {
  const void* q;
  HopperKeys keys;
  std::int64_t q_b, q_h;
  std::int32_t heads_kv, heads_per_kv;
  std::int32_t chunk_keys; // a multiple of the keys of an iteration
};

template <class Element, int HeadDim>
struct HopperDecodeTraits : HopperTile<Element, HeadDim, 64, 4, 2> {};

// Scores: of hopper_rules.hpp; the rows of their arrays are heads.
template <class Traits, class Scores>
struct HopperDecodeKernel {
  using Element = typename Traits::Element;
  using Softmax = HopperSoftmax<Element, Traits::head_dim, Traits::iteration_keys>;
  using Rows = typename Softmax::Rows;
  // That the 132 multiprocessors of an H100 or H200 have registers for.
  static constexpr int groups_at_once = 132 * (Traits::head_dim == 64 && !is_masked<Scores> ? 3 : 2);

  HopperDecodeProblem problem;
  Scores scores_rule;
  Band<std::int32_t> band;
  HopperPartials partials;

  struct Coordinates {
    std::int32_t batch, head; // of k and v
    std::int32_t row;         // of the thread's first head of q, among those that share `head`
    std::uint32_t thread;

    // The only query's diagonal is at the last key.
    ESIMD_INLINE std::int32_t diagonal_in(const HopperDecodeProblem& problem) const { return problem.keys.seq_k - 1; }
    static constexpr std::int32_t diagonal_step = 0;
  };

  // Groups: (batch, heads_kv, splits).
  void operator()(sycl::nd_item<3> item) const SYCL_ESIMD_KERNEL {
    esimd::slm_init<Traits::slm_bytes>();
    const auto thread = static_cast<std::uint32_t>(item.get_local_id(2));
    const auto split = static_cast<std::int32_t>(item.get_group(2));
    const Coordinates coordinates{static_cast<std::int32_t>(item.get_group(0)),
                                  static_cast<std::int32_t>(item.get_group(1)), static_cast<std::int32_t>(thread) * 16,
                                  thread};
    const IterationRange<std::int32_t> range = band.iterations(0, 1, Traits::iteration_keys);
    const std::int32_t chunk = split * problem.chunk_keys, chunk_end = chunk + problem.chunk_keys;
    const std::int32_t begin = range.begin < chunk ? chunk : range.begin,
                       end = range.end < chunk_end ? range.end : chunk_end;

    Softmax softmax;
    std::uint32_t side = 0;
    const auto of_rows = scores_rule.of_rows(coordinates, problem);
    const auto queries = slm_matrix::load<Element, Traits::head_dim>(
        static_cast<const Element*>(problem.q) + coordinates.batch * problem.q_b +
            coordinates.head * problem.heads_per_kv * problem.q_h,
        problem.q_h, coordinates.row, problem.heads_per_kv, 0, Traits::head_dim);
    const auto fetch = [&](std::int32_t key, std::uint32_t to) {
      if (key < end) {
        problem.keys.copy_keys<Traits>(coordinates.batch, coordinates.head, thread, key, true, Traits::keys_at(to));
        problem.keys.copy_values<Traits>(coordinates.batch, coordinates.head, thread, key, true, Traits::values_at(to));
      }
    };
    fetch(begin, 0);
#pragma unroll 1
    for (std::int32_t key = begin; key < end; key += Traits::iteration_keys) {
      const auto bias = scores_rule.template load<Traits::iteration_keys>(coordinates, of_rows, key);
      slm_matrix::wait();
      esimd::barrier();
      fetch(key + Traits::iteration_keys, 1 - side);
      const auto scores = scores_rule.apply(Softmax::products(queries, Traits::keys_at(side)), bias);
      softmax.add(softmax.weigh(seen(scores, key), scores_rule.factor), Traits::values_at(side));
      side = 1 - side;
    }
    write(softmax, coordinates, split);
  }

private:
  // Every row is the sequence's only query.
  template <int N>
  ESIMD_INLINE esimd::simd<float, N> seen(const esimd::simd<float, N>& scores, std::int32_t key) const {
    const KeyRange keys = band.keys_of(0);
    const esimd::simd<std::int32_t, 16> first(static_cast<std::int32_t>(keys.begin) - key),
        end(static_cast<std::int32_t>(keys.end) - key);
    return slm_matrix::cut(scores, first, end);
  }

  ESIMD_INLINE void write(const Softmax& softmax, const Coordinates& coordinates, std::int32_t split) const {
    const std::int64_t head =
        (std::int64_t{coordinates.batch} * problem.heads_kv + coordinates.head) * problem.heads_per_kv;
    slm_matrix::store<Traits::head_dim>(partials.values + (head * partials.splits + split) * Traits::head_dim,
                                        std::int64_t{partials.splits} * Traits::head_dim, coordinates.row,
                                        problem.heads_per_kv, softmax.out);
    const esimd::simd<std::int64_t, 16> row(coordinates.row, 1);
    const esimd::simd<std::int64_t, 16> bytes = row * std::int64_t{HopperPartials::most_splits * 4};
    const esimd::simd_mask<16> is_head = row < std::int64_t{problem.heads_per_kv};
    const std::int64_t first = head * HopperPartials::most_splits + split;
    esimd::scatter<float, 16>(partials.maxima + first, bytes, softmax.maximum, is_head);
    esimd::scatter<float, 16>(partials.sums + first, bytes, softmax.sum, is_head);
  }
};

// out and lse from the partial results: an item for each head of q.
template <class Element, int HeadDim>
struct HopperMergeKernel {
  using Splits = esimd::simd<float, HopperPartials::most_splits>;

  HopperPartials partials;
  void* out;
  float* lse;         // (b, h), or null
  const float* sinks; // heads_q, or null
  std::int64_t out_b, out_h, lse_b, lse_h;
  std::int32_t heads_q;

  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    const auto row = static_cast<std::int64_t>(item[0]);
    const auto batch = static_cast<std::int32_t>(item[0]) / heads_q,
               head = static_cast<std::int32_t>(item[0]) % heads_q;
    const float* const row_maxima = partials.maxima + row * HopperPartials::most_splits;
    const float* const row_sums = partials.sums + row * HopperPartials::most_splits;
    const esimd::simd<std::int32_t, HopperPartials::most_splits> split_of(0, 1);
    const esimd::simd_mask<HopperPartials::most_splits> is_there = split_of < partials.splits;
    const esimd::simd<std::uint32_t, HopperPartials::most_splits> bytes = split_of * 4;

    // 1. The common maximum, and the sum under it. A sink counts as a key whose value is 0.
    const Splits maxima =
        esimd::gather<float, HopperPartials::most_splits>(row_maxima, bytes, is_there, Splits(lowest_maximum));
    const Splits sums = esimd::gather<float, HopperPartials::most_splits>(row_sums, bytes, is_there, Splits(0.0f));
    const float sink = sinks == nullptr ? -infinity : sinks[head] * log2_e;
    const float maximum = esimd::max(esimd::hmax<float>(maxima), sink);
    const Splits weights = esimd::exp2(Splits(maxima - maximum));
    const float sum = esimd::reduce<float>(Splits(weights * sums), std::plus<>()) + esimd::exp2(sink - maximum);

    // 2. Out.
    const float share = sum == 0.0f ? 0.0f : 1.0f / sum;
    const float* const values = partials.values + row * partials.splits * HeadDim;
    esimd::simd<float, HeadDim> total = 0.0f;
#pragma unroll 4
    for (std::int32_t split = 0; split < partials.splits; ++split)
      total += esimd::block_load<float, HeadDim>(values + std::int64_t{split} * HeadDim) *
               (share * esimd::exp2(row_maxima[split] - maximum));
    esimd::block_store(static_cast<Element*>(out) + batch * out_b + head * out_h, esimd::simd<Element, HeadDim>(total));
    if (lse != nullptr)
      lse[batch * lse_b + head * lse_h] = sum == 0.0f ? -infinity : (maximum + esimd::log2(sum)) * (1.0f / log2_e);
  }

private:
  static constexpr float lowest_maximum = HopperSoftmax<Element, HeadDim, 64>::lowest;
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
