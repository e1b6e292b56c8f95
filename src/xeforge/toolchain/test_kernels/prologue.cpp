// A product of matrices whose first step stands before the loop, and whose results only the loop's branch uses: its 64
// dpas have to stay where they are, beside the loads of their operands.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

using namespace sycl::ext::intel::esimd;
using bfloat16 = sycl::ext::oneapi::bfloat16;

// c (m x n, in tiles of 8 x 16) = a (m x k, in tiles of 8 x 16) b (k x n, in tiles of 16 x 16, pairs of rows
// interleaved), where k is 128 or more; 32 x 64 elements by each item.
struct ProductWithPrologue {
  const bfloat16 *a, *b;
  float* c;
  int n, k;

  void operator()(sycl::nd_item<2> item) const SYCL_ESIMD_KERNEL {
    const int row = static_cast<int>(item.get_global_id(0)) * 32, column = static_cast<int>(item.get_global_id(1)) * 64;
    simd<float, 128> sums[4][4];
    for (auto& of_row : sums)
      for (simd<float, 128>& tile : of_row)
        tile = 0;
    step(sums, row, column, 0);
    const int steps = k / 64;
    if (steps < 2)
      return;
#pragma nounroll
    for (int index = 1; index < steps; ++index)
      step(sums, row, column, index);
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j)
        block_store<float, 128>(c + ((row / 8 + i) * n + (column + 16 * j)) * 8, sums[i][j]);
  }

  void step(simd<float, 128> (&sums)[4][4], int row, int column, int index) const {
#pragma unroll
    for (int part = 0; part < 4; ++part) {
      simd<bfloat16, 128> left[4];
      simd<bfloat16, 256> right[4];
#pragma unroll
      for (int i = 0; i < 4; ++i)
        left[i] = block_load<bfloat16, 128>(a + (row + 8 * i) * k + (index * 4 + part) * 128);
#pragma unroll
      for (int j = 0; j < 4; ++j)
        right[j] = block_load<bfloat16, 256>(b + ((index * 4 + part) * n + column + 16 * j) * 16);
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          sums[i][j] = xmx::dpas<8, 8, float, float, bfloat16, bfloat16>(sums[i][j], right[j], left[i]);
    }
  }
};

void launch(sycl::queue& queue, const bfloat16* a, const bfloat16* b, float* c, int m, int n, int k) {
  queue.parallel_for(sycl::nd_range<2>({static_cast<std::size_t>(m) / 32, static_cast<std::size_t>(n) / 64}, {1, 1}),
                     ProductWithPrologue{a, b, c, n, k});
}
