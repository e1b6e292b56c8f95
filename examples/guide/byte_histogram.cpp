// How often each byte value occurs. A thread counts in 256 registers' elements, with an element's value as the index of
// another: indirect register access. The two kernels differ in whether the loop over the bytes of a block is unrolled.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

using namespace sycl::ext::intel::esimd;

template <class T>
using SharedVector = std::vector<T, sycl::usm_allocator<T, sycl::usm::alloc::shared>>;

constexpr int block = 256; // bytes that are loaded at once
constexpr int blocks_of_a_thread = 3;
constexpr int values = 256;

// Adds a thread's counts to everybody's.
void add_to_all(std::uint32_t* all, simd<std::uint32_t, values>& counts) SYCL_ESIMD_FUNCTION {
  constexpr int lanes = 32;
  const simd<std::uint32_t, lanes> offsets(0, sizeof(std::uint32_t));
#pragma unroll
  for (int first = 0; first < values; first += lanes)
    atomic_update<atomic_op::add, std::uint32_t, lanes>(all + first, offsets, counts.select<lanes, 1>(first));
}

// bytes: blocks x 256; all: 256 counts, to which those of the bytes are added.
void count_in_a_loop(sycl::queue& queue, const std::uint8_t* bytes, std::uint32_t* all, int blocks) {
  const int threads = (blocks + blocks_of_a_thread - 1) / blocks_of_a_thread;
  queue.parallel_for<class HistogramLoop>(sycl::range<1>(threads), [=](sycl::id<1> thread) SYCL_ESIMD_KERNEL {
    const int first = static_cast<int>(thread) * blocks_of_a_thread;
    const int last = std::min(first + blocks_of_a_thread, blocks);
    simd<std::uint32_t, values> counts = 0;
    for (int b = first; b < last; ++b) {
      const auto in = block_load<std::uint8_t, block>(bytes + b * block, properties{alignment<64>});
#pragma unroll 1
      for (int i = 0; i < block; ++i)
        counts.select<1, 1>(in[i]) += 1;
    }
    add_to_all(all, counts);
  });
  queue.wait();
}

void count_unrolled(sycl::queue& queue, const std::uint8_t* bytes, std::uint32_t* all, int blocks) {
  const int threads = (blocks + blocks_of_a_thread - 1) / blocks_of_a_thread;
  queue.parallel_for<class HistogramUnrolled>(sycl::range<1>(threads), [=](sycl::id<1> thread) SYCL_ESIMD_KERNEL {
    const int first = static_cast<int>(thread) * blocks_of_a_thread;
    const int last = std::min(first + blocks_of_a_thread, blocks);
    simd<std::uint32_t, values> counts = 0;
    for (int b = first; b < last; ++b) {
      const auto in = block_load<std::uint8_t, block>(bytes + b * block, properties{alignment<64>});
#pragma unroll
      for (int i = 0; i < block; ++i)
        counts.select<1, 1>(in[i]) += 1;
    }
    add_to_all(all, counts);
  });
  queue.wait();
}

int main() {
  constexpr int blocks = 41; // 13 threads of three, one of two
  sycl::queue queue;
  SharedVector<std::uint8_t> bytes(blocks * block, queue);
  std::vector<std::uint32_t> expected(values);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(i < 600 ? 255 : i * i / 7 + i / 256); // two blocks of one value: all collide
    ++expected[bytes[i]];
  }
  SharedVector<std::uint32_t> looped(values, queue), unrolled(values, queue);
  count_in_a_loop(queue, bytes.data(), looped.data(), blocks);
  count_unrolled(queue, bytes.data(), unrolled.data(), blocks);
  int wrong = 0;
  for (int value = 0; value < values; ++value)
    wrong += (looped[value] != expected[value]) + (unrolled[value] != expected[value]);
  std::printf("byte_histogram: %d wrong counts of %d\n", wrong, 2 * values);
  return wrong == 0 ? 0 : 1;
}
