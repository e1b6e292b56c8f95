#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

// The message of the refusal of a call on a device; empty when there is none. The operands are values (%0, %1, ...),
// which are the function's arguments.
std::string refusal_of_message(const std::string& intrinsic, const std::string& result, const std::string& arguments,
                               const char* device = "bmg") {
  std::string parameters, types;
  for (llvm::StringRef rest = arguments; !rest.empty();) {
    auto end = rest.find(", ");
    while (end != rest.npos && rest.substr(0, end).count('<') != rest.substr(0, end).count('>'))
      end = rest.find(", ", end + 1);
    const llvm::StringRef argument = rest.substr(0, end), type = argument.substr(0, argument.find_last_of(' '));
    rest = end == rest.npos ? llvm::StringRef() : rest.substr(end + 2);
    const llvm::StringRef plain = argument.contains(" splat (") ? argument.substr(0, argument.find(" splat (")) : type;
    types += (types.empty() ? "" : ", ") + plain.str();
    if (argument.contains('%'))
      parameters += (parameters.empty() ? "" : ", ") + argument.str();
  }
  const std::string text =
      function(parameters, "  call " + result + " @llvm.genx." + intrinsic + "(" + arguments + ")\n") + "declare " +
      result + " @llvm.genx." + intrinsic + "(" + types + ")\n";
  return refusal_by(CheckMessages(machine::device_model(device)), text);
}

std::string errors_of_block_load(int l1, int l3, int size, int length, const std::string& result) {
  return refusal_of_message("lsc.load.stateless.x0", result,
                            "<1 x i1> splat (i1 true), i8 0, i8 " + std::to_string(l1) + ", i8 " + std::to_string(l3) +
                                ", i16 1, i32 0, i8 " + std::to_string(size) + ", i8 " + std::to_string(length) +
                                ", i8 2, i8 0, <1 x i64> %b, i32 0");
}

TEST(check_messages, a_block_moves_as_many_bytes_as_its_data_has) {
  EXPECT_EQ(errors_of_block_load(0, 0, 3, 6, "<16 x i32>"), "");
  EXPECT_EQ(errors_of_block_load(0, 0, 4, 8, "<64 x i64>"), "");
  EXPECT_TRUE(
      contains(errors_of_block_load(0, 0, 3, 6, "<8 x i32>"), "a block message of 64 bytes for data of 32 bytes"));
  EXPECT_TRUE(contains(errors_of_block_load(0, 0, 3, 9, "<128 x i32>"), "1 to 512 bytes"));
}

TEST(check_messages, cache_hints_come_in_certain_pairs) {
  EXPECT_EQ(errors_of_block_load(5, 2, 3, 6, "<16 x i32>"), "");
  EXPECT_TRUE(contains(errors_of_block_load(3, 3, 3, 6, "<16 x i32>"), "cache hints write_back/write_back"));
  const std::string store = ", i16 1, i32 0, i8 3, i8 6, i8 2, i8 0, <1 x i64> %b, <16 x i32> %c, i32 0";
  EXPECT_EQ(refusal_of_message("lsc.store.stateless.x0", "void", "<1 x i1> %a, i8 4, i8 3, i8 3" + store), "");
  EXPECT_TRUE(contains(refusal_of_message("lsc.store.stateless.x0", "void", "<1 x i1> %a, i8 4, i8 3, i8 1" + store),
                       "cache hints write_back/uncached"));
}

std::string block_2d(const char* intrinsic, int size, int blocks, int width, int height, const char* device = "bmg") {
  return refusal_of_message(intrinsic, "<128 x half>",
                            "<1 x i1> %a, i8 0, i8 0, i8 " + std::to_string(size) + ", i8 1, i8 " +
                                std::to_string(blocks) + ", i16 " + std::to_string(width) + ", i16 " +
                                std::to_string(height) +
                                ", i8 0, i64 %b, i32 63, i32 63, i32 63, "
                                "i32 %c, i32 %d",
                            device);
}

TEST(check_messages, two_dimensional_blocks_have_limits_and_not_every_device_has_them) {
  EXPECT_EQ(block_2d("lsc.load2d.stateless.x0", 2, 1, 16, 8), "");
  EXPECT_EQ(block_2d("lsc.load2d.stateless.x0", 2, 2, 16, 32), "");
  EXPECT_TRUE(contains(block_2d("lsc.load2d.stateless.x0", 2, 4, 16, 8), "128 bytes a row"));
  EXPECT_TRUE(contains(block_2d("lsc.load2d.stateless.x0", 2, 1, 16, 33), "33 rows"));
  EXPECT_TRUE(contains(block_2d("lsc.store2d.stateless.x0", 2, 1, 16, 9), "1 to 8 rows"));
  EXPECT_TRUE(contains(block_2d("lsc.load2d.stateless.x0", 2, 1, 16, 8, "dg2"), "message for dg2"));
}

std::string descriptor_2d(const char* intrinsic, const std::string& data, int blocks, int width, int height,
                          const char* device = "bmg") {
  return refusal_of_message(intrinsic, "<256 x i16>",
                            "i1 true, <2 x i8> splat (i8 2), i8 " + std::to_string(blocks) + ", i16 " +
                                std::to_string(width) + ", i16 " + std::to_string(height) +
                                ", <16 x i32> %b, i32 0, i32 0, " + data + " %c",
                            device);
}

TEST(check_messages, two_dimensional_blocks_with_a_descriptor_have_the_same_limits) {
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
  return refusal_of_message("dpas2.x0", accumulator,
                            accumulator + " %a, " + b + " %b, " + a + " %c, " + code + ", " + code + ", i32 8, i32 " +
                                std::to_string(repeat) + ", i32 0, i32 0",
                            device);
}

TEST(check_messages, dpas_operands_have_the_sizes_that_its_precision_and_repeat_count_say) {
  EXPECT_EQ(dpas("<128 x float>", "<128 x i32>", "<64 x i32>", 10, 8), "");
  EXPECT_EQ(dpas("<16 x float>", "<128 x i32>", "<8 x i32>", 10, 1), "");
  EXPECT_EQ(dpas("<128 x i32>", "<128 x i32>", "<64 x i32>", 8, 8), "");
  EXPECT_EQ(dpas("<128 x float>", "<128 x i32>", "<64 x i32>", 12, 8), "");
  EXPECT_EQ(dpas("<64 x float>", "<64 x i32>", "<64 x i32>", 10, 8, "dg2"), "");
  EXPECT_TRUE(contains(dpas("<64 x float>", "<128 x i32>", "<64 x i32>", 10, 8), "64 elements of the accumulator"));
  EXPECT_TRUE(contains(dpas("<128 x float>", "<64 x i32>", "<64 x i32>", 10, 8), "bits of B"));
  EXPECT_TRUE(contains(dpas("<128 x float>", "<128 x i32>", "<128 x i32>", 10, 8), "bits of A"));
  EXPECT_TRUE(contains(dpas("<144 x float>", "<128 x i32>", "<72 x i32>", 10, 9), "repeat count 9"));
  EXPECT_TRUE(contains(dpas("<128 x float>", "<128 x i32>", "<64 x i32>", 13, 8), "unknown precision"));
}

TEST(check_messages, products_that_only_the_host_has_are_refused_by_name) {
  for (const int precision : {11, 14, 15})
    EXPECT_TRUE(contains(dpas("<128 x float>", "<128 x i32>", "<64 x i32>", precision, 8),
                         "a dpas of bf8, hf8 or e2m1, which bmg does not have"));
  EXPECT_TRUE(contains(
      refusal_of_message("bdpas.x0", "<128 x float>",
                         "<128 x float> zeroinitializer, <128 x i32> zeroinitializer, <64 x i32> zeroinitializer, "
                         "<16 x i8> zeroinitializer, <8 x i8> zeroinitializer, i32 10, i32 10, i32 8, i32 8"),
      "a dpas with scales (bdpas), which bmg does not have"));
}

TEST(check_messages, named_barriers_are_refused_where_there_are_none) {
  EXPECT_EQ(refusal_of_message("nbarrier.arrive.x0", "void", "i8 1, i8 0, i8 4, i8 4"), "");
  EXPECT_TRUE(contains(refusal_of_message("nbarrier.arrive.x0", "void", "i8 1, i8 0, i8 4, i8 4", "dg2"),
                       "named barrier for dg2"));
}

} // namespace
} // namespace xeforge::toolchain::lowering
