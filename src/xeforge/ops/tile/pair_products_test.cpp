#include "xeforge/ops/tile/pair_products.hpp"

#include <gtest/gtest.h>

namespace xeforge::tile {
namespace {

using sycl::ext::oneapi::bfloat16;
using Pairs = esimd::simd<bfloat16, 8>;
using Words = esimd::simd<std::uint32_t, 4>;
using Sums = esimd::simd<float, 4>;

Words words_of(Pairs pairs) { return pairs.bit_cast_view<std::uint32_t>(); }

TEST(add_pair_products, adds_both_products_of_a_lane_to_its_sum) {
  const Pairs x(bfloat16(1.0f), bfloat16(1.0f));
  const Pairs y(bfloat16(2.0f), bfloat16(3.0f));
  const Sums result = add_pair_products<4>(words_of(x), words_of(y), Sums(100.0f, 1.0f));
  for (int lane = 0; lane < 4; ++lane) {
    const float low_x = 1.0f + 2 * lane, low_y = 2.0f + 3 * 2 * lane;
    EXPECT_EQ(result[lane], 100.0f + lane + low_x * low_y + (low_x + 1) * (low_y + 3)) << lane;
  }
}

TEST(add_pair_products, the_upper_product_is_added_first) {
  Pairs x(bfloat16(0.0f), bfloat16(0.0f)), y = x;
  x[0] = bfloat16(1.0f); // lower: 1
  y[0] = bfloat16(1.0f);
  x[1] = bfloat16(-0x1p24f); // upper: takes away the sum, beside which 1 would be lost
  y[1] = bfloat16(1.0f);
  EXPECT_EQ(add_pair_products<4>(words_of(x), words_of(y), Sums(0x1p24f))[0], 1.0f);
}

} // namespace
} // namespace xeforge::tile
