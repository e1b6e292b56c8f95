// A matrix times a vector. Each result is the work of a group: its threads share the columns, and add what they have
// through shared local memory.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

using namespace sycl::ext::intel::esimd;

template <class T>
using SharedVector = std::vector<T, sycl::usm_allocator<T, sycl::usm::alloc::shared>>;

constexpr int threads = 4; // of a group
constexpr int step = 64;   // columns at once

// matrix: rows x columns; vector: columns; products: rows. Columns are a multiple of 64; which of the threads gets how
// many blocks of them may differ by one.
void multiply(sycl::queue& queue, const sycl::half* matrix, const sycl::half* vector, float* products, int rows,
              int columns) {
  const sycl::nd_range<1> groups(rows * threads, threads);
  queue.parallel_for<class SplitReduction>(groups, [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
    slm_init<threads * sizeof(float)>();
    const int row = static_cast<int>(item.get_group(0));
    const int thread = static_cast<int>(item.get_local_id(0));

    // 1. A part of the sum in registers, in float: a sum of halves would lose what is small.
    simd<float, step> sums = 0;
    for (int column = thread * step; column < columns; column += threads * step) {
      const auto a = block_load<sycl::half, step>(matrix + row * columns + column, properties{alignment<64>});
      const auto b = block_load<sycl::half, step>(vector + column, properties{alignment<64>});
      sums += convert<float>(a) * convert<float>(b);
    }
    const float part = detail::sum<float, float, step>(sums);

    // 2. Every thread gets to the barrier, also one that had no columns.
    slm_block_store<float, 1>(thread * sizeof(float), simd<float, 1>(part), properties{alignment<4>});
    barrier();
    if (thread == 0) {
      const auto parts = slm_block_load<float, threads>(0);
      products[row] = detail::sum<float, float, threads>(parts);
    }
  });
  queue.wait();
}

int wrong_products(sycl::queue& queue, int rows, int columns) {
  SharedVector<sycl::half> matrix(rows * columns, queue), vector(columns, queue);
  SharedVector<float> products(rows, -1.0f, queue);
  for (std::size_t i = 0; i < matrix.size(); ++i) // small integers: every sum is exact, in any order
    matrix[i] = static_cast<float>(static_cast<int>(i * i % 17) - 8);
  for (int i = 0; i < columns; ++i)
    vector[i] = static_cast<float>(i % 9 - 4);
  multiply(queue, matrix.data(), vector.data(), products.data(), rows, columns);
  int wrong = 0;
  for (int row = 0; row < rows; ++row) {
    int expected = 0;
    for (int column = 0; column < columns; ++column)
      expected += static_cast<int>(matrix[row * columns + column]) * static_cast<int>(vector[column]);
    wrong += products[row] != static_cast<float>(expected);
  }
  return wrong;
}

int main() {
  constexpr int rows = 13;
  sycl::queue queue;
  int wrong = 0;
  for (const int columns : {64, 256, 704}) // one thread works; all do once; eleven blocks for four threads
    wrong += wrong_products(queue, rows, columns);
  std::printf("split_reduction: %d wrong products of %d\n", wrong, 3 * rows);
  return wrong == 0 ? 0 : 1;
}
