// SYCL's functions of one number against the standard library's in double precision, and beside other functions of
// their names.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <numbers>
#include <random>

namespace {

template <class Function, class Reference>
void expect_agrees(const char* name, Function function, Reference reference, float low, float high) {
  for (int i = 0; i <= 100; ++i) {
    const float x = low + (high - low) * static_cast<float>(i) / 100;
    const double expected = reference(static_cast<double>(x));
    EXPECT_NEAR(function(x), expected, 1e-6 * std::abs(expected) + 1e-6) << name << " of " << x;
  }
}

#define XEFORGE_EXPECT_AGREES(name, low, high)                                                                         \
  expect_agrees(#name, [](float x) { return sycl::name(x); }, [](double x) { return std::name(x); }, low, high)

TEST(Math, functions_of_one_number_are_those_of_the_standard_library) {
  XEFORGE_EXPECT_AGREES(exp, -10, 10);
  XEFORGE_EXPECT_AGREES(exp2, -10, 10);
  XEFORGE_EXPECT_AGREES(log, 0.1f, 10);
  XEFORGE_EXPECT_AGREES(log2, 0.1f, 10);
  XEFORGE_EXPECT_AGREES(log10, 0.1f, 10);
  XEFORGE_EXPECT_AGREES(sqrt, 0, 10);
  XEFORGE_EXPECT_AGREES(sin, -5, 5);
  XEFORGE_EXPECT_AGREES(cos, -5, 5);
  XEFORGE_EXPECT_AGREES(tan, -1, 1);
  XEFORGE_EXPECT_AGREES(asin, -1, 1);
  XEFORGE_EXPECT_AGREES(acos, -1, 1);
  XEFORGE_EXPECT_AGREES(atan, -5, 5);
  XEFORGE_EXPECT_AGREES(tanh, -3, 3);
  XEFORGE_EXPECT_AGREES(floor, -3, 3);
  XEFORGE_EXPECT_AGREES(ceil, -3, 3);
  XEFORGE_EXPECT_AGREES(trunc, -3, 3);
  XEFORGE_EXPECT_AGREES(round, -3, 3);
  XEFORGE_EXPECT_AGREES(rint, -3, 3);
  XEFORGE_EXPECT_AGREES(fabs, -3, 3);
  expect_agrees("exp10", [](float x) { return sycl::exp10(x); }, [](double x) { return std::pow(10.0, x); }, -2, 2);
  expect_agrees("rsqrt", [](float x) { return sycl::rsqrt(x); }, [](double x) { return 1 / std::sqrt(x); }, 0.1f, 10);
}

TEST(Math, functions_of_several_numbers) {
  EXPECT_FLOAT_EQ(sycl::pow(2.0f, 0.5f), 1.41421356f);
  EXPECT_EQ(sycl::fmod(7.5f, 2.0f), 1.5f);
  EXPECT_FLOAT_EQ(sycl::atan2(-1.0f, -1.0f), -2.35619449f);
  EXPECT_EQ(sycl::fmin(1.0f, std::numeric_limits<float>::quiet_NaN()), 1.0f);
  EXPECT_EQ(sycl::fmax(1.0, 2.0), 2.0);
  EXPECT_EQ(sycl::copysign(3.0f, -0.0f), -3.0f);
  EXPECT_EQ(sycl::fma(1.0f + 0x1p-12f, 1.0f - 0x1p-12f, -1.0f), -0x1p-24f);
  EXPECT_EQ(sycl::mad(2.0f, 3.0f, 4.0f), 10.0f);
  EXPECT_EQ(sycl::pow(3.0, 2) + sycl::fmax(2, 1.0f) + static_cast<float>(sycl::fmin(sycl::half(4.0f), 5)), 15.0);
  static_assert(std::is_same_v<decltype(sycl::pow(3.0f, 2)), float>);
  EXPECT_EQ(sycl::mix(1.0f, 3.0f, 0.25f), 1.5f);
  EXPECT_EQ(sycl::clamp(-5, 0, 3), 0);
  EXPECT_EQ(sycl::clamp(2.5f, 0.0f, 1.0f), 1.0f);
  EXPECT_TRUE(sycl::isnan(std::numeric_limits<float>::quiet_NaN()) && !sycl::isnan(1.0f));
  EXPECT_TRUE(sycl::isinf(-std::numeric_limits<float>::infinity()) && sycl::isfinite(1.0f));
  EXPECT_EQ(sycl::native::recip(4.0f) + sycl::native::divide(3.0f, 4.0f), 1.0f);
}

TEST(Math, whole_powers_and_interpolation) {
  EXPECT_EQ(sycl::pown(-2.0f, 3), -8.0f);
  EXPECT_EQ(sycl::pown(-2.0f, -2), 0.25f);
  EXPECT_EQ(sycl::pown(-0.0f, -1), -std::numeric_limits<float>::infinity());
  EXPECT_EQ(static_cast<float>(sycl::pown(sycl::half(-3.0f), 3)), -27.0f);
  EXPECT_EQ(sycl::pown(-3.0, 3) + sycl::powr(4.0, 0.5), -25.0);
  EXPECT_FLOAT_EQ(sycl::degrees(1.0f), 57.29578f);
  EXPECT_DOUBLE_EQ(sycl::radians(180.0), std::numbers::pi);
  EXPECT_EQ(sycl::sign(-0.5f) + sycl::sign(7.0), 0.0);
  EXPECT_TRUE(std::signbit(sycl::sign(-0.0f)));
  EXPECT_EQ(sycl::sign(std::numeric_limits<double>::quiet_NaN()), 0.0);
  EXPECT_EQ(sycl::step(2.0f, 1.9f) + 2 * sycl::step(2.0f, 2.0f), 2.0f);
  EXPECT_EQ(sycl::smoothstep(1.0f, 3.0f, 1.5f), 0.15625f);
  EXPECT_EQ(sycl::smoothstep(1.0, 3.0, -7.0) + sycl::smoothstep(1.0, 3.0, 4.0), 1.0);
  EXPECT_EQ(sycl::select(1, 2, true) + sycl::select(10.0f, 20.0f, false), 12.0f);
  EXPECT_EQ(sycl::half_precision::divide(3.0f, 4.0f) + sycl::half_precision::sqrt(4.0f), 2.75f);
  EXPECT_EQ(sycl::ldexp(0.75f, 3) + static_cast<float>(sycl::ldexp(sycl::half(1.0f), 1)), 8.0f);
}

// ---- functions of integers, against wider arithmetic ----------------------------------------------------------------
template <class T>
class IntegerMath : public testing::Test {
protected:
  using Wide = __int128;
  static constexpr int bits = static_cast<int>(sizeof(T)) * 8;
  static T clamped(Wide x) {
    constexpr Wide low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    return static_cast<T>(x < low ? low : x > high ? high : x);
  }
  // Every pair and some triples of the numbers at the ends of the range, around 0, and at random.
  template <class Check>
  static void for_numbers(const Check& check) {
    std::vector<T> numbers{
        std::numeric_limits<T>::min(),     std::numeric_limits<T>::max(), T(0), T(1), static_cast<T>(-1),
        static_cast<T>(T(1) << (bits / 2))};
    std::mt19937_64 random(3);
    for (int i = 0; i < 40; ++i)
      numbers.push_back(static_cast<T>(random() >> (i % bits)));
    for (const T x : numbers)
      for (const T y : numbers)
        check(x, y, numbers[random() % numbers.size()]);
  }
};
using Integers =
    testing::Types<signed char, unsigned char, short, unsigned short, int, unsigned, long long, unsigned long long>;
TYPED_TEST_SUITE(IntegerMath, Integers);

TYPED_TEST(IntegerMath, sums_and_differences) {
  using T = TypeParam;
  using Wide = typename TestFixture::Wide;
  this->for_numbers([](T x, T y, T) {
    const Wide sum = Wide(x) + y, rest = Wide(x) - y;
    EXPECT_EQ(sycl::add_sat(x, y), TestFixture::clamped(sum));
    EXPECT_EQ(sycl::sub_sat(x, y), TestFixture::clamped(rest));
    EXPECT_EQ(sycl::hadd(x, y), static_cast<T>(sum >> 1));
    EXPECT_EQ(sycl::rhadd(x, y), static_cast<T>((sum + 1) >> 1));
    const Wide distance = rest < 0 ? -rest : rest;
    if (distance <= std::numeric_limits<T>::max())
      EXPECT_EQ(sycl::abs_diff(x, y), static_cast<T>(distance));
    if (x != std::numeric_limits<T>::min())
      EXPECT_EQ(sycl::abs(x), static_cast<T>(x < 0 ? -Wide(x) : Wide(x)));
  });
}

TYPED_TEST(IntegerMath, products) {
  using T = TypeParam;
  using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>; // holds any product and sum
  this->for_numbers([](T x, T y, T z) {
    const Wide product = Wide(x) * Wide(y);
    const T high = static_cast<T>(product >> TestFixture::bits);
    EXPECT_EQ(sycl::mul_hi(x, y), high);
    EXPECT_EQ(sycl::mad_hi(x, y, z), static_cast<T>(Wide(high) + Wide(z)));
    const Wide sum = product + Wide(z), most = std::numeric_limits<T>::max(), least = std::numeric_limits<T>::min();
    EXPECT_EQ(sycl::mad_sat(x, y, z), static_cast<T>(sum > most ? most : sum < least ? least : sum));
  });
}

TYPED_TEST(IntegerMath, bits) {
  using T = TypeParam;
  constexpr int bits = TestFixture::bits;
  this->for_numbers([](T x, T y, T) {
    const auto is_set = [x](int bit) { return (static_cast<std::uint64_t>(x) >> bit & 1) != 0; };
    int high = 0, low = 0, count = 0;
    while (high < bits && !is_set(bits - 1 - high))
      ++high;
    while (low < bits && !is_set(low))
      ++low;
    for (int bit = 0; bit < bits; ++bit)
      count += is_set(bit);
    EXPECT_EQ(sycl::clz(x), static_cast<T>(high));
    EXPECT_EQ(sycl::ctz(x), static_cast<T>(low));
    EXPECT_EQ(sycl::popcount(x), static_cast<T>(count));
    const int left = static_cast<int>(static_cast<std::uint64_t>(y) % bits);
    for (int bit = 0; bit < bits; ++bit)
      EXPECT_EQ((static_cast<std::uint64_t>(sycl::rotate(x, y)) >> ((bit + left) % bits) & 1) != 0, is_set(bit));
  });
}

TEST(Math, integers_of_some_widths) {
  EXPECT_EQ(sycl::upsample(std::int8_t(-2), std::uint8_t(3)), -509);
  EXPECT_EQ(sycl::upsample(0x12345678u, 0x9abcdef0u), 0x123456789abcdef0u);
  EXPECT_EQ(sycl::mul24(-3, 5) + sycl::mad24(4, 5, 6), 11);
}

// The type of the result is that of the argument.
TEST(Math, halves_and_doubles_stay_what_they_are) {
  static_assert(std::is_same_v<decltype(sycl::exp(sycl::half(1.0f))), sycl::half>);
  EXPECT_EQ(static_cast<float>(sycl::sqrt(sycl::half(2.0f))), static_cast<float>(sycl::half(1.41421356f)));
  static_assert(std::is_same_v<decltype(sycl::exp(1.0)), double>);
  EXPECT_EQ(sycl::sqrt(2.0), std::sqrt(2.0));
  EXPECT_EQ(sycl::fma(1.0 + 0x1p-30, 1.0 - 0x1p-30, -1.0), -0x1p-60);
  EXPECT_EQ(sycl::rsqrt(4.0) + sycl::mad(2.0, 3.0, 4.0) + sycl::mix(1.0, 3.0, 0.25), 12.0);
  EXPECT_TRUE(sycl::isfinite(1.0) && !sycl::isnan(1.0) && !sycl::isinf(1.0));
}

namespace together {
using namespace sycl;
using namespace sycl::ext::intel::esimd;

// No call is ambiguous: of a vector, a scalar, an element or an integer.
TEST(Math, names_of_the_extension_may_be_imported_together_with_these) {
  simd<float, 8> v(4, 0);
  const simd<float, 8> roots = sqrt(v) + exp(v - 4.0f) + floor<float>(v);
  EXPECT_EQ(roots[7], 7);
  EXPECT_EQ(sqrt(4.0f) + sqrt(4.0) + sqrt(4), 6);
  EXPECT_EQ(sycl::sqrt(v[3]) + sycl::fabs(v[3]), 6);
  EXPECT_NEAR(pow(2.0f, 3.0f) + exp(0.0f) + log(1.0f) + abs(-1.0f), 10, 1e-5);
  const simd<int, 4> integers = abs(simd<int, 4>(-2));
  EXPECT_EQ(integers[3] + abs(short(-3)) + abs(-4) + abs(-5LL), 14);
}
} // namespace together

namespace beside_the_standard_library {
using namespace std;
using namespace sycl;

TEST(Math, names_of_the_standard_library_may_be_imported_together_with_these) {
  EXPECT_EQ(pow(3.0, 2) + fmax(2, 1.0f) + fmod(7, 4.0) + abs(-1LL), 15);
}
} // namespace beside_the_standard_library

TEST(Math, classes_of_numbers_are_told_for_every_type) {
  const auto expect_of = [](auto one) {
    using T = decltype(one);
    const T infinity(std::numeric_limits<float>::infinity()), nothing(std::numeric_limits<float>::quiet_NaN());
    EXPECT_EQ(sycl::isnan(nothing) + 2 * sycl::isnan(one) + 4 * sycl::isnan(infinity), 1);
    EXPECT_EQ(sycl::isinf(infinity) + 2 * sycl::isinf(one) + 4 * sycl::isinf(nothing), 1);
    EXPECT_EQ(sycl::isfinite(one) + 2 * sycl::isfinite(infinity) + 4 * sycl::isfinite(nothing), 1);
    EXPECT_EQ(sycl::signbit(T(-0.0f)) + 2 * sycl::signbit(T(0.0f)) + 4 * sycl::signbit(infinity), 1);
  };
  expect_of(1.0f);
  expect_of(1.0);
  expect_of(sycl::half(1.0f));
}

TEST(Math, nothing_carries_its_code) {
  EXPECT_TRUE(sycl::isnan(sycl::nan(42u)) && sycl::isnan(sycl::nan(std::uint64_t(7))));
  EXPECT_EQ(sycl::bit_cast<std::uint32_t>(sycl::nan(42u)) & 0x3fffffu, 42u);
  EXPECT_EQ(sycl::nan(std::uint16_t(5)).bits() & 0x1ff, 5);
}

TEST(Math, functions_of_the_hosts_programs_are_those_of_the_standard_library) {
  EXPECT_EQ(sycl::log1p(1e-4f), std::log1p(1e-4f));
  EXPECT_EQ(sycl::cbrt(27.0), std::cbrt(27.0));
  EXPECT_EQ(sycl::hypot(3.0f, 4.0f), 5.0f);
  EXPECT_EQ(sycl::fdim(3.0, 5.0), 0.0);
  EXPECT_EQ(sycl::erf(sycl::half(0.5f)), sycl::half(std::erf(0.5f)));
  EXPECT_EQ(sycl::nextafter(1.0f, 2.0f), std::nextafter(1.0f, 2.0f));
}

TEST(Math, functions_of_a_multiple_of_pi_are_exact_at_quarters) {
  for (const double far : {0.0, 2.0, -2.0, 1e6}) {
    EXPECT_EQ(sycl::sinpi(far + 0.5), 1.0);
    EXPECT_EQ(sycl::sinpi(far - 0.5), -1.0);
    EXPECT_EQ(sycl::cospi(far + 0.5), 0.0);
    EXPECT_EQ(sycl::cospi(far + 1), -1.0);
    EXPECT_EQ(sycl::sinpi(far + 1), 0.0);
  }
  for (int i = -40; i <= 40; ++i) {
    const double x = i * 0.07;
    EXPECT_NEAR(sycl::sinpi(x), std::sin(std::numbers::pi_v<long double> * x), 1e-15);
    EXPECT_NEAR(sycl::cospi(x), std::cos(std::numbers::pi_v<long double> * x), 1e-15);
    EXPECT_NEAR(sycl::sinpi(float(x)), std::sin(std::numbers::pi * float(x)), 1e-6);
  }
  EXPECT_NEAR(sycl::tanpi(0.25f), 1.0f, 1e-6);
  EXPECT_NEAR(sycl::acospi(-1.0), 1.0, 1e-15);
  EXPECT_NEAR(sycl::atan2pi(1.0, -1.0), 0.75, 1e-15);
}

// |result - exact| in units of the last place of exact.
double ulps(float result, long double exact) {
  const int exponent = std::max(std::ilogb(static_cast<float>(exact)), -126);
  return static_cast<double>(std::fabs(result - exact) / std::scalbn(1.0L, exponent - 23));
}

// The bounds are OpenCL's, which SYCL refers to.
TEST(Math, powers_are_as_accurate_far_from_1) {
  for (int i = -3700; i <= 3850; ++i) {
    const float x = static_cast<float>(i) * 0.00999f;
    EXPECT_LE(ulps(sycl::exp10(x), std::pow(10.0L, x)), 3) << x;
  }
  for (const int n :
       {16777217, -16777217, (1 << 30) + 63, -(1 << 30) - 255, 2147483647, -2147483647 - 1, 33554433, 511})
    for (int i = -40; i <= 40; ++i) {
      const float x = static_cast<float>(1 + std::ldexp(static_cast<double>(i), -24));
      const long double exact = std::pow(static_cast<long double>(x), n);
      if (exact < 0x1p-126L || exact > 0x1.fffffep127L)
        continue;
      EXPECT_LE(ulps(sycl::pown(x, n), exact), 16) << x << ' ' << n;
      EXPECT_EQ(sycl::pown(-x, n), n % 2 == 0 ? sycl::pown(x, n) : -sycl::pown(x, n));
    }
  constexpr float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(sycl::exp10(-infinity), 0.0f);
  EXPECT_EQ(sycl::exp10(infinity), infinity);
  EXPECT_EQ(sycl::exp10(1000.0f) + sycl::exp10(38.6f), infinity);
  EXPECT_TRUE(std::isnan(sycl::exp10(std::numeric_limits<float>::quiet_NaN())));
  EXPECT_EQ(static_cast<float>(sycl::exp10(sycl::half(3.0f))), 1000.0f);
  EXPECT_EQ(sycl::exp10(20.0), 1e20);
  EXPECT_EQ(sycl::pown(0.0f, 1 << 25), 0.0f);
  EXPECT_EQ(sycl::pown(2.0f, 2147483647), infinity);
  EXPECT_EQ(sycl::pown(2.0f, -2147483647), 0.0f);
}

TEST(Math, quotients_of_remquo_have_seven_bits_and_a_sign) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    const auto x = static_cast<int>(random() % 20001) - 10000;
    const auto y = (static_cast<int>(random() % 99) + 1) * (random() % 2 == 0 ? 1 : -1);
    const double quotient = std::nearbyint(static_cast<double>(x) / y); // exact enough: the parts are small integers
    int bits = 1000, wide_bits = 1000;
    EXPECT_EQ(sycl::remquo(static_cast<float>(x), static_cast<float>(y), &bits), x - quotient * y) << x << ' ' << y;
    EXPECT_EQ(sycl::remquo(static_cast<double>(x), static_cast<double>(y), &wide_bits), x - quotient * y);
    EXPECT_EQ(bits, static_cast<int>(quotient) % 128) << x << ' ' << y;
    EXPECT_EQ(wide_bits, bits);
  }
  int bits = 1;
  EXPECT_EQ(sycl::remquo(0x1p127f, 3.0f, &bits), -1.0f); // 2^127 is 2 more than a multiple of 3
  EXPECT_EQ(bits, 43);                                   // (2^127 + 1) / 3, a number that ends in ...0101011
  EXPECT_TRUE(std::isnan(sycl::remquo(1.0f, 0.0f, &bits)));
  EXPECT_EQ(bits, 0);
  EXPECT_EQ(sycl::remquo(5.0f, std::numeric_limits<float>::infinity(), &bits), 5.0f);
  EXPECT_EQ(bits, 0);
}

TEST(Math, comparisons_know_nan) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(sycl::isequal(1.0f, 1.0f) && sycl::isnotequal(nan, nan) && !sycl::isequal(nan, nan));
  EXPECT_TRUE(sycl::isgreater(2.0, 1.0) && sycl::isgreaterequal(1.0, 1.0) && !sycl::isgreater(nan, 1.0f));
  EXPECT_TRUE(sycl::isless(sycl::half(1.0f), sycl::half(2.0f)) && sycl::islessequal(1.0f, 1.0f));
  EXPECT_TRUE(sycl::islessgreater(1.0f, 2.0f) && !sycl::islessgreater(nan, 2.0f) && !sycl::islessgreater(1.0f, 1.0f));
  EXPECT_TRUE(sycl::isordered(1.0f, 2.0f) && sycl::isunordered(1.0f, nan) && !sycl::isordered(nan, 1.0f));
}

// Against exact integers: a half is a multiple of 2^-24, a product of two one of 2^-48.
TEST(Math, products_and_sums_of_halves_are_rounded_once) {
  __extension__ using Exact = __int128;
  const auto in_units = [](sycl::half x) { return static_cast<Exact>(std::ldexp(static_cast<double>(float(x)), 24)); };
  std::mt19937 random(1);
  int ties = 0;
  const auto expect_nearest = [&](sycl::half x, sycl::half y, sycl::half z) {
    const Exact exact = in_units(x) * in_units(y) + in_units(z) * (1 << 24);
    const sycl::half got = sycl::fma(x, y, z);
    if (!sycl::isfinite(got)) {
      EXPECT_GE(exact < 0 ? -exact : exact, static_cast<Exact>(65520) << 48) << float(x) << ' ' << float(y);
      return;
    }
    const auto distance = [&](sycl::half from) {
      const Exact difference = exact - in_units(from) * (1 << 24);
      return difference < 0 ? -difference : difference;
    };
    for (const float way : {-INFINITY, INFINITY}) {
      const sycl::half other = sycl::nextafter(got, sycl::half(way));
      if (!sycl::isfinite(other))
        continue;
      const bool is_tie = distance(got) == distance(other);
      ties += is_tie ? 1 : 0;
      ASSERT_TRUE(distance(got) < distance(other) || (is_tie && got.bits() % 2 == 0))
          << float(x) << " * " << float(y) << " + " << float(z) << " is not " << float(got);
    }
  };
  const auto any_half = [&] {
    sycl::half x;
    do
      x = sycl::half::from_bits(static_cast<std::uint16_t>(random()));
    while (!sycl::isfinite(x));
    return x;
  };
  for (int i = 0; i < 200'000; ++i)
    expect_nearest(any_half(), any_half(), any_half());
  // A tie but for what lies 30 bits lower.
  for (const float sign : {1.0f, -1.0f})
    expect_nearest(sycl::half(sign * 0x1p-12f), sycl::half(0x1p-12f), sycl::half(1.0f + 0x1p-10f)),
        expect_nearest(sycl::half(2049.0f), sycl::half(1.0f + 0x1p-10f), sycl::half(sign * 0x1p-24f));
  EXPECT_EQ(float(sycl::fma(sycl::half(INFINITY), sycl::half(1.0f), sycl::half(2.0f))), INFINITY);
}

TEST(Math, parts_and_bits_of_numbers) {
  float whole = 0;
  EXPECT_EQ(sycl::fract(-1.25f, &whole), 0.75f);
  EXPECT_EQ(whole, -2.0f);
  EXPECT_EQ(sycl::fract(-1e-30f, &whole), 1.0f - 0x1p-24f);
  double wide = 0;
  EXPECT_EQ(sycl::fract(-1e-300, &wide), 1.0 - 0x1p-53);
  EXPECT_TRUE(std::signbit(sycl::fract(-INFINITY, &whole)) && std::isinf(whole));
  EXPECT_TRUE(std::isnan(sycl::fract(NAN, &whole)));
  sycl::half small;
  EXPECT_EQ(float(sycl::fract(sycl::half(-0x1p-24f), &small)), 1 - 0x1p-11f);
  EXPECT_EQ(sycl::bitselect(0b1100, 0b1010, 0b0110), 0b1010);
  EXPECT_EQ(sycl::bitselect(1.0f, -2.0f, -0.0f), -1.0f);
  EXPECT_EQ(sycl::bitselect(std::uint8_t(0xff), std::uint8_t(0), std::uint8_t(0x0f)), 0xf0);
  EXPECT_EQ(sycl::maxmag(-3.0f, 2.0f) + sycl::minmag(-3.0, 2.0), -1.0);
  EXPECT_EQ(float(sycl::maxmag(sycl::half(-2.0f), sycl::half(2.0f))), 2.0f);
  EXPECT_TRUE(sycl::isnormal(1.0f) && !sycl::isnormal(0x1p-140f) && !sycl::isnormal(INFINITY));
  EXPECT_TRUE(sycl::isnormal(sycl::half(0x1p-14f)) && !sycl::isnormal(sycl::half(-0x1p-15f)));
}

TEST(Math, roots_exponents_and_the_logarithm_of_gamma) {
  EXPECT_EQ(sycl::rootn(-27.0f, 3), -3.0f);
  EXPECT_EQ(sycl::rootn(16.0, -4), 0.5);
  EXPECT_EQ(float(sycl::rootn(sycl::half(32.0f), 5)), 2.0f);
  EXPECT_EQ(sycl::rootn(-0.0f, -3), -INFINITY);
  EXPECT_EQ(sycl::rootn(-0.0f, -2), INFINITY);
  EXPECT_TRUE(std::isnan(sycl::rootn(-4.0f, 2)) && std::isnan(sycl::rootn(4.0f, 0)));
  EXPECT_EQ(sycl::ilogb(10.0f) + sycl::ilogb(0.25) + sycl::ilogb(sycl::half(8.0f)), 4);
  int sign = 0;
  EXPECT_NEAR(sycl::lgamma_r(-0.5f, &sign), std::log(2 * std::sqrt(std::numbers::pi)), 1e-6);
  EXPECT_EQ(sign, -1);
  EXPECT_NEAR(sycl::lgamma(5.0), std::log(24.0), 1e-14);
  EXPECT_EQ(float(sycl::remainder(sycl::half(5.0f), sycl::half(3.0f))), -1.0f);
  EXPECT_EQ(float(sycl::hypot(sycl::half(3.0f), sycl::half(4.0f))) +
                float(sycl::fdim(sycl::half(3.0f), sycl::half(1.0f))),
            7.0f);
}

TEST(Math, second_results_go_through_pointers) {
  int bits = 0;
  EXPECT_EQ(sycl::remquo(86.0f, 10.0f, sycl::global_ptr<int>(&bits)), -4.0f);
  EXPECT_EQ(bits & 7, 9 & 7);
  EXPECT_EQ(sycl::frexp(12.0, &bits), 0.75);
  EXPECT_EQ(bits, 4);
  float part = 0;
  EXPECT_EQ(sycl::modf(-2.5f, &part), -0.5f);
  EXPECT_EQ(part, -2.0f);
  EXPECT_TRUE(std::signbit(sycl::modf(-std::numeric_limits<float>::infinity(), &part)));
  EXPECT_EQ(sycl::sincos(0.0f, &part), 0.0f);
  EXPECT_EQ(part, 1.0f);
}

TEST(Math, the_next_half_is_the_next_one_of_all) {
  const auto next = [](int from, float to) {
    return sycl::nextafter(sycl::half::from_bits(static_cast<std::uint16_t>(from)), sycl::half(to)).bits();
  };
  const float far = std::numeric_limits<float>::infinity();
  for (int bits = 0xfbff; bits > 0x8001; --bits) // upwards to the last one below 0
    ASSERT_EQ(next(bits, far), bits - 1);
  EXPECT_EQ(next(0x8001, far), 0x8000);
  EXPECT_EQ(next(0x8000, far), 0x0001);
  for (int bits = 0; bits < 0x7c00; ++bits)
    ASSERT_EQ(next(bits, far), bits + 1);
  EXPECT_EQ(next(0x0000, -far), 0x8001);
  EXPECT_EQ(next(0x0001, -far), 0x0000);
  EXPECT_EQ(next(0x7c00, 0.0f), 0x7bff);
  EXPECT_EQ(next(0xfbff, -far), 0xfc00);
  EXPECT_EQ(next(0x3c00, 1.0f), 0x3c00);
  EXPECT_TRUE(sycl::isnan(sycl::nextafter(sycl::half(1.0f), sycl::nan(std::uint16_t(1)))));
}

} // namespace
