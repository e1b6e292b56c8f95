// What kernels know of their problem: arrays by strides, the sequences of a batch, and which keys a query may see.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>
#include <limits>

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

namespace esimd = sycl::ext::intel::esimd;

inline constexpr float infinity = std::numeric_limits<float>::infinity();

// An array (b, h, s, d); strides in elements, 0 where one value serves a whole dimension. Null: not given.
template <class Element>
struct Operand {
  Element* data;
  std::int64_t b, h, s, d;

  ESIMD_INLINE Element* head(std::int64_t batch, std::int64_t head_index) const {
    return data + batch * b + head_index * h;
  }
};

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

// Keys [begin, end).
struct KeyRange {
  std::int64_t begin, end;

  ESIMD_INLINE bool empty() const { return begin >= end; }
};

// The keys that query i may see by its place: left keys before i + seq_k - seq_q to right keys after it, both
// inclusive, and none after top_right + i. A bound that is not wanted is as large as a quarter of int64.
struct Band {
  std::int64_t left, right, top_right;

  ESIMD_INLINE KeyRange keys_of(const Sequence& sequence, std::int64_t query) const {
    const std::int64_t diagonal = query + sequence.seq_k - sequence.seq_q;
    std::int64_t begin = diagonal - left, end = diagonal + right + 1;
    begin = begin < 0 ? 0 : begin;
    end = end < top_right + query + 1 ? end : top_right + query + 1;
    end = end < sequence.seq_k ? end : sequence.seq_k;
    return {begin, end};
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
