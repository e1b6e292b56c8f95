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

// Halves that become floats in a part of a vector that is known only when the kernel runs: a run, every second element,
// an odd number of them, rows of a matrix, a column.
void indexed_halves(sycl::queue& queue, const sycl::half* from, float* to, int first) {
  queue.parallel_for<class IndexedHalves>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const esimd::simd<sycl::half, 16> halves = esimd::block_load<sycl::half, 16>(from + item[0] * 16);
    const auto at = static_cast<std::uint16_t>(first);
    esimd::simd<float, 320> values = 0.0f;
    auto part = [&](int number) { return values.select<64, 1>(static_cast<std::uint16_t>(64 * number)); };
    esimd::simd<float, 64> run = 0.0f, second = 0.0f, odd = 0.0f, rows = 0.0f, column = 0.0f;
    run.select<16, 1>(at) = esimd::simd<float, 16>(halves);
    second.select<16, 2>(at) = -esimd::simd<float, 16>(halves);
    odd.select<7, 1>(at) = esimd::abs(esimd::simd<float, 7>(halves.select<7, 1>(0)));
    rows.bit_cast_view<float, 8, 8>().select<4, 1, 4, 1>(at, 0) = esimd::simd<float, 16>(halves);
    column.bit_cast_view<float, 8, 8>().select<4, 1, 1, 1>(at, 3) = esimd::simd<float, 4>(halves.select<4, 1>(0));
    part(0) = run, part(1) = second, part(2) = odd, part(3) = rows, part(4) = column;
    esimd::block_store<float, 320>(to + item[0] * 320, values);
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
