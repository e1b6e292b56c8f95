// Fused attention for NVIDIA's Hopper: products of 64 rows at once with keys and values in shared local memory,
// which is filled by copies that overlap with the products.
//
//   q (batch, heads_q, seq_q, d), k and v (batch, heads_kv, seq_k, d), out as q: half or bfloat16, last strides 1,
//   d = HeadDim, every row begins at a multiple of 16 bytes. A thread has 16 queries of one head, a group 128.
//
// An iteration handles 128 keys. Two teams of four threads take turns: while one multiplies, the other makes weights of its
// scores. In its turn j, a team multiplies the weights of iteration j - 1 with its values, and the queries with the keys of
// iteration j. Meanwhile the keys of iteration j + 2 and the values of iteration j + 1 are copied.
//
// Queries, scores and outputs of a thread are always in registers: 32, 64 and 64 per lane for HeadDim 128, and 32 for
// weights.
#pragma once

#include "xeforge/ops/attention/kernels/hopper_sequences.hpp"
#include "xeforge/ops/attention/kernels/hopper_softmax.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// Of an iteration. Three pairs of matrices with 128 keys of 128 columns are more than a group's 128 KiB on the host.
#ifdef __SYCL_DEVICE_ONLY__
template <int HeadDim>
inline constexpr int hopper_keys = 128;
#else
template <int HeadDim>
inline constexpr int hopper_keys = HeadDim == 64 ? 128 : 64;
#endif

template <class Element, int HeadDim>
struct HopperTraits : HopperTile<Element, HeadDim, hopper_keys<HeadDim>, 8, 3> {
  static constexpr std::uint32_t team = 4; // threads
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
    esimd::named_barrier_init<2>();
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

    // First the iterations of which every query sees all keys, then those before and after them: keys in the order of
    // positions.
    const std::int32_t whole_keys = range.whole_end - range.whole_begin;
    const std::int32_t end = range.end - range.begin;
    const auto key_at = [&](std::int32_t position) {
      const std::int32_t other = range.begin + position - whole_keys;
      return position < whole_keys       ? range.whole_begin + position
             : other < range.whole_begin ? other
                                         : other + whole_keys;
    };
    Softmax softmax;
    if (end == 0)
      return finish(problem, softmax, coordinates);
    const std::int64_t head_kv = coordinates.head / problem.heads_per_kv;
    // Without a branch. Behind the end zeros are copied, from nowhere.
    const auto fetch_keys = [&](std::int32_t position, std::uint32_t to) {
      problem.keys.template copy_keys<Traits>(coordinates.batch, head_kv, coordinates.thread, key_at(position),
                                              position < end, Traits::keys_at(to));
    };
    const auto fetch_values = [&](std::int32_t position, std::uint32_t to) {
      problem.keys.template copy_values<Traits>(coordinates.batch, head_kv, coordinates.thread, key_at(position),
                                                position < end, Traits::values_at(to));
    };
    const auto cut = [&](const ScoreTile& scores, std::int32_t key) {
      return attention::cut(scores, band, coordinates.row, key);
    };
    constexpr std::int32_t step = Traits::iteration_keys;
    const std::uint32_t team = coordinates.thread / Traits::team;
    // In turn j the first team copies for turn j + 1, the second, which knows more of the other, for turn j + 2.
    std::uint32_t before = 2, now = 0, next = 1; // pairs of matrices: of iteration j - 1, j and j + 1
    const auto fetch = [&](std::int32_t position) {
      fetch_keys(position + (team == 0 ? step : 2 * step), team == 0 ? next : before);
      fetch_values(position + (team == 0 ? 0 : step), team == 0 ? now : next);
    };

    fetch_keys(0, now);
    if (team == 1) {
      fetch_keys(step, next);
      fetch_values(0, now);
    }
    const auto of_rows = scores_rule.of_rows(coordinates, problem);
    const typename Softmax::Queries queries = slm_matrix::load<Element, Traits::head_dim>(
        static_cast<const Element*>(problem.q) + coordinates.batch * problem.q_b + coordinates.head * problem.q_h,
        problem.q_s, coordinates.row, problem.seq_q, 0, Traits::head_dim);
    const std::int32_t first_key = key_at(0);
    const auto first_loaded = scores_rule.template load<step>(coordinates, of_rows, first_key);
    slm_matrix::wait();
    esimd::barrier();
    if (team == 1)
      pass_turn_to(0);
    take_turn(team);
    fetch(0);
    ScoreTile scores = Softmax::products(queries, Traits::keys_at(now));
    pass_turn_to(1 - team);
    typename Softmax::Weights weights =
        softmax.weigh(cut(scores_rule.apply(scores, first_loaded), first_key), scores_rule.factor);
    softmax.out = 0.0f; // as it was, which the compiler cannot know

    const auto iterate = [&](std::int32_t position, auto cut_at) {
      const std::uint32_t free = before;
      before = now;
      now = next;
      next = free;
      const std::int32_t key = key_at(position);
      const auto load = [&] { return scores_rule.template load<step>(coordinates, of_rows, key); };
      decltype(load()) loaded;
      if constexpr (Scores::registers != RegistersOfRule::most)
        loaded = load();
      slm_matrix::wait();
      take_turn(team);
      softmax.add(weights, Traits::values_at(before));
      // While products are under way, more is copied. Not all rules leave registers for both products at once.
      if constexpr (Scores::registers == RegistersOfRule::most)
        loaded = load();
      if constexpr (Scores::registers != RegistersOfRule::few) {
        fetch(position);
        slm_matrix::finish();
      }
      scores = Softmax::products(queries, Traits::keys_at(now));
      pass_turn_to(1 - team);
      if constexpr (Scores::registers == RegistersOfRule::few)
        fetch(position);
      weights = softmax.weigh(cut_at(scores_rule.apply(scores, loaded), key), scores_rule.factor);
    };
#pragma unroll 1
    for (std::int32_t position = step; position < whole_keys; position += step)
      iterate(position, [](const ScoreTile& all, std::int32_t) { return all; });
#pragma unroll 1
    for (std::int32_t position = whole_keys > step ? whole_keys : step; position < end; position += step)
      iterate(position, cut);
    slm_matrix::wait();
    take_turn(team);
    if (team == 0)
      pass_turn_to(1);
    softmax.add(weights, Traits::values_at(now));
    finish(problem, softmax, coordinates);
  }

  // The other team sees what a thread has copied and waited for before its turn. A turn is passed when its products have begun:
  // those of the turn before it are complete then.
  ESIMD_INLINE static void take_turn(std::uint32_t team) {
    esimd::named_barrier_signal<false>(static_cast<std::uint8_t>(team), 2, Traits::team, Traits::team);
    esimd::named_barrier_wait(static_cast<std::uint8_t>(team));
  }
  ESIMD_INLINE static void pass_turn_to(std::uint32_t team) {
    esimd::named_barrier_signal<false>(static_cast<std::uint8_t>(team), 1, Traits::team, Traits::team);
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
