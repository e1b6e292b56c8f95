// The "strided" kernel: one query per work-item, everything known at run time only: any strides, any depth up to 512,
// every option. What the other kernels do not take.
//
//   q    (b, heads_q, queries, d_qk)     k (b, heads_kv, keys, d_qk)     v (b, heads_kv, keys, d_v)
//   out  (b, heads_q, queries, d_v)      lse (b, heads_q, queries), or null
//
// Keys are taken sixteen at a time: their dot products with the query, the rules (score_rules.hpp), one step of the
// online softmax, their values added up by weight. A query that sees no key has O = 0 and LSE = -inf; a sink counts as
// a key whose value is 0.
#pragma once

#include "xeforge/ops/attention/kernels/score_rules.hpp"

#include <functional>

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

template <class Element, class Bias>
struct StridedKernel {
  static constexpr int step = 16;     // keys, and elements of a row, at a time
  static constexpr int deepest = 512; // d_qk and d_v
  using Floats = esimd::simd<float, step>;
  using Row = typename ScoreRules<Bias>::Row;

  Operand<const Element> q, k, v;
  Operand<Element> out;
  Operand<float> lse; // d unused
  Sequences sequences;
  ScoreRules<Bias> rules;
  const float* sinks;          // heads_q, or null
  std::int64_t heads_q, group; // group: heads of q that share one of k and v
  std::int32_t d_qk, d_v;

  // Items: batch * heads_q * queries of the longest sequence.
  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    // 1. Which query.
    const std::int64_t linear = static_cast<std::int64_t>(item[0]);
    const std::int64_t batch = linear / sequences.seq_q / heads_q;
    const std::int64_t head = linear / sequences.seq_q % heads_q;
    const std::int64_t query = linear % sequences.seq_q;
    const Sequence sequence = sequences[batch];
    if (query >= sequence.seq_q)
      return;
    const Row row{batch, head, query, query + sequence.seq_k - sequence.seq_q};
    const Element* const keys = k.head(sequence.array_batch, head / group) + sequence.key_begin * k.s;
    const Element* const values = v.head(sequence.array_batch, head / group) + sequence.key_begin * v.s;

    // 2. Its elements as floats, and an empty sum.
    State state;
    const Element* const start = q.head(sequence.array_batch, head) + (sequence.query_begin + query) * q.s;
    for (std::int32_t at = 0; at < d_qk; at += step)
      chunk(state.query, at) = load_strided<step>(start + at * q.d, q.d, count_of(d_qk - at));
    for (std::int32_t at = 0; at < d_v; at += step)
      chunk(state.sum_of_values, at) = 0.0f;

    // 3. Its keys.
    const KeyRange range = rules.band.of(sequence.seq_q, sequence.seq_k).keys_of(query);
    for (std::int64_t key = range.begin; key < range.end; key += step) {
      const int count = count_of(range.end - key);
      const Floats scores =
          rules.template operator()<step>(row, key, count, dot_products(state, keys + key * k.s, count));
      const Floats weights = weigh(state, scores);
      add_values(state, values + key * v.s, count, scores, weights);
    }

    // 4. Out.
    if (sinks != nullptr)
      weigh(state, only_first(sinks[head]));
    const float share = state.sum == 0.0f ? 0.0f : 1.0f / state.sum;
    Element* const target = out.head(sequence.array_batch, head) + (sequence.query_begin + query) * out.s;
    for (std::int32_t at = 0; at < d_v; at += step)
      store_strided<step>(target + at * out.d, out.d, count_of(d_v - at),
                          Floats(chunk(state.sum_of_values, at) * share));
    if (lse.data != nullptr)
      lse.head(sequence.array_batch, head)[(sequence.query_begin + query) * lse.s] =
          state.sum == 0.0f ? -infinity : state.maximum + esimd::log(state.sum);
  }

private:
  struct State {
    esimd::simd<float, deepest> query;
    esimd::simd<float, deepest> sum_of_values; // weights times values
    float maximum = -infinity;                 // of the scores so far
    float sum = 0.0f;                          // of the weights exp(score - maximum)
  };

  ESIMD_INLINE static auto chunk(esimd::simd<float, deepest>& elements, std::int32_t at) {
    return elements.template select<step, 1>(static_cast<std::uint16_t>(at));
  }
  ESIMD_INLINE static int count_of(std::int64_t left) { return static_cast<int>(left < step ? left : step); }
  ESIMD_INLINE static Floats only_first(float score) {
    Floats scores = -infinity;
    scores[0] = score;
    return scores;
  }

  // Of the query with the keys from address on, of which count are there.
  ESIMD_INLINE Floats dot_products(State& state, const Element* address, int count) const {
    Floats dots = 0.0f;
    for (int i = 0; i < count; ++i) {
      Floats sums = 0.0f;
      for (std::int32_t at = 0; at < d_qk; at += step)
        sums += chunk(state.query, at) * load_strided<step>(address + i * k.s + at * k.d, k.d, count_of(d_qk - at));
      dots[i] = esimd::reduce<float>(sums, std::plus<>());
    }
    return dots;
  }

  // exp(score - maximum) under the new maximum, which what has been added up so far is rescaled to.
  ESIMD_INLINE Floats weigh(State& state, Floats scores) const {
    const float largest = esimd::hmax<float>(scores);
    if (largest > state.maximum) {
      const float rescale = esimd::exp(state.maximum - largest); // 0 the first time
      for (std::int32_t at = 0; at < d_v; at += step)
        chunk(state.sum_of_values, at) *= rescale;
      state.sum *= rescale;
      state.maximum = largest;
    }
    // Nothing but masked scores so far: any finite maximum makes their weights 0.
    const Floats weights = esimd::exp(Floats(scores - (state.maximum == -infinity ? 0.0f : state.maximum)));
    state.sum += esimd::reduce<float>(weights, std::plus<>());
    return weights;
  }

  // A key that is not masked counts however small its weight is: 0 times a value that is not finite is NaN.
  ESIMD_INLINE void add_values(State& state, const Element* address, int count, Floats scores, Floats weights) const {
    for (int i = 0; i < count; ++i) {
      if (scores[i] == -infinity)
        continue;
      const float weight = weights[i];
      for (std::int32_t at = 0; at < d_v; at += step)
        chunk(state.sum_of_values, at) +=
            weight * load_strided<step>(address + i * v.s + at * v.d, v.d, count_of(d_v - at));
    }
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
