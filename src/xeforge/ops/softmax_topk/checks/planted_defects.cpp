#include "xeforge/ops/softmax_topk/checks/planted_defects.hpp"

#include "xeforge/ops/checks/elements.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

namespace xeforge::ops::softmax_topk {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

class ScalarKernel {
public:
  ScalarKernel(const Arguments& arguments, Defect defect) : a_(arguments), defect_(defect), n_(arguments.n) {}

  void run() {
    const std::int64_t rows = has(Defect::tail_rows_missing) ? a_.rows / 16 * 16 : a_.rows;
    for (std::int64_t row = 0; row < rows; ++row) {
      load(row);
      set_selection_scores();
      select();
      set_weights();
      store(row);
    }
  }

private:
  bool has(Defect defect) const { return defect_ == defect; }
  bool is_sigmoid() const { return a_.scoring == Scoring::sigmoid && !has(Defect::sigmoid_ignored); }
  bool is_biased() const { return a_.correction_bias != nullptr && !has(Defect::bias_ignored); }

  static float rounded_to_half(float value) { return static_cast<float>(base::half(value)); }
  static bool is_masked(float score) { return std::isnan(score) || score == -infinity; }
  float added(float sum, float term) const {
    return has(Defect::half_accumulation) ? rounded_to_half(sum + term) : sum + term;
  }
  float exponential(float x) const { return has(Defect::coarse_exp) ? rounded_to_half(std::exp(x)) : std::exp(x); }

  // --- scores -------------------------------------------------------------------------------------------------------

  const std::byte* row_address(std::int64_t row) const {
    const std::int64_t stride = has(Defect::scores_row_stride_ignored) ? a_.n : a_.scores_row_stride;
    std::int64_t offset = row * stride * static_cast<std::int64_t>(size_of(a_.scores_dtype));
    if (has(Defect::row_offset_in_32_bits))
      offset = static_cast<std::uint32_t>(offset);
    const std::byte* address = static_cast<const std::byte*>(a_.scores) + offset;
    if (has(Defect::misaligned_block_load))
      address -= reinterpret_cast<std::uintptr_t>(address) % 16;
    return address;
  }

  void load(std::int64_t row) {
    const std::byte* const address = row_address(row);
    const std::int64_t full_vectors = n_ / 16 * 16;
    scores_.resize(static_cast<std::size_t>(n_));
    for (std::int64_t column = 0; column < n_; ++column) {
      const bool is_off = has(Defect::one_lane_off) && column >= full_vectors;
      const auto score = static_cast<float>(load_element(address, a_.scores_dtype, column + (is_off ? 1 : 0)));
      const bool is_missing = has(Defect::tail_columns_missing) && n_ > 16 && column >= full_vectors;
      scores_[column] = is_missing ? -infinity : has(Defect::scores_rounded_to_half) ? rounded_to_half(score) : score;
    }
  }

  // --- probabilities ------------------------------------------------------------------------------------------------

  float largest(const std::vector<float>& scores) const {
    float result = -infinity;
    for (const float score : scores)
      result = score > result ? score : result;
    return result;
  }

  float softmax_term(float score, float maximum) const {
    if (has(Defect::no_maximum_subtracted))
      return is_masked(score) ? 0.0f : exponential(score);
    if (has(Defect::plus_infinity_gives_nan) && score == infinity)
      return score - maximum;
    if (std::isnan(score))
      return has(Defect::nan_poisons_sum) ? score : 0.0f;
    if (maximum == -infinity)
      return 0.0f;
    return score == maximum ? 1.0f : exponential(score - maximum);
  }

  float sigmoid_term(float score, float maximum) const {
    if (is_masked(score))
      return std::isnan(score) && has(Defect::nan_poisons_sum) ? score : 0.0f;
    const float common = has(Defect::sigmoid_underflows) ? 0.0f : std::min(maximum, 0.0f);
    return exponential(std::min(score, 0.0f) - common) / (1.0f + exponential(-std::fabs(score)));
  }

  float sum_of_softmax_terms(const std::vector<float>& scores, float maximum) const {
    float sum = 0.0f;
    for (const float score : scores)
      sum = added(sum, softmax_term(score, maximum));
    return sum;
  }

  static float quotient(float part, float whole) { return whole > 0.0f || std::isnan(whole) ? part / whole : 0.0f; }

  // --- selection ----------------------------------------------------------------------------------------------------

  void set_selection_scores() {
    selection_ = scores_;
    if (has(Defect::selects_on_half_probabilities) && !is_biased() && !is_sigmoid())
      set_half_probabilities();
    if (!is_biased())
      return;
    const float maximum = largest(scores_), sum = sum_of_softmax_terms(scores_, maximum);
    for (std::int64_t column = 0; column < n_; ++column) {
      const float score = scores_[column];
      if (std::isnan(score) || (score == -infinity && !has(Defect::masked_column_lifted_by_bias)))
        continue;
      const float probability = is_sigmoid() ? sigmoid_term(score, 0.0f) : quotient(softmax_term(score, maximum), sum);
      selection_[column] = probability + a_.correction_bias[column];
    }
  }

  void set_half_probabilities() {
    const float maximum = largest(scores_), sum = sum_of_softmax_terms(scores_, maximum);
    for (std::int64_t column = 0; column < n_; ++column)
      if (!is_masked(scores_[column]))
        selection_[column] = rounded_to_half(quotient(softmax_term(scores_[column], maximum), sum));
  }

  bool ranks_before(float a, float b) const {
    if (std::isnan(a) || std::isnan(b))
      return has(Defect::nan_selected) ? std::isnan(a) && !std::isnan(b) : std::isnan(b) && !std::isnan(a);
    if (has(Defect::zeros_ordered_by_bits) && a == 0.0f && b == 0.0f)
      return !std::signbit(a) && std::signbit(b);
    return a > b;
  }

  // The best of values that are not taken; count if all are.
  std::int64_t best_of(const std::vector<float>& values, const std::vector<char>& taken) const {
    std::int64_t best = -1;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(values.size()); ++i) {
      if (taken[i])
        continue;
      const bool is_better = best < 0 || ranks_before(values[i], values[best]) ||
                             (has(Defect::wrong_tie_order) && !ranks_before(values[best], values[i]));
      best = is_better ? i : best;
    }
    return best;
  }

  float group_score(std::int64_t group, std::int64_t size) const {
    const auto first = selection_.begin() + group * size;
    const std::vector<float> members(first, first + size);
    std::vector<char> taken(members.size(), 0);
    const std::int64_t best = best_of(members, taken);
    if (!is_biased() || size == 1 || has(Defect::group_maximum_with_bias))
      return members[best];
    taken[best] = 1;
    const float second = members[best_of(members, taken)];
    return second > -infinity ? members[best] + second : members[best];
  }

  // Marks as taken every column outside the kept groups.
  void drop_groups(std::vector<char>& taken) const {
    const std::int64_t size = n_ / a_.num_expert_group;
    std::vector<float> groups;
    for (std::int64_t group = 0; group < a_.num_expert_group; ++group)
      groups.push_back(group_score(group, size));
    std::vector<char> kept(groups.size(), 0);
    for (int i = 0; i < a_.topk_group; ++i)
      kept[best_of(groups, kept)] = 1;
    for (std::int64_t column = 0; column < n_; ++column)
      taken[column] = !kept[column / size];
  }

  void select() {
    std::vector<char> taken(scores_.size(), 0);
    if (a_.num_expert_group > 1 && !has(Defect::groups_ignored))
      drop_groups(taken);
    std::vector<char> winning(scores_.size(), 0);
    winners_.clear();
    while (static_cast<int>(winners_.size()) < a_.k) {
      std::int64_t best = best_of(selection_, taken);
      if (has(Defect::groups_left_when_exhausted) && is_masked(selection_[best]))
        best = best_of(selection_, winning);
      winners_.push_back(best);
      winning[best] = 1;
      if (has(Defect::duplicate_index))
        selection_[best] = -infinity;
      else
        taken[best] = 1;
    }
    if (has(Defect::unsorted_winners))
      std::ranges::sort(winners_);
  }

  // --- weights ------------------------------------------------------------------------------------------------------

  float term(float score, float maximum) const {
    return is_sigmoid() ? sigmoid_term(score, maximum) : softmax_term(score, maximum);
  }

  void set_weights() {
    std::vector<float> of_winners;
    for (const std::int64_t winner : winners_)
      of_winners.push_back(scores_[winner]);
    const bool is_renormalized = a_.renormalize && !has(Defect::unnormalised);
    const std::vector<float>& whole = is_renormalized ? of_winners : scores_;
    const float maximum = is_sigmoid() && !is_renormalized ? 0.0f : largest(whole);
    float sum = is_sigmoid() ? 1.0f : sum_of_softmax_terms(whole, maximum);
    if (is_sigmoid() && is_renormalized) {
      sum = 0.0f;
      for (const float score : whole)
        sum = added(sum, sigmoid_term(score, maximum));
    }
    weights_.clear();
    for (std::size_t slot = 0; slot < winners_.size(); ++slot) {
      float part = std::isnan(of_winners[slot]) ? 0.0f : term(of_winners[slot], maximum);
      if (has(Defect::bias_in_weights) && is_biased())
        part += a_.correction_bias[winners_[slot]];
      const float weight = has(Defect::masked_row_gives_nan) ? part / sum : quotient(part, sum);
      weights_.push_back(weight * (has(Defect::scaling_forgotten) ? 1.0f : a_.routed_scaling_factor));
    }
  }

  // --- outputs ------------------------------------------------------------------------------------------------------

  // Towards 0 to 10 bits of fraction, as float16 has.
  static float truncated(float weight) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(weight) & ~std::uint32_t{0x1fff});
  }

  void store(std::int64_t row) const {
    const std::int64_t weights_stride = has(Defect::output_row_stride_ignored) ? a_.k : a_.weights_row_stride;
    for (std::int64_t slot = 0; slot < a_.k; ++slot) {
      const bool is_truncated = has(Defect::weights_truncated) && a_.weights_dtype == DType::f16;
      const float weight = is_truncated ? truncated(weights_[slot]) : weights_[slot];
      store_element(a_.weights, a_.weights_dtype, row * weights_stride + slot, weight);
      store_index(row * a_.indices_row_stride + slot, winners_[slot]);
    }
    if (has(Defect::whole_vectors_written))
      for (std::int64_t slot = a_.k; slot % 8 != 0; ++slot)
        store_element(a_.weights, a_.weights_dtype, row * weights_stride + slot, 0.0);
  }

  void store_index(std::int64_t at, std::int64_t index) const {
    if (a_.indices_dtype == DType::i64 && has(Defect::low_half_of_indices))
      store_element(static_cast<std::int64_t*>(a_.indices) + at, DType::i32, 0, static_cast<double>(index));
    else
      store_element(a_.indices, a_.indices_dtype, at, static_cast<double>(index));
  }

  const Arguments& a_;
  Defect defect_;
  std::int64_t n_;
  std::vector<float> scores_, selection_, weights_;
  std::vector<std::int64_t> winners_;
};

#define XEFORGE_NAMED_DEFECT(name)                                                                                     \
  NamedDefect { Defect::name, #name }
constexpr std::array defects{
    XEFORGE_NAMED_DEFECT(wrong_tie_order),
    XEFORGE_NAMED_DEFECT(no_maximum_subtracted),
    XEFORGE_NAMED_DEFECT(one_lane_off),
    XEFORGE_NAMED_DEFECT(tail_rows_missing),
    XEFORGE_NAMED_DEFECT(tail_columns_missing),
    XEFORGE_NAMED_DEFECT(scores_row_stride_ignored),
    XEFORGE_NAMED_DEFECT(output_row_stride_ignored),
    XEFORGE_NAMED_DEFECT(misaligned_block_load),
    XEFORGE_NAMED_DEFECT(half_accumulation),
    XEFORGE_NAMED_DEFECT(nan_selected),
    XEFORGE_NAMED_DEFECT(nan_poisons_sum),
    XEFORGE_NAMED_DEFECT(duplicate_index),
    XEFORGE_NAMED_DEFECT(unnormalised),
    XEFORGE_NAMED_DEFECT(bias_in_weights),
    XEFORGE_NAMED_DEFECT(bias_ignored),
    XEFORGE_NAMED_DEFECT(group_maximum_with_bias),
    XEFORGE_NAMED_DEFECT(groups_ignored),
    XEFORGE_NAMED_DEFECT(groups_left_when_exhausted),
    XEFORGE_NAMED_DEFECT(masked_row_gives_nan),
    XEFORGE_NAMED_DEFECT(masked_column_lifted_by_bias),
    XEFORGE_NAMED_DEFECT(plus_infinity_gives_nan),
    XEFORGE_NAMED_DEFECT(row_offset_in_32_bits),
    XEFORGE_NAMED_DEFECT(selects_on_half_probabilities),
    XEFORGE_NAMED_DEFECT(scores_rounded_to_half),
    XEFORGE_NAMED_DEFECT(zeros_ordered_by_bits),
    XEFORGE_NAMED_DEFECT(scaling_forgotten),
    XEFORGE_NAMED_DEFECT(sigmoid_ignored),
    XEFORGE_NAMED_DEFECT(sigmoid_underflows),
    XEFORGE_NAMED_DEFECT(coarse_exp),
    XEFORGE_NAMED_DEFECT(weights_truncated),
    XEFORGE_NAMED_DEFECT(unsorted_winners),
    XEFORGE_NAMED_DEFECT(whole_vectors_written),
    XEFORGE_NAMED_DEFECT(low_half_of_indices),
};
#undef XEFORGE_NAMED_DEFECT

} // namespace

std::span<const NamedDefect> planted_defects() { return defects; }

void run_planted(const Arguments& arguments, Defect defect) { ScalarKernel(arguments, defect).run(); }

} // namespace xeforge::ops::softmax_topk
