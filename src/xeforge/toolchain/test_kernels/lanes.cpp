// Memory by lane, registers by run-time index, branches on masks.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <iostream>
#include <vector>

namespace esimd = sycl::ext::intel::esimd;

void gather_scatter(sycl::queue& queue, const float* from, float* to, int count) {
  queue.parallel_for<class GatherScatter>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const esimd::simd<std::uint32_t, 16> offsets(static_cast<std::uint32_t>(item[0]) * 64, 4);
    const esimd::simd_mask<16> mask = offsets < static_cast<std::uint32_t>(count);
    esimd::scatter<float, 16>(to, offsets, esimd::gather<float, 16>(from, offsets, mask) * 2.0f, mask);
  });
}

void store_if_any(sycl::queue& queue, const int* from, int* to) {
  queue.parallel_for<class StoreIfAny>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    if ((esimd::block_load<int, 32>(from) > 3).any())
      to[item] = 1;
  });
}

// 13 lanes: predicates of a length that is no power of two.
void store_if_any_of_13(sycl::queue& queue, const int* from, int* to) {
  queue.parallel_for<class StoreIfAnyOf13>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    if (esimd::block_load<int, 13>(from).any())
      to[item] = 1;
  });
}

void indexed_registers(sycl::queue& queue, const float* from, float* to, int count) {
  queue.parallel_for<class IndexedRegisters>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    esimd::simd<float, 64> values = esimd::block_load<float, 64>(from + item[0] * 64);
    for (int i = 0; i < count; ++i)
      values[i] = values[count - i] + 1.0f;
    esimd::block_store<float, 64>(to + item[0] * 64, values);
  });
}

// Five ways by a remainder: the optimiser makes a switch over an integer of three bits.
void store_by_remainder(sycl::queue& queue, const float* from, float* to) {
  queue.parallel_for<class StoreByRemainder>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const esimd::simd<float, 16> values = esimd::block_load<float, 16>(from);
    float* const there = to + item[0] * 16;
    if (item[0] % 5 == 0)
      esimd::block_store<float, 16>(there, values + 1.0f);
    else if (item[0] % 5 == 1)
      esimd::block_store<float, 16>(there, values * 2.0f);
    else if (item[0] % 5 == 2)
      esimd::block_store<float, 16>(there, esimd::abs(values));
    else if (item[0] % 5 == 3)
      esimd::block_store<float, 16>(there, esimd::sqrt(values));
    else if (item[0] % 5 == 4)
      esimd::block_store<float, 16>(there, values);
  });
}

int main() {
  sycl::queue queue;
  std::vector<float> values(1024, 1.0f);
  gather_scatter(queue, values.data(), values.data(), 64);
  std::cout << *std::max_element(values.begin(), values.end()) << "\n";
}
