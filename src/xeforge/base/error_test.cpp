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

} // namespace
} // namespace xeforge
