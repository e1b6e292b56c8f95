// Partial results of the "decode" kernels: what a row has after one chunk of its keys, and how they become the result.
#pragma once

#include "xeforge/ops/attention/kernels/operands.hpp"

#include <functional>

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// Of some pairs (b, head of k and v), for each of their rows and each chunk of keys: the largest score (-inf: no key),
// the sum of the weights exp(score - largest), and d_v sums of weights times values.
struct PartialResults {
  float* maxima;
  float* sums;
  float* values;
  std::int64_t stride; // of the values of one chunk
  std::int64_t rows;   // of a pair
  std::int64_t splits; // chunks

  ESIMD_INLINE std::int64_t place(std::int64_t pair, std::int64_t row, std::int64_t split) const {
    return (pair * rows + row) * splits + split;
  }
};

template <class Element>
struct MergePartialResults {
  static constexpr int step = 16; // elements of a row

  PartialResults partials;
  Operand<Element> out;
  Operand<float> lse; // d unused
  Sequences sequences;
  const float* sinks; // heads_q, or null
  std::int64_t heads_kv, group;
  std::int64_t first_pair;
  std::int32_t d_v;

  // Items: pairs * partials.rows.
  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    // 1. Which row.
    const std::int64_t linear = static_cast<std::int64_t>(item[0]);
    const std::int64_t local_pair = linear / partials.rows, row = linear % partials.rows;
    const std::int64_t batch = (first_pair + local_pair) / heads_kv, head_kv = (first_pair + local_pair) % heads_kv;
    const Sequence sequence = sequences[batch];
    if (row >= group * sequence.seq_q)
      return;
    const std::int64_t head = head_kv * group + row / sequence.seq_q;
    const std::int64_t query = sequence.query_begin + row % sequence.seq_q;
    const std::int64_t first = partials.place(local_pair, row, 0);

    // 2. The common maximum, and the sum under it. A sink counts as a key whose value is 0.
    float maximum = sinks != nullptr ? sinks[head] : -infinity;
    for (std::int64_t split = 0; split < partials.splits; ++split)
      maximum = esimd::max(maximum, partials.maxima[first + split]);
    float sum = sinks != nullptr && maximum > -infinity ? esimd::exp(sinks[head] - maximum) : 0.0f;
    for (std::int64_t split = 0; split < partials.splits; ++split)
      if (partials.sums[first + split] != 0.0f)
        sum += partials.sums[first + split] * esimd::exp(partials.maxima[first + split] - maximum);

    // 3. Out.
    const float share = sum == 0.0f ? 0.0f : 1.0f / sum;
    Element* const target = out.head(sequence.array_batch, head) + query * out.s;
    for (std::int32_t at = 0; at < d_v; at += step) {
      esimd::simd<float, step> total = 0.0f;
      for (std::int64_t split = 0; split < partials.splits; ++split)
        if (partials.sums[first + split] != 0.0f)
          total += esimd::block_load<float, step>(partials.values + (first + split) * partials.stride + at) *
                   (share * esimd::exp(partials.maxima[first + split] - maximum));
      store_strided<step>(target + at * out.d, out.d, d_v - at < step ? d_v - at : step, total);
    }
    if (lse.data != nullptr)
      lse.head(sequence.array_batch, head)[query * lse.s] = sum == 0.0f ? -infinity : maximum + esimd::log(sum);
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
