#include "xeforge/toolchain/lowering/testing.hpp"

#include <algorithm>

namespace xeforge::toolchain::lowering {
namespace {

const std::string slm_load = "@llvm.genx.lsc.load.slm.x5", slm_store = "@llvm.genx.lsc.store.slm.x2",
                  block_load = "@llvm.genx.lsc.load.2d.ugm.desc.x6";
const std::string declarations =
    "declare <64 x i64> " + slm_load + "(<1 x i1>, i8, i8, i8, i16, i32, i8, i8, i8, i8, <1 x i32>, i32)\n" +
    "declare void " + slm_store + "(<4 x i1>, i8, i8, i8, i16, i32, i8, i8, i8, i8, <4 x i32>, <4 x i32>, i32)\n" +
    "declare <1024 x i16> " + block_load + "(i1, <2 x i8>, i8, i16, i16, <16 x i32>, i32, i32, <1024 x i16>)\n";

// The body with its messages' constants folded.
std::string folded(const std::string& body) {
  return body_after(FoldMessageImmediates(),
                    "i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y", body, declarations);
}

std::string load_slm(const std::string& address, const std::string& immediate = "0") {
  return "call <64 x i64> " + slm_load + "(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 " + immediate +
         ", i8 4, i8 8, i8 2, i8 0, <1 x i32> " + address + ", i32 0)\n";
}
std::string store_slm(const std::string& addresses, const std::string& immediate = "0") {
  return "  call void " + slm_store + "(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 " + immediate +
         ", i8 3, i8 1, i8 1, i8 0, <4 x i32> " + addresses + ", <4 x i32> %data, i32 0)\n";
}
std::string load_2d(const std::string& descriptor, const std::string& x = "0", const std::string& y = "0") {
  return "call <1024 x i16> " + block_load + "(i1 true, <2 x i8> zeroinitializer, i8 2, i16 16, i16 32, <16 x i32> " +
         descriptor + ", i32 " + x + ", i32 " + y + ", <1024 x i16> zeroinitializer)\n";
}

TEST(fold_message_immediates, an_address_plus_a_constant_becomes_the_address_and_an_immediate) {
  for (const char* sum : {"add i32 %base, 512", "add nuw nsw i32 %base, 512", "or disjoint i32 %base, 512"})
    EXPECT_EQ(folded("  %sum = " + std::string(sum) +
                     "\n  %a = insertelement <1 x i32> poison, i32 %sum, i64 0\n  %v = " + load_slm("%a")),
              "  %1 = insertelement <1 x i32> poison, i32 %base, i64 0\n  %v = " + load_slm("%1", "512"));
}

TEST(fold_message_immediates, sums_of_sums_add_up) {
  EXPECT_EQ(folded("  %one = add i32 %base, 512\n  %two = add i32 %one, -1024\n"
                   "  %a = insertelement <1 x i32> poison, i32 %two, i64 0\n  %v = " +
                   load_slm("%a")),
            "  %1 = insertelement <1 x i32> poison, i32 %base, i64 0\n  %v = " + load_slm("%1", "-512"));
}

TEST(fold_message_immediates, what_is_no_sum_or_does_not_fit_stays) {
  const std::string address = "  %a = insertelement <1 x i32> poison, i32 %s, i64 0\n  %v = ";
  for (const std::string& body : {"  %a = insertelement <1 x i32> poison, i32 %base, i64 0\n  %v = " + load_slm("%a"),
                                  "  %s = or i32 %base, 512\n" + address + load_slm("%a"),
                                  "  %s = add i32 %base, 524288\n" + address + load_slm("%a"),
                                  "  %s = add i32 %base, 2\n" + address + load_slm("%a"),
                                  "  %s = add i32 %base, 4\n" + address + load_slm("%a", "8"),
                                  "  %a = add <4 x i32> %bases, %data\n" + store_slm("%a"),
                                  "  %a = add <4 x i32> %bases, <i32 2, i32 34, i32 66, i32 98>\n" + store_slm("%a")})
    EXPECT_EQ(folded(body), body);
}

TEST(fold_message_immediates, lanes_that_differ_by_one_constant_share_their_addresses) {
  EXPECT_EQ(folded("  %a = add <4 x i32> %bases, <i32 16, i32 48, i32 80, i32 112>\n" + store_slm("%a") +
                   "  %b = add <4 x i32> %bases, <i32 512, i32 544, i32 576, i32 608>\n" + store_slm("%b") +
                   "  %c = add <4 x i32> %bases, splat (i32 8)\n" + store_slm("%c")),
            "  %1 = add <4 x i32> %bases, <i32 0, i32 32, i32 64, i32 96>\n" + store_slm("%1", "16") +
                store_slm("%1", "512") + store_slm("%bases", "8"));
}

TEST(fold_message_immediates, of_addresses_that_are_one_constant_zeros_are_left) {
  EXPECT_EQ(folded(store_slm("splat (i32 16)")), store_slm("zeroinitializer", "16"));
  EXPECT_EQ(folded(store_slm("zeroinitializer")), store_slm("zeroinitializer"));
}

TEST(fold_message_immediates, lanes_that_begin_at_the_base_are_what_the_others_share) {
  const std::string first = "  %a = add <4 x i32> %bases, <i32 0, i32 32, i32 64, i32 96>\n" + store_slm("%a");
  EXPECT_EQ(folded(first + "  %b = add <4 x i32> %bases, <i32 16, i32 48, i32 80, i32 112>\n" + store_slm("%b")),
            first + store_slm("%a", "16"));
}

TEST(fold_message_immediates, blocks_a_constant_apart_share_a_descriptor) {
  EXPECT_EQ(folded("  %y1 = add nsw i32 %y, 32\n  %d0 = insertelement <16 x i32> %surface, i32 0, i64 5\n"
                   "  %d1 = insertelement <16 x i32> %d0, i32 %y, i64 6\n  %v = " +
                   load_2d("%d1") +
                   "  %d2 = insertelement <16 x i32> %d1, i32 %y1, i64 6\n"
                   "  %d3 = insertelement <16 x i32> %d2, i32 64, i64 5\n  %w = " +
                   load_2d("%d3")),
            "  %1 = insertelement <16 x i32> %surface, i32 0, i64 5\n"
            "  %2 = insertelement <16 x i32> %1, i32 %y, i64 6\n  %v = " +
                load_2d("%2") + "  %w = " + load_2d("%2", "64", "32"));
}

TEST(fold_message_immediates, a_block_too_far_away_keeps_its_own_descriptor) {
  const std::string body = "  %d0 = insertelement <16 x i32> %surface, i32 512, i64 5\n"
                           "  %d1 = insertelement <16 x i32> %d0, i32 %y, i64 6\n  %v = " +
                           load_2d("%d1");
  EXPECT_EQ(folded(body), body);
}

TEST(fold_message_immediates, a_descriptor_is_not_shared_between_basic_blocks) {
  const std::string insertions = "  %d0 = insertelement <16 x i32> %surface, i32 0, i64 5\n"
                                 "  %d1 = insertelement <16 x i32> %d0, i32 %y, i64 6\n";
  const std::string text =
      folded(insertions + "  %v = " + load_2d("%d1") + "  br label %next\nnext:\n  %w = " + load_2d("%d1"));
  const auto next = text.find("next:\n  %3 = insertelement <16 x i32> %surface, i32 0, i64 5\n"
                              "  %4 = insertelement <16 x i32> %3, i32 %y, i64 6\n");
  EXPECT_NE(next, text.npos) << text;
}

} // namespace
} // namespace xeforge::toolchain::lowering
