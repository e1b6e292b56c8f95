#include "xeforge/driver/words.hpp"

#include "xeforge/base/error.hpp"

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

} // namespace
} // namespace xeforge::driver
