// Polynomials against the C library's functions in long double, over the whole range and at its corners.
#include "xeforge/esimd/math/trigonometry.hpp"

#include "xeforge/esimd/core/testing.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;

long double unit_in_last_place(long double value) {
  return std::ldexp(1.0L, std::max(std::ilogb(std::fabs(value)), -126) - 23);
}

// Values of both signs from lowest to highest, evenly by exponent and then evenly by size.
std::vector<float> spread(double lowest, double highest) {
  std::vector<float> values;
  for (int i = 0; i <= 8000; ++i)
    for (const double sign : {-1.0, 1.0}) {
      values.push_back(static_cast<float>(sign * lowest * std::pow(highest / lowest, i / 8000.0)));
      values.push_back(static_cast<float>(sign * highest * i / 8000.0));
    }
  while (values.size() % 16 != 0)
    values.push_back(0.25f);
  return values;
}

template <class Got, class Exact>
void expect_within(double ulp, double lowest, double highest, Got got, Exact exact, double absolute = 0) {
  const auto values = spread(lowest, highest);
  for (std::size_t first = 0; first < values.size(); first += 16) {
    const auto x = pick<16>(values, first);
    const auto result = elements(got(from_array(x)));
    for (std::size_t i = 0; i < 16; ++i) {
      const long double expected = exact(static_cast<long double>(x[i]));
      ASSERT_NEAR(static_cast<double>(result[i] - expected), 0.0,
                  static_cast<double>(ulp * unit_in_last_place(expected)) + absolute)
          << "of " << x[i];
    }
  }
}

TEST(Trigonometry, arctangent) {
  expect_within(3, 1e-30, 1e30, [](auto x) { return atan(x); }, [](long double x) { return std::atan(x); });
  EXPECT_EQ(atan(INFINITY), static_cast<float>(std::acos(-1.0) / 2));
  EXPECT_TRUE(std::signbit(atan(-0.0f)));
  EXPECT_TRUE(std::isnan(atan(NAN)));
  EXPECT_EQ(float(atan(half(1.0f))), float(half(std::atan(1.0f))));
}
TEST(Trigonometry, arcsine_and_arccosine) {
  expect_within(3, 1e-30, 1, [](auto x) { return asin(x); }, [](long double x) { return std::asin(x); });
  expect_within(4, 1e-30, 1, [](auto x) { return acos(x); }, [](long double x) { return std::acos(x); });
  EXPECT_EQ(acos(1.0f), 0.0f);
  EXPECT_TRUE(std::isnan(asin(1.5f)) && std::isnan(acos(-1.5f)) && std::isnan(asin(NAN)));
}
TEST(Trigonometry, hyperbolic_tangent) {
  expect_within(3, 1e-30, 100, [](auto x) { return tanh(x); }, [](long double x) { return std::tanh(x); });
  EXPECT_EQ(tanh(-INFINITY), -1.0f);
  EXPECT_EQ(tanh_cody_waite(0.5f), tanh(0.5f));
}
TEST(Trigonometry, sine_and_cosine_by_polynomials) {
  // Near a zero of the function what counts is how well x was reduced.
  expect_within(3, 1e-30, 65000, [](auto x) { return sin_emu(x); }, [](long double x) { return std::sin(x); }, 2e-9);
  expect_within(3, 1e-30, 65000, [](auto x) { return cos_emu(x); }, [](long double x) { return std::cos(x); }, 2e-9);
}
TEST(Trigonometry, T15_sincos_gives_both) {
  simd<float, 16> cosine;
  const simd<float, 16> x(-4.0f, 0.5f), sine = sincos(cosine, x);
  for (int i = 0; i < 16; ++i) {
    EXPECT_NEAR(float(sine[i]), std::sin(-4.0 + 0.5 * i), 1e-6);
    EXPECT_NEAR(float(cosine[i]), std::cos(-4.0 + 0.5 * i), 1e-6);
  }
}
TEST(Trigonometry, angles_in_every_quadrant) {
  const float values[] = {0.0f, -0.0f, 1.0f, -1.0f, 1e-20f, -3e10f, 0.7f, -0.3f, 5.0f, INFINITY, -INFINITY};
  for (const float y : values)
    for (const float x : values) {
      const double expected = std::atan2(static_cast<double>(y), static_cast<double>(x));
      EXPECT_NEAR(atan2(y, x), expected, 1e-6 * std::fabs(expected)) << y << ", " << x;
      EXPECT_EQ(std::signbit(atan2(y, x)), std::signbit(expected)) << y << ", " << x;
      EXPECT_NEAR(atan2_fast(y, x), expected, 0.1) << y << ", " << x;
    }
  EXPECT_TRUE(std::isnan(atan2(NAN, 1.0f)) && std::isnan(atan2(1.0f, NAN)));
}
TEST(Trigonometry, remainders_are_exact_for_quotients_below_2_to_the_24) {
  std::mt19937 random(5);
  for (int i = 0; i < 5000; ++i) {
    const float y = std::ldexp(static_cast<float>(random() % 100000 + 1), static_cast<int>(random() % 20) - 10);
    const float x = y * static_cast<float>(random() % 1000000) / 7.0f * (i % 2 ? 1.0f : -1.0f);
    EXPECT_EQ(fmod(x, y), std::fmod(x, y)) << x << " by " << y;
  }
  EXPECT_EQ(fmod(3.0f, INFINITY), 3.0f);
  EXPECT_TRUE(std::isnan(fmod(3.0f, 0.0f)) && std::isnan(fmod(INFINITY, 2.0f)) && std::isnan(fmod(INFINITY, INFINITY)));
}

} // namespace
} // namespace xeforge::esimd
