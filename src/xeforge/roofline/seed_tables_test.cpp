// The tables of the optimisation seed, computed from its inputs: ridge points, what attention and matrix products are
// bound by, and the ladder of its attention kernel.
#include "xeforge/machine/device_figures.hpp"
#include "xeforge/roofline/roofline.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace xeforge::roofline {
namespace {

using machine::Quantity;

// The lower or the upper end of the figures.
struct Ends {
  Ceilings low, high;
};
Ends ceilings_of(std::string_view device) {
  const machine::DeviceFigures& figures = machine::figures_of(device);
  const machine::Figure matrix = machine::figure(figures, Quantity::f16_matrix_rate).value();
  const machine::Figure memory = machine::figure(figures, Quantity::memory_bandwidth).value();
  return {{matrix.low * 1e12, memory.low * 1e9}, {matrix.high * 1e12, memory.high * 1e9}};
}

constexpr double f16_bytes = 2;

TEST(seed_tables, the_ridge_of_bmg_is_about_260_flops_per_byte) {
  const Ceilings bmg = ceilings_of("bmg-seed").high;
  EXPECT_EQ(bmg.flops_per_second, 135e12);
  EXPECT_EQ(bmg.bytes_per_second, 520e9);
  EXPECT_NEAR(ridge_point(bmg), 260, 0.5);
}

// The seed gives the ridge as 300 to 450 for 30 to 50 TFLOPS; its own inputs give 268 at the lower end.
TEST(seed_tables, the_ridge_of_ptl_is_268_to_446_flops_per_byte) {
  const Ends ptl = ceilings_of("ptl-seed");
  EXPECT_NEAR(ridge_point(ptl.low), 267.9, 0.1);
  EXPECT_NEAR(ridge_point(ptl.high), 446.4, 0.1);
  EXPECT_EQ(std::round(ridge_point(ptl.high) / 50) * 50, 450);
}

TEST(seed_tables, flops_of_products_and_attention_are_those_of_its_formulas) {
  EXPECT_EQ(matrix_product(1024, 512, 256, f16_bytes).flops, 2.0 * 1024 * 512 * 256);
  EXPECT_EQ(matrix_product(1024, 512, 256, f16_bytes).bytes, (1024.0 * 256 + 256.0 * 512 + 1024.0 * 512) * 2);
  const double q = 1024, kv = 4096, depth = 128, heads = 16;
  EXPECT_EQ(attention(heads, q, kv, depth, f16_bytes).flops, 4.0 * q * kv * depth * heads + 2.0 * q * kv * heads);
}

TEST(seed_tables, square_products_have_an_intensity_of_a_third_of_their_side) {
  EXPECT_DOUBLE_EQ(intensity(matrix_product(1024, 1024, 1024, f16_bytes)), 1024.0 / 3);
  const Ceilings bmg = ceilings_of("bmg-seed").high;
  EXPECT_EQ(bound_of(matrix_product(1024, 1024, 1024, f16_bytes), bmg).limit, Limit::compute);
  EXPECT_EQ(bound_of(matrix_product(512, 512, 512, f16_bytes), bmg).limit, Limit::memory);
}

// "Most kernels with a depth of 128 and above are bound by compute on BMG": with prompts they are, token by token not.
TEST(seed_tables, attention_of_a_prompt_is_bound_by_compute_and_of_a_token_by_memory) {
  for (const std::string_view device : {"bmg-seed", "ptl-seed"})
    for (const double depth : {128, 256}) {
      const Ceilings ceilings = ceilings_of(device).high;
      EXPECT_EQ(bound_of(attention(8, 2048, 2048, depth, f16_bytes), ceilings).limit, Limit::compute);
      EXPECT_EQ(bound_of(attention(8, 1, 8192, depth, f16_bytes), ceilings).limit, Limit::memory);
    }
  // Queries and keys of one number s: s (1 + 1 / (2 d)) / 2 flops per byte, whatever the depth.
  EXPECT_NEAR(intensity(attention(8, 2048, 2048, 256, f16_bytes)), 1026, 0.1);
}

// Memory-bound work of the smaller device is still bound by compute on the larger one.
TEST(seed_tables, the_smaller_bandwidth_of_ptl_makes_more_work_memory_bound) {
  const Work between = matrix_product(1024, 1024, 1024, f16_bytes); // 341 flops per byte
  EXPECT_EQ(bound_of(between, ceilings_of("bmg-seed").high).limit, Limit::compute);
  EXPECT_EQ(bound_of(between, ceilings_of("ptl-seed").high).limit, Limit::memory);
}

// The ladder of its attention kernel with depth 256: TFLOPS, and percent of the peak as the seed prints them.
TEST(seed_tables, the_ladder_of_depth_256_climbs_from_47_to_65_percent_of_its_peak) {
  struct Step {
    double tflops, percent;
  };
  constexpr Step ladder[] = {{64, 47}, {70, 52}, {71, 53}, {82, 61}, {83, 61}, {84, 62}, {88, 65}};
  const Work work = attention(16, 4096, 4096, 256, f16_bytes);
  for (const Step& step : ladder) {
    const Point point = point_of("ladder", work.flops / (step.tflops * 1e12), work, ceilings_of("bmg-seed").high);
    EXPECT_EQ(std::round(point.percent_of_roof), step.percent) << step.tflops;
    EXPECT_EQ(point.limited_by, Class::compute);
    EXPECT_EQ(point.standing, Standing::partly_latency); // up to 2.1 times the bound
  }
}

// The same rate against what is published for a card of as many Xe cores: less of the roof.
TEST(seed_tables, against_the_published_card_the_top_of_the_ladder_is_48_to_59_percent) {
  const Work work = attention(16, 4096, 4096, 256, f16_bytes);
  const Ends b70 = ceilings_of("b70");
  const auto percent = [&](const Ceilings& ceilings) {
    return std::round(point_of("ladder", work.flops / 88e12, work, ceilings).percent_of_roof);
  };
  EXPECT_EQ(percent(b70.low), 59);
  EXPECT_EQ(percent(b70.high), 48);
  EXPECT_NEAR(ridge_point(b70.low), 245.7, 0.1);
}

} // namespace
} // namespace xeforge::roofline
