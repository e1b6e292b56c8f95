// What may stand beside an operator: simd, views, single elements and scalars; T09, comparisons of single elements;
// T11, corners of signed integers.
#include "xeforge/esimd/core/testing.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;

template <class T>
class Operands : public ::testing::Test {};
TYPED_TEST_SUITE(Operands, AllElements);

// ---- every combination of simd, view and scalar ---------------------------------------------------------------------
TYPED_TEST(Operands, every_order_of_simd_view_and_scalar_gives_the_same) {
  using T = TypeParam;
  std::array<T, 7> a, b;
  for (std::size_t i = 0; i < 7; ++i) {
    a[i] = from_number<T>(static_cast<long double>(20 + i));
    b[i] = from_number<T>(static_cast<long double>(3 * i + 1));
  }
  simd<T, 7> x = from_array(a), y = from_array(b);
  const auto vx = x.template select<7, 1>(0), vy = y.template select<7, 1>(0);
  const auto expected = elements(x - y);
  EXPECT_EQ(elements(vx - y), expected);
  EXPECT_EQ(elements(x - vy), expected);
  EXPECT_EQ(elements(vx - vy), expected);

  const auto by_scalar = elements(x - simd<T, 7>(b[2])), from_scalar = elements(simd<T, 7>(b[2]) - x);
  EXPECT_EQ(elements(x - b[2]), by_scalar);
  EXPECT_EQ(elements(vx - b[2]), by_scalar);
  EXPECT_EQ(elements(b[2] - x), from_scalar);
  EXPECT_EQ(elements(b[2] - vx), from_scalar);
  // A single element on either side is broadcast.
  EXPECT_EQ(elements(vx - y[2]), by_scalar);
  EXPECT_EQ(elements(x - y[2]), by_scalar);
  EXPECT_EQ(elements(y[2] - vx), from_scalar);
  EXPECT_EQ(lanes_of(vx < y[2]), lanes_of(x < b[2]));
  EXPECT_EQ(lanes_of(b[2] < vx), lanes_of(x > b[2]));
}

TYPED_TEST(Operands, T12_views_take_compound_assignment_and_steps) {
  using T = TypeParam;
  simd<T, 6> x(T(10), T(1));
  x.template select<3, 2>(1) += T(5);
  auto even = x.template select<3, 2>(0);
  even *= 2;
  x[5] -= 1;
  ++x[0];
  x[2]--;
  const std::array<int, 6> expected = {21, 16, 23, 18, 28, 19};
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(number(elements(x)[static_cast<std::size_t>(i)]), expected[static_cast<std::size_t>(i)]) << i;
  const simd<T, 6> before = x++;
  EXPECT_EQ(number(elements(before)[0]), 21);
  EXPECT_EQ(number(elements(x)[0]), 22);
  EXPECT_EQ(number(elements(--x)[0]), 21);
}

TEST(Operands, T12_compound_assignment_computes_wide_and_converts_back) {
  simd<std::uint16_t, 4> words = from_array(std::array<std::uint16_t, 4>{0, 1, 65535, 30000});
  words += simd<std::uint32_t, 4>(70000u);
  EXPECT_EQ(elements(words), (std::array<std::uint16_t, 4>{4464, 4465, 4463, 34464}));
  simd<std::int8_t, 4> bytes = from_array(std::array<std::int8_t, 4>{3, -3, 100, -100});
  bytes *= 1.5f;
  EXPECT_EQ(elements(bytes), (std::array<std::int8_t, 4>{4, -4, 127, -128})); // truncated, then clamped
  bytes /= simd<std::int16_t, 4>(7);
  EXPECT_EQ(elements(bytes), (std::array<std::int8_t, 4>{0, 0, 18, -18}));
  simd<half, 2> halves(half(1.0f));
  halves += simd<float, 2>(0x1p-11f + 0x1p-20f); // in float, then rounded: up, as its sum is above the tie
  EXPECT_EQ(elements(halves)[0], half(1.0f + 0x1p-10f));
}

TYPED_TEST(Operands, negation_complement_and_not) {
  using T = TypeParam;
  const auto values = pick<16>(values_worth_trying<T>(16, 9), 0);
  simd<T, 16> x = from_array(values);
  const auto negated = elements(-x.template select<16, 1>(0));
  const auto is_zero = lanes_of(!x);
  for (std::size_t i = 0; i < 16; ++i) {
    if constexpr (std::is_integral_v<T>) {
      EXPECT_EQ(negated[i], static_cast<T>(0u - static_cast<std::uint64_t>(values[i])));
      EXPECT_EQ(elements(~x)[i], static_cast<T>(~static_cast<std::uint64_t>(values[i])));
    } else {
      EXPECT_TRUE(same_number(number(negated[i]), -number(values[i])));
    }
    EXPECT_EQ(is_zero[i], number(values[i]) == 0 ? 1 : 0);
  }
}

// ---- T09 ------------------------------------------------------------------------------------------------------------
TEST(Operands, T09_two_elements_compare_like_scalars) {
  simd<float, 8> v(0.0f, 1.0f);
  static_assert(std::is_same_v<decltype(v[1] < v[2]), bool>);
  static_assert(std::is_same_v<decltype(v[1] < 3), simd_mask<1>>);
  bool taken = false;
  if (v[1] < v[2] && v[3] < 4.0f)
    taken = true;
  EXPECT_TRUE(taken);
  int i = 7;
  while (v[i] > 2)
    --i;
  EXPECT_EQ(i, 2);
  EXPECT_FALSE(v[5] < v[4]);
  EXPECT_TRUE(bool(v[5] != 4.0f));
}

template <class Small, class T>
void expect_elements_become() {
  simd<T, 4> v(T(3), T(2));
  const auto& constant = v;
  EXPECT_EQ(static_cast<float>(Small(v[1])), 5);
  EXPECT_EQ(static_cast<float>(Small(constant[2])), 7);
  EXPECT_EQ(static_cast<float>(Small(2.0f) * Small(v[3])), 18);
}
TEST(Operands, elements_of_every_type_become_small_floats) {
  expect_elements_become<half, std::uint8_t>();
  expect_elements_become<half, std::int16_t>();
  expect_elements_become<half, int>();
  expect_elements_become<half, float>();
  expect_elements_become<half, half>();
  expect_elements_become<bfloat16, std::int8_t>();
  expect_elements_become<bfloat16, std::uint32_t>();
  expect_elements_become<bfloat16, float>();
}
TEST(Operands, T09_an_element_merges_under_a_comparison_of_scalars) {
  simd<float, 4> v(0.0f, 1.0f), b(2.0f);
  const float a = 2.5f;
  v[1].merge(a, a > b[2]);
  v[3].merge(a, a < b[2]);
  EXPECT_EQ(elements(v), (std::array<float, 4>{0.0f, 2.5f, 2.0f, 3.0f}));
}

// ---- T11 ------------------------------------------------------------------------------------------------------------
TEST(Operands, T11_the_corners_of_signed_integers_do_not_trap) {
  constexpr int lowest = std::numeric_limits<int>::min(), highest = std::numeric_limits<int>::max();
  const simd<int, 4> x = from_array(std::array<int, 4>{lowest, highest, lowest, -7});
  EXPECT_EQ(elements(x / -1), (std::array<int, 4>{lowest, -highest, lowest, 7}));
  EXPECT_EQ(elements(x % -1), (std::array<int, 4>{0, 0, 0, 0}));
  EXPECT_EQ(elements(x / 0), (std::array<int, 4>{-1, -1, -1, -1}));
  EXPECT_EQ(elements(x % 0), elements(x));
  EXPECT_EQ(elements(x + x), (std::array<int, 4>{0, -2, 0, -14}));
  EXPECT_EQ(elements(-x), (std::array<int, 4>{lowest, -highest, lowest, 7}));
  EXPECT_EQ(elements(x << 33), elements(x << 1));
  EXPECT_EQ(elements(x >> 35), (std::array<int, 4>{-268435456, 268435455, -268435456, -1}));
}

} // namespace
} // namespace xeforge::esimd
