#include "xeforge/ops/rms_norm/checks/planted_defects.hpp"

#include "xeforge/ops/checks/elements.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

namespace xeforge::ops::rms_norm {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

class ScalarKernel {
public:
  ScalarKernel(const Arguments& arguments, Defect defect) : a_(arguments), defect_(defect), n_(arguments.n) {}

  void run() {
    for (std::int64_t row = 0; row < a_.rows - (has(Defect::last_row_missing) ? 1 : 0); ++row) {
      load(row);
      normalise();
      store(row);
    }
  }

private:
  bool has(Defect defect) const { return defect_ == defect; }
  std::int64_t whole(std::int64_t piece) const { return n_ / piece * piece; }
  std::int64_t padded() const { return (n_ + 15) / 16 * 16; }

  template <class Byte>
  Byte* row_at(Byte* data, std::int64_t stride, std::int64_t row, bool is_stride_ignored) const {
    if (is_stride_ignored) // but not its sign: the array stays the one that is guarded
      stride = stride == 0 ? 0 : stride < 0 ? -n_ : n_;
    using Bytes = std::conditional_t<std::is_const_v<Byte>, const std::byte, std::byte>;
    return static_cast<Bytes*>(data) + row * stride * static_cast<std::int64_t>(size_of(a_.dtype));
  }

  // --- the row, as float --------------------------------------------------------------------------------------------

  float input(const void* row, std::int64_t column) const {
    const auto value = static_cast<float>(load_element(row, a_.dtype, column));
    if (has(Defect::nan_as_zero) && std::isnan(value))
      return 0.0f;
    if (has(Defect::infinity_as_largest) && std::isinf(value))
      return std::copysign(std::numeric_limits<float>::max(), value);
    return value;
  }

  void load(std::int64_t row) {
    const void* x = row_at(a_.x.data, a_.x.stride, row, has(Defect::x_stride_ignored));
    const void* residual = a_.residual.data == nullptr ? nullptr
                                                       : row_at(a_.residual.data, a_.residual.stride, row,
                                                                has(Defect::residual_stride_ignored));
    const std::int64_t columns = has(Defect::padded_row) ? padded() : n_;
    row_.assign(static_cast<std::size_t>(columns), 0.0f);
    for (std::int64_t column = 0; column < columns; ++column) {
      float h = input(x, column);
      if (residual != nullptr && !has(Defect::residual_ignored))
        h += (has(Defect::residual_subtracted) ? -1.0f : 1.0f) * input(residual, column);
      row_[static_cast<std::size_t>(column)] = has(Defect::sum_of_rounded) ? rounded(h) : h;
    }
  }

  float rounded(float value) const {
    if (a_.dtype == DType::f16)
      return static_cast<float>(base::half(value));
    return a_.dtype == DType::bf16 ? static_cast<float>(base::bfloat16(value)) : value;
  }

  // --- the results --------------------------------------------------------------------------------------------------

  float sum_of_squares(float scale) const {
    const std::size_t counted = has(Defect::tail_missing) || has(Defect::tail_squares_missing)
                                    ? static_cast<std::size_t>(whole(64))
                                    : row_.size();
    std::array<float, 64> sums{};
    float mean = 0.0f;
    if (has(Defect::mean_subtracted)) {
      for (const float h : row_)
        mean += h / static_cast<float>(n_);
    }
    for (std::size_t column = 0; column < counted; ++column) {
      const float h = (row_[column] - mean) * scale;
      float& sum = sums[column % sums.size()];
      sum += h * h;
      if (has(Defect::half_accumulation))
        sum = static_cast<float>(base::half(sum));
    }
    for (std::size_t width = sums.size() / 2; width != 0; width /= 2)
      for (std::size_t at = 0; at < width; ++at)
        sums[at] += sums[at + width];
    return sums[0];
  }

  float root_of(float mean, float eps) const {
    const float root = has(Defect::eps_after_root) ? std::sqrt(mean) + eps : std::sqrt(mean + eps);
    return has(Defect::coarse_root) ? std::bit_cast<float>(std::bit_cast<std::uint32_t>(root) & 0xffffe000u) : root;
  }

  void normalise() {
    float scale = 1.0f, sum = sum_of_squares(scale);
    if (!(sum < infinity) && !has(Defect::squares_overflow)) {
      scale = 0x1p-80f;
      sum = sum_of_squares(scale);
    }
    const auto length = static_cast<float>(has(Defect::mean_by_padded_length) ? padded() : n_);
    const float eps = has(Defect::eps_ignored) ? 0.0f : a_.eps * scale * scale;
    const float factor = 1.0f / root_of(has(Defect::no_mean) ? sum : sum / length, eps) * scale;
    results_.clear();
    for (std::int64_t column = 0; column < n_; ++column)
      results_.push_back(row_[static_cast<std::size_t>(column)] * factor * weight(column));
  }

  float weight(std::int64_t column) const {
    if (has(Defect::weight_ignored))
      return 1.0f;
    if (has(Defect::weight_of_the_next_column))
      column = (column + 1) % n_;
    return static_cast<float>(
        load_element(a_.weight, has(Defect::weight_read_as_the_rows) ? a_.dtype : a_.weight_dtype, column));
  }

  void store_value(void* row, std::int64_t column, float value) const {
    if (has(Defect::truncated) && a_.dtype != DType::f32 && std::isfinite(value)) {
      const float nearest = rounded(value);
      if (std::fabs(nearest) > std::fabs(value))
        value = a_.dtype == DType::bf16 ? std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & 0xffff0000u)
                                        : std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & 0xffffe000u);
    }
    store_element(row, a_.dtype, column, value);
  }

  void store(std::int64_t row) const {
    void* out = row_at(a_.out.data, a_.out.stride, row, has(Defect::out_stride_ignored));
    const std::int64_t written = has(Defect::tail_missing)           ? whole(64)
                                 : has(Defect::whole_pieces_written) ? padded()
                                                                     : n_;
    for (std::int64_t column = 0; column < written; ++column)
      store_value(out, column, column < n_ ? results_[static_cast<std::size_t>(column)] : 0.0f);
    if (a_.residual_out.data == nullptr || has(Defect::residual_out_not_written))
      return;
    void* sums = row_at(a_.residual_out.data, a_.residual_out.stride, row, false);
    for (std::int64_t column = 0; column < n_; ++column) {
      const auto at = static_cast<std::size_t>(column);
      store_value(sums, column, has(Defect::residual_out_is_result) ? results_[at] : row_[at]);
    }
  }

  const Arguments& a_;
  Defect defect_;
  std::int64_t n_;
  std::vector<float> row_, results_;
};

constexpr std::array<NamedDefect, 27> defects{{
    {Defect::tail_missing, "tail_missing"},
    {Defect::tail_squares_missing, "tail_squares_missing"},
    {Defect::padded_row, "padded_row"},
    {Defect::mean_by_padded_length, "mean_by_padded_length"},
    {Defect::eps_ignored, "eps_ignored"},
    {Defect::eps_after_root, "eps_after_root"},
    {Defect::no_mean, "no_mean"},
    {Defect::mean_subtracted, "mean_subtracted"},
    {Defect::weight_ignored, "weight_ignored"},
    {Defect::weight_of_the_next_column, "weight_of_the_next_column"},
    {Defect::weight_read_as_the_rows, "weight_read_as_the_rows"},
    {Defect::residual_ignored, "residual_ignored"},
    {Defect::residual_subtracted, "residual_subtracted"},
    {Defect::residual_out_not_written, "residual_out_not_written"},
    {Defect::residual_out_is_result, "residual_out_is_result"},
    {Defect::sum_of_rounded, "sum_of_rounded"},
    {Defect::squares_overflow, "squares_overflow"},
    {Defect::half_accumulation, "half_accumulation"},
    {Defect::coarse_root, "coarse_root"},
    {Defect::truncated, "truncated"},
    {Defect::x_stride_ignored, "x_stride_ignored"},
    {Defect::residual_stride_ignored, "residual_stride_ignored"},
    {Defect::out_stride_ignored, "out_stride_ignored"},
    {Defect::last_row_missing, "last_row_missing"},
    {Defect::whole_pieces_written, "whole_pieces_written"},
    {Defect::nan_as_zero, "nan_as_zero"},
    {Defect::infinity_as_largest, "infinity_as_largest"},
}};

} // namespace

std::span<const NamedDefect> planted_defects() { return defects; }

void run_planted(const Arguments& arguments, Defect defect) { ScalarKernel(arguments, defect).run(); }

} // namespace xeforge::ops::rms_norm
