#include "xeforge/ops/attention/checks/planted_defects.hpp"

#include "xeforge/ops/checks/elements.hpp"
#include "xeforge/ops/footprint.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

namespace xeforge::ops::attention {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr std::int64_t block = 16; // keys

// What may be read of an array, in bytes: a defect that leaves it sees NaN, as if it were the surroundings, and
// continues.
struct Readable {
  const std::byte *begin = nullptr, *end = nullptr;
};

// The result over some of the keys.
struct Part {
  float maximum = -infinity, sum = 0.0f;
  std::vector<float> values; // weights times v
};

class ScalarKernel {
public:
  ScalarKernel(const Arguments& arguments, const AttentionOptions& options, Defect defect)
      : a_(arguments), causal_(options.causal), window_(options.window), defect_(defect) {
    const bool is_one_batch = a_.cu_seqlens_q != nullptr;
    const std::int64_t batch = is_one_batch ? 1 : a_.batch;
    const std::int64_t queries = is_one_batch ? a_.cu_seqlens_q[a_.batch] : a_.seq_q;
    const std::int64_t keys = is_one_batch ? a_.cu_seqlens_k[a_.batch] : a_.seq_k;
    readable_q_ = readable(a_.q, {batch, a_.heads_q, queries, a_.d_qk});
    readable_k_ = readable(a_.k, {batch, a_.heads_kv, keys, a_.d_qk});
    readable_v_ = readable(a_.v, {batch, a_.heads_kv, keys, a_.d_v});
  }

  void run() {
    for (b_ = 0; b_ < a_.batch; ++b_) {
      set_sequence();
      const std::int64_t queries = has(Defect::query_tail_missing) ? seq_q_ / 16 * 16 : seq_q_;
      for (h_ = 0; h_ < a_.heads_q; ++h_) {
        set_head();
        for (i_ = 0; i_ < queries; ++i_)
          if (seq_k_ > 0 || !has(Defect::empty_sequence_skipped))
            run_row();
      }
    }
  }

private:
  bool has(Defect defect) const { return defect_ == defect; }
  static float rounded_to_half(float value) { return static_cast<float>(base::half(value)); }
  static float with_bits(float value, int fraction_bits) { // towards 0
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) &
                                ~((std::uint32_t{1} << (23 - fraction_bits)) - 1));
  }
  float rounded_to_type(float value) const {
    if (a_.dtype == DType::f16)
      return rounded_to_half(value);
    return a_.dtype == DType::bf16 ? static_cast<float>(base::bfloat16(value)) : value;
  }
  float exponential(float x) const { return has(Defect::coarse_exp) ? rounded_to_half(std::exp(x)) : std::exp(x); }

  // --- which rows ----------------------------------------------------------------------------------------------------

  void set_sequence() {
    array_b_ = b_;
    first_q_ = first_k_ = 0;
    seq_q_ = a_.seq_q;
    seq_k_ = a_.seq_k;
    readable_keys_ = seq_k_;
    if (a_.cu_seqlens_q == nullptr)
      return;
    const std::int32_t* const begins_k = has(Defect::begins_of_q_for_k) ? a_.cu_seqlens_q : a_.cu_seqlens_k;
    const std::int64_t end = a_.cu_seqlens_k[a_.batch];
    array_b_ = 0;
    first_q_ = a_.cu_seqlens_q[b_];
    first_k_ = std::min<std::int64_t>(begins_k[b_], end);
    seq_q_ = a_.cu_seqlens_q[b_ + 1] - first_q_;
    seq_k_ = std::min<std::int64_t>(begins_k[b_ + 1], end) - first_k_;
    readable_keys_ =
        has(Defect::keys_of_next_sequence) ? std::min((seq_k_ + block - 1) / block * block, end - first_k_) : seq_k_;
  }

  // Its keys and values are read once: they meet every query.
  void set_head() {
    k_.clear();
    v_.clear();
    for (std::int64_t j = 0; j < readable_keys_; ++j) {
      append(k_, k_row(j), a_.d_qk);
      append(v_, v_row(j), a_.d_v);
    }
  }

  std::int64_t kv_head() const {
    return has(Defect::wrong_head_mapping) ? h_ % a_.heads_kv : h_ / (a_.heads_q / a_.heads_kv);
  }

  Readable readable(const Operand<const void>& array, const std::array<std::int64_t, 4>& shape) const {
    const std::array strides{array.b, array.h, array.s, array.d};
    const ByteRange range = *byte_range(shape, strides, a_.dtype);
    const auto* const first = static_cast<const std::byte*>(array.data);
    return {first + range.lowest, first + range.highest + 1};
  }
  // Of q, k or v at some coordinates but d.
  struct Row {
    const std::byte* address;
    std::int64_t step; // in bytes
    Readable readable;
  };
  Row row_at(const Operand<const void>& array, const Readable& readable, std::int64_t start) const {
    const auto size = static_cast<std::int64_t>(size_of(a_.dtype));
    std::int64_t bytes = start * size;
    if (has(Defect::offset_in_32_bits))
      bytes = static_cast<std::uint32_t>(bytes);
    const std::byte* address = reinterpret_cast<const std::byte*>(array.data) + bytes;
    if (has(Defect::misaligned_block_load))
      address -= reinterpret_cast<std::uintptr_t>(address) % 16;
    return {address, array.d * size, readable};
  }
  float element(const Row& row, std::int64_t d) const {
    const std::byte* const address = row.address + d * row.step;
    if (address < row.readable.begin || address + size_of(a_.dtype) > row.readable.end)
      return std::numeric_limits<float>::quiet_NaN();
    return static_cast<float>(load_element(address, a_.dtype, 0));
  }
  void append(std::vector<float>& values, const Row& row, std::int64_t depth) const {
    for (std::int64_t d = 0; d < depth; ++d)
      values.push_back(element(row, d));
  }
  // All of it: it meets every key.
  std::vector<float> q_row() const {
    const std::int64_t stride = has(Defect::query_rows_adjacent) ? a_.d_qk : a_.q.s;
    const Row row = row_at(a_.q, readable_q_, array_b_ * a_.q.b + h_ * a_.q.h + (first_q_ + i_) * stride);
    std::vector<float> values;
    append(values, row, a_.d_qk);
    return values;
  }
  Row k_row(std::int64_t j) const {
    Operand<const void> k = a_.k;
    if (has(Defect::key_last_stride_ignored))
      k.d = 1;
    if (has(Defect::batch_stride_of_q_for_k) && k.b != 0)
      k.b = std::min(k.b, a_.q.b);
    if (has(Defect::stale_k_tail) && j >= block && j >= seq_k_ / block * block)
      j -= block;
    return row_at(k, readable_k_, array_b_ * k.b + kv_head() * k.h + (first_k_ + j) * k.s);
  }
  Row v_row(std::int64_t j) const {
    const std::int64_t stride = has(Defect::value_rows_adjacent) ? a_.d_v * a_.v.d : a_.v.s;
    if (has(Defect::stale_v_tile) && j / block % 2 == 1)
      j -= block;
    const std::int64_t head = has(Defect::first_value_head) ? 0 : kv_head();
    return row_at(a_.v, readable_v_, array_b_ * a_.v.b + head * a_.v.h + (first_k_ + j) * stride);
  }

  // --- scores --------------------------------------------------------------------------------------------------------

  bool is_in_band(std::int64_t j) const {
    std::int64_t diagonal = i_ + seq_k_ - seq_q_;
    Causal causal = causal_;
    if (has(Defect::causal_ignored))
      causal = Causal::none;
    if (has(Defect::causal_corners_swapped) && causal != Causal::none)
      causal = causal == Causal::top_left ? Causal::bottom_right : Causal::top_left;
    const std::int64_t more = has(Defect::causal_off_by_one) ? 1 : 0;
    if ((causal == Causal::top_left && j > i_ + more) || (causal == Causal::bottom_right && j > diagonal + more))
      return false;
    if (has(Defect::window_ignored))
      return true;
    if (has(Defect::window_from_top_left))
      diagonal = i_;
    const std::int64_t left = has(Defect::window_exclusive_left) ? 1 : 0;
    const std::int64_t right = has(Defect::window_exclusive_right) ? 1 : 0;
    return (window_.left < 0 || diagonal - j <= window_.left - left) &&
           (window_.right < 0 || j - diagonal <= window_.right - right);
  }

  bool is_kept_by_mask(std::int64_t j) const {
    if (a_.mask.data == nullptr || has(Defect::mask_ignored))
      return true;
    const std::int64_t b = has(Defect::mask_of_first_batch) ? 0 : b_, h = has(Defect::mask_of_first_head) ? 0 : h_;
    const bool kept = a_.mask.data[b * a_.mask.b + h * a_.mask.h + i_ * a_.mask.s + j * a_.mask.d] != 0;
    return kept != has(Defect::mask_inverted);
  }

  float bias_at(std::int64_t j) const {
    if (a_.bias.data == nullptr || has(Defect::bias_ignored))
      return 0.0f;
    const std::int64_t h = has(Defect::bias_of_first_head) ? 0 : h_, i = has(Defect::bias_of_first_query) ? 0 : i_;
    return static_cast<float>(
        load_element(a_.bias.data, a_.bias_dtype, b_ * a_.bias.b + h * a_.bias.h + i * a_.bias.s + j * a_.bias.d));
  }

  float slope_at(std::int64_t j) const {
    if (a_.slopes.data == nullptr)
      return 0.0f;
    const std::int64_t b = has(Defect::alibi_of_first_batch) ? 0 : b_;
    const float slope = a_.slopes.data[b * a_.slopes.b + h_ * a_.slopes.h];
    const std::int64_t diagonal = has(Defect::alibi_from_top_left) ? i_ : i_ + seq_k_ - seq_q_;
    const float lost = slope * static_cast<float>(std::abs(diagonal - j));
    return has(Defect::alibi_sign) ? lost : -lost;
  }

  float capped(float score) const {
    if (a_.softcap == 0.0f || has(Defect::softcap_ignored))
      return score;
    return a_.softcap * std::tanh(score / a_.softcap);
  }

  float scale() const {
    const std::int64_t depth = has(Defect::scale_of_value_depth) ? a_.d_v : a_.d_qk;
    const bool is_own = has(Defect::scale_of_value_depth) || has(Defect::scale_ignored);
    return is_own ? 1.0f / std::sqrt(static_cast<float>(depth)) : a_.scale;
  }

  float score_of(std::int64_t j) const {
    const float masked = has(Defect::masked_row_gives_mean) ? -1e30f : -infinity;
    const std::int64_t depth = has(Defect::depth_tail_missing) && a_.d_qk > 16 ? a_.d_qk / 16 * 16 : a_.d_qk;
    float dot = 0.0f;
    const float* const key = k_.data() + j * a_.d_qk;
    for (std::int64_t d = 0; d < depth; ++d)
      dot += q_[static_cast<std::size_t>(d)] * key[d];
    const float bias = bias_at(j), slope = slope_at(j);
    float score = scale() * dot;
    if (has(Defect::bias_before_scaling))
      score = capped(scale() * (dot + bias)) + slope;
    else if (has(Defect::softcap_after_bias))
      score = capped(score + slope + bias);
    else if (has(Defect::softcap_before_scaling))
      score = scale() * capped(dot) + slope + bias;
    else
      score = capped(score) + slope + bias;
    if (has(Defect::half_scores))
      score = rounded_to_half(score);
    if (j < seq_k_ && is_kept_by_mask(j) && is_in_band(j))
      return score;
    if (j >= seq_k_ && has(Defect::keys_of_next_sequence))
      return score;
    return has(Defect::mask_added) ? score - infinity : masked;
  }

  // --- the online softmax --------------------------------------------------------------------------------------------

  void add_block(Part& part, std::int64_t first, std::int64_t end) const {
    std::vector<float> scores;
    float maximum = part.maximum;
    for (std::int64_t j = first; j < end; ++j) {
      scores.push_back(score_of(j));
      maximum = scores.back() > maximum || std::isnan(scores.back()) ? scores.back() : maximum;
    }
    if (has(Defect::no_maximum_subtracted))
      maximum = 0.0f;
    if (maximum == -infinity && !has(Defect::masked_block_gives_nan))
      return;
    const float rescale = part.maximum == maximum ? 1.0f : exponential(part.maximum - maximum);
    part.sum *= has(Defect::sum_not_rescaled) ? 1.0f : rescale;
    for (float& value : part.values)
      value *= has(Defect::missing_rescale) && part.maximum != -infinity ? 1.0f : rescale;
    part.maximum = maximum;
    for (std::int64_t j = first; j < end; ++j)
      add_key(part, j, scores[static_cast<std::size_t>(j - first)], maximum);
  }

  void add_key(Part& part, std::int64_t j, float score, float maximum) const {
    const float weight = exponential(score - maximum);
    float rounded = rounded_to_type(weight);
    if (has(Defect::coarse_weights))
      rounded = with_bits(weight, 5);
    part.sum += has(Defect::sum_of_rounded_weights) ? rounded : weight;
    if (has(Defect::weightless_values_skipped) ? weight == 0.0f : score == -infinity)
      return;
    const std::int64_t depth = has(Defect::value_tail_missing) && a_.d_v > 16 ? a_.d_v / 16 * 16 : a_.d_v;
    const float* const values = v_.data() + j * a_.d_v;
    for (std::int64_t d = 0; d < depth; ++d) {
      float& value = part.values[static_cast<std::size_t>(d)];
      value += rounded * values[d];
      if (has(Defect::half_accumulation))
        value = rounded_to_type(value);
    }
  }

  Part part_over(std::int64_t first, std::int64_t end) const {
    Part part;
    part.values.assign(static_cast<std::size_t>(a_.d_v), 0.0f);
    for (std::int64_t j = first; j < end; j += block)
      add_block(part, j, std::min(j + block, end));
    return part;
  }

  Part merged(const Part& a, const Part& b) const {
    if (has(Defect::merge_unweighted)) {
      Part result = a;
      for (std::size_t d = 0; d < result.values.size(); ++d)
        result.values[d] += b.values[d];
      result.sum += b.sum;
      return result;
    }
    Part result{std::isnan(a.maximum) || a.maximum > b.maximum ? a.maximum : b.maximum, 0.0f, a.values};
    if (result.maximum == -infinity)
      return result;
    const auto share_of = [&](const Part& part) {
      if (part.maximum == -infinity && has(Defect::empty_part_merged))
        return exponential(-result.maximum);
      return has(Defect::merge_by_first_maximum) && &part == &b ? 1.0f : exponential(part.maximum - result.maximum);
    };
    const float share_a = share_of(a), share_b = share_of(b);
    result.sum = a.sum * share_a + b.sum * share_b;
    if (has(Defect::empty_part_merged) && b.maximum == -infinity)
      result.sum += share_b;
    for (std::size_t d = 0; d < result.values.size(); ++d)
      result.values[d] = a.values[d] * share_a + b.values[d] * share_b;
    return result;
  }

  void add_sink(Part& part) const {
    if (a_.sinks == nullptr || has(Defect::sink_ignored))
      return;
    const float sink = a_.sinks[has(Defect::sink_of_first_head) ? 0 : h_];
    Part of_sink{sink, sink == -infinity ? 0.0f : 1.0f, std::vector<float>(part.values.size(), 0.0f)};
    if (has(Defect::sink_in_numerator))
      of_sink.values.assign(part.values.size(), of_sink.sum);
    if (sink == -infinity)
      return;
    const float maximum = std::max(part.maximum, sink);
    const float share = part.maximum == -infinity ? 0.0f : exponential(part.maximum - maximum);
    const float share_of_sink = exponential(sink - maximum);
    part.sum = part.sum * share + share_of_sink;
    for (std::size_t d = 0; d < part.values.size(); ++d)
      part.values[d] = part.values[d] * share + of_sink.values[d] * share_of_sink;
    part.maximum = maximum;
  }

  void run_row() {
    q_ = q_row();
    const std::int64_t keys = has(Defect::key_tail_missing) && seq_k_ > 32 ? seq_k_ / 32 * 32 : readable_keys_;
    const std::int64_t middle = keys / 2 / block * block;
    Part part = merged(part_over(0, middle), part_over(middle, keys));
    const Part without_sink = part;
    add_sink(part);
    if (has(Defect::nan_spreads_to_block) && a_.d_qk > 0 && is_any_query_nan())
      part.values.assign(part.values.size(), std::numeric_limits<float>::quiet_NaN());
    store(part);
    store_lse(has(Defect::sink_left_out_of_lse) ? without_sink : part);
  }

  bool is_any_query_nan() const {
    ScalarKernel other(*this);
    for (std::int64_t i = i_ / 8 * 8; i < std::min(i_ / 8 * 8 + 8, seq_q_); ++i) {
      other.i_ = i;
      if (std::ranges::any_of(other.q_row(), [](float value) { return std::isnan(value); }))
        return true;
    }
    return false;
  }

  // --- outputs -------------------------------------------------------------------------------------------------------

  Operand<void> out() const {
    Operand<void> out = a_.out;
    const std::int64_t queries = a_.cu_seqlens_q == nullptr ? a_.seq_q : a_.cu_seqlens_q[a_.batch];
    if (has(Defect::out_layout_ignored))
      out = {out.data, a_.heads_q * queries * a_.d_v, queries * a_.d_v, a_.d_v, 1};
    if (has(Defect::out_last_stride_ignored))
      out.d = 1;
    return out;
  }

  void store(const Part& part) const {
    const Operand<void> out = this->out();
    const std::int64_t start = array_b_ * out.b + h_ * out.h + (first_q_ + i_) * out.s;
    const int fraction_bits = a_.dtype == DType::f16 ? 10 : 7;
    for (std::int64_t d = 0; d < a_.d_v; ++d) {
      const float sum = part.values[static_cast<std::size_t>(d)];
      float value = part.sum == 0.0f && !has(Defect::masked_row_gives_nan) ? 0.0f : sum / part.sum;
      if (has(Defect::output_truncated) && a_.dtype != DType::f32)
        value = with_bits(value, fraction_bits);
      store_element(out.data, a_.dtype, start + d * out.d, value);
    }
    if (has(Defect::whole_vectors_written))
      for (std::int64_t d = a_.d_v; d % 8 != 0; ++d)
        store_element(out.data, a_.dtype, start + d * out.d, 0.0);
  }

  void store_lse(const Part& part) const {
    if (a_.lse.data == nullptr || has(Defect::lse_not_written))
      return;
    float lse = part.maximum + std::log(part.sum);
    if (part.sum == 0.0f)
      lse = has(Defect::lse_zero_for_masked_rows) ? 0.0f : -infinity;
    if (has(Defect::lse_without_maximum))
      lse = std::log(part.sum);
    if (has(Defect::lse_base_2))
      lse *= 1.44269504f;
    std::int64_t at = array_b_ * a_.lse.b + h_ * a_.lse.h + (first_q_ + i_) * a_.lse.s;
    if (has(Defect::lse_strides_ignored)) {
      const std::int64_t queries = a_.cu_seqlens_q == nullptr ? a_.seq_q : a_.cu_seqlens_q[a_.batch];
      at = (array_b_ * a_.heads_q + h_) * queries + first_q_ + i_;
    }
    a_.lse.data[at] = lse;
  }

  const Arguments& a_;
  Causal causal_;
  AttentionWindow window_;
  Defect defect_;
  Readable readable_q_, readable_k_, readable_v_;
  std::int64_t b_ = 0, h_ = 0, i_ = 0;
  std::int64_t array_b_ = 0, first_q_ = 0, first_k_ = 0, seq_q_ = 0, seq_k_ = 0, readable_keys_ = 0;
  std::vector<float> k_, v_; // of the head
  std::vector<float> q_;     // of the row
};

#define XEFORGE_NAMED_DEFECT(name)                                                                                     \
  NamedDefect { Defect::name, #name }
constexpr std::array defects{
    XEFORGE_NAMED_DEFECT(missing_rescale),
    XEFORGE_NAMED_DEFECT(sum_not_rescaled),
    XEFORGE_NAMED_DEFECT(no_maximum_subtracted),
    XEFORGE_NAMED_DEFECT(masked_block_gives_nan),
    XEFORGE_NAMED_DEFECT(masked_row_gives_nan),
    XEFORGE_NAMED_DEFECT(masked_row_gives_mean),
    XEFORGE_NAMED_DEFECT(merge_unweighted),
    XEFORGE_NAMED_DEFECT(merge_by_first_maximum),
    XEFORGE_NAMED_DEFECT(empty_part_merged),
    XEFORGE_NAMED_DEFECT(coarse_exp),
    XEFORGE_NAMED_DEFECT(half_scores),
    XEFORGE_NAMED_DEFECT(half_accumulation),
    XEFORGE_NAMED_DEFECT(sum_of_rounded_weights),
    XEFORGE_NAMED_DEFECT(coarse_weights),
    XEFORGE_NAMED_DEFECT(scale_ignored),
    XEFORGE_NAMED_DEFECT(scale_of_value_depth),
    XEFORGE_NAMED_DEFECT(bias_before_scaling),
    XEFORGE_NAMED_DEFECT(bias_ignored),
    XEFORGE_NAMED_DEFECT(bias_of_first_query),
    XEFORGE_NAMED_DEFECT(bias_of_first_head),
    XEFORGE_NAMED_DEFECT(mask_inverted),
    XEFORGE_NAMED_DEFECT(mask_ignored),
    XEFORGE_NAMED_DEFECT(mask_of_first_head),
    XEFORGE_NAMED_DEFECT(mask_of_first_batch),
    XEFORGE_NAMED_DEFECT(mask_added),
    XEFORGE_NAMED_DEFECT(softcap_ignored),
    XEFORGE_NAMED_DEFECT(softcap_after_bias),
    XEFORGE_NAMED_DEFECT(softcap_before_scaling),
    XEFORGE_NAMED_DEFECT(alibi_sign),
    XEFORGE_NAMED_DEFECT(alibi_from_top_left),
    XEFORGE_NAMED_DEFECT(alibi_of_first_batch),
    XEFORGE_NAMED_DEFECT(causal_ignored),
    XEFORGE_NAMED_DEFECT(causal_off_by_one),
    XEFORGE_NAMED_DEFECT(causal_corners_swapped),
    XEFORGE_NAMED_DEFECT(window_ignored),
    XEFORGE_NAMED_DEFECT(window_exclusive_left),
    XEFORGE_NAMED_DEFECT(window_exclusive_right),
    XEFORGE_NAMED_DEFECT(window_from_top_left),
    XEFORGE_NAMED_DEFECT(sink_ignored),
    XEFORGE_NAMED_DEFECT(sink_in_numerator),
    XEFORGE_NAMED_DEFECT(sink_left_out_of_lse),
    XEFORGE_NAMED_DEFECT(sink_of_first_head),
    XEFORGE_NAMED_DEFECT(lse_base_2),
    XEFORGE_NAMED_DEFECT(lse_without_maximum),
    XEFORGE_NAMED_DEFECT(lse_not_written),
    XEFORGE_NAMED_DEFECT(lse_zero_for_masked_rows),
    XEFORGE_NAMED_DEFECT(wrong_head_mapping),
    XEFORGE_NAMED_DEFECT(first_value_head),
    XEFORGE_NAMED_DEFECT(stale_v_tile),
    XEFORGE_NAMED_DEFECT(stale_k_tail),
    XEFORGE_NAMED_DEFECT(key_tail_missing),
    XEFORGE_NAMED_DEFECT(query_tail_missing),
    XEFORGE_NAMED_DEFECT(depth_tail_missing),
    XEFORGE_NAMED_DEFECT(value_tail_missing),
    XEFORGE_NAMED_DEFECT(nan_spreads_to_block),
    XEFORGE_NAMED_DEFECT(weightless_values_skipped),
    XEFORGE_NAMED_DEFECT(out_layout_ignored),
    XEFORGE_NAMED_DEFECT(out_last_stride_ignored),
    XEFORGE_NAMED_DEFECT(lse_strides_ignored),
    XEFORGE_NAMED_DEFECT(key_last_stride_ignored),
    XEFORGE_NAMED_DEFECT(value_rows_adjacent),
    XEFORGE_NAMED_DEFECT(query_rows_adjacent),
    XEFORGE_NAMED_DEFECT(batch_stride_of_q_for_k),
    XEFORGE_NAMED_DEFECT(offset_in_32_bits),
    XEFORGE_NAMED_DEFECT(misaligned_block_load),
    XEFORGE_NAMED_DEFECT(whole_vectors_written),
    XEFORGE_NAMED_DEFECT(output_truncated),
    XEFORGE_NAMED_DEFECT(keys_of_next_sequence),
    XEFORGE_NAMED_DEFECT(begins_of_q_for_k),
    XEFORGE_NAMED_DEFECT(empty_sequence_skipped),
};
#undef XEFORGE_NAMED_DEFECT

} // namespace

std::span<const NamedDefect> planted_defects() { return defects; }

void run_planted(const Arguments& arguments, const AttentionOptions& options, Defect defect) {
  ScalarKernel(arguments, options, defect).run();
}

} // namespace xeforge::ops::attention
