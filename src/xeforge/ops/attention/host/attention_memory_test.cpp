// Nothing of the size of the scores is ever allocated: a program of its own, since it watches its peak memory.
#include "xeforge/attention.hpp"
#include "xeforge/ops/checks/queue_for_test.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::ops::attention {
namespace {

// A line of /proc/self/status, in bytes.
std::int64_t status_bytes(std::string_view name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(name))
      return std::stoll(line.substr(name.size() + 1)) << 10;
  return 0;
}

// How much more memory than before this process has while function runs, at its peak.
template <class Function>
std::int64_t peak_of(const Function& function) {
  std::ofstream("/proc/self/clear_refs") << 5; // the peak so far is forgotten
  const std::int64_t before = status_bytes("VmRSS");
  function();
  return status_bytes("VmHWM") - before;
}

TEST(PeakMemory, the_measure_measures_and_forgets) {
  const auto touch = [](std::size_t bytes) {
    std::vector<char> something(bytes);
    std::memset(something.data(), 1, something.size());
    __asm__ volatile("" : : "r"(something.data()) : "memory");
  };
  EXPECT_GE(peak_of([&] { touch(64 << 20); }), 60 << 20);
  EXPECT_LT(peak_of([&] { touch(8 << 20); }), 16 << 20);
}

// Sizes of arrays, made and touched before the first measurement.
struct Arrays {
  std::int64_t seq_q, seq_k, depth = 16;
  std::vector<std::uint16_t> q{numbers(seq_q)}, k{numbers(seq_k)}, v{numbers(seq_k)}, out{numbers(seq_q)};
  std::vector<float> lse = std::vector<float>(static_cast<std::size_t>(seq_q), 1.0f);

  std::vector<std::uint16_t> numbers(std::int64_t rows) const {
    std::vector<std::uint16_t> bits(static_cast<std::size_t>(rows * depth));
    for (std::size_t i = 0; i < bits.size(); ++i)
      bits[i] = static_cast<std::uint16_t>(0x3000 + i * 7919 % 2048); // halves from 1/8 to 1/2
    return bits;
  }
  void run(sycl::queue& queue, const AttentionOptions& options) {
    const auto view = [&](auto& memory, std::int64_t rows) {
      return TensorView<4>{memory.data(), DType::f16, {1, 1, rows, depth}, {rows * depth, rows * depth, depth, 1}};
    };
    xeforge::attention(queue, view(q, seq_q), view(k, seq_k), view(v, seq_k), view(out, seq_q),
                       {lse.data(), DType::f32, {1, 1, seq_q}, {seq_q, seq_q, 1}}, options);
  }
};

#if !defined(__has_feature) || !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
// 16,384 keys: a row of scores in float is 64 KiB, all of them are 1 GiB.
TEST(PeakMemory, stays_within_inputs_outputs_and_4_megabytes_for_each_thread) {
  constexpr int threads = 2;
  constexpr std::int64_t allowance = threads * (std::int64_t{4} << 20);
  sycl::queue queue = queue_with_threads(threads);
  for (const AttentionVariant& variant : attention_variants())
    for (const std::int64_t seq_q : {16, 16384}) {
      Arrays arrays{seq_q, 16384};
      AttentionOptions options;
      options.variant = variant.name;
      if (variant.name == "strided") // slow, and the same for every row
        arrays.seq_q = std::min<std::int64_t>(seq_q, 64);
      try {
        EXPECT_LE(peak_of([&] { arrays.run(queue, options); }), allowance)
            << variant.name << ", " << seq_q << " queries";
        EXPECT_NE(arrays.lse[0], 1.0f);
      } catch (const Error& refusal) {
        EXPECT_EQ(refusal.argument(), "variant") << refusal.what();
      }
    }
}
#endif // sanitizers keep books of their own

} // namespace
} // namespace xeforge::ops::attention
