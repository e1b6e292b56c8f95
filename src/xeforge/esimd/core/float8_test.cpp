// T13: vectors of bf8, hf8 and fp4_S1E2M1: conversions of every code and every half, arithmetic, moves and memory.
#include "xeforge/base/float8_testing.hpp"
#include "xeforge/esimd/core/simd_stream.hpp"
#include "xeforge/esimd/core/testing.hpp"

#include <sstream>

namespace xeforge::esimd {
namespace {

using namespace testing;
namespace definition = base::testing;

template <class T>
const definition::SmallFormat format = std::is_same_v<T, bf8> ? definition::e5m2 : definition::e4m3;

template <class T>
class Float8Vector : public ::testing::Test {};
using Types = ::testing::Types<bf8, hf8>;
TYPED_TEST_SUITE(Float8Vector, Types);

template <class To, class From, int N, class Expected>
void expect_converted(const std::vector<From>& values, Expected expected) {
  for (std::size_t first = 0; first < values.size(); first += N) {
    const auto source = pick<N>(values, first);
    const simd<To, N> converted = from_array(source);
    const auto got = elements(converted);
    for (std::size_t i = 0; i < N; ++i)
      ASSERT_TRUE(definition::same_number(static_cast<double>(got[i]), expected(source[i])))
          << static_cast<double>(source[i]) << " became " << static_cast<double>(got[i]);
  }
}

TYPED_TEST(Float8Vector, T13_every_half_is_rounded_to_nearest_even) {
  const auto rounded = [](half value) {
    return definition::rounded_to(format<TypeParam>, static_cast<double>(static_cast<float>(value)));
  };
  expect_converted<TypeParam, half, 32>(every_value<half>(), rounded);
  expect_converted<TypeParam, half, 7>(every_value<half>(), rounded);
  expect_converted<TypeParam, half, 1>(values_worth_trying<half>(300, 1), rounded);
}

TYPED_TEST(Float8Vector, T13_every_code_converts_to_wider_types_exactly) {
  const auto same = [](TypeParam value) { return static_cast<double>(static_cast<float>(value)); };
  expect_converted<float, TypeParam, 16>(every_value<TypeParam>(), same);
  expect_converted<half, TypeParam, 16>(every_value<TypeParam>(), same);
  expect_converted<bfloat16, TypeParam, 16>(every_value<TypeParam>(), same);
  expect_converted<double, TypeParam, 5>(every_value<TypeParam>(), same);
  expect_converted<std::int16_t, TypeParam, 16>(
      every_value<TypeParam>(), [](TypeParam value) { return static_cast<double>(clamped<std::int16_t>(value)); });
}

TYPED_TEST(Float8Vector, T13_what_is_not_half_goes_through_float_and_half) {
  const auto through = [](auto value) {
    const double exact = static_cast<double>(static_cast<float>(value));
    return definition::rounded_to(format<TypeParam>, definition::rounded_to(definition::binary16, exact));
  };
  expect_converted<TypeParam, float, 16>(values_worth_trying<float>(20000, 3), through);
  expect_converted<TypeParam, bfloat16, 16>(every_value<bfloat16>(), through);
  expect_converted<TypeParam, double, 16>(values_worth_trying<double>(4000, 4), through);
  expect_converted<TypeParam, std::int32_t, 16>(values_worth_trying<std::int32_t>(4000, 5), through);
  expect_converted<TypeParam, std::uint8_t, 16>(values_worth_trying<std::uint8_t>(400, 6), through);
  using Other = std::conditional_t<std::is_same_v<TypeParam, bf8>, hf8, bf8>;
  expect_converted<TypeParam, Other, 16>(every_value<Other>(), through);
}

TYPED_TEST(Float8Vector, computes_in_float_and_rounds_through_half) {
  const auto all = every_value<TypeParam>();
  for (std::size_t shift = 1; shift < 256; shift += 37)
    for (std::size_t first = 0; first < 256; first += 16) {
      const auto x = pick<16>(all, first), y = pick<16>(all, first + shift);
      const simd<TypeParam, 16> a = from_array(x), b = from_array(y);
      static_assert(std::is_same_v<decltype(a + b), simd<TypeParam, 16>>);
      static_assert(std::is_same_v<decltype(a + 1), simd<TypeParam, 16>>);
      static_assert(std::is_same_v<decltype(a + half(1.0f)), simd<float, 16>>);
      const auto sums = elements(a + b), negatives = elements(-a);
      const auto less = lanes_of<16>(a < b), equal = lanes_of<16>(a == b);
      for (std::size_t i = 0; i < 16; ++i) {
        const double sum = static_cast<double>(x[i] + y[i]);
        const double expected =
            definition::rounded_to(format<TypeParam>, definition::rounded_to(definition::binary16, sum));
        EXPECT_TRUE(definition::same_number(sums[i], expected)) << float(x[i]) << " + " << float(y[i]);
        EXPECT_TRUE(definition::same_number(negatives[i], -static_cast<double>(x[i])));
        EXPECT_EQ(less[i], float(x[i]) < float(y[i]));
        EXPECT_EQ(equal[i], float(x[i]) == float(y[i]));
      }
    }
}

TYPED_TEST(Float8Vector, moves_bits_without_converting_them) {
  std::array<TypeParam, 64> memory;
  for (std::size_t i = 0; i < 64; ++i)
    memory[i] = TypeParam::from_bits(static_cast<std::uint8_t>(i * 5 + 3));
  simd<TypeParam, 32> values;
  values.copy_from(memory.data() + 16);
  EXPECT_EQ(elements(values)[7].raw(), (16 + 7) * 5 + 3);
  values.template select<8, 2>(0) = simd<TypeParam, 8>(TypeParam(2.0f));
  values[1] = 4;
  values.merge(simd<TypeParam, 32>(1.0f), values == 2.0f);
  block_store(memory.data(), values);
  EXPECT_EQ(float(memory[0]), 1.0f);
  EXPECT_EQ(float(memory[1]), 4.0f);
  EXPECT_EQ(memory[3].raw(), (16 + 3) * 5 + 3);
  const simd<std::uint32_t, 8> offsets(0u, 4u);
  EXPECT_EQ(elements(gather<TypeParam, 8>(memory.data(), offsets))[7].raw(), memory[28].raw());
  EXPECT_EQ(elements(values.template bit_cast_view<std::uint8_t>().read())[3], (16 + 3) * 5 + 3);
  const simd<std::uint16_t, 4> order(3, -1);
  EXPECT_EQ(elements(values.template iselect<4>(order))[0].raw(), (16 + 3) * 5 + 3);
  std::ostringstream text;
  text << simd<TypeParam, 3>(TypeParam(0.5f), TypeParam(0.25f));
  EXPECT_EQ(text.str(), "{0.5,0.75,1}");
  EXPECT_EQ(float(elements(max(simd<TypeParam, 4>(2.0f), simd<TypeParam, 4>(3.0f)))[2]), 3.0f);
  EXPECT_EQ(float(elements(saturate<TypeParam>(simd<TypeParam, 4>(3.0f)))[2]), 1.0f);
}

TEST(Fp4Vector, is_bytes) {
  const simd<std::uint8_t, 16> bytes(1, 17);
  simd<fp4_S1E2M1, 16> pairs = bytes;
  EXPECT_EQ(elements(pairs)[3], fp4_S1E2M1(52));
  const simd<int, 16> numbers = pairs;
  EXPECT_EQ(elements(numbers)[15], (1 + 15 * 17) % 256);
  pairs[2] = fp4_S1E2M1(9);
  EXPECT_EQ(pairs[2], fp4_S1E2M1(9));
  EXPECT_EQ(elements(pairs.bit_cast_view<std::uint8_t>().read())[2], 9);
}

} // namespace
} // namespace xeforge::esimd
