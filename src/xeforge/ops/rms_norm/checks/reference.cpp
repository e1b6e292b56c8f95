#include "xeforge/ops/rms_norm/checks/reference.hpp"

#include "xeforge/ops/checks/elements.hpp"

#include <cmath>

namespace xeforge::ops::rms_norm::reference {
namespace {

constexpr double unit = 0x1p-24, smallest = 0x1p-148;

// Of a finite number; infinity and NaN have to come out as they are.
double rounding(double value, const FloatLimits& limits) {
  return std::isfinite(value) ? limits.unit * std::fabs(value) + limits.smallest / 2 : 0.0;
}

// What float can hold of a sum.
double as_float_range(double sum) {
  return std::fabs(sum) > limits_of(DType::f32).largest ? std::copysign(HUGE_VAL, sum) : sum;
}

} // namespace

Row row_of(std::span<const double> x, std::span<const double> residual, std::span<const double> weight, double eps,
           DType dtype) {
  const FloatLimits limits = limits_of(dtype);
  const auto n = static_cast<double>(x.size());
  Row row;
  double squares = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double h = residual.empty() ? x[i] : as_float_range(x[i] + residual[i]);
    row.sum.push_back(h);
    row.sum_bounds.push_back(std::isfinite(h) ? unit * std::fabs(h) + rounding(h, limits) : 0.0);
    squares += h * h;
  }
  const double root = std::sqrt(squares / n + eps);
  const double relative = ((n / 64 + 12) / 2 + 14) * unit;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double expected = row.sum[i] / root * weight[i];
    const double error = relative * std::fabs(expected) + smallest * (1 + std::fabs(weight[i]));
    row.out.push_back(expected);
    row.out_bounds.push_back(error + rounding(std::fabs(expected) + error, limits));
  }
  return row;
}

} // namespace xeforge::ops::rms_norm::reference
