#include "xeforge/checker/value_shadow.hpp"

#include "xeforge/checker/value_origins.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace xeforge::checker::values {
namespace {

// Shadow comes in windows of 64 GiB of addresses; these lie on both sides of the end of one, and nothing is mapped
// there.
constexpr std::uint64_t window = std::uint64_t{64} << 30, before = 4096, edge = 300 * window, start = edge - before;

bool has_value(std::uint64_t address) { return find_missing(address, 1).first == 1; }

TEST(value_shadow, of_memory_across_the_end_of_a_window_is_followed_on_both_sides) {
  const std::uint32_t origin = origins::make({"memory of a test", nullptr, false});
  forget(start, 3 * before, origin);
  for (const std::uint64_t address : {start, edge - 1, edge, edge + 2 * before - 1})
    EXPECT_FALSE(has_value(address)) << address - start;
  EXPECT_TRUE(has_value(edge + 2 * before));
  set(edge - 8, 16);
  EXPECT_TRUE(has_value(edge - 8) && has_value(edge + 7));
  EXPECT_FALSE(has_value(edge - 9) || has_value(edge + 8));
  set(start, 3 * before);
  EXPECT_TRUE(has_value(start) && has_value(edge + 8));
  untrack(start, 3 * before);
}

TEST(value_shadow, is_copied_across_the_end_of_a_window) {
  const std::uint64_t from = edge + window / 2;
  const std::uint32_t origin = origins::make({"memory of a test", nullptr, false});
  forget(start, 2 * before, origin);
  forget(from, 2 * before, origin);
  set(from + before - 8, 16);
  copy(start, from, 2 * before);
  EXPECT_TRUE(has_value(edge - 8) && has_value(edge + 7));
  EXPECT_FALSE(has_value(edge - 9) || has_value(edge + 8));
}

} // namespace
} // namespace xeforge::checker::values
