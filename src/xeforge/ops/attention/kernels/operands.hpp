// What kernels know of their problem: arrays by strides, the sequences of a batch, and which keys a query sees.
#pragma once

#include "xeforge/ops/attention/kernels/band.hpp"
#include "xeforge/ops/attention/kernels/operand.hpp"

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>
#include <limits>

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

namespace esimd = sycl::ext::intel::esimd;

inline constexpr float infinity = std::numeric_limits<float>::infinity();

// count <= N elements from first on, stride apart, as floats; the lanes behind them hold 0 and touch no memory.
template <int N, class Element>
ESIMD_INLINE esimd::simd<float, N> load_strided(const Element* first, std::int64_t stride, int count) {
  if (stride == 1 && count == N)
    return esimd::block_load<Element, N>(first, esimd::properties{esimd::alignment<sizeof(Element)>});
  const esimd::simd<std::int64_t, N> lane(0, 1);
  const std::int64_t bytes = stride * static_cast<std::int64_t>(sizeof(Element));
  return esimd::gather<Element, N>(first, esimd::simd<std::int64_t, N>(lane * bytes), lane < std::int64_t(count));
}

template <int N, class Element>
ESIMD_INLINE void store_strided(Element* first, std::int64_t stride, int count, esimd::simd<float, N> values) {
  const esimd::simd<Element, N> converted = values;
  if (stride == 1 && count == N)
    return esimd::block_store(first, converted, esimd::properties{esimd::alignment<sizeof(Element)>});
  const esimd::simd<std::int64_t, N> lane(0, 1);
  const std::int64_t bytes = stride * static_cast<std::int64_t>(sizeof(Element));
  esimd::scatter<Element, N>(first, esimd::simd<std::int64_t, N>(lane * bytes), converted, lane < std::int64_t(count));
}

// One sequence of a batch: where its rows stand in the arrays, and how many they are.
struct Sequence {
  std::int64_t array_batch; // index b in q, k, v, out and lse
  std::int64_t query_begin, key_begin;
  std::int64_t seq_q, seq_k;
};

struct Sequences {
  const std::int32_t* begins_q; // batch + 1 each, or null: all sequences are of the same length
  const std::int32_t* begins_k;
  std::int64_t seq_q, seq_k; // with begins: of the longest sequence

  ESIMD_INLINE Sequence operator[](std::int64_t batch) const {
    if (begins_q == nullptr)
      return {batch, 0, 0, seq_q, seq_k};
    return {0, begins_q[batch], begins_k[batch], begins_q[batch + 1] - begins_q[batch],
            begins_k[batch + 1] - begins_k[batch]};
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
