// The options of attention, of one process (xeforge/attention.hpp says what they mean) and of several (xeforge/ranks.hpp).
#pragma once

#include "xeforge/base/tensor_view.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace xeforge {

// Which keys j a query i may see: top_left keeps j <= i, bottom_right keeps j <= i + seq_k - seq_q.
enum class Causal { none, top_left, bottom_right };

// Keys from left before to right after the query's position on the bottom-right diagonal, both inclusive; -1: no limit.
struct AttentionWindow {
  std::int64_t left = -1;
  std::int64_t right = -1;
};

struct AttentionOptions {
  std::optional<float> scale{};      // of the scores; not given: 1 / sqrt(d_qk)
  float softcap = 0.0f;              // c > 0; 0: none
  ConstTensorView<2> alibi_slopes{}; // (1 or batch, heads_q) f32
  ConstTensorView<4> attn_bias{};    // (1 or batch, 1 or heads_q, 1 or seq_q, 1 or seq_k), f32 or the type of q
  ConstTensorView<4> attn_mask{};    // the same shapes, boolean: true keeps the score
  Causal causal = Causal::none;      //
  AttentionWindow window{};          //
  ConstVectorView sinks{};           // heads_q logits that are added only to the denominator (and so the LSE)
  std::span<const std::int32_t> cu_seqlens_q{}; // batch + 1 ascending numbers, from 0 to seq_q of the array; both or
  std::span<const std::int32_t> cu_seqlens_k{}; // neither; not together with attn_bias or attn_mask
  std::string variant{};                        // a name from attention_variants(), or empty: the plan's choice
  std::string target{};                         // a name from cpu_targets(), or empty: the best one of this machine
};

} // namespace xeforge
