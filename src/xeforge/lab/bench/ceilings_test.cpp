#include "xeforge/lab/bench/ceilings.hpp"

#include "xeforge/lab/bench/ceiling_loops.hpp"
#include "xeforge/machine/cpu_targets.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace xeforge::lab {
namespace {

std::vector<CeilingLoops> loops_this_machine_runs() {
  std::vector<CeilingLoops> all;
  for (const machine::CpuTargetInfo& target : machine::cpu_targets())
    if (target.available)
      all.push_back(target.target == machine::CpuTarget::v3   ? v3::ceiling_loops()
                    : target.target == machine::CpuTarget::v4 ? v4::ceiling_loops()
                                                              : v4_bf16::ceiling_loops());
  return all;
}

// A ceiling measured by a loop that skips bytes would be too high.
TEST(ceilings, every_read_loop_reads_every_word_once) {
  constexpr std::size_t bytes = 16'384, words = bytes / sizeof(std::uint64_t);
  ops::Buffer buffer(bytes + 8192); // the loops prefetch beyond the end
  auto* data = reinterpret_cast<std::uint64_t*>(buffer.data());
  for (const CeilingLoops& loops : loops_this_machine_runs())
    for (const auto& read : loops.reads) {
      EXPECT_EQ(read(buffer.data(), bytes), 0u);
      for (std::size_t word = 0; word < words; ++word) {
        data[word] = 0x100 + word;
        ASSERT_EQ(read(buffer.data(), bytes), 0x100 + word) << "word " << word;
        data[word] = 0;
      }
    }
}

// One chain: x = x / 2 + 1 from c goes to 2; after s steps it is 2 + (c - 2) / 2^s. The flops counted tell how many
// lanes there are.
TEST(ceilings, the_multiply_add_loop_does_as_many_operations_as_it_counts) {
  for (const CeilingLoops& loops : loops_this_machine_runs()) {
    const double chain_lanes = static_cast<double>(loops.multiply_add_flops_per_step) / 2;
    EXPECT_NEAR(loops.multiply_add(60, 0.5f, 1.0f), 2 * chain_lanes, 1e-3 * chain_lanes);
    EXPECT_EQ(loops.multiply_add(5, 1.0f, 1.0f) - loops.multiply_add(4, 1.0f, 1.0f), chain_lanes);
  }
}

TEST(ceilings, the_bf16_loop_does_as_many_operations_as_it_counts) {
  int found = 0;
  for (const CeilingLoops& loops : loops_this_machine_runs()) {
    if (!loops.bf16_dot)
      continue;
    ++found;
    const double lanes = static_cast<double>(loops.bf16_dot_flops_per_step) / 4;
    EXPECT_EQ(loops.bf16_dot(3, 0.5f), 3 * 2 * 0.25 * lanes);
  }
  if (found == 0)
    GTEST_SKIP() << "this machine has no AVX512_BF16";
}

TEST(ceilings, the_last_level_cache_has_a_plausible_size) {
  EXPECT_GE(last_level_cache_bytes(), std::size_t{64} << 10);
  EXPECT_LE(last_level_cache_bytes(), std::size_t{16} << 30);
}

TEST(ceilings, threads_that_read_slower_than_fewer_are_remarked_on) {
  const auto with = [](double one, double two) {
    return remark_on_reading({{1, one, 100, std::nullopt}, {2, two, 200, std::nullopt}});
  };
  EXPECT_EQ(with(10, 20), "");
  EXPECT_EQ(with(10, 9.9), "") << "as measurements differ";
  EXPECT_TRUE(with(10, 8).starts_with("2 threads read slower than 1: 8.0 of 10.0 GB/s.")) << with(10, 8);
  EXPECT_EQ(remark_on_reading({{1, 10, 100, std::nullopt}}), "");
}

TEST(ceilings, one_thread_is_always_measured_and_no_count_twice) {
  const std::vector<int> counts = thread_counts_to_measure();
  EXPECT_EQ(counts.front(), 1);
  EXPECT_TRUE(counts.size() == 1 || (counts.size() == 2 && counts[1] > 1));
}

} // namespace
} // namespace xeforge::lab
