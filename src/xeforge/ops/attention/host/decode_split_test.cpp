#include "xeforge/ops/attention/host/decode_split.hpp"

#include <gtest/gtest.h>

namespace xeforge::ops::attention {
namespace {

Arguments problem(std::int64_t batch, std::int64_t heads_q, std::int64_t heads_kv, std::int64_t seq_q,
                  std::int64_t seq_k, std::int64_t depth) {
  Arguments arguments;
  arguments.batch = batch;
  arguments.heads_q = heads_q;
  arguments.heads_kv = heads_kv;
  arguments.seq_q = seq_q;
  arguments.seq_k = seq_k;
  arguments.d_qk = arguments.d_v = depth;
  return arguments;
}

const Arguments problems[] = {
    problem(1, 1, 1, 1, 1, 32),         problem(1, 1, 1, 1, 17, 72),       problem(1, 8, 8, 1, 1'000'003, 128),
    problem(8, 32, 8, 1, 8192, 128),    problem(64, 64, 8, 16, 4096, 512), problem(1, 32, 1, 16, 131'072, 512),
    problem(256, 8, 8, 1, 100'000, 64), problem(3, 9, 3, 7, 255, 80),
};

TEST(decode_split, chunks_are_whole_steps_and_hold_every_key_without_an_empty_one) {
  for (const Arguments& arguments : problems) {
    const DecodeSplit split = decode_split(arguments);
    EXPECT_EQ(split.chunk_keys % DecodeSplit::step, 0);
    EXPECT_GE(split.chunk_keys * split.splits, arguments.seq_k);
    EXPECT_LT(split.chunk_keys * (split.splits - 1), arguments.seq_k);
  }
}

TEST(decode_split, partial_results_stay_within_4_MiB_where_the_rows_of_a_pair_do) {
  for (const Arguments& arguments : problems) {
    const DecodeSplit split = decode_split(arguments);
    EXPECT_LE(split.floats(), DecodeSplit::most_floats);
    EXPECT_GE(split.value_stride, arguments.d_v);
  }
}

TEST(decode_split, more_rows_of_a_pair_than_4_MiB_hold_are_not_split_and_go_pair_by_pair) {
  const DecodeSplit split = decode_split(problem(2, 512, 1, 16, 8192, 512));
  EXPECT_EQ(split.splits, 1);
  EXPECT_EQ(split.pairs_per_launch, 1);
  EXPECT_EQ(split.rows, 512 * 16);
}

TEST(decode_split, one_long_sequence_becomes_many_items) {
  EXPECT_GE(decode_split(problem(1, 1, 1, 1, 131'072, 128)).splits, 128);
  EXPECT_EQ(decode_split(problem(1, 1, 1, 1, 256, 128)).splits, 1);
}

TEST(decode_split, sequences_without_keys_have_one_empty_chunk) {
  EXPECT_EQ(decode_split(problem(2, 4, 2, 1, 0, 64)).splits, 1);
}

} // namespace
} // namespace xeforge::ops::attention
