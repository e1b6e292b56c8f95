// xmx::dpas of bf8, hf8 and e2m1, and xmx::bdpas of every precision.
#include "xeforge/esimd/matrix/xmx_testing.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;

TEST(NarrowDpas, T34_of_bf8_and_hf8_in_any_combination) {
  expect_product<Precision::bf8, Precision::bf8, float, float, 1, 16, bf8, bf8>(0);
  expect_product<Precision::hf8, Precision::hf8, float, float, 8, 16, hf8, hf8>(1);
  expect_product<Precision::bf8, Precision::hf8, float, float, 4, 16, bf8, hf8>(2);
  expect_product<Precision::hf8, Precision::bf8, float, float, 5, 16, hf8, bf8>(3);
  expect_product<Precision::hf8, Precision::hf8, float, float, 8, 16, std::int8_t, std::uint32_t>(4);
}
TEST(NarrowDpas, T34_of_e2m1_has_rows_of_64) {
  expect_product<Precision::e2m1, Precision::e2m1, float, float, 3, 16, fp4_S1E2M1, fp4_S1E2M1>(4);
  expect_product<Precision::e2m1, Precision::e2m1, float, float, 8, 16, std::uint32_t, std::uint8_t>(5);
}
TEST(NarrowDpas, T34_small_results_round_once) {
  expect_product<Precision::bf8, Precision::hf8, bfloat16, bfloat16, 8, 16, bf8, hf8>(6);
  expect_product<Precision::hf8, Precision::hf8, float, bfloat16, 8, 16, hf8, hf8>(7);
  expect_product<Precision::e2m1, Precision::e2m1, bfloat16, float, 8, 16, fp4_S1E2M1, fp4_S1E2M1>(8);
}

// B is 1 in one place of each column, A has every code: the result is A.
template <class T>
void expect_every_code_is_multiplied() {
  simd<T, 256> a;
  for (int i = 0; i < 256; ++i)
    a[i] = T::from_bits(static_cast<std::uint8_t>(i));
  for (int first = 0; first < 32; first += 16) {
    simd<T, 512> b(0.0f);
    for (int column = 0; column < 16; ++column) {
      const int k = first + column;
      b[k / 4 * 64 + column * 4 + k % 4] = T(1.0f);
    }
    for (int row = 0; row < 8; ++row) {
      const auto got = elements(
          xmx::dpas<8, 1, float>(b, simd<T, 32>(a.template select<32, 1>(static_cast<std::uint16_t>(row * 32)))));
      bool finite = true; // 0 times infinity is NaN
      for (int k = 0; k < 32; ++k)
        finite &= std::isfinite(float(T::from_bits(static_cast<std::uint8_t>(row * 32 + k))));
      for (int column = 0; column < 16; ++column) {
        const float value = T::from_bits(static_cast<std::uint8_t>(row * 32 + first + column));
        EXPECT_TRUE(finite ? got[static_cast<std::size_t>(column)] == value
                           : std::isnan(got[static_cast<std::size_t>(column)]))
            << value;
      }
    }
  }
}
TEST(NarrowDpas, every_code_of_A_arrives_in_its_place) {
  expect_every_code_is_multiplied<bf8>();
  expect_every_code_is_multiplied<hf8>();
}

// ---- with scales ----------------------------------------------------------------------------------------------------
struct Scales {
  std::vector<std::uint8_t> b, a;
};

template <class T, class C>
void compare_scaled(const std::vector<T>& got, const std::vector<C>& c, const std::vector<std::uint32_t>& b,
                    const std::vector<std::uint32_t>& a, const Scales& scales, Precision pb, Precision pa, int k) {
  const Extents extents{8, 16, k};
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 16; ++column) {
      const auto at = static_cast<std::size_t>(row * 16 + column);
      double sum = static_cast<double>(c[at]), magnitude = std::fabs(sum);
      for (int i = 0; i < k; ++i) {
        const int block = i / 32, power = scales.a[static_cast<std::size_t>(block * 8 + row)] - 127 +
                                          scales.b[static_cast<std::size_t>(block * 16 + column)] - 127;
        const double product =
            std::ldexp(element_of_a(pa, a, extents, row, i) * element_of_b(pb, b, extents, i, column), power);
        sum += product;
        magnitude += std::fabs(product);
      }
      // Sums in double, in whatever order; one rounding to float, and one to a smaller result.
      const double of_sums = 2 * (k + 1) * std::ldexp(1.0, -53) * magnitude;
      const double to_float = std::ldexp(std::fabs(sum) + of_sums, -24) + 0x1p-150;
      ASSERT_NEAR(static_cast<double>(got[at]), sum, of_sums + to_float + rounding_error<T>(std::fabs(sum) + of_sums))
          << "row " << row << ", column " << column;
    }
}

template <Precision PB, Precision PA, class T, class C, class BT, class AT>
void expect_scaled_product(unsigned seed, int lowest_scale, int scales_apart) {
  std::mt19937 random(seed);
  constexpr int k = depth_of(PB, PA), blocks = (k + 31) / 32;
  constexpr int b_bytes = k * 16 * bits_of(PB) / 8, a_bytes = 8 * k * bits_of(PA) / 8;
  const auto b = random_words(PB, b_bytes / 4, random), a = random_words(PA, a_bytes / 4, random);
  std::array<C, 128> c;
  for (C& value : c)
    value = C(static_cast<float>(random() % 4096) / 512.0f - 4.0f);
  std::array<std::uint8_t, blocks * 16> b_scale;
  std::array<std::uint8_t, blocks * 8> a_scale;
  const auto any_scale = [&] {
    return static_cast<std::uint8_t>(lowest_scale + static_cast<int>(random() % static_cast<unsigned>(scales_apart)));
  };
  for (std::uint8_t& scale : b_scale)
    scale = any_scale();
  for (std::uint8_t& scale : a_scale)
    scale = any_scale();
  const simd<C, 128> accumulator = from_array(c);
  const simd<T, 128> got = xmx::bdpas<T, C, BT, AT, PB, PA>(
      accumulator, object_of<BT, b_bytes / static_cast<int>(sizeof(BT))>(b),
      object_of<AT, a_bytes / static_cast<int>(sizeof(AT))>(a), from_array(b_scale), from_array(a_scale));
  const auto listed = [](const auto& array) { return std::vector(array.begin(), array.end()); };
  compare_scaled<T, C>(listed(elements(got)), listed(c), b, a, {listed(b_scale), listed(a_scale)}, PB, PA, k);
}

TEST(Bdpas, of_every_precision) {
  expect_scaled_product<Precision::fp16, Precision::fp16, float, float, half, half>(1, 120, 14);
  expect_scaled_product<Precision::bf16, Precision::bf16, float, float, bfloat16, bfloat16>(2, 120, 14);
  expect_scaled_product<Precision::bf8, Precision::bf8, float, float, bf8, bf8>(3, 120, 14);
  expect_scaled_product<Precision::bf8, Precision::hf8, float, float, bf8, hf8>(4, 120, 14);
  expect_scaled_product<Precision::hf8, Precision::bf8, float, float, hf8, bf8>(5, 120, 14);
  expect_scaled_product<Precision::hf8, Precision::hf8, float, float, hf8, std::uint32_t>(6, 120, 14);
  expect_scaled_product<Precision::e2m1, Precision::e2m1, float, float, fp4_S1E2M1, fp4_S1E2M1>(7, 120, 14);
}
TEST(Bdpas, small_results_round_once) {
  expect_scaled_product<Precision::fp16, Precision::fp16, half, half, half, half>(8, 124, 6);
  expect_scaled_product<Precision::bf16, Precision::bf16, bfloat16, float, bfloat16, bfloat16>(9, 120, 14);
  expect_scaled_product<Precision::hf8, Precision::bf8, bfloat16, bfloat16, hf8, bf8>(10, 120, 14);
  expect_scaled_product<Precision::e2m1, Precision::e2m1, float, bfloat16, fp4_S1E2M1, fp4_S1E2M1>(11, 120, 14);
}
TEST(Bdpas, scales_of_A_and_B_may_be_far_apart) {
  const simd<hf8, 512> b(simd<float, 512>(1.0f));
  const simd<hf8, 256> a(simd<float, 256>(0.5f));
  const simd<float, 128> zero(0.0f);
  // 2^-127 and 2^127
  const auto scaled = [&](int of_b, int of_a) {
    return float(xmx::bdpas<float>(zero, b, a, simd<std::uint8_t, 16>(of_b), simd<std::uint8_t, 8>(of_a))[77]);
  };
  EXPECT_EQ(scaled(0, 254), 16.0f);
  EXPECT_EQ(scaled(254, 0), 16.0f);
  EXPECT_EQ(scaled(127, 127), 16.0f);
  EXPECT_EQ(scaled(254, 254), INFINITY);
  EXPECT_EQ(scaled(0, 0), 0.0f);
}
TEST(Bdpas, a_scale_of_255_is_no_number) {
  const simd<hf8, 512> b(simd<float, 512>(1.0f));
  const simd<hf8, 256> a(simd<float, 256>(1.0f));
  simd<std::uint8_t, 16> b_scale(127);
  b_scale[3] = 255;
  simd<std::uint8_t, 8> a_scale(127);
  a_scale[6] = 255;
  const auto got = elements(xmx::bdpas<float>(simd<float, 128>(0.0f), b, a, b_scale, a_scale));
  for (std::size_t row = 0; row < 8; ++row)
    for (std::size_t column = 0; column < 16; ++column)
      EXPECT_EQ(std::isnan(got[row * 16 + column]), row == 6 || column == 3) << row << ", " << column;
}

} // namespace
} // namespace xeforge::esimd
