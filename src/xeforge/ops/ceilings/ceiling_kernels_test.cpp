// The kernels behind a device's ceilings do what their speed is taken for: on the host, against plain loops.
#include "xeforge/ops/ceilings/kernels/ceiling_kernels.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace xeforge::ops::ceilings {
namespace {

TEST(CeilingKernels, ReadEveryWord) {
  sycl::queue queue;
  constexpr std::int64_t blocks = 13, items = 4;
  std::vector<std::uint64_t> data(blocks * ReadKernel::words), results(items * ReadKernel::result_words, 7);
  std::uint64_t expected = 0;
  for (std::size_t i = 0; i < data.size(); ++i)
    expected ^= data[i] = i * 0x9e3779b97f4a7c15u;
  queue.parallel_for(sycl::range<1>(items), ReadKernel{data.data(), blocks, items, results.data()}).wait();
  std::uint64_t found = 0;
  for (const std::uint64_t word : results)
    found ^= word;
  EXPECT_EQ(found, expected);
}

TEST(CeilingKernels, AddAsOftenAsTheySay) {
  sycl::queue queue;
  std::vector<float> results(2 * MultiplyAddKernel::width);
  queue.parallel_for(sycl::range<1>(2), MultiplyAddKernel{3, 1.0f, 0.5f, results.data()}).wait();
  for (const float result : results)
    ASSERT_EQ(result, 3 * MultiplyAddKernel::together * 0.5f);
}

TEST(CeilingKernels, MultiplyAsOftenAsTheySay) {
  sycl::queue queue;
  using Kernel = MatrixKernel<sycl::half>;
  constexpr int rows = 16 * Kernel::group_threads;
  std::vector<sycl::half> left(rows * Kernel::inner), matrix(Kernel::inner * Kernel::columns),
      results(rows * Kernel::columns);
  for (std::size_t i = 0; i < left.size(); ++i)
    left[i] = sycl::half(static_cast<float>(static_cast<int>(i * 7 % 5) - 2) / 16);
  for (std::size_t i = 0; i < matrix.size(); ++i)
    matrix[i] = sycl::half(static_cast<float>(static_cast<int>(i * 11 % 7) - 3) / 16);
  const sycl::range<1> group(Kernel::group_threads);
  queue.parallel_for(sycl::nd_range<1>(group, group), Kernel{left.data(), matrix.data(), results.data(), 2}).wait();
  for (int row = 0; row < rows; row += 37)
    for (int column = 0; column < Kernel::columns; ++column) {
      double sum = 0;
      for (int i = 0; i < Kernel::inner; ++i)
        sum += double(float(left[static_cast<std::size_t>(row * Kernel::inner + i)])) *
               double(float(matrix[static_cast<std::size_t>(i * Kernel::columns + column)]));
      ASSERT_NEAR(float(results[static_cast<std::size_t>(row * Kernel::columns + column)]), 2 * sum, 2e-2);
    }
}

} // namespace
} // namespace xeforge::ops::ceilings
