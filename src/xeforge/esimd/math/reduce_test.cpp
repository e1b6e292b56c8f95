// T16: reductions combine halves, in the element's computation type; reduce with std::plus sums, whatever is visible.
#include "xeforge/esimd/core/testing.hpp"

#include <functional>
#include <numeric>

namespace xeforge::esimd {
namespace {

using namespace testing;

// The halving tree on numbers that round after every step: lower half with upper half until one is left; a length that
// is no power of two is the largest one in it and the rest.
template <class T, class Combine>
long double tree(std::vector<long double> values, Combine combine) {
  std::size_t head = 1;
  while (head * 2 <= values.size())
    head *= 2;
  if (head < values.size()) {
    const std::vector<long double> first(values.begin(), values.begin() + static_cast<long>(head));
    const std::vector<long double> rest(values.begin() + static_cast<long>(head), values.end());
    return combine(tree<T>(first, combine), tree<T>(rest, combine));
  }
  for (std::size_t half_length = head / 2; half_length > 0; half_length /= 2)
    for (std::size_t i = 0; i < half_length; ++i)
      values[i] = combine(values[i], values[i + half_length]);
  return values[0];
}

template <class T>
class Reduce : public ::testing::Test {};
TYPED_TEST_SUITE(Reduce, AllElements);

template <class T, int N>
void expect_reduced() {
  using C = detail::computation_type_t<T, T>;
  std::mt19937 random(N);
  std::array<T, N> source;
  for (T& value : source)
    value = std::is_integral_v<T> ? T(random() % 7)
                                  : from_number<T>(round_to(0.5L + 0.001L * (random() % 1000), format_of<T>));
  std::vector<long double> numbers;
  for (const T value : source)
    numbers.push_back(number(value));
  const auto rounded = [](long double exact) {
    if constexpr (std::is_integral_v<C>)
      return static_cast<long double>(static_cast<C>(static_cast<std::uint64_t>(static_cast<__int128>(exact))));
    else
      return round_to(exact, format_of<C>);
  };
  const long double sum = tree<T>(numbers, [&](long double a, long double b) { return rounded(a + b); });
  const long double product = tree<T>(numbers, [&](long double a, long double b) { return rounded(a * b); });
  const simd<T, N> v = from_array(source);
  EXPECT_EQ(number(detail::sum<C, T, N>(v)), sum) << N;
  EXPECT_EQ(number(reduce<C>(v, std::plus<>())), sum) << N;
  EXPECT_EQ(number(reduce<C>(v, std::plus<T>())), sum) << N;
  EXPECT_EQ(number(reduce<C>(v, std::multiplies<>())), product) << N;
  EXPECT_EQ((number(detail::prod<C, T, N>(v))), product) << N;
  EXPECT_EQ(number(hmax<T>(v)), *std::max_element(numbers.begin(), numbers.end())) << N;
  EXPECT_EQ(number(hmin<T>(v)), *std::min_element(numbers.begin(), numbers.end())) << N;
}

TYPED_TEST(Reduce, T16_the_order_is_that_of_a_halving_tree_bit_for_bit) {
  expect_reduced<TypeParam, 1>();
  expect_reduced<TypeParam, 2>();
  expect_reduced<TypeParam, 7>();
  expect_reduced<TypeParam, 24>();
  expect_reduced<TypeParam, 47>();
  expect_reduced<TypeParam, 128>();
}

TEST(Reduce, T16_halves_are_summed_in_half) {
  // 2048 + 1 is no half: every one of the ones is lost on the way, while float would count them.
  simd<half, 256> v(1.0f);
  v.select<128, 1>(0) = 2048.0f;
  v.select<64, 1>(0) = 0.0f;
  EXPECT_EQ(float(detail::sum<float, half, 256>(v)), 64.0f * 2048.0f > 65504.0f ? INFINITY : 0.0f);
  simd<half, 4> lossy({half(2048.0f), half(0.0f), half(1.0f), half(0.0f)});
  EXPECT_EQ(float(detail::sum<float, half, 4>(lossy)), 2048.0f);
  EXPECT_EQ(detail::sum<float>(simd<float, 4>(lossy)), 2049.0f);
}
TEST(Reduce, T16_narrow_integers_are_summed_in_int) {
  const simd<std::int8_t, 32> v(std::int8_t(100));
  EXPECT_EQ(reduce<int>(v, std::plus<>()), 3200);
  EXPECT_EQ(reduce<std::int8_t>(v, std::plus<>()), std::int8_t(-128));
}
TEST(Reduce, T16_a_view_is_reduced_like_its_value) {
  simd<float, 16> v(1.0f, 1.0f);
  EXPECT_EQ(reduce<float>(v.select<8, 2>(0), std::plus<>()), 64.0f);
  EXPECT_EQ(hmax<float>(v.select<8, 1>(3)), 11.0f);
  EXPECT_EQ(hmin<float>(v.select<8, 1>(3)), 4.0f);
}
TEST(Reduce, sum_and_product_are_found_by_their_argument) {
  simd<float, 16> v(1.0f, 1.0f);
  EXPECT_EQ((sum<float, float, 16>(v)), 136.0f);
  EXPECT_EQ((sum<float, float, 8>(v.select<8, 2>(0))), 64.0f);
  EXPECT_EQ((prod<int, float, 4>(v.select<4, 1>(1))), 120);
}
TEST(Reduce, largest_and_smallest_ignore_NaN) {
  simd<float, 7> v({NAN, 3.0f, -2.0f, NAN, 9.0f, NAN, NAN});
  EXPECT_EQ(hmax<float>(v), 9.0f);
  EXPECT_EQ(hmin<float>(v), -2.0f);
  EXPECT_TRUE(std::isnan(hmax<float>(simd<float, 5>(NAN))));
  EXPECT_EQ(hmax<float>(simd<float, 8>(-INFINITY)), -INFINITY);
  simd<half, 8> halves(half(-65504.0f));
  halves[5] = half(NAN);
  EXPECT_EQ(float(hmax<half>(halves)), -65504.0f);
}

} // namespace
} // namespace xeforge::esimd

// As programs write it: outside this project's namespaces, with <numeric> included, so that std::reduce is a candidate.
namespace {

float summed_with_only_esimd_visible(const float* values) {
  using namespace xeforge::esimd;
  simd<float, 16> v(values);
  return reduce<float>(v, std::plus<float>());
}
float summed_with_std_visible(const float* values) {
  using namespace std;
  using namespace xeforge::esimd;
  simd<float, 16> v(values);
  return reduce<float>(v, plus<float>()) + reduce<float>(v, plus<>());
}
float multiplied_with_std_visible(const float* values) {
  using namespace std;
  using namespace xeforge::esimd;
  simd<float, 4> v(values);
  return reduce<float>(v, multiplies<float>());
}

TEST(Reduce, T16_reduce_is_ours_with_and_without_the_standard_one_visible) {
  float values[16];
  std::iota(values, values + 16, 1.0f);
  EXPECT_EQ(summed_with_only_esimd_visible(values), 136.0f);
  EXPECT_EQ(summed_with_std_visible(values), 272.0f);
  EXPECT_EQ(multiplied_with_std_visible(values), 24.0f);
}

} // namespace
