#include "xeforge/toolchain/message_checks.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

// The message of the refusal of a call on a device; empty when there is none.
std::string refusal(const std::string& intrinsic, const std::string& result, const std::string& arguments,
                    const char* device = "bmg") {
  const std::string line = "  %9 = call " + result + " @f(" + arguments + ")";
  const auto call = parse_call(line);
  EXPECT_TRUE(call.has_value());
  try {
    check_message(intrinsic, *call, machine::device_model(device), "kernel.cpp:3");
    return {};
  } catch (const Error& error) {
    EXPECT_EQ(error.argument(), "kernel.cpp:3");
    return error.what();
  }
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string block_load(int l1, int l3, int size, int length, const std::string& result) {
  return refusal("lsc.load.stateless.x0", result,
                 "<1 x i1> splat (i1 true), i8 0, i8 " + std::to_string(l1) + ", i8 " + std::to_string(l3) +
                     ", i16 1, i32 0, i8 " + std::to_string(size) + ", i8 " + std::to_string(length) +
                     ", i8 2, i8 0, <1 x i64> %1, i32 0");
}

TEST(message_checks, a_block_moves_as_many_bytes_as_its_data_has) {
  EXPECT_EQ(block_load(0, 0, 3, 6, "<16 x i32>"), "");
  EXPECT_EQ(block_load(0, 0, 4, 8, "<64 x i64>"), "");
  EXPECT_TRUE(contains(block_load(0, 0, 3, 6, "<8 x i32>"), "a block message of 64 bytes for data of 32 bytes"));
  EXPECT_TRUE(contains(block_load(0, 0, 3, 9, "<128 x i32>"), "1 to 512 bytes"));
}

TEST(message_checks, cache_hints_come_in_certain_pairs) {
  EXPECT_EQ(block_load(5, 2, 3, 6, "<16 x i32>"), "");
  EXPECT_TRUE(contains(block_load(3, 3, 3, 6, "<16 x i32>"), "cache hints write_back/write_back"));
  const std::string store = ", i16 1, i32 0, i8 3, i8 6, i8 2, i8 0, <1 x i64> %1, <16 x i32> %2, i32 0";
  EXPECT_EQ(refusal("lsc.store.stateless.x0", "void", "<1 x i1> %0, i8 4, i8 3, i8 3" + store), "");
  EXPECT_TRUE(contains(refusal("lsc.store.stateless.x0", "void", "<1 x i1> %0, i8 4, i8 3, i8 1" + store),
                       "cache hints write_back/uncached"));
}

std::string block_2d(const char* intrinsic, int size, int blocks, int width, int height, const char* device = "bmg") {
  return refusal(intrinsic, "<128 x half>",
                 "<1 x i1> %0, i8 0, i8 0, i8 " + std::to_string(size) + ", i8 1, i8 " + std::to_string(blocks) +
                     ", i16 " + std::to_string(width) + ", i16 " + std::to_string(height) +
                     ", i8 0, i64 %1, i32 63, i32 63, i32 63, "
                     "i32 %2, i32 %3",
                 device);
}

TEST(message_checks, two_dimensional_blocks_have_limits_and_not_every_device_has_them) {
  EXPECT_EQ(block_2d("lsc.load2d.stateless.x0", 2, 1, 16, 8), "");
  EXPECT_EQ(block_2d("lsc.load2d.stateless.x0", 2, 2, 16, 32), "");
  EXPECT_TRUE(contains(block_2d("lsc.load2d.stateless.x0", 2, 4, 16, 8), "128 bytes a row"));
  EXPECT_TRUE(contains(block_2d("lsc.load2d.stateless.x0", 2, 1, 16, 33), "33 rows"));
  EXPECT_TRUE(contains(block_2d("lsc.store2d.stateless.x0", 2, 1, 16, 9), "1 to 8 rows"));
  EXPECT_TRUE(contains(block_2d("lsc.load2d.stateless.x0", 2, 1, 16, 8, "dg2"), "message for dg2"));
}

std::string descriptor_2d(const char* intrinsic, const std::string& data, int blocks, int width, int height,
                          const char* device = "bmg") {
  return refusal(intrinsic, "<256 x i16>",
                 "i1 true, <2 x i8> splat (i8 2), i8 " + std::to_string(blocks) + ", i16 " + std::to_string(width) +
                     ", i16 " + std::to_string(height) + ", <16 x i32> %1, i32 0, i32 0, " + data + " %2",
                 device);
}

TEST(message_checks, two_dimensional_blocks_with_a_descriptor_have_the_same_limits) {
  EXPECT_EQ(descriptor_2d("lsc.load.2d.ugm.desc.vnni.x0", "<256 x i16>", 1, 16, 16), "");
  EXPECT_EQ(descriptor_2d("lsc.prefetch.2d.ugm.desc.x0", "<1 x i16>", 2, 16, 32), "");
  EXPECT_EQ(descriptor_2d("lsc.store.2d.ugm.desc.x0", "<128 x i16>", 1, 16, 8), "");
  EXPECT_TRUE(contains(descriptor_2d("lsc.load.2d.ugm.desc.x0", "<512 x i32>", 2, 16, 16), "128 bytes a row"));
  EXPECT_TRUE(contains(descriptor_2d("lsc.load.2d.ugm.desc.transpose.x0", "<256 x i32>", 1, 8, 64), "64 rows"));
  EXPECT_TRUE(contains(descriptor_2d("lsc.store.2d.ugm.desc.x0", "<256 x i16>", 1, 16, 16), "1 to 8 rows"));
  for (const char* device : {"dg2", "mtl", "arl"})
    for (const char* intrinsic : {"lsc.load.2d.ugm.desc.x0", "lsc.store.2d.ugm.desc.x0", "lsc.prefetch.2d.ugm.desc.x0"})
      EXPECT_TRUE(contains(descriptor_2d(intrinsic, "<128 x i16>", 1, 16, 8, device),
                           "a two-dimensional block message for " + std::string(device)));
}

std::string dpas(const std::string& accumulator, const std::string& b, const std::string& a, int precision, int repeat,
                 const char* device = "bmg") {
  const std::string code = "i32 " + std::to_string(precision);
  return refusal("dpas2.x0", accumulator,
                 accumulator + " %0, " + b + " %1, " + a + " %2, " + code + ", " + code + ", i32 8, i32 " +
                     std::to_string(repeat) + ", i32 0, i32 0",
                 device);
}

TEST(message_checks, dpas_operands_have_the_sizes_that_its_precision_and_repeat_count_say) {
  EXPECT_EQ(dpas("<128 x float>", "<128 x i32>", "<64 x i32>", 10, 8), "");
  EXPECT_EQ(dpas("<16 x float>", "<128 x i32>", "<8 x i32>", 10, 1), "");
  EXPECT_EQ(dpas("<128 x i32>", "<128 x i32>", "<64 x i32>", 8, 8), "");
  EXPECT_EQ(dpas("<128 x float>", "<128 x i32>", "<64 x i32>", 12, 8), "");
  EXPECT_EQ(dpas("<64 x float>", "<64 x i32>", "<64 x i32>", 10, 8, "dg2"), "");
  EXPECT_TRUE(contains(dpas("<64 x float>", "<128 x i32>", "<64 x i32>", 10, 8), "64 elements of the accumulator"));
  EXPECT_TRUE(contains(dpas("<128 x float>", "<64 x i32>", "<64 x i32>", 10, 8), "bits of B"));
  EXPECT_TRUE(contains(dpas("<128 x float>", "<128 x i32>", "<128 x i32>", 10, 8), "bits of A"));
  EXPECT_TRUE(contains(dpas("<144 x float>", "<128 x i32>", "<72 x i32>", 10, 9), "repeat count 9"));
  EXPECT_TRUE(contains(dpas("<128 x float>", "<128 x i32>", "<64 x i32>", 11, 8), "unknown precision"));
}

TEST(message_checks, named_barriers_are_refused_where_there_are_none) {
  EXPECT_EQ(refusal("nbarrier.arrive.x0", "void", "i8 1, i8 0, i8 4, i8 4"), "");
  EXPECT_TRUE(
      contains(refusal("nbarrier.arrive.x0", "void", "i8 1, i8 0, i8 4, i8 4", "dg2"), "named barrier for dg2"));
}

} // namespace
} // namespace xeforge::toolchain
