#include "xeforge/machine/messages.hpp"

#include <gtest/gtest.h>

namespace xeforge::machine {
namespace {

constexpr HintPair none{0, 0}, uncached{1, 1}, cached{2, 2}, write_back{3, 3}, read_once{6, 2};

TEST(messages, carry_the_hints_of_their_kind) {
  EXPECT_TRUE(takes_hints(Message::load, none) && takes_hints(Message::store, none));
  EXPECT_FALSE(takes_hints(Message::prefetch, none)); // of nothing into nothing
  EXPECT_TRUE(takes_hints(Message::load, cached) && takes_hints(Message::prefetch, cached));
  EXPECT_FALSE(takes_hints(Message::store, cached));
  EXPECT_TRUE(takes_hints(Message::store, write_back));
  EXPECT_FALSE(takes_hints(Message::load, write_back));
  EXPECT_TRUE(takes_hints(Message::load, read_once));
  EXPECT_FALSE(takes_hints(Message::prefetch, read_once) || takes_hints(Message::prefetch, uncached));
  EXPECT_EQ(text_of(read_once), "read_invalidate/cached");
  EXPECT_EQ(text_of({0, 9}), "none/9");
  EXPECT_EQ(legal_hints_text(Message::prefetch),
            "uncached/cached, cached/uncached, cached/cached, streaming/uncached, streaming/cached");
}

TEST(messages, move_blocks_of_certain_lengths) {
  for (const std::uint64_t elements : {1, 2, 3, 4, 8, 16, 32, 64})
    EXPECT_TRUE(is_block(4 * elements, 4) && is_block(8 * elements, 8)) << elements;
  EXPECT_TRUE(is_block(most_block_bytes, 8));
  EXPECT_FALSE(is_block(most_block_bytes, 4)); // 128 elements of 4 bytes
  EXPECT_FALSE(is_block(80, 16) || is_block(66, 4) || is_block(1024, 16) || is_block(0, 16));
  EXPECT_FALSE(is_block(64, 2));
}

} // namespace
} // namespace xeforge::machine
