// This machine's measured ceilings: what no kernel on so many threads can beat.
#pragma once

#include "xeforge/ops/checks/buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace xeforge::lab {

// The size of the caches of the last level together, as the kernel reports them; 32 MiB where it does not.
std::size_t last_level_cache_bytes();

// Read bandwidth. Owns a buffer, touched once at the start.
class ReadBandwidth {
public:
  ReadBandwidth();                           // from memory: well beyond the last-level cache
  explicit ReadBandwidth(std::size_t bytes); // of so much data, read again and again: from a cache that holds it
  std::size_t bytes() const { return memory_.bytes(); }
  // The best of several runs and several ways of walking, in GB/s (1e9 bytes). Takes a fraction of a second.
  double measure(int threads) const;

private:
  ops::Buffer memory_;
};

struct Ceilings {
  int threads = 0;
  double read_gbps = 0;
  double f32_fma_gflops = 0;             // a fused multiply-add counts 2
  std::optional<double> bf16_dot_gflops; // f32 sums of products of bf16 pairs; absent without AVX512_BF16
};

// The best of several runs, in 1e9 per second; a fraction of a second each.
double measure_f32_fma(int threads);
std::optional<double> measure_bf16_dot(int threads); // absent without AVX512_BF16
bool has_bf16_dot();

Ceilings measure_ceilings(const ReadBandwidth& bandwidth, int threads);

// A sentence where more threads read clearly slower than fewer, which no roof should hide; empty where they do not.
// all: by rising numbers of threads.
std::string remark_on_reading(const std::vector<Ceilings>& all);

// 1 and all, without repeating.
std::vector<int> thread_counts_to_measure();

} // namespace xeforge::lab
