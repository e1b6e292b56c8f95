// oneDPL's radix sort of explicit SIMD, beside the standard library's: as many keys as each argument says. Up to 6,144
// are sorted by one group of 64 items; more by several kernels, one of which has groups of 256 items, too many for an
// emulated device. Prints and counts what is not sorted as it should be.
#include <oneapi/dpl/experimental/kernel_templates>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace kt = oneapi::dpl::experimental::kt;

// In place, upwards.
int sort_floats(sycl::queue& queue, std::size_t count) {
  std::mt19937 random(7);
  std::vector<float> expected(count);
  for (float& key : expected)
    key = static_cast<float>(static_cast<std::int32_t>(random()));
  float* const keys = sycl::malloc_shared<float>(count + 1, queue);
  std::ranges::copy(expected, keys);
  kt::gpu::esimd::radix_sort<true, 8>(queue, keys, keys + count, kt::kernel_param<96, 64>{}).wait();
  std::ranges::sort(expected);
  const bool right = std::ranges::equal(expected, std::vector<float>(keys, keys + count));
  sycl::free(keys, queue);
  if (!right)
    std::printf("%zu floats are not sorted\n", count);
  return !right;
}

int main(int count, char** arguments) {
  sycl::queue queue;
  int wrong = 0;
  for (int i = 1; i < count; ++i) {
    wrong += sort_floats(queue, std::strtoul(arguments[i], nullptr, 10));
  }
  return wrong;
}
