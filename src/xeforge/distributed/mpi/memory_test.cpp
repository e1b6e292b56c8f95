// How much memory a rank really takes during a call, as the system counts it, beside what the plan says: its part and two
// blocks for a ring, whatever the length of the sequence. docs/scale.md has a table of this.
#include "xeforge/distributed/mpi/ranks_for_test.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace xeforge::distributed {
namespace {

constexpr std::int64_t heads = 8, depth = 64, bytes_of_key = heads * 2 * depth * 4; // f32
// Stacks, tables and MPI's own buffers, whatever the length: less than a third of the shorter of the sequences below, and so
// less than what a ring of three or more ranks would take beyond its blocks if it gathered the sequence.
constexpr std::int64_t room_for_the_rest = std::int64_t{8} << 20;
// The system counts the pages of a thread some dozens at a time.
constexpr std::int64_t counted_later = std::int64_t{1} << 20;

// Of this process: VmRSS, or VmHWM, which is the most since it was last forgotten.
std::int64_t resident(const std::string& name) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(name + ":"))
      return std::stoll(line.substr(name.size() + 1)) * 1024;
  return 0;
}
bool forget_the_most() {
  std::ofstream file("/proc/self/clear_refs");
  file << "5" << std::flush;
  return file.good();
}

// This rank's part of keys and values, and one query, so that a long sequence takes milliseconds.
struct Part {
  explicit Part(std::int64_t length)
      : shape{1, heads, shard_size(length, ranks(), this_rank(), Shards::contiguous), depth}, keys(count_of(shape) * 4),
        values(count_of(shape) * 4), query(heads * depth * 4), result(heads * depth * 4) {}

  // Bytes beside those that were there before.
  std::int64_t run(Scheme scheme, ContextReport& report) {
    malloc_trim(0);
    const bool can_be_measured = forget_the_most();
    const std::int64_t before = resident("VmRSS");
    report = attention(MPI_COMM_WORLD, dense_view(query.data(), DType::f32, {1, heads, 1, depth}),
                       dense_view(keys.data(), DType::f32, shape), dense_view(values.data(), DType::f32, shape),
                       dense_view(result.data(), DType::f32, {1, heads, 1, depth}), {}, {},
                       {.scheme = scheme, .threads = 1});
    EXPECT_TRUE(can_be_measured) << "/proc/self/clear_refs cannot be written";
    return resident("VmHWM") - before;
  }

  Shape4 shape;
  Bytes keys, values, query, result;
};

TEST(Memory, of_a_ring_is_two_blocks_and_that_of_all_gather_the_whole_sequence) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  GTEST_SKIP() << "sanitizers keep memory beside the program's";
#endif
  ContextReport report;
  for (const Scheme scheme : {Scheme::ring, Scheme::all_gather}) // connections, threads, code
    Part(64 * ranks()).run(scheme, report);
  for (const std::int64_t length : {32768, 65536})
    for (const Scheme scheme : {Scheme::ring, Scheme::all_gather}) {
      Part part(length);
      const std::int64_t taken = part.run(scheme, report), whole = length * bytes_of_key;
      const std::string what = fmt::format("{}, {} keys, rank {}", name_of(scheme), length, this_rank());
      const std::int64_t blocks = std::min(2, ranks()) * (length / ranks() + (length % ranks() > 0)) * bytes_of_key;
      EXPECT_EQ(report.bytes_held, scheme == Scheme::ring ? blocks : whole) << what;
      EXPECT_LE(taken, report.bytes_held + room_for_the_rest) << what;
      EXPECT_GE(taken, report.bytes_held - counted_later) << what; // that memory is measured at all
      std::int64_t most = 0;
      for (const std::string& of_rank : all_texts(fmt::to_string(taken)))
        most = std::max<std::int64_t>(most, std::stoll(of_rank));
      if (this_rank() == 0)
        std::printf("%d ranks, %-10s %d keys of %.1f MiB: a part of %.1f MiB, beside it %.1f MiB by formula, %.1f MiB "
                    "measured\n",
                    ranks(), fmt::format("{},", name_of(scheme)).c_str(), static_cast<int>(length),
                    static_cast<double>(whole) / (1 << 20),
                    static_cast<double>(part.keys.size() + part.values.size()) / (1 << 20),
                    static_cast<double>(report.bytes_held) / (1 << 20), static_cast<double>(most) / (1 << 20));
    }
}

} // namespace
} // namespace xeforge::distributed
