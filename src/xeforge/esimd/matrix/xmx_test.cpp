// xmx::dpas of floating types: every precision and repeat count, 16 and 8 columns, results and accumulators of every
// type; its operands; and vectors of tfloat32.
#include "xeforge/esimd/matrix/xmx_testing.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;

TEST(Dpas, of_bfloat16_accumulates_in_float) {
  expect_every_repeat_count<Precision::bf16, Precision::bf16, float, float, bfloat16, bfloat16>();
}
TEST(Dpas, of_half_accumulates_in_float) {
  expect_every_repeat_count<Precision::fp16, Precision::fp16, float, float, half, half>();
}
TEST(Dpas, of_tfloat32_reads_the_upper_19_bits) {
  expect_every_repeat_count<Precision::tf32, Precision::tf32, float, float, tfloat32, tfloat32>();
  expect_product<Precision::tf32, Precision::tf32, float, float, 8, 16, float, std::uint32_t>(3);
}
TEST(Dpas, T34_small_results_round_once) {
  expect_product<Precision::bf16, Precision::bf16, bfloat16, bfloat16, 8, 16, bfloat16, bfloat16>(1);
  expect_product<Precision::bf16, Precision::bf16, bfloat16, float, 3, 16, bfloat16, bfloat16>(2);
  expect_product<Precision::bf16, Precision::bf16, float, bfloat16, 5, 16, bfloat16, bfloat16>(3);
  expect_product<Precision::fp16, Precision::fp16, half, half, 8, 16, half, half>(4);
  expect_product<Precision::fp16, Precision::fp16, half, float, 2, 16, half, half>(5);
  expect_product<Precision::fp16, Precision::fp16, float, half, 7, 16, half, half>(6);
}
TEST(Dpas, of_eight_columns) {
  expect_every_repeat_count<Precision::bf16, Precision::bf16, float, float, bfloat16, bfloat16, 8>();
  expect_product<Precision::fp16, Precision::fp16, float, float, 8, 8, half, half>(2);
}

// B is the identity, A counts: the result is A, so no operand is transposed or exchanged.
TEST(Dpas, takes_C_then_B_then_A) {
  simd<half, 256> b(0.0f);
  for (int k = 0; k < 16; ++k)
    b[k / 2 * 32 + k * 2 + k % 2] = half(1.0f);
  const simd<half, 128> a(half(0.0f), half(1.0f));
  const auto got = elements(xmx::dpas<8, 8, float>(simd<float, 128>(1000.0f), b, a));
  for (std::size_t i = 0; i < 128; ++i)
    EXPECT_EQ(got[i], 1000.0f + static_cast<float>(i));
}

TEST(Dpas, infinities_and_nan_go_through) {
  simd<half, 256> b(half(1.0f));
  simd<half, 16> a(half(1.0f));
  a[3] = std::numeric_limits<half>::infinity();
  EXPECT_EQ(elements(xmx::dpas<8, 1, float>(b, a))[0], INFINITY);
  a[5] = -std::numeric_limits<half>::infinity();
  EXPECT_TRUE(std::isnan(elements(xmx::dpas<8, 1, float>(b, a))[15]));
}

TEST(Dpas, bfloat16_below_the_normal_numbers_is_zero_with_the_dot_instruction_and_kept_without) {
  const simd<bfloat16, 256> b(bfloat16(1.0f));
  const simd<bfloat16, 16> a(bfloat16(0x1p-130f));
  const float sum = xmx::dpas<8, 1, float>(b, a)[0];
  EXPECT_EQ(sum, port::detail::has_bfloat16_dot ? 0.0f : 0x1p-126f);
}

TEST(Dpas, T03_reads_views_and_writes_through_them) {
  simd<float, 256> sums(1.0f);
  simd<bfloat16, 512> b(bfloat16(2.0f));
  simd<bfloat16, 256> a(bfloat16(0.5f));
  auto c = sums.select<128, 1>(64);
  c = xmx::dpas<8, 8, float, float, bfloat16, bfloat16>(c, b.select<256, 1>(256), a.select<128, 1>(0));
  const auto raw = xmx::dpas<8, 8, float, float, bfloat16, bfloat16>(simd<float, 128>(sums.select<128, 1>(0).data()),
                                                                     simd<bfloat16, 256>(b.select<256, 1>(0).data()),
                                                                     simd<bfloat16, 128>(a.select<128, 1>(0).data()));
  const auto got = elements(sums);
  for (std::size_t i = 0; i < 256; ++i)
    EXPECT_EQ(got[i], i >= 64 && i < 192 ? 17.0f : 1.0f);
  EXPECT_EQ(elements(raw)[0], 17.0f);
  EXPECT_EQ(elements(raw)[127], 33.0f);
  const simd<float, 128> product = xmx::dpas<8, 8, float>(b.select<256, 1>(0), a.select<128, 1>(64));
  EXPECT_EQ(elements(product)[64], 16.0f);
}

// ---- the element type -----------------------------------------------------------------------------------------------
TEST(Tfloat32Vector, T13_rounds_to_nearest_even_and_keeps_specials) {
  const auto values = values_worth_trying<float>(4096, 77);
  for (std::size_t first = 0; first < values.size(); first += 32) {
    const auto floats = pick<32>(values, first);
    const auto got = elements(simd<tfloat32, 32>(from_array(floats)));
    for (std::size_t i = 0; i < 32; ++i) {
      const long double exact = round_to(static_cast<long double>(floats[i]), Format{11, -126, 127});
      EXPECT_TRUE(same_number(static_cast<long double>(float(got[i])), exact)) << floats[i];
    }
  }
}
TEST(Tfloat32Vector, computes_in_float) {
  simd<tfloat32, 16> x(tfloat32(0.0f), tfloat32(0.25f));
  const simd<float, 16> sum = x + 1.0f;
  static_assert(std::is_same_v<decltype(x + x), simd<tfloat32, 16>>);
  static_assert(std::is_same_v<decltype(x + half(1.0f)), simd<float, 16>>);
  static_assert(std::is_same_v<decltype(x * 2), simd<tfloat32, 16>>);
  EXPECT_EQ(elements(sum)[3], 1.75f);
  x.merge(-x, x > 1.0f);
  EXPECT_EQ(float(x[15]), -3.75f);
  EXPECT_EQ(float(elements(max(x, simd<tfloat32, 16>(0.5f)))[15]), 0.5f);
  EXPECT_EQ(float(elements(abs(x))[15]), 3.75f);
  EXPECT_EQ(x.bit_cast_view<float>()[2], 0.5f);
}

} // namespace
} // namespace xeforge::esimd
