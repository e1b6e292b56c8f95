// Strides from the order of letters.
#include "xeforge/attention.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace xeforge {
namespace {

using Extents = std::array<std::int64_t, 4>;
constexpr Extents shape{2, 3, 5, 7}; // batch, heads, sequence, depth

TEST(StridesOf, follow_the_order_of_the_letters) {
  EXPECT_EQ(strides_of(shape, "bhsd"), (Extents{105, 35, 7, 1}));
  EXPECT_EQ(strides_of(shape, "bshd"), (Extents{105, 7, 21, 1}));
  EXPECT_EQ(strides_of(shape, "sbhd"), (Extents{21, 7, 42, 1}));
  EXPECT_EQ(strides_of(shape, "bhds"), (Extents{105, 35, 1, 5}));
}

TEST(StridesOf, refuse_other_strings_by_naming_the_known_ones) {
  for (const char* layout : {"", "bhs", "bhsdx", "BHSD", "hbsd", "bhsd ", "bbsd"}) {
    try {
      strides_of(shape, layout);
      ADD_FAILURE() << layout;
    } catch (const Error& error) {
      EXPECT_EQ(error.argument(), "layout");
      for (const char* known : {"bhsd", "bshd", "sbhd", "bhds"})
        EXPECT_NE(error.expected().find(known), std::string::npos) << error.what();
    }
  }
}

TEST(StridesOf, refuse_shapes_beyond_64_bits) {
  EXPECT_THROW(strides_of({std::numeric_limits<std::int64_t>::max(), 2, 1, 1}, "bhsd"), Error);
}

} // namespace
} // namespace xeforge
