// softmax_topk() over ranks, and the data of dispatch, against a reference that sorts all slots.
#include "xeforge/distributed/mpi/ranks_for_test.hpp"
#include "xeforge/ops/checks/elements.hpp"
#include "xeforge/ops/checks/queue_for_test.hpp"
#include "xeforge/ops/checks/random.hpp"
#include "xeforge/ops/softmax_topk/checks/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace xeforge::distributed {
namespace {

constexpr std::int64_t experts = 24, k = 3;

// Ranks have different numbers of rows, the second one none.
std::int64_t rows_on(int rank) { return rank == 1 ? 0 : 5 + 3 * rank; }

struct Routing {
  std::vector<float> scores, weights;
  std::vector<std::int64_t> indices;
  std::int64_t rows;
};
Routing routing_of(int rank, std::uint64_t seed) {
  Routing routing{{}, {}, {}, rows_on(rank)};
  ops::Random random(seed + static_cast<std::uint64_t>(rank));
  for (std::int64_t i = 0; i < routing.rows * experts; ++i)
    routing.scores.push_back(static_cast<float>(random.below(9)) - 4.0f); // with ties
  routing.weights.resize(static_cast<std::size_t>(routing.rows * k));
  routing.indices.resize(static_cast<std::size_t>(routing.rows * k));
  return routing;
}
void run(Routing& routing, const SoftmaxTopkOptions& options, Dispatch* dispatch) {
  softmax_topk(MPI_COMM_WORLD, {routing.scores.data(), DType::f32, routing.rows, experts, experts},
               {routing.weights.data(), DType::f32, routing.rows, k, k},
               {routing.indices.data(), DType::i64, routing.rows, k, k}, options, dispatch, 1);
}

// The winners of all rows of all ranks, by the reference, in the order of slots.
std::vector<std::int64_t> all_winners(std::uint64_t seed, const SoftmaxTopkOptions& options) {
  std::vector<std::int64_t> winners;
  for (int rank = 0; rank < ranks(); ++rank) {
    const Routing routing = routing_of(rank, seed);
    for (std::int64_t row = 0; row < routing.rows; ++row) {
      const std::vector<double> scores(routing.scores.begin() + row * experts,
                                       routing.scores.begin() + (row + 1) * experts);
      for (const std::int64_t winner : ops::softmax_topk::reference::select(scores, options))
        winners.push_back(winner);
    }
  }
  return winners;
}

TEST(Routing, gives_counts_offsets_and_permutation_of_a_stable_sort) {
  SoftmaxTopkOptions options;
  options.k = k;
  for (const std::uint64_t seed : {1, 2}) {
    Routing routing = routing_of(this_rank(), seed);
    Dispatch dispatch;
    run(routing, options, &dispatch);

    const std::vector<std::int64_t> winners = all_winners(seed, options);
    std::vector<std::int64_t> sorted(winners.size()), place_of(winners.size());
    std::iota(sorted.begin(), sorted.end(), 0);
    std::ranges::sort(sorted, {},
                      [&](std::int64_t slot) { return std::pair(winners[static_cast<std::size_t>(slot)], slot); });
    for (std::size_t place = 0; place < sorted.size(); ++place)
      place_of[static_cast<std::size_t>(sorted[place])] = static_cast<std::int64_t>(place);

    std::int64_t first = 0;
    for (int rank = 0; rank < this_rank(); ++rank)
      first += rows_on(rank) * k;
    EXPECT_EQ(dispatch.first_slot, first);
    EXPECT_TRUE(std::equal(routing.indices.begin(), routing.indices.end(), winners.begin() + first));
    EXPECT_EQ(dispatch.permutation,
              std::vector<std::int64_t>(place_of.begin() + first, place_of.begin() + first + routing.rows * k));
    ASSERT_EQ(dispatch.counts.size(), static_cast<std::size_t>(experts));
    ASSERT_EQ(dispatch.offsets.size(), static_cast<std::size_t>(experts) + 1);
    for (std::int64_t expert = 0; expert < experts; ++expert) {
      const auto at = static_cast<std::size_t>(expert);
      EXPECT_EQ(dispatch.counts[at], std::ranges::count(winners, expert));
      EXPECT_EQ(dispatch.offsets[at], std::ranges::count_if(winners, [&](std::int64_t w) { return w < expert; }));
    }
    EXPECT_EQ(dispatch.offsets.back(), static_cast<std::int64_t>(winners.size()));
  }
}

TEST(Routing, gives_the_bits_of_one_process) {
  SoftmaxTopkOptions options;
  options.k = k;
  options.scoring = Scoring::sigmoid;
  const std::vector<float> bias(experts, 0.25f);
  options.correction_bias = {bias.data(), experts};
  options.num_expert_group = 4;
  options.topk_group = 2;
  Routing routing = routing_of(this_rank(), 7), alone = routing_of(this_rank(), 7);
  run(routing, options, nullptr);
  if (alone.rows > 0) {
    sycl::queue queue = ops::queue_with_threads(1);
    xeforge::softmax_topk(queue, {alone.scores.data(), DType::f32, alone.rows, experts, experts},
                          {alone.weights.data(), DType::f32, alone.rows, k, k},
                          {alone.indices.data(), DType::i64, alone.rows, k, k}, options);
  }
  EXPECT_EQ(routing.weights, alone.weights);
  EXPECT_EQ(routing.indices, alone.indices);
}

TEST(Routing, refuses_what_one_rank_has_wrong_on_all_by_one_message) {
  if (ranks() == 1)
    return;
  for (const std::string_view mistake : {"k", "routed_scaling_factor", "renormalize", "dispatch", "topk_group"}) {
    Routing routing = routing_of(this_rank(), 3);
    SoftmaxTopkOptions options;
    options.k = k;
    Dispatch dispatch;
    Dispatch* wanted = &dispatch;
    if (this_rank() == ranks() - 1) {
      options.k = mistake == "k" ? experts + 1 : k;
      options.routed_scaling_factor = mistake == "routed_scaling_factor" ? 2.0f : 1.0f;
      options.renormalize = mistake != "renormalize";
      options.topk_group = mistake == "topk_group" ? 0 : 1;
      wanted = mistake == "dispatch" ? nullptr : &dispatch;
    }
    std::string message;
    try {
      run(routing, options, wanted);
    } catch (const Error& error) {
      message = error.what();
      EXPECT_EQ(error.argument(), fmt::format("rank {}: {}", ranks() - 1, mistake)) << message;
    }
    for (const std::string& other : all_texts(message))
      EXPECT_EQ(other, message);
    EXPECT_NE(message, "") << mistake;
  }
}

} // namespace
} // namespace xeforge::distributed
