// T17, T20, T25, T26: buffers, local accessors and atomics, as many groups use them at once.
#include "program_support.hpp"

#include <array>
#include <numeric>

namespace {

namespace esimd = sycl::ext::intel::esimd;

// Each item counts 64 bytes into its group's bins in shared local memory, the group adds its bins to the buffer's.
TEST(MemoryPrograms, T20_a_histogram_through_local_and_global_atomics_counts_every_byte) {
  constexpr unsigned bins = 16, items = 8, groups = 64, bytes_of_item = 64;
  std::vector<std::uint8_t> input(groups * items * bytes_of_item);
  std::srand(3);
  for (std::uint8_t& byte : input)
    byte = static_cast<std::uint8_t>(std::rand() % 256);
  std::vector<std::uint32_t> counts(bins, 0), expected(bins, 0);
  for (const std::uint8_t byte : input)
    ++expected[byte % bins];
  {
    sycl::queue queue;
    sycl::buffer<std::uint8_t, 1> bytes(input.data(), sycl::range<1>(input.size()));
    sycl::buffer<std::uint32_t, 1> result(counts.data(), sycl::range<1>(bins));
    queue.submit([&](sycl::handler& commands) {
      auto in = bytes.get_access<sycl::access::mode::read>(commands);
      auto out = result.get_access<sycl::access::mode::read_write>(commands);
      sycl::local_accessor<std::uint32_t, 1> local(bins, commands);
      commands.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
        using namespace esimd;
        if (item.get_local_id(0) == 0)
          block_store<std::uint32_t, bins>(local, 0, simd<std::uint32_t, bins>(0u));
        barrier();
        const auto mine = block_load<std::uint8_t, bytes_of_item>(in, item.get_global_id(0) * bytes_of_item);
        const simd<std::uint32_t, bytes_of_item> bin = mine & std::uint8_t(bins - 1);
        atomic_update<atomic_op::inc, std::uint32_t, bytes_of_item>(local, bin * 4u);
        barrier();
        if (item.get_local_id(0) == 0) {
          const simd<std::uint32_t, bins> offsets(0, 4);
          atomic_update<atomic_op::add, std::uint32_t, bins>(out, offsets, gather<std::uint32_t, bins>(local, offsets));
        }
      });
    });
  }
  EXPECT_EQ(counts, expected);
}

// A lock that groups take in turn: compare-exchange with the expected value first, released by an atomic store.
TEST(MemoryPrograms, T19_T26_groups_take_turns_with_a_lock) {
  constexpr unsigned groups = 256;
  sycl::queue queue;
  const UsmArray<std::uint32_t> memory(queue, 64);
  std::fill(memory.get(), memory.get() + 64, 0u);
  std::uint32_t* const lock = memory.get();
  queue
      .parallel_for(
          sycl::nd_range<1>(groups, 1),
          [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {
            using namespace esimd;
            const simd<std::uint32_t, 1> at(0u);
            while (lsc_atomic_update<atomic_op::cmpxchg, std::uint32_t, 1>(
                       lock, at, simd<std::uint32_t, 1>(0u), simd<std::uint32_t, 1>(1u), simd_mask<1>(1))[0] != 0) {
            }
            const auto old = block_load<std::uint32_t, 16>(lock + 16);
            block_store(lock + 16, simd<std::uint32_t, 16>(old + simd<std::uint32_t, 16>(0u, 1u)));
            fence();
            atomic_update<atomic_op::store, std::uint32_t, 1>(lock, at, 0u);
          })
      .wait();
  for (unsigned i = 0; i < 16; ++i)
    EXPECT_EQ(lock[16 + i], groups * i);
}

// Every group waits for what the one before it has left in memory: an uncached load in a loop.
TEST(MemoryPrograms, T26_T30_a_chain_of_groups_passes_sums_on) {
  constexpr unsigned groups = 128;
  sycl::queue queue;
  const UsmArray<std::uint32_t> values(queue, groups), chain(queue, 2 * (groups + 1));
  std::iota(values.get(), values.get() + groups, 1u);
  std::fill(chain.get(), chain.get() + 2 * (groups + 1), 0u);
  chain.get()[0] = 1; // there is a sum before the first group: 0
  const std::uint32_t* const in = values.get();
  std::uint32_t* const sums = chain.get();
  queue
      .parallel_for(
          sycl::nd_range<1>(groups, 1),
          [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
            using namespace esimd;
            const std::size_t group = item.get_group(0);
            simd<std::uint64_t, 1> before(0);
            do {
              before = lsc_block_load<std::uint64_t, 1, lsc_data_size::u64, cache_hint::uncached, cache_hint::uncached>(
                  reinterpret_cast<std::uint64_t*>(sums) + group);
            } while ((before[0] & 1) == 0);
            const std::uint64_t sum = (before[0] >> 32) + in[group];
            lsc_block_store<std::uint64_t, 1, lsc_data_size::u64, cache_hint::uncached, cache_hint::uncached>(
                reinterpret_cast<std::uint64_t*>(sums) + group + 1, simd<std::uint64_t, 1>(sum << 32 | 1));
          })
      .wait();
  EXPECT_EQ(sums[2 * groups + 1], groups * (groups + 1) / 2);
}

} // namespace
