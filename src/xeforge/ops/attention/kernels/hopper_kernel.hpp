// Fused attention for NVIDIA's Hopper: products of 64 rows at once with keys and values in shared local memory,
// which is filled by copies that overlap with the products.
//
//   q (batch, heads_q, seq_q, d), k and v (batch, heads_kv, seq_k, d), out as q: half or bfloat16, last strides 1,
//   d = HeadDim, every row begins at a multiple of 16 bytes. A thread has 16 queries of one head, a group 128.
//
// An iteration handles 128 keys. Its keys and values are in one of two pairs of matrices; when all threads have
// finished with the other pair, that is filled for the next iteration. Queries, scores and outputs of a thread are
// always in registers: 32, 64 and 64 per lane for HeadDim 128.
#pragma once

#include "xeforge/ops/attention/kernels/hopper_sequences.hpp"
#include "xeforge/ops/attention/kernels/hopper_softmax.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

template <class Element, int HeadDim>
struct HopperTraits : HopperTile<Element, HeadDim, 128, 8> {
  static constexpr int group_queries = 16 * HopperTraits::group_threads;
};

// Scores: of hopper_rules.hpp. Sequences: of hopper_sequences.hpp.
template <class Traits, class Scores, class Sequences>
struct HopperKernel {
  using Element = typename Traits::Element;
  using Softmax = HopperSoftmax<Element, Traits::head_dim, Traits::iteration_keys>;
  using ScoreTile = typename Softmax::ScoreTile;
  using Rows = typename Softmax::Rows;

  HopperProblem whole;
  Scores scores_rule;
  Sequences sequences;

  struct Coordinates {
    std::int32_t batch, head, row; // of the thread's first query
    std::uint32_t thread;

    // The key of the first query's diagonal, and from query to query.
    ESIMD_INLINE std::int32_t diagonal_in(const HopperProblem& problem) const {
      return row + problem.keys.seq_k - problem.seq_q;
    }
    static constexpr std::int32_t diagonal_step = 1;
  };

  void operator()(sycl::nd_item<3> item) const SYCL_ESIMD_KERNEL {
    esimd::slm_init<Traits::slm_bytes>();
    const auto group_row = static_cast<std::int32_t>(item.get_group(2)) * Traits::group_queries;
    const auto thread = static_cast<std::uint32_t>(item.get_local_id(2));
    const Coordinates coordinates{static_cast<std::int32_t>(item.get_group(0)),
                                  static_cast<std::int32_t>(item.get_group(1)),
                                  group_row + static_cast<std::int32_t>(thread) * 16, thread};
    if constexpr (Sequences::are_packed) {
      const HopperSequence own = sequences.template of<Element>(whole, coordinates.batch);
      if (group_row < own.problem.seq_q) // groups are as many as the longest sequence needs
        run(own.problem, own.band, coordinates, group_row);
    } else {
      run(whole, sequences.band, coordinates, group_row);
    }
  }

private:
  ESIMD_INLINE void run(const HopperProblem& problem, const Band<std::int32_t>& band, const Coordinates& coordinates,
                        std::int32_t group_row) const {
    const IterationRange<std::int32_t> range =
        band.iterations(group_row, Traits::group_queries, Traits::iteration_keys);

    Softmax softmax;
    std::uint32_t side = 0;
    const auto of_rows = scores_rule.of_rows(coordinates, problem);
    const typename Softmax::Queries queries = slm_matrix::load<Element, Traits::head_dim>(
        static_cast<const Element*>(problem.q) + coordinates.batch * problem.q_b + coordinates.head * problem.q_h,
        problem.q_s, coordinates.row, problem.seq_q, 0, Traits::head_dim);
    const auto iterate = [&](std::int32_t key, std::int32_t next, auto cut) {
      const auto bias = scores_rule.template load<Traits::iteration_keys>(coordinates, of_rows, key);
      slm_matrix::wait();
      esimd::barrier();
      fetch(problem, coordinates, next, range.end, 1 - side);
      const ScoreTile scores = scores_rule.apply(Softmax::products(queries, Traits::keys_at(side)), bias);
      softmax.add(cut(scores), scores_rule.factor, Traits::values_at(side));
      side = 1 - side;
    };
    // First the iterations of which every query sees all keys, then those before and after them: two loops without a branch
    // between the two products, across which NVIDIA's assembler (13.0) loses the queries.
    const std::int32_t whole_keys = range.whole_end - range.whole_begin;
    const auto shifted = [&](std::int32_t key) { return key < range.whole_begin ? key : key + whole_keys; };
    const std::int32_t others_end = range.end - whole_keys;
    const std::int32_t first_other = range.begin < others_end ? shifted(range.begin) : range.end;
    fetch(problem, coordinates, whole_keys > 0 ? range.whole_begin : first_other, range.end, 0);
#pragma unroll 1
    for (std::int32_t key = range.whole_begin; key < range.whole_end; key += Traits::iteration_keys)
      iterate(key, key + Traits::iteration_keys < range.whole_end ? key + Traits::iteration_keys : first_other,
              [](const ScoreTile& scores) { return scores; });
#pragma unroll 1
    for (std::int32_t key = range.begin; key < others_end; key += Traits::iteration_keys)
      iterate(shifted(key),
              key + Traits::iteration_keys < others_end ? shifted(key + Traits::iteration_keys) : range.end,
              [&](const ScoreTile& scores) { return attention::cut(scores, band, coordinates.row, shifted(key)); });
    finish(problem, softmax, coordinates);
  }

  // Begins to copy the keys and values from `key` on, if there are any.
  ESIMD_INLINE static void fetch(const HopperProblem& problem, const Coordinates& coordinates, std::int32_t key,
                                 std::int32_t end, std::uint32_t side) {
    problem.keys.fetch<Traits>(coordinates.batch, coordinates.head / problem.heads_per_kv, coordinates.thread, key, end,
                               side);
  }

  // Divides by the sum, and writes out and lse. A sink counts as a key whose value is 0; a query that sees no key has 0 and
  // -inf.
  ESIMD_INLINE static void finish(const HopperProblem& problem, const Softmax& softmax,
                                  const Coordinates& coordinates) {
    Rows maximum = softmax.maximum, sum = softmax.sum, factor = 1.0f;
    if (problem.sinks != nullptr) {
      const Rows sink = problem.sinks[coordinates.head] * log2_e;
      maximum = esimd::max(maximum, sink);
      factor = esimd::exp2(Rows(softmax.maximum - maximum));
      sum = sum * factor + esimd::exp2(Rows(sink - maximum));
    }
    factor /= sum;
    factor.merge(Rows(0.0f), sum == 0.0f);
    slm_matrix::store<Element, Traits::head_dim>(
        static_cast<Element*>(problem.out) + coordinates.batch * problem.out_b + coordinates.head * problem.out_h,
        problem.out_s, coordinates.row, problem.seq_q,
        slm_matrix::round<Element, Traits::head_dim>(softmax.times(factor)));
    if (problem.lse == nullptr)
      return;
    Rows lse = (maximum + esimd::log2(sum)) * (1.0f / log2_e);
    lse.merge(Rows(-infinity), sum == 0.0f);
    const esimd::simd<std::int64_t, 16> query(coordinates.row, 1);
    esimd::scatter<float, 16>(problem.lse + coordinates.batch * problem.lse_b + coordinates.head * problem.lse_h,
                              esimd::simd<std::int64_t, 16>(query * (problem.lse_s * 4)), lse,
                              query < std::int64_t(problem.seq_q));
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
