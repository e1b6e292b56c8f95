// T13: conversions between all element types; T14: saturate; T02: raw vectors are copied bit by bit.
#include "xeforge/esimd/core/testing.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;

template <class T>
class Conversion : public ::testing::Test {};
TYPED_TEST_SUITE(Conversion, AllElements);

// As many as it takes: every value of the small types.
template <class T>
std::vector<T> all_or_many() {
  if constexpr (sizeof(T) > 2)
    return values_worth_trying<T>(4096, 1);
  else
    return every_value<T>();
}

template <class To, class From, int N>
void expect_converted(const std::vector<From>& values) {
  int failures = 0;
  for (std::size_t first = 0; first < values.size() && failures < 5; first += N) {
    const std::array<From, N> source = pick<N>(values, first);
    const simd<To, N> implicit = from_array(source);
    const auto got = elements(implicit);
    for (std::size_t i = 0; i < N; ++i)
      if (!same_number(number(got[i]), converted<To>(source[i]))) {
        ++failures;
        ADD_FAILURE() << "from " << number(source[i]) << ": got " << number(got[i]) << ", expected "
                      << converted<To>(source[i]) << " (" << sizeof(From) << " to " << sizeof(To) << " bytes)";
      }
  }
}

template <class From, class... To>
void expect_converted_to_each(::testing::Types<To...>) {
  const std::vector<From> values = all_or_many<From>();
  (expect_converted<To, From, 16>(values), ...);
  const std::vector<From> few = values_worth_trying<From>(40, 2);
  (expect_converted<To, From, 1>(few), ...);
  (expect_converted<To, From, 7>(few), ...);
}

TYPED_TEST(Conversion, T13_to_every_type_agrees_with_scalar_arithmetic) {
  expect_converted_to_each<TypeParam>(AllElements());
}

TYPED_TEST(Conversion, T13_a_scalar_is_converted_like_an_element) {
  for (const TypeParam value : values_worth_trying<TypeParam>(200, 3)) {
    EXPECT_TRUE(same_number(elements(simd<std::int8_t, 3>(value))[2], converted<std::int8_t>(value))) << number(value);
    EXPECT_TRUE(same_number(elements(simd<std::uint32_t, 3>(value))[2], converted<std::uint32_t>(value)))
        << number(value);
    EXPECT_TRUE(same_number(number(elements(simd<half, 3>(value))[2]), converted<half>(value))) << number(value);
    EXPECT_TRUE(same_number(number(elements(simd<bfloat16, 3>(value))[2]), converted<bfloat16>(value)))
        << number(value);
    EXPECT_TRUE(same_number(number(elements(simd<float, 3>(value))[2]), converted<float>(value))) << number(value);
  }
}

TYPED_TEST(Conversion, T13_convert_and_a_view_convert_alike) {
  const auto values = pick<8>(values_worth_trying<TypeParam>(8, 4), 0);
  simd<TypeParam, 8> source = from_array(values);
  const simd<float, 8> by_name = convert<float>(source), by_view_name = convert<float>(source.template select<8, 1>(0));
  const simd<float, 8> by_view = source.template select<8, 1>(0);
  simd<float, 16> target(0);
  target.select<8, 2>(1) = source;
  for (std::size_t i = 0; i < 8; ++i) {
    const long double expected = converted<float>(values[i]);
    EXPECT_TRUE(same_number(elements(by_name)[i], expected));
    EXPECT_TRUE(same_number(elements(by_view_name)[i], expected));
    EXPECT_TRUE(same_number(elements(by_view)[i], expected));
    EXPECT_TRUE(same_number(elements(target)[2 * i + 1], expected));
  }
}

TEST(Conversion, T13_ties_go_to_even) {
  // Halves have 11 bits: 2049 lies between 2048 and 2050, 2051 between 2050 and 2052. bfloat16 has 8: 257, 259.
  const simd<half, 2> halves = from_array(std::array<float, 2>{2049.0f, 2051.0f});
  EXPECT_EQ(float(elements(halves)[0]), 2048.0f);
  EXPECT_EQ(float(elements(halves)[1]), 2052.0f);
  const simd<bfloat16, 2> brains = from_array(std::array<float, 2>{257.0f, 259.0f});
  EXPECT_EQ(float(elements(brains)[0]), 256.0f);
  EXPECT_EQ(float(elements(brains)[1]), 260.0f);
  const simd<half, 3> limit = from_array(std::array<float, 3>{65519.0f, 65520.0f, -65520.0f});
  EXPECT_EQ(float(elements(limit)[0]), 65504.0f);
  EXPECT_EQ(float(elements(limit)[1]), INFINITY);
  EXPECT_EQ(float(elements(limit)[2]), -INFINITY);
}

// ---- T14 ------------------------------------------------------------------------------------------------------------
template <class To, class From>
long double saturated(From value) {
  const long double exact = number(value);
  if constexpr (std::is_integral_v<To>)
    return clamped<To>(exact);
  return std::isnan(exact) ? 0.0L : std::clamp(exact, 0.0L, 1.0L);
}

template <class To, class From>
void expect_saturated() {
  const auto values = values_worth_trying<From>(320, 5);
  for (std::size_t first = 0; first < values.size(); first += 16) {
    const auto source = pick<16>(values, first);
    const auto got = elements(saturate<To>(from_array(source)));
    for (std::size_t i = 0; i < 16; ++i)
      EXPECT_EQ(number(got[i]), (saturated<To>(source[i])))
          << number(source[i]) << " from " << sizeof(From) << " to " << sizeof(To);
  }
}

template <class From, class... To>
void expect_saturated_to_each(::testing::Types<To...>) {
  (expect_saturated<To, From>(), ...);
}

TYPED_TEST(Conversion, T14_saturate_to_integers_clamps_to_their_range) {
  expect_saturated_to_each<TypeParam>(Integers());
}

template <class T>
class FloatConversion : public ::testing::Test {};
TYPED_TEST_SUITE(FloatConversion, Floats);
TYPED_TEST(FloatConversion, T14_saturate_to_the_same_type_clamps_to_0_and_1) {
  expect_saturated<TypeParam, TypeParam>();
}

// ---- T02 ------------------------------------------------------------------------------------------------------------
TYPED_TEST(Conversion, T02_a_raw_vector_is_copied_bit_by_bit) {
  const auto values = pick<24>(values_worth_trying<TypeParam>(64, 6), 0);
  const simd<TypeParam, 24> original = from_array(values);
  const simd<TypeParam, 24> copy(original.data());
  const auto got = elements(copy);
  EXPECT_EQ(std::memcmp(static_cast<const void*>(got.data()), static_cast<const void*>(values.data()), sizeof(values)),
            0);
}

TEST(Conversion, T02_raw_vectors_of_half_bfloat16_and_uint16_are_three_types) {
  static_assert(!std::is_same_v<simd<half, 8>::raw_vector_type, simd<bfloat16, 8>::raw_vector_type>);
  static_assert(!std::is_same_v<simd<half, 8>::raw_vector_type, simd<std::uint16_t, 8>::raw_vector_type>);
  static_assert(!std::is_same_v<simd<bfloat16, 8>::raw_vector_type, simd<std::uint16_t, 8>::raw_vector_type>);
  simd<bfloat16, 16> brains(1.5f);
  const simd<bfloat16, 8> part(brains.select<8, 2>(0).data());
  EXPECT_EQ(elements(part)[7].bits(), bfloat16(1.5f).bits());
  simd<half, 16> halves(1.5f);
  const simd<half, 8> half_part(halves.select<8, 2>(0).data());
  EXPECT_EQ(elements(half_part)[7].bits(), half(1.5f).bits());
}

} // namespace
} // namespace xeforge::esimd
