// Making a simd and moving its elements about: T01, constructors, replicate, iselect and iupdate, merge, odd lengths.
#include "xeforge/esimd/core/testing.hpp"

#include <new>

#include <cmath>

namespace xeforge::esimd {
namespace {

using namespace testing;

template <class T>
class Simd : public ::testing::Test {};
TYPED_TEST_SUITE(Simd, AllElements);

TYPED_TEST(Simd, T01_value_initialisation_is_all_zero) {
  using Vector = simd<TypeParam, 24>;
  static_assert(std::is_trivially_default_constructible_v<Vector>);
  alignas(Vector) unsigned char storage[sizeof(Vector)];
  std::memset(storage, 0xa5, sizeof(storage));
  const auto* vector = new (storage) Vector{};
  for (const TypeParam value : elements(*vector))
    EXPECT_EQ(number(value), 0);

  const std::array<Vector, 3> accumulators = {Vector(0)};
  for (const TypeParam value : elements(accumulators[2]))
    EXPECT_EQ(number(value), 0);
}

template <class T, int N>
void expect_a_vector_of_any_length() {
  simd<T, N> counted(T(1), T(1));
  simd<T, N> same(T(3));
  const auto got = elements(counted + same);
  const auto stepped = elements(simd<T, N>(counted));
  // In the small types a long progression rounds or wraps.
  for (std::size_t i = 0; i < N; ++i) {
    const long double step = converted<T>(static_cast<float>(i + 1));
    const long double expected =
        std::is_integral_v<T> ? number(static_cast<T>(static_cast<std::uint64_t>(i + 1))) : step;
    ASSERT_EQ(number(stepped[i]), expected) << i << " of " << N;
    if (i < 100) {
      ASSERT_EQ(number(got[i]), static_cast<long double>(i + 4));
    }
  }
  counted.template select<(N + 1) / 2, N == 1 ? 1 : 2>(0) = T(9);
  const auto odd = elements(counted);
  for (std::size_t i = 0; i < N; ++i)
    ASSERT_EQ(number(odd[i]), i % 2 == 0 ? 9 : number(stepped[i])) << i;
}

TYPED_TEST(Simd, any_length_will_do) {
  expect_a_vector_of_any_length<TypeParam, 1>();
  expect_a_vector_of_any_length<TypeParam, 3>();
  expect_a_vector_of_any_length<TypeParam, 7>();
  expect_a_vector_of_any_length<TypeParam, 24>();
  expect_a_vector_of_any_length<TypeParam, 47>();
}

TEST(Simd, lengths_of_hundreds_and_thousands_will_do) {
  expect_a_vector_of_any_length<std::uint8_t, 257>();
  expect_a_vector_of_any_length<float, 257>();
  expect_a_vector_of_any_length<half, 2048>();
}

TYPED_TEST(Simd, is_made_from_arrays_pointers_and_scalars) {
  using T = TypeParam;
  const T memory[5] = {T(4), T(5), T(6), T(7), T(8)};
  const simd<T, 3> from_rvalue({T(1), T(2), T(3)});
  const simd<T, 4> from_pointer(memory + 1);
  const simd<T, 4> from_tagged_pointer(memory + 1, element_aligned);
  const simd<T, 4> broadcast = 7;
  EXPECT_EQ(number(elements(from_rvalue)[2]), 3);
  EXPECT_EQ(number(elements(from_pointer)[0]), 5);
  EXPECT_EQ(number(elements(from_tagged_pointer)[3]), 8);
  EXPECT_EQ(number(elements(broadcast)[3]), 7);

  T out[6] = {T(0), T(0), T(0), T(0), T(0), T(0)};
  from_pointer.copy_to(out + 1);
  EXPECT_EQ(number(out[0]) + number(out[5]), 0);
  EXPECT_EQ(number(out[1]), 5);
  EXPECT_EQ(number(out[4]), 8);
  simd<T, 8> into(T(1));
  into.template select<4, 2>(1).copy_from(memory);
  into.template select<2, 2>(1).copy_to(out);
  EXPECT_EQ(number(elements(into)[7]), 7);
  EXPECT_EQ(number(elements(into)[6]), 1);
  EXPECT_EQ(number(out[1]), 5);
}

TYPED_TEST(Simd, one_element_is_a_scalar) {
  using T = TypeParam;
  simd<T, 1> one(T(5));
  const T same = one;
  const float as_float = one;
  const double through_view = one.template select<1, 1>(0);
  EXPECT_EQ(number(same), 5);
  EXPECT_EQ(as_float, 5.0f);
  EXPECT_EQ(through_view, 5.0);
}

TEST(Simd, a_progression_may_wrap) {
  const auto values = elements(simd<std::int8_t, 5>(std::int8_t(120), std::int8_t(5)));
  EXPECT_EQ(values, (std::array<std::int8_t, 5>{120, 125, -126, -121, -116}));
  EXPECT_EQ(elements(simd<int, 3>(std::numeric_limits<int>::max(), 1))[1], std::numeric_limits<int>::min());
  EXPECT_EQ(elements(simd<int, 4>(0, -3)), (std::array<int, 4>{0, -3, -6, -9}));
}

// The product of i and step is rounded, then the sum; small types are converted once, from float.
template <class T>
void expect_products(T base, T step) {
  using Computed = std::conditional_t<std::is_same_v<T, double>, double, float>;
  constexpr int n = 300;
  const auto values = elements(simd<T, n>(base, step));
  int other_sums = 0, other_fused = 0;
  T sum = base;
  for (int i = 0; i < n; ++i) {
    const volatile Computed product = static_cast<Computed>(i) * static_cast<Computed>(step);
    const T expected = static_cast<T>(static_cast<Computed>(base) + product);
    ASSERT_EQ(number(values[i]), number(expected)) << i;
    other_sums += number(expected) != number(sum);
    other_fused +=
        number(expected) != number(static_cast<T>(std::fma(static_cast<Computed>(i), static_cast<Computed>(step),
                                                           static_cast<Computed>(base))));
    sum = static_cast<T>(sum + step);
  }
  EXPECT_GT(other_sums, 0);
  if (sizeof(T) >= 4)
    EXPECT_GT(other_fused, 0);
}

TEST(Simd, a_progression_of_floats_is_a_product_and_a_sum) {
  volatile float base = 0.1f, step = 0.1f; // at run time
  expect_products<float>(base, step);
  volatile double wide_base = 0.1, wide_step = 0.1;
  expect_products<double>(wide_base, wide_step);
  expect_products<half>(half(base), half(step));
  expect_products<bfloat16>(bfloat16(base), bfloat16(step));
  expect_products<float>(0.1f, 0.1f);

  // Beyond the integers that a half or a bfloat16 holds, to nearest even.
  EXPECT_EQ(number(elements(simd<half, 3000>(half(0), half(1)))[2999]), 3000);
  EXPECT_EQ(number(elements(simd<bfloat16, 512>(bfloat16(0), bfloat16(1)))[511]), 512);

  // Not finite steps make the first element NaN, as 0 * step is.
  const float infinity = std::numeric_limits<float>::infinity();
  const auto infinite = elements(simd<float, 4>(-3.0f, infinity));
  EXPECT_TRUE(std::isnan(infinite[0]));
  EXPECT_EQ(infinite[3], infinity);
  EXPECT_TRUE(std::isnan(elements(simd<double, 1>(2.0, std::numeric_limits<double>::quiet_NaN()))[0]));
}

// ---- replicate: element (r, j) is source[offset + r * VS + j * HS] --------------------------------------------------
template <int Rep, int VS, int W, int HS, class Source>
void expect_replicated(const Source& source, int offset) {
  const auto got = elements(source.template replicate_vs_w_hs<Rep, VS, W, HS>(static_cast<std::uint16_t>(offset)));
  for (int r = 0; r < Rep; ++r)
    for (int j = 0; j < W; ++j)
      EXPECT_EQ(number(got[static_cast<std::size_t>(r * W + j)]), offset + r * VS + j * HS);
}

TYPED_TEST(Simd, replicates_of_every_kind) {
  using T = TypeParam;
  simd<T, 40> v(T(0), T(1));
  const auto view = v.template select<40, 1>(0);
  for (const int offset : {0, 1, 5}) {
    expect_replicated<3, 4, 2, 1>(v, offset);
    expect_replicated<2, 10, 4, 3>(v, offset);
    expect_replicated<5, 0, 3, 2>(v, offset);
    expect_replicated<4, 2, 3, 0>(v, offset);
    expect_replicated<3, 1, 7, 1>(view, offset);
  }
  EXPECT_EQ(elements(v.template replicate_vs_w<3, 4, 2>(1)), elements(v.template replicate_vs_w_hs<3, 4, 2, 1>(1)));
  EXPECT_EQ(elements(v.template replicate_w<3, 2>(1)), elements(v.template replicate_vs_w_hs<3, 0, 2, 1>(1)));
  EXPECT_EQ(elements(v.template select<3, 1>(2).template replicate<2>()),
            elements(v.template replicate_vs_w_hs<2, 0, 3, 1>(2)));
  EXPECT_EQ(number(elements(v.template replicate_w<16, 1>(17))[15]), 17);
  auto rows = v.template bit_cast_view<T, 5, 8>();
  EXPECT_EQ(elements(rows.template replicate_vs_w_hs<2, 8, 3, 2>(1, 2)),
            elements(v.template replicate_vs_w_hs<2, 8, 3, 2>(10)));
}

// ---- iselect, iupdate, merge ----------------------------------------------------------------------------------------
TYPED_TEST(Simd, iselect_and_iupdate_follow_run_time_indices) {
  using T = TypeParam;
  simd<T, 20> v(T(0), T(1));
  const simd<std::uint16_t, 4> indices({19, 0, 7, 7});
  const auto got = elements(v.iselect(indices));
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(number(got[i]), number(elements(indices)[i]));
  v.iupdate(3, T(99));
  v.iupdate(indices, simd<T, 4>(T(60), T(1)), simd_mask<4>({1, 0, 1, 512}));
  EXPECT_EQ(number(elements(v)[3]), 99);
  EXPECT_EQ(number(elements(v)[19]), 60);
  EXPECT_EQ(number(elements(v)[0]), 0);
  EXPECT_EQ(number(elements(v)[7]), 63);
}

TYPED_TEST(Simd, merge_takes_lanes_of_one_or_the_other) {
  using T = TypeParam;
  simd<T, 5> a(T(10), T(1)), b(T(20), T(1));
  const simd_mask<5> mask({1, 0, 7, 0, 0x8000});
  const auto expected = elements(simd<T, 5>({T(10), T(21), T(12), T(23), T(14)}));
  EXPECT_EQ(elements(merge(a, b, mask)), expected);
  EXPECT_EQ(elements(merge(a.template select<5, 1>(0), b, mask)), expected);
  EXPECT_EQ(elements((merge<T, 5>(a.template select<5, 1>(0), b.template select<5, 1>(0), mask))), expected);
  simd<T, 5> c = b;
  c.merge(a, mask);
  EXPECT_EQ(elements(c), expected);
  c = T(0);
  c.merge(a, b, mask);
  EXPECT_EQ(elements(c), expected);
  simd<T, 10> wide(T(0));
  wide.template select<5, 2>(1).merge(a, mask);
  EXPECT_EQ(number(elements(wide)[1]), 10);
  EXPECT_EQ(number(elements(wide)[3]), 0);
  EXPECT_EQ(number(elements(wide)[9]), 14);
}

TEST(Simd, merge_takes_scalars_when_its_types_are_spelled_out) {
  const simd_mask<4> mask({1, 0, 0, 1});
  EXPECT_EQ(elements(merge<std::uint32_t, 4>(0, -1, mask)), (std::array<std::uint32_t, 4>{0, ~0u, ~0u, 0}));
}

} // namespace
} // namespace xeforge::esimd
