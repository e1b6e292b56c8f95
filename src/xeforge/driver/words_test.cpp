#include "xeforge/driver/words.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/tools/response_file.hpp"

#include <fstream>
#include <gtest/gtest.h>

namespace xeforge::driver {
namespace {

using Words = std::vector<std::string>;

TEST(Words, are_separated_by_blanks_and_kept_together_by_quotes) {
  EXPECT_EQ(split_words("f", ""), Words());
  EXPECT_EQ(split_words("f", "  -device  bmg "), (Words{"-device", "bmg"}));
  EXPECT_EQ(split_words("f", "-options '-a -b' \"c d\"e ''"), (Words{"-options", "-a -b", "c de", ""}));
  EXPECT_EQ(split_words("f", "a\\ b 'c\\d' \"e\\\"f\""), (Words{"a b", "c\\d", "e\"f"}));
  try {
    split_words("-Xs", "-options 'a");
    ADD_FAILURE() << "no exception";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "-Xs: got a quote that is not closed in '-options 'a'; expected quotes in pairs");
  }
}

TEST(Words, of_files_are_those_that_clang_reads) {
  EXPECT_EQ(split_response_file("@f", "-DA='a\\'b' '' \"\" x\\ y\r\n\"\xc3\xa4 z\""),
            (Words{"-DA=a'b", "x y", "\xc3\xa4 z"}));
  EXPECT_EQ(split_response_file("@f", "\xef\xbb\xbf-c"), Words{"-c"});
  EXPECT_THROW(split_response_file("@f", "a 'b"), Error);
  EXPECT_THROW(split_response_file("@f", std::string_view("a\0b", 3)), Error);
  // What is written for clang is read again as it was.
  const Words words{"a b", "c\\d", "\"e\"", "f'g", "\n", "$h"};
  EXPECT_EQ(split_response_file("@f", toolchain::response_file(words)), words);
}

TEST(Words, may_stand_in_files_that_name_files) {
  const std::string folder = testing::TempDir();
  std::ofstream(folder + "/inner.rsp") << "-DIN=1";
  std::ofstream(folder + "/outer.rsp") << "-DA @" << folder << "/inner.rsp @" << folder << "/inner.rsp -DB";
  EXPECT_EQ(expand_response_files({"x", "@" + folder + "/outer.rsp", "y"}),
            (Words{"x", "-DA", "-DIN=1", "-DIN=1", "-DB", "y"}));
  std::ofstream(folder + "/self.rsp") << "@" << folder << "/self.rsp";
  EXPECT_THROW(expand_response_files({"@" + folder + "/self.rsp"}), Error);
  EXPECT_THROW(expand_response_files({"@" + folder + "/absent.rsp"}), Error);
}

} // namespace
} // namespace xeforge::driver
