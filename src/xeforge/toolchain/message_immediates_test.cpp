#include "xeforge/toolchain/message_immediates.hpp"

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

using Lines = std::vector<std::string>;

// The body with its messages' constants folded, as one text.
std::string folded(const Lines& body) {
  Lines lines{"define void @k() {"};
  lines.insert(lines.end(), body.begin(), body.end());
  lines.push_back("}");
  fold_immediates(lines, 0, lines.size() - 1);
  std::string text;
  for (std::size_t i = 1; i + 1 < lines.size(); ++i)
    text += lines[i] + "\n";
  return text;
}

std::string load_slm(const std::string& address, const std::string& immediate = "0") {
  return "  %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 " +
         immediate + ", i8 4, i8 8, i8 2, i8 0, <1 x i32> " + address + ", i32 0)";
}
std::string store_slm(const std::string& addresses, const std::string& immediate = "0") {
  return "  call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 " + immediate +
         ", i8 3, i8 1, i8 1, i8 0, <4 x i32> " + addresses + ", <4 x i32> %d, i32 0)";
}
std::string load_2d(const std::string& descriptor, const std::string& x = "0", const std::string& y = "0") {
  return "  %b = call <1024 x i16> @llvm.genx.lsc.load.2d.ugm.desc.x6(i1 true, <2 x i8> zeroinitializer, i8 2, i16 16, "
         "i16 32, <16 x i32> " +
         descriptor + ", i32 " + x + ", i32 " + y + ", <1024 x i16> zeroinitializer)";
}

TEST(message_immediates, an_address_plus_a_constant_becomes_the_address_and_an_immediate) {
  for (const char* sum : {"add i32 %base, 512", "add nuw nsw i32 %base, 512", "or disjoint i32 %base, 512",
                          "add i32 %base, 512, !dbg !7"}) {
    const std::string text = folded(
        {"  %sum = " + std::string(sum), "  %a = insertelement <1 x i32> poison, i32 %sum, i64 0", load_slm("%a")});
    EXPECT_NE(text.find("  %xeforge.place.0.0 = insertelement <1 x i32> poison, i32 %base, i64 0\n" +
                        load_slm("%xeforge.place.0.0", "512")),
              text.npos)
        << text;
  }
}

TEST(message_immediates, sums_of_sums_add_up) {
  const std::string text = folded({"  %one = add i32 %base, 512", "  %two = add i32 %one, -1024",
                                   "  %a = insertelement <1 x i32> poison, i32 %two, i64 0", load_slm("%a")});
  EXPECT_NE(text.find(load_slm("%xeforge.place.0.0", "-512")), text.npos) << text;
}

TEST(message_immediates, what_is_no_sum_or_does_not_fit_stays) {
  for (const Lines& body :
       {Lines{"  %a = insertelement <1 x i32> poison, i32 %base, i64 0", load_slm("%a")},
        Lines{"  %s = or i32 %base, 512", "  %a = insertelement <1 x i32> poison, i32 %s, i64 0", load_slm("%a")},
        Lines{"  %s = add i32 %base, 524288", "  %a = insertelement <1 x i32> poison, i32 %s, i64 0", load_slm("%a")},
        Lines{"  %s = add i32 %base, 2", "  %a = insertelement <1 x i32> poison, i32 %s, i64 0", load_slm("%a")},
        Lines{"  %s = add i32 %base, 4", "  %a = insertelement <1 x i32> poison, i32 %s, i64 0", load_slm("%a", "8")},
        Lines{"  %a = add <4 x i32> %base, %other", store_slm("%a")}}) {
    std::string unchanged;
    for (const std::string& line : body)
      unchanged += line + "\n";
    EXPECT_EQ(folded(body), unchanged);
  }
}

TEST(message_immediates, lanes_that_differ_by_one_constant_share_their_addresses) {
  const std::string text = folded({"  %a = add <4 x i32> %base, <i32 16, i32 48, i32 80, i32 112>", store_slm("%a"),
                                   "  %b = add <4 x i32> %base, <i32 512, i32 544, i32 576, i32 608>", store_slm("%b"),
                                   "  %c = add <4 x i32> %base, splat (i32 8)", store_slm("%c")});
  const std::string shared = "%xeforge.place.0.0";
  EXPECT_NE(
      text.find("  " + shared + " = add <4 x i32> %base, <i32 0, i32 32, i32 64, i32 96>\n" + store_slm(shared, "16")),
      text.npos)
      << text;
  EXPECT_NE(text.find("\n" + store_slm(shared, "512")), text.npos) << text;
  EXPECT_NE(text.find("\n" + store_slm("%base", "8")), text.npos) << text;
}

TEST(message_immediates, of_addresses_that_are_one_constant_zeros_are_left) {
  EXPECT_EQ(folded({store_slm("splat (i32 16)")}), store_slm("zeroinitializer", "16") + "\n");
  EXPECT_EQ(folded({store_slm("zeroinitializer")}), store_slm("zeroinitializer") + "\n");
}

TEST(message_immediates, lanes_that_begin_at_the_base_are_what_the_others_share) {
  const std::string text = folded({"  %a = add <4 x i32> %base, <i32 0, i32 32, i32 64, i32 96>", store_slm("%a"),
                                   "  %b = add <4 x i32> %base, <i32 16, i32 48, i32 80, i32 112>", store_slm("%b")});
  EXPECT_NE(text.find(store_slm("%a", "16")), text.npos) << text;
  EXPECT_EQ(text.find("%xeforge"), text.npos) << text;
}

TEST(message_immediates, blocks_a_constant_apart_share_a_descriptor) {
  const std::string text = folded({"  %y1 = add nsw i32 %y, 32", "  %d0 = insertelement <16 x i32> %d, i32 0, i64 5",
                                   "  %d1 = insertelement <16 x i32> %d0, i32 %y, i64 6", load_2d("%d1"),
                                   "  %d2 = insertelement <16 x i32> %d1, i32 %y1, i64 6",
                                   "  %d3 = insertelement <16 x i32> %d2, i32 64, i64 5", load_2d("%d3")});
  EXPECT_NE(text.find("  %xeforge.place.0.0 = insertelement <16 x i32> %d, i32 0, i64 5\n"
                      "  %xeforge.place.0.1 = insertelement <16 x i32> %xeforge.place.0.0, i32 %y, i64 6\n" +
                      load_2d("%xeforge.place.0.1")),
            text.npos)
      << text;
  EXPECT_NE(text.find("\n" + load_2d("%xeforge.place.0.1", "64", "32")), text.npos) << text;
}

TEST(message_immediates, a_block_too_far_away_keeps_its_own_descriptor) {
  const std::string text = folded({"  %d0 = insertelement <16 x i32> %d, i32 512, i64 5",
                                   "  %d1 = insertelement <16 x i32> %d0, i32 %y, i64 6", load_2d("%d1")});
  EXPECT_NE(text.find(load_2d("%d1")), text.npos) << text;
}

TEST(message_immediates, a_descriptor_is_not_shared_between_basic_blocks) {
  const Lines body{"  %d0 = insertelement <16 x i32> %d, i32 0, i64 5",
                   "  %d1 = insertelement <16 x i32> %d0, i32 %y, i64 6", load_2d("%d1"), "next:", load_2d("%d1")};
  const std::string text = folded(body);
  EXPECT_NE(text.find("next:\n  %xeforge.place.0.2 ="), text.npos) << text;
}

} // namespace
} // namespace xeforge::toolchain
