// The sum of each row of 64 numbers: element after element, or by the reduction of the extension.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <vector>

using namespace sycl::ext::intel::esimd;

template <class T>
using SharedVector = std::vector<T, sycl::usm_allocator<T, sycl::usm::alloc::shared>>;

constexpr int columns = 64;

// from: rows x 64; sums: rows. Sums are modulo 2^32. One row per thread.
void sum_by_reduce(sycl::queue& queue, const std::uint32_t* from, int* sums, int rows) {
  queue.parallel_for<class SumByReduce>(sycl::range<1>(rows), [=](sycl::id<1> row) SYCL_ESIMD_KERNEL {
    const auto values = block_load<std::uint32_t, columns>(from + row * columns, properties{alignment<64>});
    sums[row] = reduce<int>(values, std::plus<>());
  });
  queue.wait();
}

void sum_one_by_one(sycl::queue& queue, const std::uint32_t* from, int* sums, int rows) {
  queue.parallel_for<class SumOneByOne>(sycl::range<1>(rows), [=](sycl::id<1> row) SYCL_ESIMD_KERNEL {
    const auto values = block_load<std::uint32_t, columns>(from + row * columns, properties{alignment<64>});
    std::uint32_t sum = 0;
#pragma unroll
    for (int column = 0; column < columns; ++column)
      sum += values[column];
    sums[row] = static_cast<int>(sum);
  });
  queue.wait();
}

int main() {
  constexpr int rows = 77;
  sycl::queue queue;
  SharedVector<std::uint32_t> from(rows * columns, queue);
  for (std::size_t i = 0; i < from.size(); ++i)
    from[i] = i < columns ? 0xFFFFFFFF : static_cast<std::uint32_t>(i * i * 2654435761u); // the first row wraps around
  SharedVector<int> reduced(rows, 0, queue), one_by_one(rows, 0, queue);
  sum_by_reduce(queue, from.data(), reduced.data(), rows);
  sum_one_by_one(queue, from.data(), one_by_one.data(), rows);
  int wrong = 0;
  for (int row = 0; row < rows; ++row) {
    std::uint32_t expected = 0;
    for (int column = 0; column < columns; ++column)
      expected += from[row * columns + column];
    wrong += (reduced[row] != static_cast<int>(expected)) + (one_by_one[row] != static_cast<int>(expected));
  }
  std::printf("sum_reduction: %d wrong sums of %d\n", wrong, 2 * rows);
  return wrong == 0 ? 0 : 1;
}
