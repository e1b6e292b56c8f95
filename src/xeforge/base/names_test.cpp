#include "xeforge/base/names.hpp"

#include <gtest/gtest.h>

namespace xeforge::base {
namespace {

enum class Fruit { none, apple, pear };
constexpr Names<Fruit::pear> names{{{Fruit::none, ""}, {Fruit::apple, "apple"}, {Fruit::pear, "pear"}}};

TEST(names, go_both_ways) {
  static_assert(names.of(Fruit::pear) == "pear" && names.find("apple") == Fruit::apple);
  EXPECT_EQ(names.find(""), Fruit::none);
  EXPECT_EQ(names.find("peach"), std::nullopt);
  EXPECT_EQ(names.read("fruit", "pear"), Fruit::pear);
}

TEST(names, what_is_not_known_is_refused) {
  try {
    names.read("fruit", "peach");
    FAIL() << "read";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "fruit: got 'peach'; expected one of apple, pear");
  }
}

} // namespace
} // namespace xeforge::base
