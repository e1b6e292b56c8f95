// Ways to meet in a work-group: named barriers in both spellings, split barriers, fences, pieces of local memory.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

using namespace sycl::ext::intel::experimental::esimd;
namespace esimd = sycl::ext::intel::esimd;

// 4 of 16 items bring rows, the others take them.
void producers_and_consumers(sycl::queue& queue, const float* from, float* to) {
  queue.parallel_for<class NamedBarrier>(sycl::nd_range<1>(1024, 16), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
    esimd::slm_init<1024>();
    esimd::named_barrier_init<5>();
    const auto me = static_cast<unsigned>(item.get_local_id(0));
    if (me < 4) {
      esimd::slm_block_store<float, 64>(me * 256, esimd::block_load<float, 64>(from + me * 64));
      named_barrier_signal(2, 1, 4, 12);
    } else {
      named_barrier_signal(2, 2, 4, 12);
      named_barrier_wait(2);
      esimd::block_store<float, 64>(to + item.get_global_id(0) * 64, esimd::slm_block_load<float, 64>(me % 4 * 256));
    }
  });
}

void by_the_instructions_names(sycl::queue& queue, const float* from, float* to) {
  queue.parallel_for<class Arrive>(sycl::nd_range<1>(1024, 16), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
    __esimd_nbarrier_init(1);
    const simd<float, 64> row = esimd::block_load<float, 64>(from + item.get_global_id(0) * 64);
    __esimd_nbarrier_arrive(0, 0, 16, 16);
    __esimd_nbarrier(0, 0, 16);
    esimd::block_store<float, 64>(to + item.get_global_id(0) * 64, row);
  });
}

void in_two_halves(sycl::queue& queue, const float* from, float* to) {
  queue.parallel_for<class SplitBarrier>(sycl::nd_range<1>(1024, 16), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
    split_barrier<split_barrier_action::signal>();
    const simd<float, 64> row = esimd::block_load<float, 64>(from + item.get_global_id(0) * 64);
    split_barrier(split_barrier_action::wait);
    esimd::block_store<float, 64>(to + item.get_global_id(0) * 64, row);
  });
}

void fences(sycl::queue& queue, float* memory) {
  queue.parallel_for<class Fences>(sycl::nd_range<1>(1024, 16), [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {
    esimd::block_store<float, 64>(memory, simd<float, 64>(1.0f));
    fence<memory_kind::local>();
    fence<memory_kind::global, fence_flush_op::evict, fence_scope::gpu>();
    fence<fence_mask::sw_barrier>();
    fence();
    lsc_fence<lsc_memory_kind::untyped_global, lsc_fence_op::invalidate, lsc_scope::tile>();
    esimd::block_store<float, 64>(memory, simd<float, 64>(2.0f));
  });
}

// The sum of a row of 16, through 64 bytes of its own.
inline float row_sum(simd<float, 16> row) {
  slm_allocator<64> scratch;
  const auto offset = static_cast<unsigned>(scratch.get_offset());
  esimd::slm_block_store<float, 16>(offset, row);
  return esimd::reduce<float>(esimd::slm_block_load<float, 16>(offset), std::plus<>());
}
void pieces(sycl::queue& queue, const float* from, float* to) {
  queue.parallel_for<class Pieces>(sycl::nd_range<1>(64, 1), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
    esimd::slm_init<1000>();
    const float first = row_sum(esimd::block_load<float, 16>(from + item.get_global_id(0) * 16));
    to[item.get_global_id(0)] = first + row_sum(esimd::block_load<float, 16>(from));
  });
}
