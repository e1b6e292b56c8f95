// The kernels whose checking bench/checker_cost.py times: `PROGRAM KERNEL` prints the seconds of a launch, `PROGRAM` the names.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string_view>
#include <vector>

namespace {

namespace esimd = sycl::ext::intel::esimd;
using esimd::simd;
using sycl::half;

// Arrays of 64 MiB: what the process has besides does not count then.
constexpr std::size_t count = std::size_t{16} << 20; // numbers

// ---- c = a + b in blocks ------------------------------------------------------------------------------------------------
void add(sycl::queue& q, const float* a, const float* b, float* c) {
  q.parallel_for<class Add>(sycl::range<1>(count / 64), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
     const std::size_t at = 64 * i[0];
     (esimd::block_load<float, 64>(a + at) + esimd::block_load<float, 64>(b + at)).copy_to(c + at);
   }).wait();
}

// ---- the softmax of rows of 4,096 -----------------------------------------------------------------------------------------
void softmax(sycl::queue& q, const float* a, const float*, float* c) {
  constexpr int width = 4096, step = 32;
  q.parallel_for<class Softmax>(sycl::range<1>(count / width / 4), [=](sycl::id<1> row) SYCL_ESIMD_KERNEL {
     const float* const from = a + width * row[0];
     simd<float, step> most(-1e30f), sum(0.0f);
     for (int x = 0; x < width; x += step)
       most = esimd::max(most, esimd::block_load<float, step>(from + x));
     const float top = esimd::hmax<float>(most);
     for (int x = 0; x < width; x += step)
       sum += esimd::exp(esimd::block_load<float, step>(from + x) - top);
     const float scale = 1.0f / esimd::reduce<float>(sum, std::plus<>());
     for (int x = 0; x < width; x += step)
       (esimd::exp(esimd::block_load<float, step>(from + x) - top) * scale).copy_to(c + width * row[0] + x);
   }).wait();
}

// ---- matrices of 512 x 512 in tiles of 32 x 32, by two-dimensional blocks and dpas ---------------------------------------------
void product(sycl::queue& q, const float* a, const float* b, float* c) {
  constexpr unsigned n = 512, bytes = n * sizeof(half) - 1;
  const auto* const ha = reinterpret_cast<const half*>(a);
  const auto* const hb = reinterpret_cast<const half*>(b);
  q.parallel_for<class Product>(sycl::range<2>(n / 32, n / 32), [=](sycl::id<2> tile) SYCL_ESIMD_KERNEL {
     const int y = 32 * static_cast<int>(tile[0]), x = 32 * static_cast<int>(tile[1]);
     simd<float, 128> sums[4][2];
     for (auto& row : sums)
       for (simd<float, 128>& sum : row)
         sum = 0;
     for (int k = 0; k < static_cast<int>(n); k += 16) {
       simd<half, 256> right[2];
       for (int j = 0; j < 2; ++j)
         right[j] = esimd::load_2d<half, 16, 16, 1, false, true>(hb, bytes, n - 1, bytes, x + 16 * j, k);
       for (int i = 0; i < 4; ++i) {
         const simd<half, 128> left = esimd::load_2d<half, 16, 8>(ha, bytes, n - 1, bytes, k, y + 8 * i);
         for (int j = 0; j < 2; ++j)
           sums[i][j] = esimd::xmx::dpas<8, 8, float, float, half, half>(sums[i][j], right[j], left);
       }
     }
     for (int i = 0; i < 4; ++i)
       for (int j = 0; j < 2; ++j)
         esimd::store_2d<float, 16, 8>(c, n * 4 - 1, n - 1, n * 4 - 1, x + 16 * j, y + 8 * i, sums[i][j]);
   }).wait();
}

// ---- rows of groups turned round through local memory ---------------------------------------------------------------------------
void turn(sycl::queue& q, const float* a, const float*, float* c) {
  q.parallel_for<class Turn>(sycl::nd_range<1>(count / 64 / 4, 16), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
     esimd::slm_init<16 * 256>();
     const auto i = static_cast<std::uint32_t>(item.get_local_id(0));
     const std::size_t at = 64 * item.get_global_id(0);
     esimd::slm_block_store<float, 64>(256 * i, esimd::block_load<float, 64>(a + at));
     esimd::barrier();
     esimd::slm_block_load<float, 64>(256 * (15 - i)).copy_to(c + at);
   }).wait();
}

// ---- a histogram of bytes by atomics ----------------------------------------------------------------------------------------------
void histogram(sycl::queue& q, const float* a, const float*, float* c) {
  const auto* const words = reinterpret_cast<const std::uint32_t*>(a);
  auto* const counts = reinterpret_cast<std::uint32_t*>(c);
  q.parallel_for<class Histogram>(sycl::range<1>(count / 16 / 64), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
     const simd<std::uint32_t, 16> row = esimd::block_load<std::uint32_t, 16>(words + 16 * i[0]) & 255;
     esimd::atomic_update<esimd::atomic_op::inc>(counts, row * 4, esimd::simd_mask<16>(1));
   }).wait();
}

struct Kernel {
  std::string_view name;
  void (*run)(sycl::queue&, const float*, const float*, float*);
};
constexpr Kernel kernels[] = {
    {"add", add}, {"softmax", softmax}, {"product", product}, {"turn", turn}, {"histogram", histogram}};

// Seconds of one launch: the best of three, after one that is not timed.
double time_of(const Kernel& kernel) {
  sycl::queue q;
  float* arrays[3];
  for (float*& array : arrays) {
    array = sycl::malloc_shared<float>(count, q);
    for (std::size_t i = 0; i < count; ++i)
      array[i] = static_cast<float>(i % 1021) / 7;
  }
  double best = 1e30;
  for (int run = 0; run < 4; ++run) {
    const auto start = std::chrono::steady_clock::now();
    kernel.run(q, arrays[0], arrays[1], arrays[2]);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    best = run == 0 ? best : std::min(best, seconds.count());
  }
  for (float* const array : arrays)
    sycl::free(array, q);
  return best;
}

} // namespace

int main(int argument_count, char** arguments) {
  for (const Kernel& kernel : kernels)
    if (argument_count == 1)
      std::printf("%s\n", kernel.name.data());
    else if (kernel.name == arguments[1])
      std::printf("%.9f\n", time_of(kernel));
}
