// Numbers as messages show them.
#include "xeforge/base/hexadecimal.hpp"

#include <gtest/gtest.h>

namespace xeforge::base {
namespace {

TEST(Hexadecimal, has_as_many_digits_as_it_needs) {
  EXPECT_EQ(hexadecimal(0), "0x0");
  EXPECT_EQ(hexadecimal(0x3f8), "0x3f8");
  EXPECT_EQ(hexadecimal(~std::uint64_t{0}), "0xffffffffffffffff");
}

TEST(Hexadecimal, has_zeros_in_front_where_more_digits_are_asked_for) {
  EXPECT_EQ(hexadecimal(0, 4), "0x0000");
  EXPECT_EQ(hexadecimal(0x3f8, 4), "0x03f8");
  EXPECT_EQ(hexadecimal(0x12345, 4), "0x12345");
}

} // namespace
} // namespace xeforge::base
