// Where the sequences of a batch are, for the "hopper" kernel: all of one length, or packed one after another.
#pragma once

#include "xeforge/ops/attention/kernels/hopper_keys.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// Strides in elements.
struct HopperProblem {
  const void* q;
  HopperKeys keys;
  void* out;
  float* lse;         // (b, h, s), or null
  const float* sinks; // heads_q, or null
  std::int64_t q_b, q_h, q_s, out_b, out_h, out_s, lse_b, lse_h, lse_s;
  std::int32_t heads_per_kv, seq_q; // heads of q that share one of k and v
};

// What a group works on. Its arrays still have all heads.
struct HopperSequence {
  HopperProblem problem;
  Band<std::int32_t> band;
};

struct HopperEqualSequences {
  static constexpr bool are_packed = false;
  Band<std::int32_t> band;
};

// Sequence i has the rows [begins[i], begins[i + 1]) of arrays whose strides b are 0.
struct HopperPackedSequences {
  static constexpr bool are_packed = true;
  const std::int32_t *begins_q, *begins_k;
  std::int32_t left, right, top_right; // of a BandRule, at most 2^30

  template <class Element>
  ESIMD_INLINE HopperSequence of(const HopperProblem& problem, std::int32_t sequence) const {
    const std::int64_t first_q = begins_q[sequence], first_k = begins_k[sequence];
    HopperProblem own = problem;
    own.q = static_cast<const Element*>(problem.q) + first_q * problem.q_s;
    own.out = static_cast<Element*>(problem.out) + first_q * problem.out_s;
    own.lse = problem.lse == nullptr ? nullptr : problem.lse + first_q * problem.lse_s;
    own.keys.k = static_cast<const Element*>(problem.keys.k) + first_k * problem.keys.k_s;
    own.keys.v = static_cast<const Element*>(problem.keys.v) + first_k * problem.keys.v_s;
    own.seq_q = begins_q[sequence + 1] - begins_q[sequence];
    own.keys.seq_k = begins_k[sequence + 1] - begins_k[sequence];
    const std::int32_t diagonal = own.keys.seq_k - own.seq_q;
    const std::int32_t last = diagonal + right < top_right ? diagonal + right : top_right;
    return {own, {diagonal - left, last + 1, own.seq_q, own.keys.seq_k}};
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
