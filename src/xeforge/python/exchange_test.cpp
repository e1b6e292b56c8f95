// Memory for arrays, and which functions of DLPack are taken; that torch's do with both what they should is for
// tests/python/test_torch.py.
#include "xeforge/python/exchange.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace xeforge::python::exchange {
namespace {

Block::Outcome outcome(const std::vector<int64_t>& shape, xeforge_dtype dtype) {
  Block block;
  return block.make(shape.data(), static_cast<int32_t>(shape.size()), dtype);
}

TEST(block, is_a_dense_array_of_its_shape_and_type_aligned_to_64_bytes) {
  const int64_t shape[] = {3, 1, 5};
  Block block;
  EXPECT_FALSE(block);
  ASSERT_EQ(block.make(shape, 3, XEFORGE_BFLOAT16), Block::Outcome::made);
  ASSERT_TRUE(block);
  const xeforge_tensor tensor = block.tensor();
  EXPECT_EQ(tensor.dtype, XEFORGE_BFLOAT16);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(tensor.data) % 64, 0u);
  EXPECT_EQ(std::vector<int64_t>(tensor.shape, tensor.shape + 3), (std::vector<int64_t>{3, 1, 5}));
  EXPECT_EQ(std::vector<int64_t>(tensor.strides, tensor.strides + 3), (std::vector<int64_t>{5, 5, 1}));
  std::memset(tensor.data, 1, 3 * 5 * 2);
}

// The reader of the C interface has the layout and the numbers of types from dlpack.h on its own.
TEST(block, describes_itself_as_it_is_for_dlpack_in_every_type) {
  const int64_t shape[] = {2, 3};
  for (const xeforge_dtype dtype :
       {XEFORGE_FLOAT16, XEFORGE_BFLOAT16, XEFORGE_FLOAT32, XEFORGE_INT32, XEFORGE_INT64, XEFORGE_BOOL}) {
    Block block;
    ASSERT_EQ(block.make(shape, 2, dtype), Block::Outcome::made);
    const xeforge_tensor expected = block.tensor();
    Managed* const managed = block.release();
    EXPECT_FALSE(block);
    EXPECT_EQ(managed->major, 1u);
    EXPECT_EQ(managed->flags, 0u);
    xeforge_tensor got;
    xeforge_error error;
    ASSERT_EQ(xeforge_tensor_from_dlpack(&managed->description, &got, &error), XEFORGE_OK) << error.message;
    EXPECT_EQ(got.data, expected.data);
    EXPECT_EQ(got.dtype, dtype);
    EXPECT_EQ(got.rank, 2);
    EXPECT_TRUE(std::equal(got.shape, got.shape + 2, shape));
    EXPECT_EQ(got.strides[0], 3);
    EXPECT_EQ(got.strides[1], 1);
    managed->free(managed); // else AddressSanitizer finds a leak
  }
}

TEST(block, may_have_no_elements_or_no_dimensions) {
  const int64_t shape[] = {2, 0, 3};
  Block empty, single;
  ASSERT_EQ(empty.make(shape, 3, XEFORGE_FLOAT32), Block::Outcome::made);
  EXPECT_NE(empty.tensor().data, nullptr);
  ASSERT_EQ(single.make(nullptr, 0, XEFORGE_INT64), Block::Outcome::made);
  *static_cast<int64_t*>(single.tensor().data) = 7;
}

TEST(block, says_whether_memory_is_missing_or_could_never_be_enough) {
  EXPECT_EQ(outcome({int64_t{1} << 46}, XEFORGE_FLOAT32), Block::Outcome::out_of_memory);
  EXPECT_EQ(outcome({int64_t{1} << 40, int64_t{1} << 40}, XEFORGE_BOOL), Block::Outcome::too_large);
  EXPECT_EQ(outcome({int64_t{1} << 61}, XEFORGE_FLOAT32), Block::Outcome::too_large);
  EXPECT_EQ(outcome({INT64_MAX}, XEFORGE_BOOL), Block::Outcome::too_large);
  EXPECT_EQ(outcome({0, int64_t{1} << 40, int64_t{1} << 40}, XEFORGE_BOOL), Block::Outcome::too_large); // its strides
}

TEST(functions, are_of_the_version_whose_layout_is_known) {
  Functions known{1, 3, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr};
  const Functions newer{2, 0, &known, nullptr, nullptr, nullptr, nullptr, nullptr};
  const Functions alone{2, 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr};
  EXPECT_EQ(supported(&known), &known);
  EXPECT_EQ(supported(&newer), &known);
  EXPECT_EQ(supported(&alone), nullptr);
  EXPECT_EQ(supported(nullptr), nullptr);
}

} // namespace
} // namespace xeforge::python::exchange
