#include "xeforge/ops/footprint.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <vector>

namespace xeforge::ops {
namespace {

using Extents = std::vector<std::int64_t>;
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

// Byte offsets of all elements, one by one.
std::vector<std::int64_t> offsets_of(const Extents& shape, const Extents& strides, DType dtype) {
  std::vector<std::int64_t> offsets{0};
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    std::vector<std::int64_t> more;
    for (const std::int64_t offset : offsets)
      for (std::int64_t i = 0; i < shape[axis]; ++i)
        more.push_back(offset + i * strides[axis] * static_cast<std::int64_t>(size_of(dtype)));
    offsets = more;
  }
  return offsets;
}

TEST(ByteRange, reaches_from_the_lowest_to_the_last_byte_of_the_highest_element) {
  const auto range = byte_range(Extents{2, 3, 4}, Extents{20, -5, 1}, DType::f16);
  ASSERT_TRUE(range);
  EXPECT_EQ(range->lowest, -20);
  EXPECT_EQ(range->highest, 2 * (20 + 3) + 1);
}

TEST(ByteRange, does_not_exist_beyond_64_bits) {
  EXPECT_TRUE(byte_range(Extents{3}, Extents{most / 2}, DType::boolean)); // 2 steps reach most - 1
  EXPECT_FALSE(byte_range(Extents{3}, Extents{most / 2 + 1}, DType::boolean));
  EXPECT_FALSE(byte_range(Extents{2, 2}, Extents{most / 2 + 1, most / 2 + 1}, DType::boolean));
  EXPECT_FALSE(byte_range(Extents{2, 2}, Extents{most / 2 + 2, -most / 2 - 2}, DType::boolean));
  EXPECT_FALSE(byte_range(Extents{3}, Extents{most}, DType::boolean));
  EXPECT_FALSE(byte_range(Extents{2}, Extents{most / 4 + 1}, DType::f32));
  EXPECT_TRUE(byte_range(Extents{2}, Extents{most / 4}, DType::f32));
  EXPECT_TRUE(byte_range(Extents{1}, Extents{most}, DType::f32)); // a stride that nobody takes
}

TEST(ElementsAreApart, says_yes_to_every_order_of_dimensions_and_no_to_any_overlap) {
  EXPECT_TRUE(elements_are_apart(Extents{2, 3, 4}, Extents{12, 4, 1}));
  EXPECT_TRUE(elements_are_apart(Extents{2, 3, 4}, Extents{1, 8, 2}));
  EXPECT_TRUE(elements_are_apart(Extents{2, 3, 4}, Extents{-12, 4, -1}));
  EXPECT_TRUE(elements_are_apart(Extents{2, 1, 4}, Extents{4, 0, 1}));
  EXPECT_FALSE(elements_are_apart(Extents{2, 3, 4}, Extents{11, 4, 1}));
  EXPECT_FALSE(elements_are_apart(Extents{2, 2}, Extents{1, 1}));
  EXPECT_FALSE(elements_are_apart(Extents{2}, Extents{0}));
}

// Whatever it says yes to is so.
TEST(ElementsAreApart, is_never_wrong_on_small_arrays) {
  for (std::int64_t a = -7; a <= 7; ++a)
    for (std::int64_t b = -7; b <= 7; ++b)
      for (std::int64_t c = -3; c <= 3; ++c) {
        const Extents shape{2, 3, 2}, strides{a, b, c};
        const auto offsets = offsets_of(shape, strides, DType::boolean);
        const bool distinct = std::set(offsets.begin(), offsets.end()).size() == offsets.size();
        EXPECT_TRUE(distinct || !elements_are_apart(shape, strides)) << a << ' ' << b << ' ' << c;
      }
}

struct Array {
  std::int64_t first; // bytes
  DType dtype;
  Extents shape, strides;
};
bool are_disjoint_at(const std::byte* memory, const Array& a, const Array& b) {
  return are_disjoint({memory + a.first, a.dtype, a.shape, a.strides}, {memory + b.first, b.dtype, b.shape, b.strides});
}
bool share_a_byte(const Array& a, const Array& b) {
  std::set<std::int64_t> bytes;
  for (const std::int64_t offset : offsets_of(a.shape, a.strides, a.dtype))
    for (std::size_t byte = 0; byte < size_of(a.dtype); ++byte)
      bytes.insert(a.first + offset + static_cast<std::int64_t>(byte));
  for (const std::int64_t offset : offsets_of(b.shape, b.strides, b.dtype))
    for (std::size_t byte = 0; byte < size_of(b.dtype); ++byte)
      if (bytes.contains(b.first + offset + static_cast<std::int64_t>(byte)))
        return true;
  return false;
}

// One wide array of q, k, v and out side by side, and two arrays behind each other.
TEST(AreDisjoint, recognises_columns_of_one_array_and_neighbours) {
  const std::vector<std::byte> memory(4096);
  const auto columns = [](std::int64_t from, std::int64_t width) {
    return Array{4 * from, DType::f32, {5, 2, width}, {24, 3, 1}};
  };
  EXPECT_TRUE(are_disjoint_at(memory.data(), columns(0, 3), columns(6, 3)));
  EXPECT_TRUE(are_disjoint_at(memory.data(), columns(18, 3), columns(6, 3)));
  EXPECT_FALSE(are_disjoint_at(memory.data(), columns(0, 3), columns(5, 3)));
  EXPECT_FALSE(are_disjoint_at(memory.data(), columns(0, 3), columns(19, 3))); // its end is the next row's start
  EXPECT_TRUE(are_disjoint_at(memory.data(), {0, DType::f32, {10}, {1}}, {40, DType::f16, {10}, {1}}));
  EXPECT_FALSE(are_disjoint_at(memory.data(), {0, DType::f32, {10}, {1}}, {38, DType::f16, {10}, {1}}));
}

// A dimension of one element may have any stride, also one that as bytes is beyond 64 bits. Under
// UndefinedBehaviorSanitizer this is a test of the arithmetic as well.
TEST(AreDisjoint, ignores_strides_that_nobody_takes) {
  const std::vector<std::byte> memory(4096);
  for (const std::int64_t stride : {std::int64_t{1} << 61, std::int64_t{1} << 62, most, -most, -most - 1}) {
    EXPECT_TRUE(are_disjoint_at(memory.data(), {0, DType::f32, {1, 10}, {stride, 1}}, {40, DType::f16, {10}, {1}}));
    EXPECT_TRUE(are_disjoint_at(memory.data(), {0, DType::f32, {5, 1, 3}, {24, stride, 1}},
                                {24, DType::f32, {5, 3}, {24, 1}})); // side by side in rows of 24
    EXPECT_FALSE(are_disjoint_at(memory.data(), {0, DType::f32, {1, 10}, {stride, 1}}, {36, DType::f16, {10}, {1}}));
    EXPECT_TRUE(elements_are_apart(Extents{1, 10}, Extents{stride, 1}));
  }
  EXPECT_TRUE(elements_are_apart(Extents{2, 10}, Extents{-most - 1, 1}));
}

TEST(AreDisjoint, is_never_wrong_on_small_arrays) {
  const std::vector<std::byte> memory(4096);
  int proven = 0;
  for (std::int64_t first = 0; first < 24; first += 2)
    for (const std::int64_t row : {-8, -3, 0, 2, 4, 6, 8, 12})
      for (const std::int64_t column : {-1, 1, 2, 4})
        for (const std::int64_t other_row : {-6, 3, 4, 8})
          for (const DType dtype : {DType::f16, DType::f32}) {
            const Array a{2000, dtype, {3, 2}, {row, column}}, b{2000 + first, DType::f16, {2, 3}, {other_row, 1}};
            const bool disjoint = are_disjoint_at(memory.data(), a, b);
            proven += disjoint;
            EXPECT_FALSE(disjoint && share_a_byte(a, b)) << first << ' ' << row << ' ' << column << ' ' << other_row;
          }
  EXPECT_GT(proven, 100);
}

} // namespace
} // namespace xeforge::ops
