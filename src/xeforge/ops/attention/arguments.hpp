// What the host side hands to a kernel once everything has been validated: plain pointers, integers and enumerators.
#pragma once

#include "xeforge/attention.hpp"

#include <cstdint>
#include <limits>

namespace xeforge::ops::attention {

// An array of the logical shape (b, h, s, d); strides in elements, 0 where one value serves the whole dimension.
template <class Pointer>
struct Strided {
  Pointer data = nullptr; // null: not given
  std::int64_t b = 0, h = 0, s = 0, d = 0;
};
using Input = Strided<const void*>;
using OutputArray = Strided<void*>;

// No bound on the keys of a query.
inline constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max() / 4;

// Guaranteed by the host side: every extent is at least 1, except that seq_q and seq_k may be 0 per sequence where
// there are cu_seqlens; heads_kv divides heads_q; d_qk and d_v are at most 512; no address leaves int64; outputs
// overlap nothing; every pointer is aligned to its element (and to no more than that); scale, softcap, slopes and sinks
// are finite (a sink may be -inf).
struct Arguments {
  Input q, k, v;
  OutputArray out;
  Strided<float*> lse;      // d unused; null: not wanted
  DType dtype = DType::f16; // of q, k, v and out

  std::int64_t batch = 1, heads_q = 1, heads_kv = 1;
  std::int64_t seq_q = 1, seq_k = 1; // with cu_seqlens: of the longest sequence
  std::int64_t d_qk = 1, d_v = 1;

  // batch + 1 each, or null: every sequence has seq_q queries and seq_k keys, and starts at b * stride.
  // With them the strides b of q, k, v, out and lse are unused.
  const std::int32_t* cu_seqlens_q = nullptr;
  const std::int32_t* cu_seqlens_k = nullptr;

  float scale = 1.0f;
  float softcap = 0.0f;              // 0: none
  Strided<const float*> slopes;      // b and h; null: none
  Input bias;                        // (b, h, query, key)
  DType bias_dtype = DType::f32;     // f32 or dtype
  Strided<const std::uint8_t*> mask; // (b, h, query, key); 0 removes the score
  const float* sinks = nullptr;      // heads_q, or null

  // causal and window in one form. In a sequence with sq queries and sk keys query i sees the keys
  // [max(0, i + first_key(sq, sk)), min(sk, i + end_key(sq, sk))).
  Causal causal = Causal::none;
  std::int64_t window_left = unbounded;
  std::int64_t window_right = unbounded;

  constexpr std::int64_t first_key(std::int64_t sq, std::int64_t sk) const {
    return window_left == unbounded ? -unbounded : sk - sq - window_left;
  }
  constexpr std::int64_t end_key(std::int64_t sq, std::int64_t sk) const {
    std::int64_t end = window_right == unbounded ? unbounded : sk - sq + window_right + 1;
    if (causal == Causal::top_left && end > 1)
      end = 1;
    if (causal == Causal::bottom_right && end > sk - sq + 1)
      end = sk - sq + 1;
    return end;
  }
};

// Precondition: the arrays and options have been validated.
Arguments kernel_arguments(const AttentionProblem& problem, const TensorView<4>& out, const TensorView<3>& lse);

} // namespace xeforge::ops::attention
