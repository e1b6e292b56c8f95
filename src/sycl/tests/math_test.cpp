// SYCL's functions of one number against the standard library's in double precision, and beside other functions of
// their names.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <limits>

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
  EXPECT_EQ(sycl::mix(1.0f, 3.0f, 0.25f), 1.5f);
  EXPECT_EQ(sycl::clamp(-5, 0, 3), 0);
  EXPECT_EQ(sycl::clamp(2.5f, 0.0f, 1.0f), 1.0f);
  EXPECT_TRUE(sycl::isnan(std::numeric_limits<float>::quiet_NaN()) && !sycl::isnan(1.0f));
  EXPECT_TRUE(sycl::isinf(-std::numeric_limits<float>::infinity()) && sycl::isfinite(1.0f));
  EXPECT_EQ(sycl::native::recip(4.0f) + sycl::native::divide(3.0f, 4.0f), 1.0f);
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
}
} // namespace together

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
