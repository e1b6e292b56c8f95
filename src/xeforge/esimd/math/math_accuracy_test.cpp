// Errors of the exponentials and logarithms against double, in units in the last place of the exact result, over the
// whole range of float; and what they give for special values.
#include "xeforge/esimd/core/testing.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;

constexpr int width = 16;
// Every so manieth float: odd, so that all patterns of low bits occur.
constexpr std::uint32_t step = 1021;

double unit_in_the_last_place(double exact) { return std::ldexp(1.0, std::max(std::ilogb(exact), -126) - 23); }

// Calls visit(x, f(x)) for every step-th float of both signs, but NaN and infinities.
template <class Function, class Visit>
void over_all_floats(Function function, Visit visit) {
  constexpr std::uint32_t infinity = 0x7f800000;
  for (const std::uint32_t sign : {0u, 0x80000000u})
    for (std::uint32_t first = 0; first < infinity; first += width * step) {
      std::array<float, width> x;
      for (std::uint32_t i = 0; i < width; ++i)
        x[i] = __builtin_bit_cast(float, sign | std::min(first + i * step, infinity - 1));
      const auto y = elements(simd<float, width>(function(from_array(x))));
      for (std::size_t i = 0; i < width; ++i)
        visit(x[i], y[i]);
    }
}

struct Worst {
  double error = 0;
  float where = 0;
  void consider(float x, double error_here) {
    if (!(error_here <= error)) {
      error = error_here;
      where = x;
    }
  }
};

// Below this a result may be flushed to zero, or be computed with a denormal on the way that costs half a unit.
constexpr double smallest_exponential = 0x1p-125;

// Infinity from where the exact result rounds to it.
double error_of_exponential(double expected, float got) {
  if (expected >= 0x1.ffffffp+127 || got == INFINITY)
    return got == INFINITY && expected > 0x1.fffffcp+127 ? 0.0 : INFINITY;
  if (expected < smallest_exponential)
    return got == 0 || std::fabs(got - expected) <= 1.7 * unit_in_the_last_place(expected) ? 0.0 : INFINITY;
  return std::fabs(got - expected) / unit_in_the_last_place(expected);
}

template <class Function, class Exact>
Worst worst_error_of_exponential(Function function, Exact exact) {
  Worst worst;
  over_all_floats(function, [&](float x, float got) {
    worst.consider(x, error_of_exponential(exact(static_cast<double>(x)), got));
  });
  return worst;
}

template <class Function, class Exact>
Worst worst_error_of_logarithm(Function function, Exact exact) {
  Worst worst;
  over_all_floats(function, [&](float x, float got) {
    if (std::signbit(x) || x == 0)
      return;
    const double expected = exact(static_cast<double>(x));
    worst.consider(x, expected == 0 ? std::fabs(got) : std::fabs(got - expected) / unit_in_the_last_place(expected));
  });
  return worst;
}

// Measured over all floats, not only every 1021st: exp2 1.195 at 0x1.0052bcp-1, exp 1.014 at 0x1.2e3aa8p+5, log2 1.078
// at 0x1.66a04ap+0, log 0.864 at 0x1.69b958p-1. The bounds are these, rounded up. Below 2^-125 exp2 has 1.607 and
// exp 1.308.
TEST(MathAccuracy, exp2_is_within_1_2_units_in_the_last_place) {
  const Worst worst = worst_error_of_exponential([](auto x) { return exp2(x); }, [](double x) { return std::exp2(x); });
  EXPECT_LE(worst.error, 1.2) << "at " << worst.where;
}
TEST(MathAccuracy, exp_is_within_1_1_units_in_the_last_place) {
  const Worst worst = worst_error_of_exponential([](auto x) { return exp(x); }, [](double x) { return std::exp(x); });
  EXPECT_LE(worst.error, 1.1) << "at " << worst.where;
}
TEST(MathAccuracy, log2_is_within_1_1_units_in_the_last_place) {
  const Worst worst = worst_error_of_logarithm([](auto x) { return log2(x); }, [](double x) { return std::log2(x); });
  EXPECT_LE(worst.error, 1.1) << "at " << worst.where;
}
TEST(MathAccuracy, log_is_within_0_9_units_in_the_last_place) {
  const Worst worst = worst_error_of_logarithm([](auto x) { return log(x); }, [](double x) { return std::log(x); });
  EXPECT_LE(worst.error, 0.9) << "at " << worst.where;
}

// Floats next to where a result changes its kind, every one of them.
TEST(MathAccuracy, exponentials_hold_their_bounds_next_to_overflow_and_zero) {
  for (const float centre : {128.0f, -125.0f, 88.722839f, -86.643397f, 0.0f, 0.5f, -0.5f, 0.34657359f}) {
    const auto bits = __builtin_bit_cast(std::uint32_t, centre);
    for (std::uint32_t near = bits - std::min(bits, 2000u); near < bits + 2000; ++near) {
      const float x = __builtin_bit_cast(float, near);
      for (const bool base_2 : {true, false}) {
        const float got = base_2 ? exp2(x) : exp(x);
        const double expected = base_2 ? std::exp2(static_cast<double>(x)) : std::exp(static_cast<double>(x));
        ASSERT_LE(error_of_exponential(expected, got), 1.2) << x;
      }
    }
  }
}

TEST(MathAccuracy, T15_special_values_of_exponentials) {
  const float lowest = std::numeric_limits<float>::lowest(), highest = std::numeric_limits<float>::max();
  const simd<float, 8> x({0.0f, -0.0f, INFINITY, -INFINITY, NAN, 0x1p-149f, lowest, highest});
  for (const auto& got : {elements(exp2(x)), elements(exp(x))}) {
    EXPECT_EQ(got[0], 1.0f);
    EXPECT_EQ(got[1], 1.0f);
    EXPECT_EQ(got[2], INFINITY);
    EXPECT_EQ(got[3], 0.0f);
    EXPECT_TRUE(std::isnan(got[4]));
    EXPECT_EQ(got[5], 1.0f);
    EXPECT_EQ(got[6], 0.0f);
    EXPECT_EQ(got[7], INFINITY);
  }
  for (int n = -124; n < 128; ++n)
    EXPECT_EQ(exp2(static_cast<float>(n)), std::ldexp(1.0f, n)) << n;
}

TEST(MathAccuracy, T15_special_values_of_logarithms) {
  const simd<float, 8> x({0.0f, -0.0f, INFINITY, -INFINITY, NAN, -1.0f, 1.0f, -0x1p-149f});
  for (const auto& got : {elements(log2(x)), elements(log(x))}) {
    EXPECT_EQ(got[0], -INFINITY);
    EXPECT_EQ(got[1], -INFINITY);
    EXPECT_EQ(got[2], INFINITY);
    for (const std::size_t i : {3u, 4u, 5u, 7u})
      EXPECT_TRUE(std::isnan(got[i])) << i;
    EXPECT_EQ(got[6], 0.0f);
  }
  for (int n = -149; n < 128; ++n)
    EXPECT_EQ(log2(std::ldexp(1.0f, n)), static_cast<float>(n)) << n;
}

} // namespace
} // namespace xeforge::esimd
