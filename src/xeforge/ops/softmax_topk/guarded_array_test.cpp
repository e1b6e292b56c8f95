#include "xeforge/ops/softmax_topk/guarded_array.hpp"

#include <gtest/gtest.h>

namespace xeforge::ops::softmax_topk {
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
  GuardedArray array({DType::f32, 3, 4, std::int64_t{1} << 32});
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

} // namespace
} // namespace xeforge::ops::softmax_topk
