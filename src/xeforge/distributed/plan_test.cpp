// What needs no ranks: shards, and what the cost model says of schemes.
#include "xeforge/distributed/shards.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/ops/attention/host/band_rule.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace xeforge::distributed {
namespace {

TEST(Shards, cover_every_position_once) {
  for (const Shards shards : {Shards::contiguous, Shards::zigzag})
    for (const int ranks : {1, 2, 3, 8, 100})
      for (const std::int64_t length : {0, 1, 7, 64, 1001}) {
        std::vector<int> owners(static_cast<std::size_t>(length), 0);
        for (int rank = 0; rank < ranks; ++rank)
          for (const Range& range : shard_of(length, ranks, rank, shards))
            for (std::int64_t at = range.begin; at < range.end; ++at)
              ++owners[static_cast<std::size_t>(at)];
        for (const int count : owners)
          EXPECT_EQ(count, 1);
      }
}

TEST(Shards, of_lengths_beyond_32_bits_stay_exact) {
  const std::int64_t length = (std::int64_t{1} << 60) + 7;
  EXPECT_EQ(shard_of(length, 1000, 999, Shards::contiguous).front().end, length);
  EXPECT_EQ(shard_of(length, 1000, 0, Shards::zigzag).back().end, length);
}

TEST(Shards, pieces_of_the_band_add_up_to_the_band) {
  for (const Causal causal : {Causal::none, Causal::top_left, Causal::bottom_right})
    for (const AttentionWindow window : {AttentionWindow{}, {5, 2}, {0, -1}, {-1, 0}})
      for (const auto& [queries, keys] : {std::pair{40, 40}, {13, 50}, {50, 13}}) {
        const auto rule = ops::attention::band_rule(causal, window);
        const WholeSequence whole{0, 0, queries, keys};
        const std::int64_t all = pairs_in_band(rule, whole, {0, 0, queries, 0}, {0, 0, keys, 0});
        std::int64_t by_hand = 0, in_pieces = 0;
        for (std::int64_t i = 0; i < queries; ++i)
          for (std::int64_t j = 0; j < keys; ++j) {
            const std::int64_t from_diagonal = j - (i + keys - queries);
            by_hand += (causal != Causal::top_left || j <= i) &&
                       (causal != Causal::bottom_right || from_diagonal <= 0) &&
                       (window.left < 0 || from_diagonal >= -window.left) &&
                       (window.right < 0 || from_diagonal <= window.right);
          }
        for (int r = 0; r < 3; ++r)
          for (int s = 0; s < 3; ++s)
            for (const Range& q : shard_of(queries, 3, r, Shards::zigzag))
              for (const Range& k : shard_of(keys, 3, s, Shards::zigzag)) {
                const Segment some_queries{0, q.begin, q.size(), 0}, some_keys{0, k.begin, k.size(), 0};
                const auto piece = band_of_piece(rule, whole, some_queries, some_keys).of(q.size(), k.size());
                std::int64_t pairs = 0;
                for (std::int64_t i = 0; i < q.size(); ++i)
                  pairs += std::max<std::int64_t>(0, piece.keys_of(i).end - piece.keys_of(i).begin);
                EXPECT_EQ(pairs, pairs_in_band(rule, whole, some_queries, some_keys));
                in_pieces += pairs;
              }
        EXPECT_EQ(all, by_hand);
        EXPECT_EQ(in_pieces, by_hand);
      }
}

ContextShape long_context() { return {1, 32, 8, 65536, 65536, 128, 128, DType::bf16, 0, 0, Causal::bottom_right, {}}; }

TEST(Plan, zigzag_balances_a_causal_mask) {
  const ContextShape shape = long_context();
  const auto spread = [&](Shards shards) {
    std::int64_t least = INT64_MAX, most = 0;
    for (int rank = 0; rank < 8; ++rank) {
      const std::int64_t scores = work_of(shape, 8, rank, Scheme::ring, shards).scores;
      least = std::min(least, scores);
      most = std::max(most, scores);
    }
    return static_cast<double>(most) / static_cast<double>(least);
  };
  EXPECT_GT(spread(Shards::contiguous), 14.0); // 15 : 1 where there are 8 ranks
  EXPECT_LT(spread(Shards::zigzag), 1.001);
}

TEST(Plan, takes_the_least_time_and_says_what_each_would_take) {
  const ContextShape shape = long_context();
  for (const Capability& capability :
       {Capability{1e8, 1e-6, 1e12}, {1e11, 1e-6, 1e11}, {1e9, 1e-2, 1e11}, {1e10, 1e-5, 1e14}}) {
    const ContextPlan planned = plan(shape, 8, Shards::zigzag, capability);
    ASSERT_EQ(planned.costs.size(), 3u);
    for (const SchemeCost& cost : planned.costs) {
      EXPECT_GE(cost.hidden, 0.0);
      EXPECT_LE(cost.hidden, cost.transfer);
      EXPECT_NE(planned.reason.find(name_of(cost.scheme)), std::string::npos);
      if (cost.scheme == planned.scheme)
        for (const SchemeCost& other : planned.costs)
          EXPECT_LE(cost.seconds(), other.seconds());
    }
    EXPECT_EQ(planned.reason.find('\n'), std::string::npos);
  }
}

TEST(Plan, changes_its_mind_where_the_network_does) {
  const ContextShape shape = long_context();
  // A network that computing hides: the ring. One that is slow: the scheme that sends least, here by heads.
  EXPECT_EQ(plan(shape, 8, Shards::zigzag, {1e10, 1e-6, 1e12}).scheme, Scheme::ring);
  EXPECT_EQ(plan(shape, 8, Shards::zigzag, {1e7, 1e-6, 1e14}).scheme, Scheme::head_parallel);
}

TEST(Plan, a_ring_holds_two_blocks_however_long_the_sequence) {
  const ContextShape shape = long_context();
  const std::int64_t whole = shape.seq_k * shape.heads_kv * 256 * 2;
  EXPECT_EQ(work_of(shape, 16, 3, Scheme::ring, Shards::zigzag).bytes_held, 2 * whole / 16);
  EXPECT_EQ(work_of(shape, 16, 3, Scheme::all_gather, Shards::zigzag).bytes_held, whole);
}

TEST(Plan, refuses_what_is_no_capability) {
  EXPECT_THROW(plan(long_context(), 8, Shards::zigzag, {0.0, 1e-6, 1e12}), Error);
  EXPECT_THROW(work_of(long_context(), 8, 0, Scheme::automatic, Shards::zigzag), Error);
}

} // namespace
} // namespace xeforge::distributed
