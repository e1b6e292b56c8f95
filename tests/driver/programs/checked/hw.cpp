#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include "defects.hpp"

using esimd::cache_hint;
using sycl::half;

template <cache_hint L1, cache_hint L2>
constexpr auto hints = esimd::properties{esimd::cache_hint_L1<L1>, esimd::cache_hint_L2<L2>};

// One item, which gets memory of so many numbers, all zeros.
template <class Name, class T = float, class Kernel>
void alone(sycl::queue& q, std::size_t count, Kernel kernel) {
  const Memory<T> memory(q, count);
  T* const p = memory.get();
  q.parallel_for<Name>(sycl::range<1>(1), [=](sycl::id<1>) SYCL_ESIMD_KERNEL { kernel(p); }).wait();
}

// ---- what the device does not have -----------------------------------------------------------------------------------
template <bool>
class GroupSize;
template <bool Wrong>
void group_size(sycl::queue& q) {
  constexpr std::size_t local = Wrong ? 128 : 64;
  const Memory<float> memory(q, 256 * 16);
  float* const p = memory.get();
  q.parallel_for<GroupSize<Wrong>>(sycl::nd_range<1>(256, local), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     simd<float, 16>(1.0f).copy_to(p + 16 * item.get_global_id(0)); // group_size
   }).wait();
}

template <bool>
class SlmSize;
template <bool Wrong>
void slm_size(sycl::queue& q) {
  q.parallel_for<SlmSize<Wrong>>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {
     esimd::slm_init<(Wrong ? 96 : 64) * 1024>(); // slm_size
   }).wait();
}

template <bool>
class NoBlock2d;
template <bool Wrong>
void no_block_2d(sycl::queue& q) {
  alone<NoBlock2d<Wrong>, int>(q, 32 * 64, [](int* p) {
    if constexpr (Wrong) {
      const simd<int, 64> tile = xesimd::lsc_load_2d<int, 8, 8>(p, 127, 63, 127, 0, 0); // no_block_2d
      tile.copy_to(p);
    } else {
      simd<int, 64> tile;
      for (int row = 0; row < 8; ++row)
        tile.template select<8, 1>(8 * row) = esimd::block_load<int, 8>(p + 32 * row);
      tile.copy_to(p);
    }
  });
}

template <bool>
class NoNamedBarrier;
template <bool Wrong>
void no_named_barrier(sycl::queue& q) {
  q.parallel_for<NoNamedBarrier<Wrong>>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {
     if constexpr (Wrong) {
       xesimd::named_barrier_init<1>();
       xesimd::named_barrier_signal(0, 0, 4, 4); // no_named_barrier
       xesimd::named_barrier_wait(0);
     } else {
       esimd::barrier();
     }
   }).wait();
}

template <bool>
class Columns;
template <bool Wrong>
void columns(sycl::queue& q) {
  constexpr int n = Wrong ? 8 : 16;
  alone<Columns<Wrong>>(q, 8 * n, [](float* p) {
    const simd<half, 8 * 16> a(half(1.0f)); // 8 x 16
    const simd<half, 16 * n> b(half(1.0f)); // 16 x n
    const simd<float, 8 * n> c =
        esimd::xmx::dpas<8, 8, float, float, half, half>(simd<float, 8 * n>(0.0f), b, a); // columns
    c.copy_to(p);
  });
}

// ---- messages that there are not ---------------------------------------------------------------------------------------
template <bool>
class LoadHints;
template <bool Wrong>
void load_hints(sycl::queue& q) {
  alone<LoadHints<Wrong>>(q, 32, [](float* p) {
    constexpr auto asked = hints < cache_hint::cached, Wrong ? cache_hint::write_back : cache_hint::cached > ;
    const simd<float, 16> row = esimd::block_load<float, 16>(p, asked); // load_hints
    row.copy_to(p + 16);
  });
}

template <bool>
class StoreHints;
template <bool Wrong>
void store_hints(sycl::queue& q) {
  alone<StoreHints<Wrong>>(q, 16, [](float* p) {
    constexpr cache_hint hint = Wrong ? cache_hint::cached : cache_hint::write_back;
    esimd::block_store(p, simd<float, 16>(1.0f), hints<hint, hint>); // store_hints
  });
}

template <bool>
class PrefetchHints;
template <bool Wrong>
void prefetch_hints(sycl::queue& q) {
  alone<PrefetchHints<Wrong>>(q, 16, [](float* p) {
    constexpr auto asked = hints < Wrong ? cache_hint::read_invalidate : cache_hint::cached, cache_hint::cached > ;
    esimd::prefetch<float, 16>(p, asked); // prefetch_hints
  });
}

template <bool>
class GatherHints;
template <bool Wrong>
void gather_hints(sycl::queue& q) {
  alone<GatherHints<Wrong>>(q, 32, [](float* p) {
    constexpr auto asked = hints < Wrong ? cache_hint::write_through : cache_hint::streaming, cache_hint::cached > ;
    const simd<float, 16> row = esimd::gather<float, 16>(p, simd<std::uint32_t, 16>(0, 4), asked); // gather_hints
    row.copy_to(p + 16);
  });
}

template <bool>
class SurfaceHints;
template <bool Wrong>
void surface_hints(sycl::queue& q) {
  alone<SurfaceHints<Wrong>, int>(q, 32 * 64, [](int* p) {
    constexpr auto l1 = cache_hint::write_back, l3 = Wrong ? cache_hint::cached : l1;
    const simd<int, 64> tile(1);
    xesimd::lsc_store_2d<int, 8, 8, l1, l3>(p, 127, 63, 127, 0, 0, tile); // surface_hints
  });
}

template <bool>
class BlockSize;
template <bool Wrong>
void block_size(sycl::queue& q) {
  alone<BlockSize<Wrong>>(q, 64, [](float* p) {
    constexpr int n = Wrong ? 20 : 16;
    constexpr auto asked = hints<cache_hint::cached, cache_hint::cached>;
    const simd<float, n> row = esimd::block_load<float, n>(p, asked); // block_size
    row.copy_to(p + 32);
  });
}

// ---- what costs many times as much -------------------------------------------------------------------------------------
// 16 lanes, `stride` bytes apart, of which each of 64 threads takes the elements that begin at its own.
template <int Stride>
simd<std::uint32_t, 16> column(int first) {
  return simd<std::uint32_t, 16>(static_cast<std::uint32_t>(4 * first), Stride);
}

template <bool>
class BankColumn;
template <bool Wrong>
void bank_column(sycl::queue& q) {
  constexpr int row = Wrong ? 128 : 132; // bytes
  const Memory<float> memory(q, 16 * 8);
  float* const p = memory.get();
  q.parallel_for<BankColumn<Wrong>>(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     esimd::slm_init<16 * 132>();
     const auto i = static_cast<int>(item.get_local_id(0));
     for (int y = i; y < 16; y += 8)
       esimd::slm_block_store<float, 32>(row * y, simd<float, 32>(1.0f), esimd::properties{esimd::alignment<4>});
     esimd::barrier();
     simd<float, 16> sum = 0;
     for (int x = 0; x < 32; ++x)
       sum += esimd::slm_gather<float, 16>(column<row>((x + i) % 32)); // bank_column
     sum.copy_to(p + 16 * i);
   }).wait();
}

template <bool>
class BankScatter;
template <bool Wrong>
void bank_scatter(sycl::queue& q) {
  constexpr int row = Wrong ? 256 : 260; // bytes
  q.parallel_for<BankScatter<Wrong>>(sycl::nd_range<1>(4, 2), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     esimd::slm_init<16 * 260>();
     const auto i = static_cast<int>(item.get_local_id(0));
     for (int x = 0; x < 32; ++x)
       esimd::slm_scatter<float, 16>(column<row>(32 * i + x), simd<float, 16>(1.0f)); // bank_scatter
   }).wait();
}

template <bool>
class FarLanes;
template <bool Wrong>
void far_lanes(sycl::queue& q) {
  constexpr int width = 256;
  const Memory<float> matrix(q, width * width), result(q, width);
  float *const p = matrix.get(), *const r = result.get();
  q.parallel_for<FarLanes<Wrong>>(sycl::range<1>(width / 16), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
     simd<float, 16> sum = 0;
     for (int x = 0; x < width; ++x)
       if constexpr (Wrong)
         sum += esimd::gather<float, 16>(p + 16 * width * i[0] + x, column<4 * width>(0)); // far_lanes
       else
         sum += esimd::block_load<float, 16>(p + width * x + 16 * i[0]);
     sum.copy_to(r + 16 * i[0]);
   }).wait();
}

template <bool>
class FarStores;
template <bool Wrong>
void far_stores(sycl::queue& q) {
  constexpr int width = 256;
  const Memory<float> matrix(q, width * width);
  float* const p = matrix.get();
  q.parallel_for<FarStores<Wrong>>(sycl::nd_range<1>(16, 4), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     const std::size_t i = item.get_global_id(0);
     for (int x = 0; x < width; ++x)
       if constexpr (Wrong)
         esimd::scatter<float, 16>(p + 16 * width * i + x, column<4 * width>(0), simd<float, 16>(1.0f)); // far_stores
       else
         esimd::block_store(p + width * x + 16 * i, simd<float, 16>(1.0f));
   }).wait();
}

int main(int count, char** arguments) {
  return run_one(count, arguments,
                 {{"group_size", group_size<true>, group_size<false>},
                  {"slm_size", slm_size<true>, slm_size<false>},
                  {"no_block_2d", no_block_2d<true>, no_block_2d<false>},
                  {"no_named_barrier", no_named_barrier<true>, no_named_barrier<false>},
                  {"columns", columns<true>, columns<false>},
                  {"load_hints", load_hints<true>, load_hints<false>},
                  {"store_hints", store_hints<true>, store_hints<false>},
                  {"prefetch_hints", prefetch_hints<true>, prefetch_hints<false>},
                  {"gather_hints", gather_hints<true>, gather_hints<false>},
                  {"surface_hints", surface_hints<true>, surface_hints<false>},
                  {"block_size", block_size<true>, block_size<false>},
                  {"bank_column", bank_column<true>, bank_column<false>},
                  {"bank_scatter", bank_scatter<true>, bank_scatter<false>},
                  {"far_lanes", far_lanes<true>, far_lanes<false>},
                  {"far_stores", far_stores<true>, far_stores<false>}});
}
