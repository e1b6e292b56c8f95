#include "xeforge/ops/attention/kernels/band.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace xeforge::ops::attention {
namespace {

struct Sizes {
  std::int64_t seq_q, seq_k;
};
constexpr std::array<Sizes, 6> sizes{{{1, 1}, {5, 5}, {3, 11}, {11, 3}, {7, 0}, {1, 40}}};
constexpr std::array<std::int64_t, 5> bounds{0, 1, 3, 20, unbounded};

// The definitions, key by key.
bool is_seen(const BandRule& rule, const Sizes& size, std::int64_t query, std::int64_t key) {
  const std::int64_t from_last = key - (query + size.seq_k - size.seq_q), from_first = key - query;
  return from_last >= -rule.left && from_last <= rule.right && from_first <= rule.top_right;
}

template <class Check>
void for_each_rule(Check check) {
  for (const Sizes& size : sizes)
    for (const std::int64_t left : bounds)
      for (const std::int64_t right : bounds)
        for (const std::int64_t top_right : {std::int64_t{0}, unbounded})
          check(BandRule{left, right, top_right}, size);
}

// The keys of a query, or none.
std::vector<std::int64_t> keys_of(const KeyRange& range) {
  std::vector<std::int64_t> keys;
  for (std::int64_t key = range.begin; key < range.end; ++key)
    keys.push_back(key);
  return keys;
}

TEST(Band, is_the_keys_that_every_bound_leaves) {
  for_each_rule([](const BandRule& rule, const Sizes& size) {
    for (std::int64_t query = 0; query < size.seq_q; ++query) {
      std::vector<std::int64_t> expected;
      for (std::int64_t key = 0; key < size.seq_k; ++key)
        if (is_seen(rule, size, query, key))
          expected.push_back(key);
      EXPECT_EQ(keys_of(rule.of(size.seq_q, size.seq_k).keys_of(query)), expected)
          << query << " of " << size.seq_q << " x " << size.seq_k << ": " << rule.left << ", " << rule.right << ", "
          << rule.top_right;
    }
  });
}

Band<std::int32_t> narrow(const Band<std::int64_t>& band) {
  const auto narrowed = [](std::int64_t keys) {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(keys, -(1 << 30), 1 << 30));
  };
  return {narrowed(band.first), narrowed(band.end), narrowed(band.seq_q), narrowed(band.seq_k)};
}

// Every key that some query sees is in an iteration, and in the whole ones every query sees every key.
TEST(Band, iterations_hold_every_key_that_is_seen_and_the_whole_ones_nothing_else) {
  constexpr std::int32_t rows = 4, iteration_keys = 3;
  for_each_rule([](const BandRule& rule, const Sizes& size) {
    const Band<std::int32_t> band = narrow(rule.of(size.seq_q, size.seq_k));
    for (std::int32_t row = 0; row < size.seq_q; row += rows) {
      const IterationRange<std::int32_t> range = band.iterations(row, rows, iteration_keys);
      ASSERT_TRUE(range.begin <= range.whole_begin || range.whole_begin == range.whole_end);
      ASSERT_LE(range.whole_end, range.end);
      for (const std::int32_t key : {range.begin, range.whole_begin, range.whole_end, range.end})
        ASSERT_EQ(key % iteration_keys, 0);
      for (std::int32_t query = row; query < std::min<std::int64_t>(row + rows, size.seq_q); ++query) {
        const KeyRange seen = band.keys_of(query);
        if (!seen.empty())
          EXPECT_TRUE(range.begin <= seen.begin && seen.end <= range.end) << query;
        if (range.whole_begin < range.whole_end)
          EXPECT_TRUE(seen.begin <= range.whole_begin && range.whole_end <= seen.end) << query;
      }
    }
  });
}

} // namespace
} // namespace xeforge::ops::attention
