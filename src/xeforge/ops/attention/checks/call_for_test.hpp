// A small valid call of attention() that tests change or spoil.
#pragma once

#include "xeforge/attention.hpp"
#include "xeforge/ops/checks/queue_for_test.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace xeforge::ops::attention {

// 2 sequences of 5 queries and 7 keys, 4 heads of q and 2 of k and v, d_qk 8, d_v 6; float32. Every array has room
// for more than it holds.
struct Call {
  static constexpr std::int64_t batch = 2, heads_q = 4, heads_kv = 2, seq_q = 5, seq_k = 7, d_qk = 8, d_v = 6;
  static constexpr std::size_t room = 4096;
  static constexpr float untouched = -7.0f;

  std::vector<float> q_data{numbers(1.0f)}, k_data{numbers(0.7f)}, v_data{numbers(1.3f)}, bias_data{numbers(2.1f)};
  std::vector<float> out_data = std::vector<float>(room, untouched), lse_data = std::vector<float>(room, untouched);
  std::vector<float> slopes_data{0.5f, 0.25f, 0.125f, 0.0625f, 1.0f, 0.75f, 0.3f, 0.2f};
  std::vector<float> sinks_data{0.5f, -1.0f, 2.0f, 0.0f};
  std::vector<std::uint8_t> mask_data = std::vector<std::uint8_t>(room, 1);
  std::vector<std::int32_t> begins_q{0, 2, 5}, begins_k{0, 4, 7};

  ConstTensorView<4> q = packed<4>(q_data.data(), {batch, heads_q, seq_q, d_qk});
  ConstTensorView<4> k = packed<4>(k_data.data(), {batch, heads_kv, seq_k, d_qk});
  ConstTensorView<4> v = packed<4>(v_data.data(), {batch, heads_kv, seq_k, d_v});
  TensorView<4> out = packed<4>(out_data.data(), {batch, heads_q, seq_q, d_v});
  TensorView<3> lse = packed<3>(lse_data.data(), {batch, heads_q, seq_q});
  AttentionOptions options;

  Call() = default;
  Call(const Call&) = delete;

  void run() {
    sycl::queue queue = queue_with_threads(1);
    xeforge::attention(queue, q, k, v, out, lse, options);
  }
  AttentionProblem problem() const { return {q, k, v, out, lse, options}; }
  bool is_untouched() const {
    const auto is_old = [](float value) { return value == untouched; };
    return std::ranges::all_of(out_data, is_old) && std::ranges::all_of(lse_data, is_old);
  }

  void set_bias() { options.attn_bias = packed<4>(bias_data.data(), {batch, heads_q, seq_q, seq_k}); }
  void set_mask() {
    options.attn_mask = packed<4>(mask_data.data(), {batch, heads_q, seq_q, seq_k});
    options.attn_mask.dtype = DType::boolean;
  }
  void set_slopes() { options.alibi_slopes = packed<2>(slopes_data.data(), {batch, heads_q}); }
  void set_sinks() { options.sinks = {sinks_data.data(), heads_q}; }
  // One sequence dimension that holds two sequences.
  void set_sequences() {
    for (ConstTensorView<4>* array : {&q, &k, &v})
      array->shape[0] = 1;
    out.shape[0] = lse.shape[0] = 1;
    options.cu_seqlens_q = begins_q;
    options.cu_seqlens_k = begins_k;
  }

  template <int Rank, class T>
  static TensorView<Rank> packed(T* data, const std::array<std::int64_t, static_cast<std::size_t>(Rank)>& shape) {
    TensorView<Rank> view{data, DType::f32, shape, {}};
    std::int64_t step = 1;
    for (std::size_t axis = Rank; axis-- > 0; step *= shape[axis])
      view.strides[axis] = step;
    return view;
  }
  static std::vector<float> numbers(float frequency) {
    std::vector<float> result(room);
    for (std::size_t i = 0; i < room; ++i)
      result[i] = 1.5f * std::sin(frequency * static_cast<float>(i * i % 1009));
    return result;
  }
};

} // namespace xeforge::ops::attention
