// Two-dimensional blocks in every order, on a surface given by numbers and with a descriptor that a loop moves.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

namespace esimd = sycl::ext::intel::esimd;
using esimd::cache_hint;
using sycl::half;

template <class Name, class T, int Width, int Height, int Count = 1, bool Transposed = false, bool Transformed = false>
void load(sycl::queue& queue, const T* from, T* to, unsigned width, unsigned height, unsigned pitch) {
  queue.parallel_for<Name>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const auto block = esimd::load_2d<T, Width, Height, Count, Transposed, Transformed>(
        from, width, height, pitch, static_cast<int>(item[0]) * Width, 0);
    esimd::block_store<T, block.length>(to + item[0] * block.length, block);
  });
}

void loads(sycl::queue& queue, half* halves, std::uint32_t* words, std::uint8_t* bytes, double* doubles, unsigned width,
           unsigned height, unsigned pitch) {
  load<class Plain, half, 16, 16>(queue, halves, halves, width, height, pitch);
  load<class TwoBlocks, half, 16, 16, 2>(queue, halves, halves, width, height, pitch);
  load<class Transformed, half, 16, 16, 2, false, true>(queue, halves, halves, width, height, pitch);
  load<class TransformedBytes, std::uint8_t, 16, 32, 1, false, true>(queue, bytes, bytes, width, height, pitch);
  load<class Transposed, std::uint32_t, 8, 16, 1, true>(queue, words, words, width, height, pitch);
  load<class TransposedDoubles, double, 4, 8, 1, true>(queue, doubles, doubles, width, height, pitch);
  load<class OddRows, half, 5, 3>(queue, halves, halves, width, height, pitch);
}

// A descriptor that is changed in place: one instruction for each step.
void walk(sycl::queue& queue, const half* from, half* to, unsigned width, unsigned height, unsigned pitch, int steps) {
  queue.parallel_for<class Walk>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    using namespace sycl::ext::intel::experimental::esimd;
    config_2d_mem_access<half, 16, 16, 1> access(from, width, height, pitch, 0, static_cast<int>(item[0]) * 16);
    simd<half, 256> sum(half(0.0f));
    for (int step = 0; step < steps; ++step) {
      sum += lsc_load_2d<half, 16, 16, 1, false, true, cache_hint::cached, cache_hint::cached>(access);
      access.set_x(access.get_x() + 16);
      lsc_prefetch_2d<half, 16, 16, 1, false, false, cache_hint::cached, cache_hint::cached>(access);
    }
    esimd::block_store<half, 256>(to + item[0] * 256, sum);
  });
}

void stores(sycl::queue& queue, const half* from, half* to, unsigned width, unsigned height, unsigned pitch) {
  queue.parallel_for<class Store>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    using namespace sycl::ext::intel::experimental::esimd;
    const int row = static_cast<int>(item[0]) * 8;
    esimd::prefetch_2d<half, 16, 16, 2>(
        from, width, height, pitch, 0, row,
        esimd::properties{esimd::cache_hint_L1<cache_hint::streaming>, esimd::cache_hint_L2<cache_hint::cached>});
    const simd<half, 128> block = esimd::block_load<half, 128>(from + item[0] * 128);
    esimd::store_2d<half, 16, 8>(to, width, height, pitch, 0, row, block);
    config_2d_mem_access<half, 16, 8, 1> access(to, width, height, pitch, 32, row);
    lsc_store_2d<half, 16, 8, 1, cache_hint::write_back, cache_hint::write_back>(access, block);
  });
}
