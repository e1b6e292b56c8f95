#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include "defects.hpp"

#include <array>
#include <memory>

template <bool>
class PastTheEnd;
template <bool Wrong>
void past_the_end(sycl::queue& q) {
  const Memory<float> memory(q, 100);
  float* const p = memory.get();
  q.parallel_for<PastTheEnd<Wrong>>(sycl::range<1>(Wrong ? 7 : 6), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
     simd<float, 16>(1.0f).copy_to(p + 16 * i[0]); // past_the_end
   }).wait();
}

template <bool>
class BeforeTheStart;
template <bool Wrong>
void before_the_start(sycl::queue& q) {
  const Memory<int> memory(q, 64), result(q, 64);
  const int *const p = memory.get(), halo = Wrong ? 1 : 0;
  int* const r = result.get();
  q.parallel_for<BeforeTheStart<Wrong>>(sycl::nd_range<1>(4, 2), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     const int at = 16 * static_cast<int>(item.get_global_id(0));
     const simd<int, 16> row = esimd::block_load<int, 16>(p + at - halo); // before_the_start
     row.copy_to(r + at);
   }).wait();
}

template <bool>
class AfterFree;
template <bool Wrong>
void after_free(sycl::queue& q) {
  int* const p = sycl::malloc_device<int>(1024, q);
  const Memory<int> result(q, 16);
  int* const r = result.get();
  q.fill(p, 1, 1024).wait();
  if (Wrong)
    sycl::free(p, q);
  q.single_task<AfterFree<Wrong>>([=]() SYCL_ESIMD_KERNEL {
     const simd<int, 16> row = esimd::block_load<int, 16>(p + 512); // after_free
     row.copy_to(r);
   }).wait();
  if (!Wrong)
    sycl::free(p, q);
}

// The kernel is on its way when its memory goes.
template <bool>
class FreedEarly;
template <bool Wrong>
void freed_early(sycl::queue& q) {
  int* const p = sycl::malloc_device<int>(1024, q);
  const Memory<int> result(q, 16);
  int* const r = result.get();
  q.fill(p, 1, 1024).wait();
  q.single_task<FreedEarly<Wrong>>([=]() SYCL_ESIMD_KERNEL {
    const simd<int, 16> row = esimd::block_load<int, 16>(p); // freed_early
    row.copy_to(r);
  });
  if (!Wrong)
    q.wait();
  sycl::free(p, q);
  q.wait();
}

// What the fill would damage is the heap's by then.
template <bool Wrong>
void filled_after_free(sycl::queue& q) {
  int* const p = sycl::malloc_device<int>(1024, q);
  q.fill(p + 16, 7, 1008); // filled_after_free
  if (!Wrong)
    q.wait();
  sycl::free(p, q);
  q.wait();
}

template <bool Wrong>
void copied_after_free(sycl::queue& q) {
  int* const p = sycl::malloc_device<int>(64, q);
  std::array<int, 64> to{};
  q.fill(p, 1, 64).wait();
  if (Wrong)
    sycl::free(p, q);
  q.memcpy(to.data(), p, sizeof to).wait(); // copied_after_free
  if (!Wrong)
    sycl::free(p, q);
}

template <bool Wrong>
void leak(sycl::queue& q) {
  int* const p = sycl::malloc_device<int>(1000, q); // leak
  if (!Wrong)
    sycl::free(p, q);
}

template <bool>
class Unallocated;
template <bool Wrong>
void slm_unallocated(sycl::queue& q) {
  q.parallel_for<Unallocated<Wrong>>(sycl::nd_range<1>(2, 2), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     if constexpr (!Wrong)
       esimd::slm_init<256>();
     const auto at = static_cast<std::uint32_t>(item.get_local_id(0)) * 64;
     esimd::slm_block_store<float, 16>(at, simd<float, 16>(1.0f)); // slm_unallocated
   }).wait();
}

template <bool>
class SlmBeyond;
template <bool Wrong>
void slm_beyond(sycl::queue& q) {
  q.parallel_for<SlmBeyond<Wrong>>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     esimd::slm_init<Wrong ? 192 : 256>();
     const auto at = static_cast<std::uint32_t>(item.get_local_id(0)) * 64;
     esimd::slm_block_store<float, 16>(at, simd<float, 16>(1.0f)); // slm_beyond
   }).wait();
}

template <bool>
class Misaligned;
template <bool Wrong>
void alignment(sycl::queue& q) {
  const Memory<float> memory(q, 64);
  float* const p = memory.get() + (Wrong ? 2 : 4);
  q.parallel_for<Misaligned<Wrong>>(sycl::range<1>(2), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
     float* const place = p + 16 * i[0];
     simd<float, 16> v(2.0f);
     esimd::block_store(place, v, esimd::properties{esimd::alignment<16>}); // alignment
   }).wait();
}

// slm_block_load takes 16 bytes for granted, lsc_slm_block_load an element.
template <bool>
class MisalignedSlm;
template <bool Wrong>
void slm_alignment(sycl::queue& q) {
  const Memory<float> memory(q, 16);
  float* const p = memory.get();
  q.parallel_for<MisalignedSlm<Wrong>>(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {
     esimd::slm_init<64>();
     xesimd::lsc_slm_block_store<float, 4>(8, simd<float, 4>(1.0f));
     simd<float, 4> v;
     if constexpr (Wrong)
       v = esimd::slm_block_load<float, 4>(8); // slm_alignment
     else
       v = xesimd::lsc_slm_block_load<float, 4>(8);
     v.copy_to(p);
   }).wait();
}

template <bool>
class Narrow;
template <bool Wrong>
void surface(sycl::queue& q) {
  const Memory<int> memory(q, 64 * 64);
  int* const p = memory.get();
  const std::uint32_t pitch = Wrong ? 100 : 128;
  q.parallel_for<Narrow<Wrong>>(sycl::range<1>(1), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
     simd<int, 64> block = xesimd::lsc_load_2d<int, 8, 8>(p, 127, 63, pitch - 1, 0, 0); // surface
     block += 1;
     xesimd::lsc_store_2d<int, 8, 8>(p, 127, 63, 127, 0, 0, block);
   }).wait();
}

template <bool>
class Colliding;
template <bool Wrong>
void colliding_lanes(sycl::queue& q) {
  const Memory<int> memory(q, 64);
  int* const p = memory.get();
  q.parallel_for<Colliding<Wrong>>(sycl::nd_range<1>(2, 1), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     simd<std::uint32_t, 16> offsets(0, 4);
     if (Wrong && item.get_group(0) == 1)
       offsets.select<1, 1>(9) = 4 * 3;
     offsets += static_cast<std::uint32_t>(item.get_group(0)) * 64;
     const simd<int, 16> values(0, 1);
     esimd::scatter<int, 16>(p, offsets, values); // colliding_lanes
   }).wait();
}

template <bool>
class StrayLane;
template <bool Wrong>
void stray_lane(sycl::queue& q) {
  const Memory<int> memory(q, 64), result(q, 16);
  const int* const p = memory.get();
  int* const r = result.get();
  q.parallel_for<StrayLane<Wrong>>(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     if (item.get_local_id(0) != 2)
       return;
     const simd<std::uint32_t, 16> offsets(Wrong ? 16 : 0, 16);
     const simd<int, 16> lanes = esimd::gather<int, 16>(p, offsets); // stray_lane
     lanes.copy_to(r);
   }).wait();
}

template <bool>
class StrayPixel;
template <bool Wrong>
void stray_pixel(sycl::queue& q) {
  const Memory<int> memory(q, 64), result(q, 16);
  const int* const p = memory.get();
  int* const r = result.get();
  q.parallel_for<StrayPixel<Wrong>>(sycl::range<1>(1), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {
     const simd<std::uint32_t, 4> offsets(Wrong ? 208 : 192, 16);
     const simd<int, 16> pixels = esimd::gather_rgba<esimd::rgba_channel_mask::ABGR>(p, offsets); // stray_pixel
     pixels.copy_to(r);
   }).wait();
}

template <bool>
class HostMemory;
template <bool Wrong>
void host_memory(sycl::queue& q) {
  const auto mine = std::make_unique<float[]>(64);
  const Memory<float> memory(q, 64);
  float* const p = Wrong ? mine.get() : memory.get();
  q.parallel_for<HostMemory<Wrong>>(sycl::range<1>(4), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
     esimd::block_store(p + 16 * i[0], simd<float, 16>(1.0f)); // host_memory
   }).wait();
}

template <bool>
class BufferEnd;
template <bool Wrong>
void buffer_end(sycl::queue& q) {
  sycl::buffer<int> numbers(sycl::range<1>(60));
  q.submit([&](sycl::handler& commands) {
     sycl::accessor all(numbers, commands, sycl::write_only, sycl::no_init);
     commands.parallel_for<BufferEnd<Wrong>>(sycl::range<1>(Wrong ? 4 : 3), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
       esimd::block_store(all, static_cast<std::uint32_t>(64 * i[0]), simd<int, 16>(7)); // buffer_end
     });
   }).wait();
}

template <bool>
class PlainPointer;
template <bool Wrong>
void plain_pointer(sycl::queue& q) {
  const Memory<int> memory(q, 100);
  int* const p = memory.get();
  q.parallel_for<PlainPointer<Wrong>>(sycl::range<1>(Wrong ? 104 : 100), [=](sycl::id<1> i) { p[i[0]] = 7; }).wait();
}

template <bool>
class BeyondVector;
template <bool Wrong>
void beyond_vector(sycl::queue& q) {
  const Memory<int> memory(q, 64);
  int* const p = memory.get();
  const int from = Wrong ? 12 : 8;
  q.parallel_for<BeyondVector<Wrong>>(sycl::range<2>(2, 2), [=](sycl::id<2> i) SYCL_ESIMD_KERNEL {
     simd<int, 16> row(0, 1);
     if (i[0] == 1 && i[1] == 1)
       row.select<8, 1>(static_cast<std::uint16_t>(from)) = 7; // beyond_vector
     row.copy_to(p + 16 * (2 * i[0] + i[1]));
   }).wait();
}

template <bool>
class BeyondIndex;
template <bool Wrong>
void beyond_index(sycl::queue& q) {
  const Memory<int> memory(q, 64);
  int* const p = memory.get();
  q.parallel_for<BeyondIndex<Wrong>>(sycl::nd_range<1>(4, 2), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     const auto i = static_cast<std::uint16_t>(item.get_global_id(0));
     const simd<int, 16> row(0, 1);
     const simd<std::uint16_t, 4> indices(static_cast<std::uint16_t>((Wrong ? 5 : 4) * i), 1);
     const simd<int, 4> picked = row.iselect(indices); // beyond_index
     picked.copy_to(p + 16 * i);
   }).wait();
}

template <bool>
class OddAtomic;
template <bool Wrong>
void odd_atomic(sycl::queue& q) {
  const Memory<int> memory(q, 64);
  int* const p = memory.get();
  q.parallel_for<OddAtomic<Wrong>>(sycl::nd_range<1>(2, 2), [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {
     simd<std::uint32_t, 8> offsets(0, 8);
     if (Wrong)
       offsets.select<1, 1>(5) += 2;
     esimd::atomic_update<esimd::atomic_op::inc, int, 8>(p, offsets, 1); // odd_atomic
   }).wait();
}

int main(int count, char** arguments) {
  return run_one(count, arguments,
                 {{"past_the_end", past_the_end<true>, past_the_end<false>},
                  {"before_the_start", before_the_start<true>, before_the_start<false>},
                  {"after_free", after_free<true>, after_free<false>},
                  {"freed_early", freed_early<true>, freed_early<false>},
                  {"filled_after_free", filled_after_free<true>, filled_after_free<false>},
                  {"copied_after_free", copied_after_free<true>, copied_after_free<false>},
                  {"leak", leak<true>, leak<false>},
                  {"slm_unallocated", slm_unallocated<true>, slm_unallocated<false>},
                  {"slm_beyond", slm_beyond<true>, slm_beyond<false>},
                  {"alignment", alignment<true>, alignment<false>},
                  {"slm_alignment", slm_alignment<true>, slm_alignment<false>},
                  {"surface", surface<true>, surface<false>},
                  {"colliding_lanes", colliding_lanes<true>, colliding_lanes<false>},
                  {"stray_lane", stray_lane<true>, stray_lane<false>},
                  {"stray_pixel", stray_pixel<true>, stray_pixel<false>},
                  {"host_memory", host_memory<true>, host_memory<false>},
                  {"buffer_end", buffer_end<true>, buffer_end<false>},
                  {"plain_pointer", plain_pointer<true>, plain_pointer<false>},
                  {"beyond_vector", beyond_vector<true>, beyond_vector<false>},
                  {"beyond_index", beyond_index<true>, beyond_index<false>},
                  {"odd_atomic", odd_atomic<true>, odd_atomic<false>}});
}
