// A bias by position: in which blocks it is asked for, what a table of distances gives, and what happens if it fails. That
// every option gives its result with one is in attention_test.cpp.
#include "xeforge/distributed/mpi/ranks_for_test.hpp"
#include "xeforge/ops/checks/elements.hpp"
#include "xeforge/ops/checks/queue_for_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace xeforge::distributed {
namespace {

using ops::attention::Case;
using ops::attention::CaseData;
using ops::attention::CaseOutputs;

constexpr Scheme schemes[] = {Scheme::ring, Scheme::all_gather, Scheme::head_parallel};
constexpr Shards both_shards[] = {Shards::contiguous, Shards::zigzag};

// More scores than are computed at a time, on any number of ranks.
Case long_case(Causal causal) {
  Case problem;
  problem.name = "ranks-function";
  problem.batch = 2;
  problem.heads_q = 4;
  problem.heads_kv = 2;
  problem.seq_q = 1500;
  problem.seq_k = 4099;
  problem.d_qk = problem.d_v = 8;
  problem.dtype = DType::f32;
  problem.options.causal = causal;
  problem.rows_checked = 1;
  return problem;
}

// As T5 has it: for each head a value for distances up to some, in both directions.
struct Table {
  static constexpr std::int64_t heads = 4, reach = 128, columns = 2 * reach + 1;
  std::vector<float> values = std::vector<float>(heads * columns);
  Table() {
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<float>(i * i % 101) / 16.0f - 3.0f;
  }
  ConstMatrixView view() const { return {values.data(), DType::f32, heads, columns, columns}; }
  float of(std::int64_t head, std::int64_t query, std::int64_t key) const {
    const std::int64_t distance = key - query < -reach ? -reach : key - query > reach ? reach : key - query;
    return values[static_cast<std::size_t>(head * columns + reach + distance)];
  }
};

TEST(BiasFunction, a_table_of_distances_gives_what_one_process_gives_with_an_array) {
  const Table table;
  for (const Causal causal : {Causal::none, Causal::top_left}) {
    const CaseData data(long_case(causal));
    CaseOutputs expected(data.problem());
    const std::int64_t queries = data.problem().seq_q, keys = data.problem().seq_k;
    if (this_rank() == 0) {
      std::vector<float> whole(static_cast<std::size_t>(Table::heads * queries * keys));
      const TensorView<4> array = dense_view(whole.data(), DType::f32, {1, Table::heads, queries, keys});
      write_values({0, 0, 0, 0, array}, [&](std::int64_t, std::int64_t head, std::int64_t query, std::int64_t key) {
        return table.of(head, query, key);
      });
      AttentionOptions options = data.options();
      options.attn_bias = array;
      sycl::queue one = ops::queue_with_threads(1);
      xeforge::attention(one, data.q(), data.k(), data.v(), expected.out_view(), expected.lse_view(), options);
    }
    for (const Shards shards : both_shards)
      for (const Scheme scheme : schemes) {
        const std::string what = fmt::format("{}, {}", name_of(scheme), name_of(shards));
        OwnPart part(data, shards);
        part.run({.scheme = scheme, .shards = shards, .threads = 1, .bias = relative_bias(table.view(), Table::reach)});
        CaseOutputs outputs(data.problem());
        part.collect(outputs);
        if (this_rank() != 0)
          continue;
        if (scheme == Scheme::all_gather) {
          EXPECT_EQ(ops::first_difference(outputs.out_view(), expected.out_view()).value_or(""), "") << what;
          EXPECT_EQ(ops::first_difference(outputs.lse_view(), expected.lse_view()).value_or(""), "") << what;
        }
        // Another order of sums: attention_test.cpp derives how far each may be off. A value in the wrong place is far off.
        const TensorView<4> got = outputs.out_view(), right = expected.out_view();
        double apart = 0.0;
        for (std::int64_t at = 0; at < count_of(got.shape); ++at)
          apart = std::max(apart, std::fabs(ops::load_element(got.data, got.dtype, at) -
                                            ops::load_element(right.data, right.dtype, at)));
        EXPECT_LT(apart, 1e-4) << what;
      }
  }
}

TEST(BiasFunction, is_asked_for_a_block_at_a_time_and_for_no_key_that_the_block_cannot_see) {
  const Case problem = long_case(Causal::top_left);
  const CaseData data(problem);
  for (const Shards shards : both_shards)
    for (const Scheme scheme : schemes) {
      OwnPart part(data, shards);
      std::int64_t largest = 0, asked = 0, unseen = 0, outside = 0;
      const ContextReport report =
          part.run({.scheme = scheme, .shards = shards, .threads = 1, .bias = [&](const BiasBlock& block) {
                      const Shape4& shape = block.values.shape;
                      largest = std::max(largest, count_of(shape));
                      asked += count_of(shape);
                      const std::int64_t last = block.query + shape[2] - 1;
                      unseen += block.key + shape[3] - 1 > last;
                      outside += block.batch < 0 || block.head < 0 || block.query < 0 || block.key < 0 ||
                                 shape[3] < 1 || block.batch + shape[0] > problem.batch ||
                                 block.head + shape[1] > problem.heads_q || last >= problem.seq_q ||
                                 block.key + shape[3] > problem.seq_k;
                      write_values(block, [](auto...) { return 0.0f; });
                    }});
      const std::string what = fmt::format("{}, {}, rank {}", name_of(scheme), name_of(shards), this_rank());
      EXPECT_LE(largest, std::int64_t{1} << 21) << what;
      EXPECT_EQ(unseen, 0) << what;
      EXPECT_EQ(outside, 0) << what;
      EXPECT_GE(asked, report.scores) << what; // each pair that is seen, and a triangle for each block
      EXPECT_LT(asked, problem.batch * problem.heads_q * problem.seq_q * problem.seq_k) << what;
    }
}

TEST(BiasFunction, values_that_it_does_not_write_become_nan) {
  const CaseData data(long_case(Causal::none));
  OwnPart part(data, Shards::contiguous);
  part.run({.scheme = Scheme::ring, .threads = 1, .bias = [](const BiasBlock&) {}});
  EXPECT_TRUE(std::isnan(static_cast<const float*>(part.out.data)[0]));
}

// The message of the call on every rank, which has to be the same on all; empty where nothing is thrown.
std::string message_of(OwnPart& part, const ContextOptions& context) {
  std::string message;
  try {
    part.run(context);
  } catch (const Error& error) {
    message = error.what();
  }
  for (const std::string& other : all_texts(message))
    EXPECT_EQ(other, message);
  return message;
}

TEST(BiasFunction, that_throws_on_one_rank_ends_all_by_one_message) {
  const CaseData data(long_case(Causal::none));
  const int wrong = ranks() - 1;
  for (const Scheme scheme : schemes)
    for (const int good : {0, 2}) { // calls before
      OwnPart part(data, Shards::contiguous);
      const std::string before = part.bits();
      int calls = 0;
      const std::string message =
          message_of(part, {.scheme = scheme, .threads = 1, .bias = [&](const BiasBlock& block) {
                              if (this_rank() == wrong && calls++ == good)
                                throw std::runtime_error("no value here\nand a second line");
                              write_values(block, [](auto...) { return 0.0f; });
                            }});
      EXPECT_EQ(message, fmt::format("rank {}: bias: got no value here\\nand a second line; expected a function that "
                                     "writes its block",
                                     wrong));
      if (scheme != Scheme::all_gather) {
        EXPECT_TRUE(part.bits() == before) << name_of(scheme);
      }
      EXPECT_LE(calls, good + 1); // not asked again
    }
  OwnPart part(data, Shards::contiguous);
  const std::string of_a_number =
      message_of(part, {.scheme = Scheme::ring, .threads = 1, .bias = [](const BiasBlock&) { throw 3; }});
  EXPECT_EQ(of_a_number,
            "rank 0: bias: got an exception that is no std::exception; expected a function that writes its block");
  OwnPart next(data, Shards::contiguous);
  EXPECT_EQ(message_of(next, {.scheme = Scheme::ring, .threads = 1}), "");
}

TEST(BiasFunction, is_refused_where_it_cannot_be) {
  Case problem = long_case(Causal::none);
  const BiasFunction zero = [](const BiasBlock& block) { write_values(block, [](auto...) { return 0.0f; }); };
  const CaseData data(problem);
  if (ranks() > 1) {
    OwnPart part(data, Shards::contiguous);
    EXPECT_EQ(
        message_of(part, {.scheme = Scheme::ring, .threads = 1, .bias = this_rank() == 1 ? zero : BiasFunction()}),
        "rank 1: attn_bias: got a function; expected none, as rank 0 has it");
  }
  problem.bias = "h";
  const CaseData with_array(problem);
  OwnPart both(with_array, Shards::contiguous);
  EXPECT_EQ(message_of(both, {.scheme = Scheme::ring, .threads = 1, .bias = zero}),
            "rank 0: attn_bias: got an array beside a function; expected one of the two");
  problem.bias = {};
  problem.batch = 1;
  problem.lengths_q = {700, 800};
  problem.lengths_k = {4000, 99};
  const CaseData lengths(problem);
  OwnPart of_lengths(lengths, Shards::contiguous);
  EXPECT_EQ(message_of(of_lengths, {.scheme = Scheme::ring, .threads = 1, .bias = zero}),
            "rank 0: attn_bias: got a function together with cu_seqlens_q; expected none, or sequences of one length");
  const Table table;
  ConstMatrixView few = table.view();
  few.rows = 3;
  OwnPart part(data, Shards::contiguous);
  EXPECT_EQ(message_of(part, {.scheme = Scheme::ring, .threads = 1, .bias = relative_bias(few, Table::reach)}),
            "rank 0: bias: got a table of 3 rows; expected 1, or one for each head of q");
  EXPECT_THROW(relative_bias({}, 0), Error);
  EXPECT_THROW(relative_bias({table.values.data(), DType::f32, 4, 0, 0}, 0), Error);
}

} // namespace
} // namespace xeforge::distributed
