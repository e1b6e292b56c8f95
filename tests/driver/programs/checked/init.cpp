#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include "defects.hpp"

// A row of local memory for each thread.
inline std::uint32_t row_of(std::size_t thread) { return static_cast<std::uint32_t>(thread) * 64; }

template <bool>
class HalfRow;
template <bool Wrong>
void half_row(sycl::queue& q) {
  const Memory<float> memory(q, 64);
  float* const p = memory.get();
  q.parallel_for<HalfRow<Wrong>>(sycl::range<1>(4), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
     simd<float, 16> row; // half_row other
     row.select<8, 1>(0) = 1.0f;
     if constexpr (!Wrong)
       row.select<8, 1>(8) = 2.0f;
     row.copy_to(p + 16 * i[0]); // half_row
   }).wait();
}

template <bool>
class Accumulator;
template <bool Wrong>
void accumulator(sycl::queue& q) {
  const Memory<float> memory(q, 64);
  float* const p = memory.get();
  q.parallel_for<Accumulator<Wrong>>(sycl::nd_range<1>(2, 1), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     simd<float, 16> sum; // accumulator other
     if (!Wrong || item.get_group(0) == 0)
       sum = 0;
     for (int i = 0; i < 2; ++i)
       sum += esimd::block_load<float, 16>(p + 16 * i);
     sum.copy_to(p + 32 + 16 * item.get_group(0)); // accumulator
   }).wait();
}

// Value-initialised objects are zeros.
template <bool>
class OneOfFour;
template <bool Wrong>
void one_of_four(sycl::queue& q) {
  const Memory<int> memory(q, 64);
  int* const p = memory.get();
  q.parallel_for<OneOfFour<Wrong>>(sycl::range<1>(1), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
     simd<int, 16> rows[4]; // one_of_four other
     simd<int, 16> zeros{};
     for (int i = 0; i < (Wrong ? 3 : 4); ++i)
       rows[i] = i;
     for (int i = 0; i < 4; ++i)
       (rows[i] + zeros).copy_to(p + 16 * i); // one_of_four
   }).wait();
}

template <bool>
class Merged;
template <bool Wrong>
void merged(sycl::queue& q) {
  const Memory<int> memory(q, 16);
  int* const p = memory.get();
  q.parallel_for<Merged<Wrong>>(sycl::range<1>(1), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
     const simd<int, 16> numbers(0, 1);
     simd<int, 16> chosen; // merged other
     chosen.merge(numbers, numbers < (Wrong ? 12 : 16));
     esimd::scatter<int, 16>(p, simd<std::uint32_t, 16>(0, 4), chosen); // merged
   }).wait();
}

// Lanes without values that are stored nowhere harm nobody.
template <bool>
class Masked;
template <bool Wrong>
void masked(sycl::queue& q) {
  const Memory<int> memory(q, 16);
  int* const p = memory.get();
  q.parallel_for<Masked<Wrong>>(sycl::range<1>(1), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
     const simd<std::uint32_t, 16> numbers(0, 1);
     simd<int, 16> row; // masked other
     row.select<10, 1>(0) = 5;
     esimd::scatter<int, 16>(p, numbers * 4, row, numbers < (Wrong ? 11u : 10u)); // masked
   }).wait();
}

template <bool>
class Branch;
template <bool Wrong>
void branch(sycl::queue& q) {
  const Memory<int> memory(q, 32);
  int* const p = memory.get();
  q.parallel_for<Branch<Wrong>>(sycl::range<1>(2), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
     simd<int, 16> row; // branch other
     row.select<15, 1>(0) = 1;
     if constexpr (!Wrong)
       row[15] = 1;
     if ((row > 0).all()) // branch
       esimd::block_store(p + 16 * i[0], simd<int, 16>(4));
   }).wait();
}

template <bool>
class Address;
template <bool Wrong>
void address(sycl::queue& q) {
  const Memory<int> memory(q, 64), result(q, 16);
  const int* const p = memory.get();
  int* const r = result.get();
  q.parallel_for<Address<Wrong>>(sycl::range<1>(1), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
     simd<std::uint32_t, 16> offsets; // address other
     offsets.select<8, 2>(0) = 4;
     if constexpr (!Wrong)
       offsets.select<8, 2>(1) = 8;
     const simd<int, 16> lanes = esimd::gather<int, 16>(p, offsets); // address
     lanes.copy_to(r);
   }).wait();
}

template <bool>
class RowMissing;
template <bool Wrong>
void row_missing(sycl::queue& q) {
  const Memory<float> memory(q, 128);
  float* const p = memory.get();
  q.parallel_for<RowMissing<Wrong>>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     esimd::slm_init<256>();
     const std::size_t i = item.get_local_id(0);
     if (!Wrong || i != 2)
       esimd::slm_block_store<float, 16>(row_of(i), simd<float, 16>(float(i)));
     esimd::barrier();
     simd<float, 16> next = esimd::slm_block_load<float, 16>(row_of((i + 1) % 4)); // row_missing other
     next += 1;
     next.copy_to(p + 16 * item.get_global_id(0)); // row_missing
   }).wait();
}

template <bool>
class BeforeTheGroup;
template <bool Wrong>
void before_the_group(sycl::queue& q) {
  const Memory<int> memory(q, 64);
  int* const p = memory.get();
  q.parallel_for<BeforeTheGroup<Wrong>>(sycl::nd_range<1>(4, 1), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     esimd::slm_init<64>();
     if (!Wrong || item.get_group(0) == 0) // what one group leaves, the next one does not find
       esimd::slm_block_store<int, 16>(0, simd<int, 16>(7));
     const simd<int, 16> row = esimd::slm_block_load<int, 16>(0); // before_the_group other
     row.copy_to(p + 16 * item.get_group(0));                     // before_the_group
   }).wait();
}

template <bool>
class ShortFill;
template <bool Wrong>
void short_fill(sycl::queue& q) {
  const Memory<float> result(q, 64);
  float* const r = result.get();
  float* const p = sycl::malloc_device<float>(64, q);
  q.fill(p, 1.0f, Wrong ? 60 : 64).wait();
  q.parallel_for<ShortFill<Wrong>>(sycl::range<1>(4), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
     simd<float, 16> row = esimd::block_load<float, 16>(p + 16 * i[0]); // short_fill other
     row *= 2.0f;
     row.copy_to(r + 16 * i[0]); // short_fill
   }).wait();
  sycl::free(p, q);
}

template <bool>
class Counter;
template <bool Wrong>
void counter(sycl::queue& q) {
  auto* const p = sycl::malloc_shared<std::uint32_t>(16, q);
  if constexpr (!Wrong)
    q.memset(p, 0, 64).wait();
  q.parallel_for<Counter<Wrong>>(sycl::range<1>(4), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
     const simd<std::uint32_t, 16> offsets(0, 4);
     esimd::atomic_update<esimd::atomic_op::inc, std::uint32_t, 16>(p, offsets, esimd::simd_mask<16>(1)); // counter
   }).wait();
  sycl::free(p, q);
}

template <bool>
class FirstHalf;
template <bool Wrong>
void host_reads(sycl::queue& q) {
  int* const p = sycl::malloc_shared<int>(64, q);
  q.parallel_for<FirstHalf<Wrong>>(sycl::range<1>(Wrong ? 2 : 4), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
     simd<int, 16>(3).copy_to(p + 16 * i[0]);
   }).wait();
  for (int i = 0; i < 64; ++i)
    if (p[i] != 3) { // host_reads
      std::printf("element %d is not as expected\n", i);
      break;
    }
  sycl::free(p, q);
}

template <bool>
class NotYet;
template <bool Wrong>
void host_reads_early(sycl::queue& q) {
  int* const p = sycl::malloc_shared<int>(64, q);
  q.parallel_for<NotYet<Wrong>>(sycl::range<1>(4),
                                [=](sycl::id<1> i) SYCL_ESIMD_KERNEL { simd<int, 16>(3).copy_to(p + 16 * i[0]); });
  if (!Wrong)
    q.wait();
  for (int i = 0; i < 64; ++i)
    if (p[i] != 3) { // host_reads_early
      std::printf("element %d is not as expected\n", i);
      break;
    }
  q.wait();
  sycl::free(p, q);
}

template <bool>
class NewBuffer;
template <bool Wrong>
void new_buffer(sycl::queue& q) {
  const Memory<int> result(q, 64);
  int* const r = result.get();
  sycl::buffer<int> numbers(sycl::range<1>(64));
  if constexpr (!Wrong) {
    sycl::host_accessor all(numbers, sycl::write_only);
    for (int i = 0; i < 64; ++i)
      all[i] = i;
  }
  q.submit([&](sycl::handler& commands) {
     sycl::accessor all(numbers, commands, sycl::read_only);
     commands.parallel_for<NewBuffer<Wrong>>(sycl::range<1>(4), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
       const auto at = static_cast<std::uint32_t>(64 * i[0]);
       const simd<int, 16> row = esimd::block_load<int, 16>(all, at); // new_buffer other
       esimd::block_store(r + 16 * i[0], row);                        // new_buffer
     });
   }).wait();
}

int main(int count, char** arguments) {
  return run_one(count, arguments,
                 {{"half_row", half_row<true>, half_row<false>},
                  {"accumulator", accumulator<true>, accumulator<false>},
                  {"one_of_four", one_of_four<true>, one_of_four<false>},
                  {"merged", merged<true>, merged<false>},
                  {"masked", masked<true>, masked<false>},
                  {"branch", branch<true>, branch<false>},
                  {"address", address<true>, address<false>},
                  {"row_missing", row_missing<true>, row_missing<false>},
                  {"before_the_group", before_the_group<true>, before_the_group<false>},
                  {"short_fill", short_fill<true>, short_fill<false>},
                  {"counter", counter<true>, counter<false>},
                  {"host_reads", host_reads<true>, host_reads<false>},
                  {"host_reads_early", host_reads_early<true>, host_reads_early<false>},
                  {"new_buffer", new_buffer<true>, new_buffer<false>}});
}
