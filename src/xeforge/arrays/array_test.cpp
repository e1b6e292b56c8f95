#include "xeforge/arrays/array.hpp"

#include "xeforge/base/bfloat16.hpp"
#include "xeforge/base/error.hpp"
#include "xeforge/base/half.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>

namespace xeforge::arrays {
namespace {

constexpr std::int64_t huge = std::int64_t{1} << 62;

TEST(Array, owned_elements_are_zero_aligned_and_writable) {
  for (const std::int64_t columns : {1, 3, 1000, 1'000'000}) {
    Array array(DType::f32, {2, columns});
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.bytes().data()) % Array::alignment, 0u);
    ASSERT_EQ(array.size(), 2 * columns);
    EXPECT_TRUE(std::ranges::all_of(array.values<float>(), [](float value) { return value == 0.0f; }));
    array.mutable_values<float>().back() = 5.0f;
    EXPECT_EQ(array.values<float>()[static_cast<std::size_t>(2 * columns - 1)], 5.0f);
  }
}

TEST(Array, elements_of_somebody_else_are_read_only_and_kept_alive) {
  auto owner = std::make_shared<std::vector<std::int32_t>>(std::vector<std::int32_t>{1, 2, 3});
  const std::weak_ptr<const void> watch = owner;
  {
    Array array(DType::i32, {3}, reinterpret_cast<const std::byte*>(owner->data()), owner);
    owner.reset();
    EXPECT_EQ(array.values<std::int32_t>()[2], 3);
    EXPECT_FALSE(array.owns_elements());
    EXPECT_THROW(array.mutable_bytes(), std::logic_error);
    EXPECT_THROW(mutable_rows_of(array), std::logic_error);
  }
  EXPECT_TRUE(watch.expired());
}

TEST(Array, reading_it_as_another_type_is_a_mistake_of_the_program) {
  const Array array(DType::f16, {4});
  EXPECT_THROW(array.values<float>(), std::logic_error);
  EXPECT_EQ(array.values<base::half>().size(), 4u);
}

TEST(Array, a_moved_array_keeps_its_elements) {
  Array first(DType::i64, {2});
  first.mutable_values<std::int64_t>()[1] = 9;
  const Array second = std::move(first);
  EXPECT_EQ(second.values<std::int64_t>()[1], 9);
}

TEST(Array, a_shape_beyond_what_can_be_counted_is_refused) {
  EXPECT_EQ(byte_size(DType::i64, Shape{huge}), std::nullopt);
  EXPECT_EQ(byte_size(DType::f16, Shape{huge, 2}), std::nullopt);
  EXPECT_EQ(byte_size(DType::f16, Shape{huge, 0, 2}), std::nullopt);
  EXPECT_EQ(byte_size(DType::f32, Shape{3, -1}), std::nullopt);
  EXPECT_EQ(byte_size(DType::f16, Shape{huge / 2}), static_cast<std::uint64_t>(huge));
  EXPECT_EQ(byte_size(DType::f32, Shape{3, 0}), 0u);
  EXPECT_EQ(byte_size(DType::f32, Shape{}), 4u);
  EXPECT_THROW(Array(DType::f32, {huge, huge}), Error);
}

TEST(Array, its_rows_are_all_extents_but_the_last) {
  Array array(DType::f16, {2, 3, 5});
  const ConstMatrixView view = rows_of(array);
  EXPECT_EQ(view.rows, 6);
  EXPECT_EQ(view.columns, 5);
  EXPECT_EQ(view.row_stride, 5);
  EXPECT_EQ(view.dtype, DType::f16);
  EXPECT_EQ(view.data, array.bytes().data());
  EXPECT_EQ(mutable_rows_of(array).data, view.data);

  const auto extents = [](Shape shape) {
    const auto rows = rows_of(Array(DType::f32, std::move(shape)));
    return std::pair(rows.rows, rows.columns);
  };
  EXPECT_EQ(extents({}), std::pair(std::int64_t{1}, std::int64_t{1}));
  EXPECT_EQ(extents({7}), std::pair(std::int64_t{1}, std::int64_t{7}));
  EXPECT_EQ(extents({4, 0}), std::pair(std::int64_t{4}, std::int64_t{0}));
}

} // namespace
} // namespace xeforge::arrays
