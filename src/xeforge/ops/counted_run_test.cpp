// What the operators' kernels move and compute, counted: that they read their inputs once where they claim to, and how
// often where they cannot.
#include "xeforge/base/error.hpp"
#include "xeforge/ops/attention/checks/counted_run.hpp"
#include "xeforge/ops/attention/checks/work.hpp"
#include "xeforge/ops/softmax_topk/checks/counted_run.hpp"
#include "xeforge/ops/softmax_topk/checks/work.hpp"

#include <gtest/gtest.h>

#include <sycl/sycl.hpp>

namespace xeforge::ops {
namespace {

machine::Counters count(const softmax_topk::Case& problem, std::string_view variant) {
  sycl::queue queue;
  return softmax_topk::count(queue, softmax_topk::CaseData(problem), variant);
}
machine::Counters count(const attention::Case& problem, std::string_view variant) {
  sycl::queue queue;
  return attention::count(queue, attention::CaseData(problem), variant);
}

softmax_topk::Case seed_case() {
  softmax_topk::Case problem;
  problem.name = "counted";
  problem.rows = 64;
  problem.weights = DType::f16;
  problem.options.k = 8;
  return problem;
}

TEST(counted_run, softmax_topk_reads_every_score_once_and_writes_every_result_once) {
  const softmax_topk::Case problem = seed_case();
  for (const std::string_view variant : {"seed", "fold"}) {
    const machine::Counters counters = count(problem, variant);
    EXPECT_EQ(counters.loaded_bytes(), 64u * 128 * 2) << variant;
    EXPECT_EQ(counters.stored_bytes(), 64u * 8 * (2 + 4)) << variant;
    const softmax_topk::CaseData data(problem);
    EXPECT_EQ(counters.moved_bytes(), static_cast<std::uint64_t>(softmax_topk::work_of(data.description()).bytes))
        << variant;
    EXPECT_EQ(counters.dpas_flops, 0u);
  }
}

attention::Case attention_case(std::int64_t seq_q, std::int64_t seq_k) {
  attention::Case problem;
  problem.name = "counted";
  problem.dtype = DType::bf16;
  problem.seq_q = seq_q;
  problem.seq_k = seq_k;
  problem.d_qk = problem.d_v = 64;
  problem.lse = attention::Lse::not_wanted;
  return problem;
}

// 256 queries and keys fill its tiles: two products of 2 d flops for each score, and 2 for the sums of the rows.
TEST(counted_run, the_kernel_of_the_xe_devices_has_as_many_dpas_flops_as_the_problem_needs) {
  const machine::Counters counters = count(attention_case(256, 256), "xe");
  EXPECT_EQ(counters.dpas_flops, 2u * 256 * 256 * (4 * 64 + 2));
  EXPECT_GT(counters.block_loads_2d.bytes, 0u);
  EXPECT_GT(counters.slm_loads.bytes, 0u);
}

// One query after another reads all keys and values: twice the queries, twice the bytes.
TEST(counted_run, a_kernel_without_tiles_reads_the_keys_again_for_every_query) {
  const machine::Counters few = count(attention_case(32, 128), "strided"),
                          many = count(attention_case(64, 128), "strided");
  EXPECT_EQ(many.loaded_bytes(), 2 * few.loaded_bytes());
  EXPECT_GE(few.loaded_bytes(), 2u * 32 * 128 * (64 + 64) * 2);
}

TEST(counted_run, what_is_not_built_with_counters_is_refused) {
  softmax_topk::Case floats = seed_case();
  floats.scores = DType::f32;
  EXPECT_THROW(count(floats, "fold"), Error);
  attention::Case halves = attention_case(256, 256);
  halves.dtype = DType::f16;
  EXPECT_THROW(count(halves, "xe"), Error);
}

} // namespace
} // namespace xeforge::ops
