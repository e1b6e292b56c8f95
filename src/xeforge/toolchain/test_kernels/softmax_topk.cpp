// Softmax of a row of 128 halves, its 8 largest entries normalised among themselves: one row per thread, in registers.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

constexpr int row_length = 128;
constexpr int kept = 8;

sycl::event softmax_topk(sycl::queue& queue, const sycl::half* scores, sycl::half* weights, int* indices, int rows) {
  return queue.submit([&](sycl::handler& group) {
    group.parallel_for<class SoftmaxTopK>(sycl::range<1>(rows), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
      using namespace sycl::ext::intel::esimd;
      const int row = static_cast<int>(item[0]);
      simd<sycl::half, row_length> loaded = block_load<sycl::half, row_length>(scores + row * row_length);
      simd<float, row_length> x = convert<float>(loaded);
      x -= hmax<float>(x);
      simd<float, row_length> e = exp(x);
      simd<sycl::half, row_length> probability =
          convert<sycl::half>(e / sycl::ext::intel::esimd::detail::sum<float, float, row_length>(e));

      const simd<int, kept> lane(0, 1);
      simd<sycl::half, kept> best;
      simd<int, kept> where;
#pragma unroll
      for (int i = 0; i < kept; ++i) {
        best[i] = probability[i];
        where[i] = i;
      }
#pragma unroll
      for (int i = kept; i < row_length; ++i) {
        const sycl::half candidate = probability[i];
        const sycl::half least = hmin<sycl::half>(best);
        if (candidate > least) {
          const int position = static_cast<int>(fbl(pack_mask(best == least)));
          const simd_mask<kept> replaced = lane == position;
          best.merge(simd<sycl::half, kept>(candidate), replaced);
          where.merge(simd<int, kept>(i), replaced);
        }
      }
      simd<float, kept> weight = convert<float>(best);
      weight = weight / sycl::ext::intel::esimd::detail::sum<float, float, kept>(weight);
      block_store<sycl::half, kept>(weights + row * kept, convert<sycl::half>(weight));
      block_store<int, kept>(indices + row * kept, where);
    });
  });
}
