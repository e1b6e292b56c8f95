// Small tests generated from lists of types, lengths, strides and widths: what a view reads and writes, what a
// replication repeats, what a mask merges, what saturation clamps. The references move elements of arrays one by one.
#include "xeforge/esimd/core/testing.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;

template <class T, int Length>
struct Case {
  using type = T;
  static constexpr int length = Length;
};

template <class Case>
class Conformance : public ::testing::Test {
protected:
  using T = typename Case::type;
  static constexpr int N = Case::length;
  using Elements = std::array<T, N>;

  // Bits are what is compared: NaN is not equal to itself.
  template <class U, std::size_t n>
  static std::vector<unsigned char> bits(const std::array<U, n>& values) {
    std::vector<unsigned char> result(sizeof(values));
    std::memcpy(result.data(), static_cast<const void*>(values.data()), sizeof(values));
    return result;
  }
  static Elements some(unsigned seed) { return pick<N>(values_worth_trying<T>(N + 40, seed), seed); }

  // ---- select
  template <int Size, int Stride>
  static void expect_select() {
    if constexpr (Size >= 1 && (Size - 1) * Stride < N) {
      for (int offset = 0; offset + (Size - 1) * Stride < N; ++offset) {
        const auto place = [&](int i) { return static_cast<std::size_t>(offset + i * Stride); };
        const Elements before = some(1);
        simd<T, N> object = from_array(before);
        std::array<T, Size> expected;
        for (int i = 0; i < Size; ++i)
          expected[static_cast<std::size_t>(i)] = before[place(i)];
        auto view = object.template select<Size, Stride>(static_cast<std::uint16_t>(offset));
        ASSERT_EQ(bits(elements(view.read())), bits(expected)) << Size << " by " << Stride << " from " << offset;
        if constexpr (Stride > 0 || Size == 1) {
          const auto written = pick<Size>(values_worth_trying<T>(60, 2), 5);
          Elements after = before;
          for (int i = 0; i < Size; ++i)
            after[place(i)] = written[static_cast<std::size_t>(i)];
          view = from_array(written);
          ASSERT_EQ(bits(elements(object)), bits(after)) << Size << " by " << Stride << " from " << offset;
        }
      }
    }
  }
  template <int Stride>
  static void expect_selects() {
    constexpr int most = Stride == 0 ? 4 : (N + Stride - 1) / Stride;
    expect_select<1, Stride>();
    expect_select<most, Stride>();
  }

  // ---- replicate
  template <int Rep, int VS, int W, int HS>
  static void expect_replicate() {
    if constexpr ((Rep - 1) * VS + (W - 1) * HS < N) {
      const Elements source = some(3);
      const simd<T, N> object = from_array(source);
      for (int offset = 0; offset + (Rep - 1) * VS + (W - 1) * HS < N; offset += 1 + N / 5) {
        std::array<T, Rep * W> expected;
        for (int r = 0; r < Rep; ++r)
          for (int w = 0; w < W; ++w)
            expected[static_cast<std::size_t>(r * W + w)] = source[static_cast<std::size_t>(offset + r * VS + w * HS)];
        ASSERT_EQ(bits(elements(object.template replicate_vs_w_hs<Rep, VS, W, HS>(static_cast<std::uint16_t>(offset)))),
                  bits(expected))
            << Rep << " rows " << VS << " apart of " << W << " elements " << HS << " apart from " << offset;
      }
    }
  }
  template <int Rep, int VS>
  static void expect_replicates() {
    expect_replicate<Rep, VS, 2, 0>();
    expect_replicate<Rep, VS, 3, 2>();
    expect_replicate<Rep, VS, 4, 1>();
  }

  // ---- saturate
  template <class To>
  static void expect_saturated() {
    const Elements source = some(7);
    const auto got = elements(saturate<To>(simd<T, N>(from_array(source))));
    for (std::size_t i = 0; i < N; ++i)
      ASSERT_EQ(static_cast<long double>(got[i]), clamped<To>(number(source[i]))) << number(source[i]);
  }
};

using Cases =
    ::testing::Types<Case<std::int8_t, 7>, Case<std::int8_t, 32>, Case<std::uint8_t, 3>, Case<std::uint8_t, 67>,
                     Case<std::int16_t, 5>, Case<std::int16_t, 16>, Case<std::uint16_t, 2>, Case<std::uint16_t, 33>,
                     Case<std::int32_t, 1>, Case<std::int32_t, 16>, Case<std::int32_t, 47>, Case<std::uint32_t, 6>,
                     Case<std::int64_t, 3>, Case<std::int64_t, 17>, Case<std::uint64_t, 8>, Case<half, 1>,
                     Case<half, 9>, Case<half, 48>, Case<bfloat16, 8>, Case<bfloat16, 31>, Case<float, 3>,
                     Case<float, 16>, Case<float, 40>, Case<double, 2>, Case<double, 13>>;
TYPED_TEST_SUITE(Conformance, Cases);

TYPED_TEST(Conformance, T07_select_reads_and_writes_every_stride_from_every_offset) {
  this->template expect_selects<0>();
  this->template expect_selects<1>();
  this->template expect_selects<2>();
  this->template expect_selects<3>();
}

TYPED_TEST(Conformance, replications_repeat_rows_of_every_shape) {
  this->template expect_replicates<1, 0>();
  this->template expect_replicates<2, 0>();
  this->template expect_replicates<2, 4>();
  this->template expect_replicates<5, 2>();
}

TYPED_TEST(Conformance, T08_lanes_that_hold_any_bit_take_the_value) {
  constexpr int n = TypeParam::length;
  using T = typename TypeParam::type;
  std::mt19937 random(n);
  for (int round = 0; round < 8; ++round) {
    std::array<std::uint16_t, n> lanes;
    for (std::uint16_t& lane : lanes)
      lane = random() % 2 ? static_cast<std::uint16_t>(1u << random() % 16) : 0;
    const auto a = this->some(11), b = this->some(12);
    auto expected = b;
    for (std::size_t i = 0; i < n; ++i)
      if (lanes[i] != 0)
        expected[i] = a[i];
    simd<T, n> object = from_array(b);
    const simd_mask<n> mask(from_array(lanes));
    EXPECT_EQ(this->bits(elements(merge(simd<T, n>(from_array(a)), object, mask))), this->bits(expected));
    object.merge(from_array(a), mask);
    EXPECT_EQ(this->bits(elements(object)), this->bits(expected));
    EXPECT_EQ(mask.any(), std::ranges::any_of(lanes, [](std::uint16_t lane) { return lane != 0; }) ? 1 : 0);
    EXPECT_EQ(mask.all(), std::ranges::all_of(lanes, [](std::uint16_t lane) { return lane != 0; }) ? 1 : 0);
  }
}

TYPED_TEST(Conformance, T14_saturation_clamps_to_the_range_of_every_integer) {
  this->template expect_saturated<std::int8_t>();
  this->template expect_saturated<std::uint8_t>();
  this->template expect_saturated<std::int16_t>();
  this->template expect_saturated<std::uint16_t>();
  this->template expect_saturated<std::int32_t>();
  this->template expect_saturated<std::uint32_t>();
  this->template expect_saturated<std::int64_t>();
  this->template expect_saturated<std::uint64_t>();
}

TYPED_TEST(Conformance, indirect_access_follows_its_indices) {
  constexpr int n = TypeParam::length;
  using T = typename TypeParam::type;
  std::mt19937 random(n + 1);
  std::array<std::uint16_t, 12> at;
  for (std::uint16_t& index : at)
    index = static_cast<std::uint16_t>(random() % n);
  const auto source = this->some(21);
  std::array<T, 12> expected;
  for (std::size_t i = 0; i < at.size(); ++i)
    expected[i] = source[at[i]];
  const simd<T, n> object = from_array(source);
  EXPECT_EQ(this->bits(elements(object.iselect(from_array(at)))), this->bits(expected));
}

} // namespace
} // namespace xeforge::esimd
