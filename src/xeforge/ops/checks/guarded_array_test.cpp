#include "xeforge/ops/checks/guarded_array.hpp"

#include <gtest/gtest.h>

namespace xeforge::ops {
namespace {

constexpr MatrixLayout layout{DType::f32, 3, 4, 6};

float* elements_of(const GuardedArray& array) { return static_cast<float*>(array.view().data); }

TEST(GuardedArray, writes_to_its_elements_are_no_damage) {
  GuardedArray array(layout);
  array.set_pattern();
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column)
      elements_of(array)[row * 6 + column] = 1.0f;
  EXPECT_FALSE(array.damage());
}

TEST(GuardedArray, writes_before_between_and_behind_the_rows_are_damage) {
  for (const std::int64_t at : {-64, -1, 4, 5, 10, 16, 79}) {
    GuardedArray array(layout);
    array.set_pattern();
    elements_of(array)[at] = 1.0f;
    EXPECT_TRUE(array.damage()) << at;
  }
}

TEST(GuardedArrayDeathTest, the_page_behind_it_cannot_be_read) {
  const GuardedArray array(layout);
  EXPECT_DEATH(
      {
        const volatile float* behind = elements_of(array) + 16 + GuardedArray::watched;
        std::exit(*behind != 0.0f);
      },
      "");
}

TEST(GuardedArray, both_ends_of_a_wide_gap_are_watched_and_no_page_between_is_taken) {
  GuardedArray array(MatrixLayout{DType::f32, 3, 4, std::int64_t{1} << 32});
  array.set_pattern();
  EXPECT_FALSE(array.damage());
  elements_of(array)[(std::int64_t{1} << 32) - 1] = 1.0f;
  EXPECT_TRUE(array.damage());
}

TEST(GuardedArray, first_difference_compares_bits_of_elements_and_not_gaps) {
  GuardedArray a(layout), b(layout);
  a.set_pattern();
  b.set_pattern();
  elements_of(a)[4] = 1.0f;
  EXPECT_FALSE(first_difference(a.view(), b.view()));
  elements_of(a)[6] = 0.0f;
  elements_of(b)[6] = -0.0f;
  EXPECT_TRUE(first_difference(a.view(), b.view()));
}

constexpr std::int64_t far_apart = 1000;

TEST(GuardedArray, of_four_dimensions_watches_the_gaps_of_every_one) {
  // 2 x 2 x 3 x 4: rows of 4 with 1 behind, heads of 3 rows with 2 more, the batch far away
  const TensorLayout four{DType::f32, {2, 2, 3, 4}, {far_apart, 17, 5, 1}};
  for (const std::int64_t at : {-1, 4, 9, 14, 15, 16, 34, 999, 1004}) {
    GuardedArray array(four);
    array.set_pattern();
    EXPECT_FALSE(array.damage());
    static_cast<float*>(array.tensor<4>().data)[at] = 1.0f;
    EXPECT_TRUE(array.damage()) << at;
  }
  GuardedArray array(four);
  array.set_pattern();
  for (const std::int64_t at : {0, 3, 5, 13, 17, 30, 1000, 1030})
    static_cast<float*>(array.tensor<4>().data)[at] = 1.0f;
  EXPECT_FALSE(array.damage());
}

TEST(GuardedArray, takes_strides_of_0_and_below_and_in_any_order) {
  GuardedArray array({DType::f32, {3, 2, 4}, {0, -6, 1}});
  array.set_pattern();
  float* const data = static_cast<float*>(array.tensor<3>().data);
  data[-6] = data[-3] = data[3] = 1.0f; // ends of both rows
  EXPECT_FALSE(array.damage());
  data[-2] = 1.0f;
  EXPECT_TRUE(array.damage());

  GuardedArray transposed({DType::f32, {3, 4}, {1, 3}});
  transposed.set_pattern();
  static_cast<float*>(transposed.tensor<2>().data)[11] = 1.0f;
  EXPECT_FALSE(transposed.damage());
  static_cast<float*>(transposed.tensor<2>().data)[12] = 1.0f;
  EXPECT_TRUE(transposed.damage());
}

TEST(GuardedArrayDeathTest, the_page_may_begin_right_behind_the_last_element) {
  const GuardedArray array({DType::f16, {3, 5}, {5, 1}}, GuardedArray::Behind::forbidden);
  const auto* const last = static_cast<const volatile std::uint16_t*>(array.tensor<2>().data) + 14;
  EXPECT_EQ(*last, 0);
  EXPECT_DEATH(std::exit(last[1] != 0), "");
}

TEST(GuardedArray, first_difference_finds_its_way_by_strides) {
  GuardedArray a({DType::f32, {2, 3, 4}, {12, 1, 3}}), b({DType::f32, {2, 3, 4}, {12, 1, 3}});
  a.set_pattern();
  b.set_pattern();
  EXPECT_FALSE(first_difference(a.tensor<3>(), b.tensor<3>()));
  static_cast<float*>(b.tensor<3>().data)[12 + 2 + 3 * 3] = 0.0f;
  const auto difference = first_difference(a.tensor<3>(), b.tensor<3>());
  ASSERT_TRUE(difference);
  EXPECT_NE(difference->find("(1, 2, 3)"), std::string::npos) << *difference;
}

} // namespace
} // namespace xeforge::ops
