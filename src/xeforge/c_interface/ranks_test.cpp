// Calls over ranks through the C interface: threads of this process are the ranks, and letter boxes what connects them.
#include "xeforge/c_interface/example_for_test.hpp"
#include "xeforge/xeforge_ranks.hpp"

#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace xeforge::c_interface_tests {
namespace {

// What ranks have sent to each other, in its order.
struct Mail {
  std::mutex mutex;
  std::condition_variable arrived;
  std::map<std::pair<int, int>, std::deque<std::vector<char>>> letters; // of (from, to)
};

// One rank's end of it.
struct Post {
  struct Expected {
    char* data;
    std::int64_t bytes;
    int from;
  };
  Mail& mail;
  int rank, ranks;
  std::vector<Expected> expected{};
  std::int64_t bytes_sent = 0;
  int pokes = 0, abandoned = 0, fail_at_send = -1;

  xeforge_transport transport() {
    return {sizeof(xeforge_transport), this, rank, ranks, send, receive, wait, poke, abandon};
  }
  static Post& of(void* self) { return *static_cast<Post*>(self); }
  static std::int32_t send(void* self, const void* data, std::int64_t bytes, std::int32_t to) {
    Post& post = of(self);
    if (post.fail_at_send-- == 0)
      return 7;
    const auto* const begin = static_cast<const char*>(data);
    const std::lock_guard lock(post.mail.mutex);
    post.mail.letters[{post.rank, to}].emplace_back(begin, begin + bytes);
    post.mail.arrived.notify_all();
    post.bytes_sent += bytes;
    return bytes < 1;
  }
  static std::int32_t receive(void* self, void* data, std::int64_t bytes, std::int32_t from) {
    of(self).expected.push_back({static_cast<char*>(data), bytes, from});
    return bytes < 1;
  }
  static std::int32_t wait(void* self) {
    Post& post = of(self);
    for (const Expected& letter : post.expected) {
      std::unique_lock lock(post.mail.mutex);
      auto& box = post.mail.letters[{letter.from, post.rank}];
      post.mail.arrived.wait(lock, [&] { return !box.empty(); });
      if (static_cast<std::int64_t>(box.front().size()) != letter.bytes)
        return 1;
      std::memcpy(letter.data, box.front().data(), box.front().size());
      box.pop_front();
    }
    post.expected.clear();
    return 0;
  }
  static std::int32_t poke(void* self) { return ++of(self).pokes, 0; }
  static void abandon(void* self) {
    ++of(self).abandoned;
    of(self).expected.clear();
  }
};

// What each rank of a group does, and what came of it.
struct Outcome {
  xeforge_error error{};
  std::int64_t bytes_sent = 0;
  int pokes = 0;
};
using OfRank = std::function<void(Post& post, xeforge_context* context, xeforge_error& error)>;
std::vector<Outcome> on_ranks(int ranks, const OfRank& work) {
  Mail mail;
  std::vector<Outcome> outcomes(static_cast<std::size_t>(ranks));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank)
    threads.emplace_back([&, rank] {
      Outcome& outcome = outcomes[static_cast<std::size_t>(rank)];
      Post post{mail, rank, ranks};
      xeforge_context* context = nullptr;
      EXPECT_EQ(xeforge_context_create(1, &context, nullptr), XEFORGE_OK);
      work(post, context, outcome.error);
      xeforge_context_destroy(context);
      outcome.bytes_sent = post.bytes_sent;
      outcome.pokes = post.pokes;
    });
  for (std::thread& thread : threads)
    thread.join();
  return outcomes;
}

std::pair<std::int64_t, std::int64_t> part(std::int64_t length, int ranks, int rank) {
  std::int64_t begins[2], ends[2];
  EXPECT_EQ(xeforge_ranks_shard(length, ranks, rank, XEFORGE_SHARDS_CONTIGUOUS, begins, ends, nullptr), XEFORGE_OK);
  return {begins[0], ends[0]};
}

// Attention of heads 2, a part of the sequence for each rank, depth 8.
struct Problem {
  static constexpr std::int64_t heads = 2, length = 37, depth = 8;
  std::vector<float> q = numbers(heads * length * depth, 1), k = numbers(heads * length * depth, 2),
                     v = numbers(heads * length * depth, 3), out = std::vector<float>(q.size(), 0.0f);

  xeforge_tensor rows(std::vector<float>& array, std::int64_t begin, std::int64_t end) {
    xeforge_tensor view = tensor(array, {1, heads, length, depth});
    view.data = static_cast<float*>(view.data) + begin * depth;
    view.shape[2] = end - begin;
    return view;
  }
};

class RanksCall : public Call {};

TEST_F(RanksCall, schemes_give_what_one_process_gives) {
  Problem problem;
  xeforge_attention_options options;
  xeforge_attention_defaults(&options, sizeof options);
  options.causal = XEFORGE_CAUSAL_BOTTOM_RIGHT;
  std::vector<float> expected(problem.q.size());
  const xeforge_tensor q = problem.rows(problem.q, 0, 37), k = problem.rows(problem.k, 0, 37),
                       v = problem.rows(problem.v, 0, 37), whole = problem.rows(expected, 0, 37);
  ASSERT_EQ(xeforge_attention(context, &q, &k, &v, &whole, nullptr, &options, &error), XEFORGE_OK) << error.message;
  for (const xeforge_scheme scheme :
       {XEFORGE_SCHEME_RING, XEFORGE_SCHEME_ALL_GATHER, XEFORGE_SCHEME_HEAD_PARALLEL, XEFORGE_SCHEME_AUTOMATIC})
    for (const int ranks : {1, 2, 5}) {
      std::ranges::fill(problem.out, 0.0f);
      const std::vector<Outcome> outcomes = on_ranks(ranks, [&](Post& post, xeforge_context* threads,
                                                                xeforge_error& e) {
        const auto [begin, end] = part(problem.length, ranks, post.rank);
        const xeforge_tensor own_q = problem.rows(problem.q, begin, end), own_k = problem.rows(problem.k, begin, end),
                             own_v = problem.rows(problem.v, begin, end), own = problem.rows(problem.out, begin, end);
        xeforge_ranks_options over;
        xeforge_ranks_defaults(&over, sizeof over);
        over.scheme = scheme;
        if (scheme == XEFORGE_SCHEME_AUTOMATIC)
          over.bytes_per_second = over.flops_per_second = 1e9;
        xeforge_ranks_report report;
        const xeforge_transport transport = post.transport();
        xeforge_ranks_attention(threads, &transport, &own_q, &own_k, &own_v, &own, nullptr, &options, &over, &report,
                                &e);
        if (scheme != XEFORGE_SCHEME_AUTOMATIC) {
          EXPECT_EQ(report.scheme, scheme);
          EXPECT_NE(std::string(report.reason).find("was asked for"), std::string::npos) << report.reason;
        } else {
          EXPECT_NE(std::string(report.reason).find("ends first on"), std::string::npos) << report.reason;
        }
        EXPECT_GE(post.bytes_sent, report.bytes_sent);
        EXPECT_EQ(report.bytes_sent == 0, ranks == 1);
      });
      for (const Outcome& outcome : outcomes)
        EXPECT_EQ(outcome.error.status, XEFORGE_OK) << outcome.error.message;
      if (scheme == XEFORGE_SCHEME_RING && ranks > 1)
        EXPECT_GT(outcomes[0].pokes, 0);
      for (std::size_t i = 0; i < expected.size(); ++i)
        if (scheme == XEFORGE_SCHEME_ALL_GATHER)
          ASSERT_EQ(problem.out[i], expected[i]) << ranks;
        else // sums of 37 values below 1 in another order, weights off by some units
          ASSERT_NEAR(problem.out[i], expected[i], 37 * 0x1p-21f) << scheme << " " << ranks;
    }
}

// A bias by position for heads 2 and 37 positions; the rank that fails at its second block says why, or does not.
struct Bias {
  int blocks = 0;
  bool fails = false;
  const char* words = nullptr;

  static float value(std::int64_t head, std::int64_t query, std::int64_t key) {
    return static_cast<float>((7 * head + 3 * query + 5 * key) % 11) / 4.0f;
  }
  static std::vector<float> array_for(const Problem& problem) {
    std::vector<float> array;
    for (std::int64_t head = 0; head < problem.heads; ++head)
      for (std::int64_t query = 0; query < problem.length; ++query)
        for (std::int64_t key = 0; key < problem.length; ++key)
          array.push_back(value(head, query, key));
    return array;
  }
  static std::int32_t write(void* self, std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t key,
                            const xeforge_tensor* values, xeforge_error* error) {
    Bias& bias = *static_cast<Bias*>(self);
    EXPECT_EQ(batch, 0);
    EXPECT_EQ(values->rank, 4);
    EXPECT_EQ(values->dtype, XEFORGE_FLOAT32);
    if (bias.blocks++ == 1 && bias.fails) {
      if (bias.words != nullptr)
        std::strcpy(error->got, bias.words);
      return 5;
    }
    const auto& shape = values->shape;
    const auto& strides = values->strides;
    for (std::int64_t h = 0; h < shape[1]; ++h)
      for (std::int64_t i = 0; i < shape[2]; ++i)
        for (std::int64_t j = 0; j < shape[3]; ++j)
          static_cast<float*>(values->data)[h * strides[1] + i * strides[2] + j * strides[3]] =
              value(head + h, query + i, key + j);
    return 0;
  }
};

std::vector<Outcome> attend_with(Problem& problem, int ranks, xeforge_scheme scheme, const Bias& of_last) {
  return on_ranks(ranks, [&](Post& post, xeforge_context* threads, xeforge_error& e) {
    const auto [begin, end] = part(problem.length, ranks, post.rank);
    const xeforge_tensor own_q = problem.rows(problem.q, begin, end), own_k = problem.rows(problem.k, begin, end),
                         own_v = problem.rows(problem.v, begin, end), own = problem.rows(problem.out, begin, end);
    Bias bias = post.rank == ranks - 1 ? of_last : Bias{};
    xeforge_ranks_options over;
    xeforge_ranks_defaults(&over, sizeof over);
    over.scheme = scheme;
    over.bias = Bias::write;
    over.bias_self = &bias;
    const xeforge_transport transport = post.transport();
    xeforge_ranks_attention(threads, &transport, &own_q, &own_k, &own_v, &own, nullptr, nullptr, &over, nullptr, &e);
    EXPECT_GT(bias.blocks, 0);
  });
}

TEST_F(RanksCall, a_bias_by_position_gives_what_an_array_gives) {
  Problem problem;
  std::vector<float> expected(problem.q.size()), array = Bias::array_for(problem);
  xeforge_attention_options options;
  xeforge_attention_defaults(&options, sizeof options);
  options.attn_bias = tensor(array, {problem.heads, problem.length, problem.length});
  const xeforge_tensor q = problem.rows(problem.q, 0, 37), k = problem.rows(problem.k, 0, 37),
                       v = problem.rows(problem.v, 0, 37), whole = problem.rows(expected, 0, 37);
  ASSERT_EQ(xeforge_attention(context, &q, &k, &v, &whole, nullptr, &options, &error), XEFORGE_OK) << error.message;
  for (const xeforge_scheme scheme : {XEFORGE_SCHEME_RING, XEFORGE_SCHEME_ALL_GATHER, XEFORGE_SCHEME_HEAD_PARALLEL}) {
    std::ranges::fill(problem.out, 0.0f);
    for (const Outcome& outcome : attend_with(problem, 2, scheme, {}))
      EXPECT_EQ(outcome.error.status, XEFORGE_OK) << outcome.error.message;
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (scheme == XEFORGE_SCHEME_ALL_GATHER)
        ASSERT_EQ(problem.out[i], expected[i]);
      else // as above
        ASSERT_NEAR(problem.out[i], expected[i], 37 * 0x1p-21f) << scheme;
  }
}

TEST_F(RanksCall, a_bias_that_fails_on_one_rank_is_the_error_of_all) {
  for (const auto& [words, message] :
       {std::pair<const char*, const char*>{nullptr, "rank 2: bias: got 5 from its function; expected 0"},
        {"no table", "rank 2: bias: got no table; expected 0"}}) {
    Problem problem;
    for (const Outcome& outcome : attend_with(problem, 3, XEFORGE_SCHEME_RING, {0, true, words})) {
      EXPECT_EQ(outcome.error.status, XEFORGE_INVALID_ARGUMENT);
      EXPECT_STREQ(outcome.error.message, message);
    }
    EXPECT_EQ(problem.out, std::vector<float>(problem.out.size(), 0.0f));
  }
}

TEST_F(RanksCall, what_one_rank_has_wrong_is_the_error_of_all) {
  Problem problem;
  const std::vector<Outcome> outcomes = on_ranks(3, [&](Post& post, xeforge_context* threads, xeforge_error& e) {
    const auto [begin, end] = part(problem.length, 3, post.rank);
    xeforge_tensor own_q = problem.rows(problem.q, begin, end), own_k = problem.rows(problem.k, begin, end),
                   own = problem.rows(problem.out, begin, end);
    if (post.rank == 1)
      own_k.rank = 3;
    const xeforge_transport transport = post.transport();
    xeforge_ranks_attention(threads, &transport, &own_q, &own_k, &own_k, &own, nullptr, nullptr, nullptr, nullptr, &e);
  });
  for (const Outcome& outcome : outcomes) {
    EXPECT_EQ(outcome.error.status, XEFORGE_INVALID_ARGUMENT);
    EXPECT_STREQ(outcome.error.argument, "rank 1: k shape");
    EXPECT_STREQ(outcome.error.message, outcomes[0].error.message);
  }
  EXPECT_EQ(problem.out, std::vector<float>(problem.out.size(), 0.0f));
}

TEST_F(RanksCall, what_a_caller_found_wrong_reaches_all) {
  const std::vector<Outcome> outcomes = on_ranks(4, [&](Post& post, xeforge_context*, xeforge_error& e) {
    xeforge_error own{XEFORGE_INVALID_ARGUMENT, "layout", "dshb", "bhsd", ""};
    const xeforge_transport transport = post.transport();
    EXPECT_EQ(xeforge_ranks_agree(&transport, nullptr, &e), XEFORGE_OK);
    xeforge_ranks_agree(&transport, post.rank >= 2 ? &own : nullptr, &e);
  });
  for (const Outcome& outcome : outcomes)
    EXPECT_STREQ(outcome.error.message, "rank 2: layout: got dshb; expected bhsd");
}

TEST_F(RanksCall, a_transport_that_fails_is_named_and_abandoned) {
  Problem problem;
  Mail mail;
  Post post{mail, 0, 2};
  post.fail_at_send = 0;
  xeforge_transport transport = post.transport();
  EXPECT_EQ(xeforge_ranks_agree(&transport, nullptr, &error), XEFORGE_INVALID_ARGUMENT);
  EXPECT_STREQ(error.message, "transport: got 7 from send; expected 0");
  EXPECT_EQ(post.abandoned, 1);
  transport.wait = nullptr;
  EXPECT_EQ(xeforge_ranks_agree(&transport, nullptr, &error), XEFORGE_INVALID_ARGUMENT);
  EXPECT_STREQ(error.argument, "transport");
  transport = post.transport();
  transport.rank = 2;
  EXPECT_EQ(xeforge_ranks_agree(&transport, nullptr, &error), XEFORGE_INVALID_ARGUMENT);
  EXPECT_STREQ(error.argument, "transport rank");
  transport.struct_size = 8;
  EXPECT_EQ(xeforge_ranks_agree(&transport, nullptr, &error), XEFORGE_INVALID_ARGUMENT);
  EXPECT_STREQ(error.argument, "transport struct_size");
  EXPECT_EQ(xeforge_ranks_agree(nullptr, nullptr, &error), XEFORGE_INVALID_ARGUMENT);
  EXPECT_STREQ(error.argument, "transport");
}

TEST_F(RanksCall, dispatch_is_a_stable_sort_by_expert) {
  constexpr std::int64_t n = 6, k = 2, rows = 9;
  std::vector<float> scores(rows * n);
  for (std::size_t i = 0; i < scores.size(); ++i)
    scores[i] = static_cast<float>(i * i % 5); // many ties
  std::vector<std::int64_t> experts;
  for (std::int64_t row = 0; row < rows; ++row)
    for (const std::int64_t expert : best_of({scores.begin() + row * n, scores.begin() + (row + 1) * n}, k).indices)
      experts.push_back(expert);
  std::vector<std::int64_t> places(experts.size());
  for (std::int64_t expert = 0, place = 0; expert < n; ++expert)
    for (std::size_t slot = 0; slot < experts.size(); ++slot)
      if (experts[slot] == expert)
        places[slot] = place++;
  for (const int ranks : {1, 3, 8}) {
    const std::vector<Outcome> outcomes = on_ranks(ranks, [&](Post& post, xeforge_context* threads, xeforge_error& e) {
      // The last rank has no rows.
      const auto [begin, end] = post.rank + 1 == ranks && ranks > 1 ? std::pair<std::int64_t, std::int64_t>{rows, rows}
                                                                    : part(rows, std::max(1, ranks - 1), post.rank);
      const std::int64_t own = end - begin;
      std::vector<float> own_scores(scores.begin() + begin * n, scores.begin() + end * n), weights(own * k + 1);
      own_scores.resize(own_scores.size() + 1);
      std::vector<std::int64_t> indices(own * k + 1), counts(n), offsets(n + 1), permutation(own * k + 1, -1);
      const xeforge_tensor of_scores = tensor(own_scores, {own, n}), of_weights = tensor(weights, {own, k}),
                           of_indices = tensor(indices, {own, k});
      xeforge_softmax_topk_options options;
      xeforge_softmax_topk_defaults(&options, sizeof options);
      options.k = k;
      xeforge_dispatch dispatch{sizeof dispatch, counts.data(), offsets.data(), own == 0 ? nullptr : permutation.data(),
                                -1};
      const xeforge_transport transport = post.transport();
      xeforge_ranks_softmax_topk(threads, &transport, &of_scores, &of_weights, &of_indices, &options, &dispatch, &e);
      EXPECT_EQ(dispatch.first_slot, begin * k);
      for (std::int64_t expert = 0; expert < n; ++expert)
        EXPECT_EQ(counts[static_cast<std::size_t>(expert)], std::ranges::count(experts, expert));
      EXPECT_EQ(offsets.back(), rows * k);
      for (std::int64_t slot = 0; slot < own * k; ++slot)
        EXPECT_EQ(permutation[static_cast<std::size_t>(slot)], places[static_cast<std::size_t>(begin * k + slot)]);
      EXPECT_EQ(permutation.back(), -1);
    });
    for (const Outcome& outcome : outcomes)
      EXPECT_EQ(outcome.error.status, XEFORGE_OK) << outcome.error.message;
  }
}

TEST_F(RanksCall, shards_that_cannot_be_are_refused) {
  std::int64_t begins[2], ends[2];
  EXPECT_EQ(xeforge_ranks_shard(10, 2, 1, XEFORGE_SHARDS_ZIGZAG, begins, ends, &error), XEFORGE_OK);
  EXPECT_EQ(begins[0], 2);
  EXPECT_EQ(ends[0], 5);
  EXPECT_EQ(begins[1], 5);
  EXPECT_EQ(ends[1], 7);
  for (const auto& [length, ranks, rank, shards, argument] :
       {std::tuple{-1, 2, 0, 0, "length"}, {1, 0, 0, 0, "ranks"}, {1, 2, 2, 0, "rank"}, {1, 2, 0, 2, "shards"}}) {
    EXPECT_EQ(xeforge_ranks_shard(length, ranks, rank, shards, begins, ends, &error), XEFORGE_INVALID_ARGUMENT);
    EXPECT_STREQ(error.argument, argument);
  }
}

// ---- C++ over it ----------------------------------------------------------------------------------------------------

// The same letter boxes; one that is told to fail throws.
class Letters : public ranks::Transport {
public:
  explicit Letters(Post& post) : Transport(post.rank, post.ranks), post_(post) {}
  void send(const void* data, std::int64_t bytes, std::int32_t to) override {
    if (Post::send(&post_, data, bytes, to) != 0)
      throw std::runtime_error("no letter today");
  }
  void receive(void* data, std::int64_t bytes, std::int32_t from) override { Post::receive(&post_, data, bytes, from); }
  void wait() override { Post::wait(&post_); }
  void poke() override { Post::poke(&post_); }
  void abandon() noexcept override { Post::abandon(&post_); }

private:
  Post& post_;
};

TEST(ranks_over_c, attention_with_a_bias_by_position_gives_what_one_process_gives) {
  Problem problem;
  std::vector<float> expected(problem.q.size()), array = Bias::array_for(problem);
  const auto whole = [&](std::vector<float>& data) { return Tensor(problem.rows(data, 0, problem.length)); };
  AttentionOptions options;
  options.attn_bias = Tensor(array.data(), {problem.heads, problem.length, problem.length});
  xeforge::attention(Context(1), whole(problem.q), whole(problem.k), whole(problem.v), whole(expected), Tensor(),
                     options);
  on_ranks(3, [&](Post& post, xeforge_context*, xeforge_error&) {
    const ranks::Range own = ranks::shard_of(problem.length, 3, post.rank).front();
    const auto rows = [&](std::vector<float>& data) { return Tensor(problem.rows(data, own.begin, own.end)); };
    ranks::Options over;
    over.scheme = ranks::Scheme::all_gather;
    over.bias = [](const ranks::BiasBlock& block) {
      xeforge_error none;
      Bias bias;
      EXPECT_EQ(Bias::write(&bias, block.batch, block.head, block.query, block.key, &block.values, &none), 0);
    };
    Letters letters(post);
    const ranks::Report report = ranks::attention(Context(1), letters, rows(problem.q), rows(problem.k),
                                                  rows(problem.v), rows(problem.out), Tensor(), {}, over);
    EXPECT_EQ(report.scheme, ranks::Scheme::all_gather);
    EXPECT_EQ(report.reason, "all-gather was asked for");
    EXPECT_GT(report.bytes_sent, 0);
    over.bias = [&](const ranks::BiasBlock&) {
      if (post.rank == 1)
        throw std::runtime_error("no bias here");
    };
    try {
      ranks::attention(Context(1), letters, rows(problem.q), rows(problem.k), rows(problem.v), rows(array), Tensor(),
                       {}, over);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), "rank 1: bias: got no bias here; expected a function that writes its block");
    }
  });
  EXPECT_EQ(problem.out, expected);
}

TEST(ranks_over_c, dispatch_has_the_places_of_this_ranks_rows) {
  // Expert 1 is the best of each even row, expert 0 of each odd one.
  on_ranks(2, [&](Post& post, xeforge_context*, xeforge_error&) {
    std::vector<float> scores = {0, 1, 1, 0, 0, 1}, weights(3);
    std::vector<std::int32_t> indices(3);
    if (post.rank == 1)
      scores = {1, 0, 0, 1, 1, 0};
    SoftmaxTopkOptions options;
    ranks::Dispatch dispatch;
    Letters letters(post);
    ranks::softmax_topk(Context(1), letters, matrix(scores.data(), 3, 2), matrix(weights.data(), 3, 1),
                        matrix(indices.data(), 3, 1), options, &dispatch);
    using Numbers = std::vector<std::int64_t>;
    EXPECT_EQ(dispatch.counts, (Numbers{3, 3}));
    EXPECT_EQ(dispatch.offsets, (Numbers{0, 3, 6}));
    EXPECT_EQ(dispatch.permutation, post.rank == 0 ? (Numbers{3, 0, 4}) : (Numbers{1, 5, 2}));
    EXPECT_EQ(dispatch.first_slot, 3 * post.rank);
  });
}

TEST(ranks_over_c, what_a_transport_throws_is_thrown_by_the_call) {
  Mail mail;
  Post post{mail, 0, 2};
  post.fail_at_send = 0;
  Letters letters(post);
  try {
    ranks::agree(letters);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "no letter today");
  }
  EXPECT_EQ(post.abandoned, 1);
  EXPECT_THROW(ranks::shard_of(3, 2, 2), Error);
  EXPECT_EQ(ranks::shard_of(16, 2, 0, ranks::Shards::zigzag).back().begin, 12);
}

} // namespace
} // namespace xeforge::c_interface_tests
