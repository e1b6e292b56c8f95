// C = A x B for bf16 matrices, as somebody who has never seen this project would write it: two kernels of the same
// product, one that loads A again for every block of columns and one that keeps four blocks of columns.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace esimd = sycl::ext::intel::esimd;
namespace xmx = sycl::ext::intel::esimd::xmx;
using bf16 = sycl::ext::oneapi::bfloat16;

constexpr int rows_of_block = 8, columns_of_block = 16, depth_of_block = 16;

struct Matrices {
  const bf16 *a, *b; // m x k, k x n
  float* c;          // m x n
  int m, n, k;
};

// A block of 8 x (16 * blocks) of C.
template <int blocks>
void multiply(const Matrices& x, int row, int column) {
  esimd::simd<float, rows_of_block * columns_of_block> sum[blocks];
  for (auto& block : sum)
    block = 0;
  const auto a_width = static_cast<unsigned>(x.k * sizeof(bf16) - 1),
             b_width = static_cast<unsigned>(x.n * sizeof(bf16) - 1);
  for (int depth = 0; depth < x.k; depth += depth_of_block) {
    const esimd::simd<bf16, rows_of_block * depth_of_block> a =
        esimd::load_2d<bf16, depth_of_block, rows_of_block>(x.a, a_width, x.m - 1, a_width, depth, row);
#pragma unroll
    for (int block = 0; block < blocks; ++block) {
      const esimd::simd<bf16, depth_of_block * columns_of_block> b =
          esimd::load_2d<bf16, columns_of_block, depth_of_block, 1, false, true>(
              x.b, b_width, x.k - 1, b_width, column + block * columns_of_block, depth);
      sum[block] = xmx::dpas<8, rows_of_block, float, float, bf16, bf16>(sum[block], b, a);
    }
  }
  const auto c_width = static_cast<unsigned>(x.n * sizeof(float) - 1);
  for (int block = 0; block < blocks; ++block)
    esimd::store_2d<float, columns_of_block, rows_of_block>(x.c, c_width, x.m - 1, c_width,
                                                            column + block * columns_of_block, row, sum[block]);
}

// Names of the kernels.
class NaiveGemm;
class WideGemm;

template <class Name, int blocks>
void launch(sycl::queue& queue, const Matrices& x) {
  queue
      .parallel_for<Name>(sycl::range<2>(x.m / rows_of_block, x.n / (blocks * columns_of_block)),
                          [=](sycl::id<2> item) SYCL_ESIMD_KERNEL {
                            multiply<blocks>(x, static_cast<int>(item[0]) * rows_of_block,
                                             static_cast<int>(item[1]) * blocks * columns_of_block);
                          })
      .wait();
}

// gemm [LAUNCHES]
int main(int count, char** words) {
  const int launches = count > 1 ? std::atoi(words[1]) : 20;
  constexpr int m = 64, n = 128, k = 96;
  sycl::queue queue;
  auto* const a = sycl::malloc_shared<bf16>(m * k, queue);
  auto* const b = sycl::malloc_shared<bf16>(k * n, queue);
  auto* const c = sycl::malloc_shared<float>(m * n, queue);
  for (int i = 0; i < m * k; ++i)
    a[i] = static_cast<float>(i % 7 - 3);
  for (int i = 0; i < k * n; ++i)
    b[i] = static_cast<float>(i % 5 - 2);
  const Matrices x{a, b, c, m, n, k};
  for (int i = 0; i < launches; ++i) {
    launch<NaiveGemm, 1>(queue, x);
    launch<WideGemm, 4>(queue, x);
  }
  launch<NaiveGemm, 1>(queue, x);
  double worst = 0;
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      double expected = 0;
      for (int i = 0; i < k; ++i)
        expected += static_cast<double>(static_cast<float>(a[row * k + i])) * static_cast<float>(b[i * n + column]);
      worst = std::max(worst, std::abs(expected - c[row * n + column]));
    }
  std::printf("largest difference %g\n", worst);
  sycl::free(a, queue);
  sycl::free(b, queue);
  sycl::free(c, queue);
  return worst == 0 ? 0 : 1;
}
