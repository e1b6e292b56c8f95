// T04 and T15: element-wise mathematics by name: saturation arguments, special values, half, rounding, max, min, abs.
#include "xeforge/esimd/core/testing.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;

TEST(Math, T04_a_third_template_argument_clamps_exp2_but_not_max) {
  const simd<float, 16> x(-2.0f, 0.5f);
  const auto plain = elements(exp2(x)), clamped = elements(exp2<float, 16, float>(x));
  const auto largest = elements(max<float, 16, float>(x, simd<float, 16>(3.0f)));
  for (std::size_t i = 0; i < 16; ++i) {
    const double exact = std::exp2(-2.0 + 0.5 * static_cast<double>(i));
    EXPECT_NEAR(plain[i], exact, exact * 1e-6);
    EXPECT_NEAR(clamped[i], std::min(exact, 1.0), 1e-6);
    EXPECT_EQ(largest[i], std::max(-2.0f + 0.5f * static_cast<float>(i), 3.0f));
  }
  EXPECT_EQ(elements(max<float, 16, float>(x, 4.0f))[0], 4.0f);
  EXPECT_EQ((elements(inv<float, 4, float>(simd<float, 4>(0.25f)))[0]), 1.0f);
  EXPECT_EQ((elements(sqrt<half, 4, half>(simd<half, 4>(half(16.0f))))[0]), half(1.0f));
}

TEST(Math, T04_saturation_tags_say_whether_to_clamp) {
  const simd<float, 4> x({-1.0f, 0.25f, 3.0f, NAN});
  EXPECT_EQ(elements(max(x, x, saturation_on)), (std::array<float, 4>{0.0f, 0.25f, 1.0f, 0.0f}));
  EXPECT_EQ(elements(min(x, 2.0f, saturation_on))[2], 1.0f);
  EXPECT_EQ(elements(max(x, x, saturation_off))[2], 3.0f);
  EXPECT_EQ(elements(sqrt(x, saturation_off))[2], std::sqrt(3.0f));
  EXPECT_EQ(elements(sqrt(x, saturation_on))[2], 1.0f);
  EXPECT_EQ(elements(rnde<float>(x, saturation_on))[2], 1.0f);
}

TEST(Math, T04_a_third_template_argument_of_pow_and_div_ieee_is_a_type_and_a_fourth_clamps) {
  const simd<float, 8> x(1.0f, 1.0f);
  EXPECT_EQ(elements(pow<float, 8, float>(x, 2.0f))[2], 9.0f);
  EXPECT_EQ(elements(pow<float, 8, int>(x, simd<int, 8>(2)))[2], 9.0f);
  EXPECT_EQ(elements(pow<float, 8, float, float>(x, 2.0f))[2], 1.0f);
  EXPECT_EQ(elements(pow(x, 3, saturation_on))[1], 1.0f);
  EXPECT_EQ(elements(pow(x, 3, saturation_off))[1], 8.0f);
  EXPECT_EQ(elements(div_ieee<float, 8, float>(x, 2.0f))[6], 3.5f);
  EXPECT_EQ(elements(div_ieee<float, 8, float, int>(x, 2.0f))[6], 1.0f);
  EXPECT_EQ(elements(div_ieee(simd<double, 8>(x), 3))[0], 1.0 / 3.0);
  EXPECT_EQ(pow(2.0f, 10), 1024.0f);
  EXPECT_EQ(div_ieee(1.0f, 3.0f, saturation_on), 1.0f / 3.0f);
}

TEST(Math, T04_every_function_of_the_extended_unit_clamps_for_a_third_argument_that_is_not_off) {
  const simd<float, 4> x({4.0f, -0.5f, 0.25f, 16.0f});
  const auto expect_clamped = [](auto clamped, auto plain) {
    for (std::size_t i = 0; i < 4; ++i) {
      const float value = elements(plain)[i];
      EXPECT_EQ(elements(clamped)[i], value > 0.0f ? std::min(value, 1.0f) : 0.0f) << value;
    }
  };
  expect_clamped(exp2<float, 4, float>(x), exp2(x));
  expect_clamped(log2<float, 4, float>(x), log2(x));
  expect_clamped(inv<float, 4, void*>(x), inv(x));
  expect_clamped(sqrt<float, 4, int>(x), sqrt(x));
  expect_clamped(rsqrt<float, 4, float>(x), rsqrt(x));
  expect_clamped(sin<float, 4, float>(x), sin(x));
  expect_clamped(cos<float, 4, float>(x), cos(x));
  expect_clamped(sqrt_ieee<float, 4, float>(x), sqrt_ieee(x));
  EXPECT_EQ(elements(sqrt<double, 4, float>(simd<double, 4>(9.0)))[0], 1.0);
}

// What GPU code may rely on: the documented 4 units in the last place, of which the host is well within.
template <class Got, class Exact>
void expect_close(Got got, Exact exact, double lowest, double highest) {
  for (int i = 0; i <= 1000; ++i) {
    const auto x = static_cast<float>(lowest + (highest - lowest) * i / 1000);
    const double expected = exact(static_cast<double>(x));
    const auto value = elements(got(simd<float, 5>(x)));
    for (const float lane : value)
      ASSERT_NEAR(lane, expected, std::max(std::fabs(expected) * 0x1p-22, 0x1p-126)) << x;
  }
}
TEST(Math, functions_of_one_float) {
  expect_close([](auto x) { return inv(x); }, [](double x) { return 1 / x; }, 0.001, 1000);
  expect_close([](auto x) { return sqrt(x); }, [](double x) { return std::sqrt(x); }, 0, 1e6);
  expect_close([](auto x) { return rsqrt(x); }, [](double x) { return 1 / std::sqrt(x); }, 1e-3, 1e6);
  expect_close([](auto x) { return sin(x); }, [](double x) { return std::sin(x); }, -10, 10);
  expect_close([](auto x) { return cos(x); }, [](double x) { return std::cos(x); }, -10, 10);
  expect_close([](auto x) { return pow(x, x); }, [](double x) { return std::pow(x, x); }, 0.01, 10);
}

TEST(Math, functions_of_half_round_once) {
  for (unsigned bits = 0; bits < 0x7c00; ++bits) {
    const half x = half::from_bits(static_cast<std::uint16_t>(bits));
    const double exact = static_cast<double>(float(x));
    const half root = sqrt(x), reciprocal = inv(x);
    ASSERT_EQ(number(root), round_to(std::sqrt(exact), format_of<half>)) << exact;
    ASSERT_EQ(number(reciprocal), round_to(1 / exact, format_of<half>)) << exact;
    const long double power = round_to(std::exp2(static_cast<long double>(exact)), format_of<half>);
    const half got = exp2(x);
    // float's error may tip a value that lies next to a tie.
    ASSERT_TRUE(number(got) == power || std::fabs(number(got) - power) <= power * 0x1p-10L) << exact;
  }
}

TEST(Math, T15_corners) {
  EXPECT_EQ(inv(0.0f), INFINITY);
  EXPECT_EQ(inv(-0.0f), -INFINITY);
  EXPECT_EQ(inv(INFINITY), 0.0f);
  EXPECT_EQ(exp2(-3.4e38f), 0.0f);
  EXPECT_TRUE(std::isnan(sqrt(-1.0f)));
  EXPECT_TRUE(std::isnan(rsqrt(-1.0f)));
  EXPECT_EQ(rsqrt(0.0f), INFINITY);
  EXPECT_EQ(sqrt(INFINITY), INFINITY);
  EXPECT_EQ(elements(sqrt_ieee(simd<double, 3>(2.0)))[1], std::sqrt(2.0));
  EXPECT_EQ(elements(div_ieee(simd<float, 3>(1.0f), simd<float, 3>(3.0f)))[2], 1.0f / 3.0f);
}

template <class T>
class Extremum : public ::testing::Test {};
TYPED_TEST_SUITE(Extremum, AllElements);

TYPED_TEST(Extremum, T15_max_and_min_give_the_operand_that_is_a_number) {
  using T = TypeParam;
  const auto left = values_worth_trying<T>(80, 21), right = values_worth_trying<T>(96, 22);
  for (std::size_t shift = 0; shift < 96; shift += 5) {
    const auto a = pick<16>(left, shift * 3), b = pick<16>(right, shift);
    simd<T, 16> x = from_array(a), y = from_array(b);
    const auto largest = elements(max(x, y)), smallest = elements(min(x, y));
    const auto by_scalar = elements(max(x, b[3])), scalar_first = elements(max(b[3], x));
    const auto by_view = elements(min(x.template select<16, 1>(0), y));
    for (std::size_t i = 0; i < 16; ++i) {
      const long double p = number(a[i]), q = number(b[i]);
      const bool takes_q = std::isnan(p) || q > p, takes_q_for_smallest = std::isnan(p) || q < p;
      const long double high = takes_q ? q : p, low = takes_q_for_smallest ? q : p;
      EXPECT_TRUE(number(largest[i]) == high || (std::isnan(p) && std::isnan(q))) << p << " and " << q;
      EXPECT_TRUE(number(smallest[i]) == low || (std::isnan(p) && std::isnan(q))) << p << " and " << q;
      EXPECT_TRUE(same_number(number(by_view[i]), number(smallest[i])));
      EXPECT_TRUE(number(by_scalar[i]) == number(scalar_first[i]) || std::isnan(number(by_scalar[i])));
    }
  }
  EXPECT_EQ(number(max(T(3), T(5))), 5);
  EXPECT_EQ(number(min(T(3), T(5))), 3);
}

TYPED_TEST(Extremum, T15_abs_clears_the_sign) {
  using T = TypeParam;
  const auto values = pick<48>(values_worth_trying<T>(48, 23), 0);
  const auto got = elements(abs(from_array(values)));
  for (std::size_t i = 0; i < 48; ++i) {
    if constexpr (std::is_integral_v<T>)
      EXPECT_EQ(got[i], values[i] < T(0) ? static_cast<T>(0u - static_cast<std::uint64_t>(values[i])) : values[i]);
    else
      EXPECT_TRUE(same_number(number(got[i]), std::fabs(number(values[i]))) && !std::signbit(number(got[i])));
  }
  EXPECT_EQ(number(abs(values[1])), number(got[1]));
}
TEST(Math, abs_may_give_the_unsigned_type) {
  const simd<std::uint16_t, 3> got = abs<std::uint16_t>(simd<std::int16_t, 3>({-32768, -5, 7}));
  EXPECT_EQ(elements(got), (std::array<std::uint16_t, 3>{32768, 5, 7}));
}

TEST(Math, rounding_to_integers_and_to_floats) {
  const simd<float, 8> x({-2.5f, -1.5f, -0.5f, 0.5f, 1.5f, 2.5f, 3e9f, NAN});
  EXPECT_EQ(elements(rnde<int>(x)), (std::array<int, 8>{-2, -2, 0, 0, 2, 2, 2147483647, 0}));
  EXPECT_EQ(elements(rndd<int>(x)), (std::array<int, 8>{-3, -2, -1, 0, 1, 2, 2147483647, 0}));
  EXPECT_EQ(elements(rndu<int>(x)), (std::array<int, 8>{-2, -1, 0, 1, 2, 3, 2147483647, 0}));
  EXPECT_EQ(elements(rndz<int>(x)), (std::array<int, 8>{-2, -1, 0, 0, 1, 2, 2147483647, 0}));
  EXPECT_EQ(elements(floor<float>(x))[1], -2.0f);
  EXPECT_EQ(elements(ceil<float>(x))[1], -1.0f);
  EXPECT_EQ(elements(trunc<half>(x))[5], half(2.0f));
  EXPECT_EQ(rnde<float>(4.5f), 4.0f);
}

TEST(Math, pow_takes_scalars_when_its_types_are_spelled_out) {
  const simd<float, 16> exponent(0.0f, 1.0f);
  const auto got = elements(pow<float, 16, float>(2.0f, exponent));
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ(got[static_cast<std::size_t>(i)], std::ldexp(1.0f, i));
}

TEST(Math, of_doubles_there_are_square_roots) {
  const simd<double, 3> x(2.0);
  EXPECT_EQ(elements(sqrt(x))[1], std::sqrt(2.0));
  EXPECT_EQ(elements(rsqrt(x))[1], 1.0 / std::sqrt(2.0));
  EXPECT_EQ(sqrt(2.0) + rsqrt(4.0) + sqrt_ieee(9.0), std::sqrt(2.0) + 3.5);
}
TEST(Math, fractions_and_fused_multiply_add) {
  const simd<float, 4> x({2.75f, -2.75f, 0.0f, 1e9f});
  EXPECT_EQ(elements(frc<float>(x)), (std::array<float, 4>{0.75f, 0.25f, 0.0f, 0.0f}));
  const simd<float, 4> a(1.0f + 0x1p-12f), b(-1.0f - 0x1p-11f);
  EXPECT_EQ(elements(fma(a, a, b))[0], 0x1p-24f);
  EXPECT_EQ(float(elements(fma(simd<half, 4>(2.0f), simd<half, 4>(3.0f), simd<half, 4>(0.5f)))[3]), 6.5f);
}
TEST(Math, T14_scalars_saturate_too) {
  EXPECT_EQ(saturate<std::uint8_t>(300.7f), 255);
  EXPECT_EQ(saturate<std::uint8_t>(-1), 0);
  EXPECT_EQ(saturate<float>(1.5f), 1.0f);
  simd<int, 4> wide(1000);
  EXPECT_EQ(elements(saturate<std::int8_t>(wide.select<2, 2>(0)))[1], 127);
}

TEST(Math, T14_maxima_of_numbers_saturate_beside_those_of_the_standard_library) {
  using namespace std;
  const float low = -1.5f, high = 2.5f;
  EXPECT_EQ(max(low, high, saturation_on), 1.0f);
  EXPECT_EQ(min(low, high, saturation_on), 0.0f);
  EXPECT_EQ(max(low, high, saturation_off), 2.5f);
  EXPECT_EQ(min(3, 4, saturation_on), 3);
}

TEST(Math, views_are_taken_by_every_function) {
  simd<float, 8> x(1.0f, 1.0f);
  EXPECT_EQ(elements(max(x.select<4, 1>(0), 2.5f))[3], 4.0f);
  EXPECT_EQ(elements(min(2.5f, x.select<4, 1>(0)))[3], 2.5f);
  EXPECT_EQ(elements(abs(x.select<4, 1>(0)))[3], 4.0f);
  EXPECT_EQ(elements(pow(x.select<4, 1>(0), x.select<4, 1>(0)))[1], 4.0f);
  EXPECT_EQ((abs<unsigned, int>(-3) + abs<unsigned>(-3) + abs<int>(-3)), 9u);
  EXPECT_EQ(elements(sqrt(x.select<2, 3>(0)))[1], 2.0f);
  EXPECT_EQ(elements(exp2(x.select<4, 1>(2)))[3], 64.0f);
  static_assert(detail::log2e > 1.44f && detail::ln2 > 0.69f,
                "constants of the extension, used in constant expressions");
}

} // namespace
} // namespace xeforge::esimd
