// What the host side hands to a kernel once everything has been validated: plain pointers, integers and enumerators.
#pragma once

#include "xeforge/attention.hpp"
#include "xeforge/ops/attention/kernels/band.hpp"
#include "xeforge/ops/attention/kernels/operand.hpp"

#include <cstdint>

namespace xeforge::ops::attention {

// Guaranteed by the host side: every extent is at least 1, except that seq_q and seq_k may be 0 per sequence where
// there are cu_seqlens; heads_kv divides heads_q; d_qk and d_v are at most 512; no address leaves int64; outputs
// overlap nothing; every pointer is aligned to its element (and to no more than that); scale, softcap, slopes and sinks
// are finite (a sink may be -inf).
struct Arguments {
  Operand<const void> q, k, v;
  Operand<void> out;
  Operand<float> lse;       // d unused; null: not wanted
  DType dtype = DType::f16; // of q, k, v and out

  std::int64_t batch = 1, heads_q = 1, heads_kv = 1;
  std::int64_t seq_q = 1, seq_k = 1; // with cu_seqlens: of the longest sequence
  std::int64_t d_qk = 1, d_v = 1;

  // batch + 1 each, or null: every sequence has seq_q queries and seq_k keys, and starts at b * stride.
  // With them the strides b of q, k, v, out and lse are unused.
  const std::int32_t* cu_seqlens_q = nullptr;
  const std::int32_t* cu_seqlens_k = nullptr;

  float scale = 1.0f;
  float softcap = 0.0f;             // 0: none
  Operand<const float> slopes;      // b and h; null: none
  Operand<const void> bias;         // (b, h, query, key)
  DType bias_dtype = DType::f32;    // f32 or dtype
  Operand<const std::uint8_t> mask; // (b, h, query, key); 0 removes the score
  const float* sinks = nullptr;     // heads_q, or null
  BandRule band;                    // causal and window
};

// Precondition: the arrays and options have been validated.
Arguments kernel_arguments(const AttentionProblem& problem, const TensorView<4>& out, const TensorView<3>& lse);

} // namespace xeforge::ops::attention
