#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

namespace xeforge {
namespace {

TEST(Error, is_one_line_whatever_was_got) {
  using namespace std::string_view_literals;
  const Error error("a\nb", "'\0\x1b[31m\x7f \xc3\xa4'"sv, "one line");
  EXPECT_STREQ(error.what(), "a\\nb: got '\\x00\\x1b[31m\\x7f \xc3\xa4'; expected one line");
  EXPECT_EQ(error.argument(), "a\\nb");
  EXPECT_EQ(error.got(), "'\\x00\\x1b[31m\\x7f \xc3\xa4'");
}

// Characters of UTF-8 stay; U+009B begins an escape sequence, 0xff and halves of characters are none.
TEST(Error, shows_what_is_no_text_by_its_bytes) {
  EXPECT_EQ(base::one_line("\xc2\x9b"), "\\xc2\\x9b");
  EXPECT_EQ(base::one_line("\xff\xc3"), "\\xff\\xc3");
  EXPECT_EQ(base::one_line("\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80"), "\\xc0\\xaf\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(base::one_line("\xc2\xa0\xe2\x82\xac\xf0\x9f\x9a\x80"), "\xc2\xa0\xe2\x82\xac\xf0\x9f\x9a\x80");
}

} // namespace
} // namespace xeforge
