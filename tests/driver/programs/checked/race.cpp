#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include "defects.hpp"

using Action = xesimd::split_barrier_action;

// A row of local memory for each thread.
inline std::uint32_t row_of(std::size_t thread) { return static_cast<std::uint32_t>(thread) * 64; }

template <bool>
class Neighbour;
template <bool Wrong>
void neighbour(sycl::queue& q) {
  const Memory<float> memory(q, 128);
  float* const p = memory.get();
  q.parallel_for<Neighbour<Wrong>>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     esimd::slm_init<256>();
     const std::size_t i = item.get_local_id(0);
     esimd::slm_block_store<float, 16>(row_of(i), simd<float, 16>(float(i))); // neighbour
     if constexpr (!Wrong)
       esimd::barrier();
     const simd<float, 16> next = esimd::slm_block_load<float, 16>(row_of((i + 1) % 4)); // neighbour other
     next.copy_to(p + 16 * item.get_global_id(0));
   }).wait();
}

template <bool>
class SameRow;
template <bool Wrong>
void same_row(sycl::queue& q) {
  q.parallel_for<SameRow<Wrong>>(sycl::nd_range<1>(2, 2), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     esimd::slm_init<128>();
     const std::size_t i = item.get_local_id(0);
     esimd::slm_block_store<float, 16>(Wrong ? 64 : row_of(i), simd<float, 16>(float(i) + 1)); // same_row
   }).wait();
}

template <bool>
class ThroughMemory;
template <bool Wrong>
void through_memory(sycl::queue& q) {
  const Memory<int> memory(q, 64), result(q, 64);
  int *const p = memory.get(), *const r = result.get();
  q.parallel_for<ThroughMemory<Wrong>>(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     const std::size_t i = item.get_local_id(0);
     esimd::block_store(p + 16 * i, simd<int, 16>(int(i))); // through_memory
     if constexpr (Wrong)
       esimd::fence<esimd::memory_kind::global>();
     else
       item.barrier();
     const simd<int, 16> other = esimd::block_load<int, 16>(p + 16 * (3 - i)); // through_memory other
     other.copy_to(r + 16 * i);
   }).wait();
}

template <bool>
class SecondBarrier;
template <bool Wrong>
void second_barrier(sycl::queue& q) {
  const Memory<int> result(q, 64);
  int* const r = result.get();
  q.parallel_for<SecondBarrier<Wrong>>(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     esimd::slm_init<256>();
     const std::size_t i = item.get_local_id(0);
     simd<int, 16> sum(0);
     for (int step = 0; step < 2; ++step) {
       esimd::slm_block_store<int, 16>(row_of(i), simd<int, 16>(step + int(i))); // second_barrier
       esimd::barrier();
       sum += esimd::slm_block_load<int, 16>(row_of((i + 1) % 4)); // second_barrier other
       if constexpr (!Wrong)
         esimd::barrier();
     }
     sum.copy_to(r + 16 * i);
   }).wait();
}

template <bool>
class InSplit;
template <bool Wrong>
void in_split(sycl::queue& q) {
  const Memory<int> result(q, 64);
  int* const r = result.get();
  q.parallel_for<InSplit<Wrong>>(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     esimd::slm_init<256>();
     const std::size_t i = item.get_local_id(0);
     simd<int, 16> other(0);
     esimd::slm_block_store<int, 16>(row_of(i), simd<int, 16>(int(i))); // in_split
     xesimd::split_barrier<Action::signal>();
     if constexpr (Wrong)
       other = esimd::slm_block_load<int, 16>(row_of((i + 1) % 4)); // in_split other
     xesimd::split_barrier<Action::wait>();
     if constexpr (!Wrong)
       other = esimd::slm_block_load<int, 16>(row_of((i + 1) % 4));
     other.copy_to(r + 16 * i);
   }).wait();
}

template <bool>
class WrongPhase;
template <bool Wrong>
void wrong_phase(sycl::queue& q) {
  const Memory<int> result(q, 16);
  int* const r = result.get();
  q.parallel_for<WrongPhase<Wrong>>(sycl::nd_range<1>(2, 2), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     esimd::slm_init<64>();
     xesimd::named_barrier_init<2>();
     if (item.get_local_id(0) == 0) {
       if (Wrong) {
         xesimd::named_barrier_signal(1, 0, 2, 2);
         xesimd::named_barrier_wait(1);
       }
       esimd::slm_block_store<int, 16>(0, simd<int, 16>(3)); // wrong_phase
       if (!Wrong) {
         xesimd::named_barrier_signal(1, 0, 2, 2);
         xesimd::named_barrier_wait(1);
       }
       return;
     }
     xesimd::named_barrier_signal(1, 0, 2, 2);
     xesimd::named_barrier_wait(1);
     const simd<int, 16> row = esimd::slm_block_load<int, 16>(0); // wrong_phase other
     row.copy_to(r);
   }).wait();
}

template <bool>
class GroupsShare;
template <bool Wrong>
void groups_share(sycl::queue& q) {
  const Memory<int> memory(q, 64);
  int* const p = memory.get();
  q.parallel_for<GroupsShare<Wrong>>(sycl::nd_range<1>(4, 1), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     const std::size_t i = item.get_group(0);
     esimd::block_store(p + (Wrong ? 8 : 16) * i, simd<int, 16>(int(i) + 1)); // groups_share
   }).wait();
}

template <bool>
class GroupReads;
template <bool Wrong>
void group_reads(sycl::queue& q) {
  const Memory<int> memory(q, 64), result(q, 64);
  int *const p = memory.get(), *const r = result.get();
  q.parallel_for<GroupReads<Wrong>>(sycl::nd_range<1>(4, 1), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     const std::size_t i = item.get_group(0);
     if (!Wrong || i == 0)
       esimd::block_store(p + 16 * i, simd<int, 16>(int(i) + 1));                    // group_reads
     const simd<int, 16> row = esimd::block_load<int, 16>(p + 16 * (Wrong ? 0 : i)); // group_reads other
     row.copy_to(r + 16 * i);
   }).wait();
}

template <bool>
class Histogram;
template <bool Wrong>
void histogram(sycl::queue& q) {
  const Memory<int> memory(q, 16);
  int* const p = memory.get();
  q.parallel_for<Histogram<Wrong>>(sycl::range<1>(8), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
     const simd<std::uint32_t, 8> offsets(0, 4);
     if constexpr (Wrong) {
       simd<int, 8> counts = esimd::gather<int, 8>(p, offsets); // histogram other
       counts += int(i[0]) + 1;
       esimd::scatter<int, 8>(p, offsets, counts); // histogram
     } else {
       esimd::atomic_update<esimd::atomic_op::add, int, 8>(p, offsets, simd<int, 8>(int(i[0]) + 1),
                                                           esimd::simd_mask<8>(1));
     }
   }).wait();
}

template <bool>
class MixedAtomic;
template <bool Wrong>
void mixed_atomic(sycl::queue& q) {
  const Memory<int> memory(q, 16), result(q, 16);
  int *const p = memory.get(), *const r = result.get();
  q.parallel_for<MixedAtomic<Wrong>>(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     const simd<std::uint32_t, 1> first(0u);
     const simd<int, 1> one(1);
     const bool reads = item.get_local_id(0) == 3;
     if (!reads)
       esimd::atomic_update<esimd::atomic_op::add, int, 1>(p, first, one, 1); // mixed_atomic
     if constexpr (!Wrong)
       esimd::barrier();
     if (reads) {
       const simd<int, 4> total = esimd::block_load<int, 4>(p); // mixed_atomic other
       total.copy_to(r);
     }
   }).wait();
}

template <bool>
class FirstLaunch;
template <bool>
class SecondLaunch;
template <bool Wrong>
void two_launches(sycl::queue& q) {
  const Memory<int> memory(q, 64), result(q, 64);
  int *const p = memory.get(), *const r = result.get();
  const sycl::event first =
      q.parallel_for<FirstLaunch<Wrong>>(sycl::nd_range<1>(4, 2), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
        esimd::block_store(p + 16 * item.get_global_id(0), simd<int, 16>(1)); // two_launches other
      });
  q.submit([&](sycl::handler& commands) {
     if (!Wrong)
       commands.depends_on(first);
     commands.parallel_for<SecondLaunch<Wrong>>(sycl::range<1>(2), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
       const simd<int, 16> row = esimd::block_load<int, 16>(p + 48 * i[0]); // two_launches
       row.copy_to(r + 16 * i[0]);
     });
   }).wait();
  q.wait();
}

template <bool>
class CopiedFrom;
template <bool Wrong>
void copy_meanwhile(sycl::queue& q) {
  const Memory<int> memory(q, 64), result(q, 64);
  int *const p = memory.get(), *const r = result.get();
  const sycl::event first = q.parallel_for<CopiedFrom<Wrong>>(sycl::range<1>(4), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
    esimd::block_store(p + 16 * i[0], simd<int, 16>(1)); // copy_meanwhile other
  });
  if (!Wrong)
    q.wait();
  q.copy(p + 32, r, 32); // copy_meanwhile
  q.wait();
}

int main(int count, char** arguments) {
  return run_one(count, arguments,
                 {{"neighbour", neighbour<true>, neighbour<false>},
                  {"same_row", same_row<true>, same_row<false>},
                  {"through_memory", through_memory<true>, through_memory<false>},
                  {"second_barrier", second_barrier<true>, second_barrier<false>},
                  {"in_split", in_split<true>, in_split<false>},
                  {"wrong_phase", wrong_phase<true>, wrong_phase<false>},
                  {"groups_share", groups_share<true>, groups_share<false>},
                  {"group_reads", group_reads<true>, group_reads<false>},
                  {"histogram", histogram<true>, histogram<false>},
                  {"mixed_atomic", mixed_atomic<true>, mixed_atomic<false>},
                  {"two_launches", two_launches<true>, two_launches<false>},
                  {"copy_meanwhile", copy_meanwhile<true>, copy_meanwhile<false>}});
}
