// Running counts of the set bits of words: element i of a result is how many of the bits 0 to i are set. Blocks double:
// each step adds the last count of a block's lower half to the whole of its upper half. The two kernels differ in the
// step over blocks of 8, where the halves are four elements wide.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

using namespace sycl::ext::intel::esimd;

using Counts = simd<std::uint16_t, 32>;
template <class T>
using SharedVector = std::vector<T, sycl::usm_allocator<T, sycl::usm::alloc::shared>>;

Counts bits_of(std::uint32_t word) SYCL_ESIMD_FUNCTION {
  return (simd<std::uint32_t, 32>(word) >> simd<std::uint32_t, 32>(0, 1)) & 1u;
}

// Blocks of 2 and of 4: strided regions, in place.
void add_within_fours(Counts& counts) SYCL_ESIMD_FUNCTION {
  counts.select<16, 2>(1) += counts.select<16, 2>(0);
  counts.select<8, 4>(2) += counts.select<8, 4>(1);
  counts.select<8, 4>(3) += counts.select<8, 4>(1);
}

// Blocks of 8, one addition for each: one element goes to four neighbours.
void add_fours_one_by_one(Counts& counts) SYCL_ESIMD_FUNCTION {
  counts.select<4, 1>(4) += counts[3];
  counts.select<4, 1>(12) += counts[11];
  counts.select<4, 1>(20) += counts[19];
  counts.select<4, 1>(28) += counts[27];
}

// Blocks of 8, all at once: four counts of 16 bits are one number of 64 bits. No count exceeds 32, so none carries over
// into its neighbour.
void add_fours_at_once(Counts& counts) SYCL_ESIMD_FUNCTION {
  auto lasts = counts.replicate_vs_w_hs<4, 8, 4, 0>(3);       // 4 x (elements 3, 11, 19, 27)
  auto quads = counts.bit_cast_view<std::uint64_t>();         // 8 quads of elements
  auto quads_of_lasts = lasts.bit_cast_view<std::uint64_t>(); // 4 quads
  quads.select<4, 2>(1) += quads_of_lasts;
}

// Blocks of 16 and of 32.
void add_eights_and_sixteens(Counts& counts) SYCL_ESIMD_FUNCTION {
  counts.select<8, 1>(8) += counts[7];
  counts.select<8, 1>(24) += counts[23];
  counts.select<16, 1>(16) += counts[15];
}

// words: count; counts: count x 32, a row for each word. One word per thread.
void count_one_by_one(sycl::queue& queue, const std::uint32_t* words, std::uint16_t* counts, std::size_t count) {
  queue.parallel_for<class PrefixOneByOne>(sycl::range<1>(count), [=](sycl::id<1> word) SYCL_ESIMD_KERNEL {
    Counts result = bits_of(words[word]);
    add_within_fours(result);
    add_fours_one_by_one(result);
    add_eights_and_sixteens(result);
    result.copy_to(counts + word * 32, overaligned<64>);
  });
  queue.wait();
}

void count_at_once(sycl::queue& queue, const std::uint32_t* words, std::uint16_t* counts, std::size_t count) {
  queue.parallel_for<class PrefixAtOnce>(sycl::range<1>(count), [=](sycl::id<1> word) SYCL_ESIMD_KERNEL {
    Counts result = bits_of(words[word]);
    add_within_fours(result);
    add_fours_at_once(result);
    add_eights_and_sixteens(result);
    result.copy_to(counts + word * 32, overaligned<64>);
  });
  queue.wait();
}

int wrong_counts(const SharedVector<std::uint32_t>& words, const SharedVector<std::uint16_t>& counts) {
  int wrong = 0;
  for (std::size_t word = 0; word < words.size(); ++word)
    for (int bit = 0, expected = 0; bit < 32; ++bit) {
      expected += (words[word] >> bit) & 1;
      wrong += counts[word * 32 + bit] != expected;
    }
  return wrong;
}

int main() {
  sycl::queue queue;
  SharedVector<std::uint32_t> words(1001, queue);
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = static_cast<std::uint32_t>(i) * 2654435761u;
  words[0] = 0;
  words[1] = 0xFFFFFFFF; // the largest counts
  words[2] = 1;
  words[3] = 0x80000000;

  SharedVector<std::uint16_t> counts(words.size() * 32, queue);
  count_one_by_one(queue, words.data(), counts.data(), words.size());
  int wrong = wrong_counts(words, counts);
  counts.assign(counts.size(), 0xFFFF);
  count_at_once(queue, words.data(), counts.data(), words.size());
  wrong += wrong_counts(words, counts);
  std::printf("prefix_sum: %d wrong counts of %zu\n", wrong, 2 * counts.size());
  return wrong == 0 ? 0 : 1;
}
