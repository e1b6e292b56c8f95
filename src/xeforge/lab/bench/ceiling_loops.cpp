#include "xeforge/lab/bench/ceiling_loops.hpp"

#if defined(__AVX512BF16__)
#include <immintrin.h>
#endif

namespace xeforge::lab::XEFORGE_TARGET {
namespace {

#if defined(__AVX512F__)
constexpr int vector_bytes = 64;
constexpr int chains = 16; // 2 ports x 4 cycles of latency need 8; 32 registers hold 16 and the constants
#else
constexpr int vector_bytes = 32;
constexpr int chains = 12; // of 16 registers
#endif

using Words = std::uint64_t __attribute__((vector_size(vector_bytes)));
using Floats = float __attribute__((vector_size(vector_bytes)));
constexpr int float_lanes = vector_bytes / sizeof(float);

// Walks `streams` equal parts of the memory side by side, eight loads a round into eight chains.
template <int streams, int prefetch_bytes>
std::uint64_t read_all(const std::byte* data, std::size_t bytes) {
  constexpr int loads = 8 / streams;
  Words sums[8] = {};
  const std::size_t part = bytes / streams;
  for (std::size_t offset = 0; offset < part; offset += loads * vector_bytes) {
#pragma clang loop unroll(full)
    for (int stream = 0; stream < streams; ++stream) {
#pragma clang loop unroll(full)
      for (int load = 0; load < loads; ++load) {
        const std::byte* from = data + stream * part + offset + load * vector_bytes;
        if (prefetch_bytes > 0)
          __builtin_prefetch(from + prefetch_bytes);
        sums[stream * loads + load] ^= *reinterpret_cast<const Words*>(from);
      }
    }
  }
  Words total = {};
  for (const Words& sum : sums)
    total ^= sum;
  std::uint64_t folded = 0;
  for (int lane = 0; lane < vector_bytes / 8; ++lane)
    folded ^= total[lane];
  return folded;
}

template <class Vector>
float sum_of_lanes(const Vector (&accumulators)[chains]) {
  float sum = 0;
  for (const Vector& accumulator : accumulators)
    for (int lane = 0; lane < float_lanes; ++lane)
      sum += accumulator[lane];
  return sum;
}

float multiply_add(std::int64_t steps, float factor, float addend) {
  Floats accumulators[chains];
  for (int chain = 0; chain < chains; ++chain)
    accumulators[chain] = Floats{} + static_cast<float>(chain);
  const Floats factors = Floats{} + factor, addends = Floats{} + addend;
  for (std::int64_t step = 0; step < steps; ++step) {
#pragma clang loop unroll(full)
    for (int chain = 0; chain < chains; ++chain)
      accumulators[chain] = __builtin_elementwise_fma(accumulators[chain], factors, addends);
  }
  return sum_of_lanes(accumulators);
}

#if defined(__AVX512BF16__)
float bf16_dot(std::int64_t steps, float factor) {
  Floats accumulators[chains] = {};
  const __m512 factors = _mm512_set1_ps(factor);
  const __m512bh pairs = _mm512_cvtne2ps_pbh(factors, factors);
  for (std::int64_t step = 0; step < steps; ++step) {
#pragma clang loop unroll(full)
    for (int chain = 0; chain < chains; ++chain)
      accumulators[chain] = _mm512_dpbf16_ps(accumulators[chain], pairs, pairs);
  }
  return sum_of_lanes(accumulators);
}
constexpr auto bf16_dot_loop = &bf16_dot;
constexpr std::int64_t bf16_dot_flops = 4 * float_lanes * chains; // two products and two sums a lane
#else
constexpr auto bf16_dot_loop = static_cast<float (*)(std::int64_t, float)>(nullptr);
constexpr std::int64_t bf16_dot_flops = 0;
#endif

constexpr std::uint64_t (*read_loops[])(const std::byte*, std::size_t) = {&read_all<1, 0>, &read_all<4, 0>,
                                                                          &read_all<1, 1024>, &read_all<4, 1024>};

} // namespace

CeilingLoops ceiling_loops() {
  return {read_loops, &multiply_add, 2 * float_lanes * chains, bf16_dot_loop, bf16_dot_flops};
}

} // namespace xeforge::lab::XEFORGE_TARGET
