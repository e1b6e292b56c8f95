// Programs are built with -ffast-math, as this file is: the functions here keep their accuracy for finite numbers.
#include "xeforge/esimd/math/trigonometry.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace xeforge::esimd {
namespace {

template <class Function, class Reference>
void expect_accurate(double first, double last, Function function, Reference reference) {
  const int steps = 4000;
  double worst = 0;
  for (int i = 0; i <= steps; i += 16) {
    const auto step = static_cast<float>((last - first) / steps);
    const simd<float, 16> x(static_cast<float>(first) + static_cast<float>(i) * step, step), result = function(x);
    for (int lane = 0; lane < 16; ++lane) {
      const double expected = reference(static_cast<double>(x[lane]));
      worst = std::max(worst, std::abs(result[lane] - expected) / std::max(1.0, std::abs(expected)));
    }
  }
  EXPECT_LT(worst, 2e-6);
}

TEST(FastMath, functions_keep_their_accuracy) {
  expect_accurate(-30, 30, [](auto x) { return exp2(x); }, [](double x) { return std::exp2(x); });
  expect_accurate(-20, 20, [](auto x) { return exp(x); }, [](double x) { return std::exp(x); });
  expect_accurate(0.01, 1000, [](auto x) { return log2(x); }, [](double x) { return std::log2(x); });
  expect_accurate(0.01, 1000, [](auto x) { return log(x); }, [](double x) { return std::log(x); });
  expect_accurate(0.01, 1000, [](auto x) { return rsqrt(x); }, [](double x) { return 1 / std::sqrt(x); });
  expect_accurate(0.01, 1000, [](auto x) { return inv(x); }, [](double x) { return 1 / x; });
  expect_accurate(-500, 500, [](auto x) { return sin_emu(x); }, [](double x) { return std::sin(x); });
  expect_accurate(-500, 500, [](auto x) { return cos_emu(x); }, [](double x) { return std::cos(x); });
  expect_accurate(-9, 9, [](auto x) { return tanh(x); }, [](double x) { return std::tanh(x); });
  expect_accurate(-9, 9, [](auto x) { return atan(x); }, [](double x) { return std::atan(x); });
  expect_accurate(-1, 0.99, [](auto x) { return acos(x); }, [](double x) { return std::acos(x); });
}

} // namespace
} // namespace xeforge::esimd
