// Defects that the device's compiler makes of kernels: built with code for a device.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include "defects.hpp"

template <bool>
class Crowded;
// Each row takes 4 of the 128 registers of a thread.
template <bool Wrong>
void crowded(sycl::queue& q) {
  constexpr int rows = Wrong ? 40 : 4;
  const Memory<float> memory(q, 64 * 41);
  float* const p = memory.get();
  q.single_task<Crowded<Wrong>>([=]() SYCL_ESIMD_KERNEL {
     simd<float, 64> all[rows];
#pragma unroll
     for (int i = 0; i < rows; ++i)
       all[i] = esimd::block_load<float, 64>(p + 64 * i); // crowded
     for (int step = 0; step < 10; ++step)
#pragma unroll
       for (int i = 0; i < rows; ++i)
         all[i] += all[(i + 7) % rows] * 0.5f;
#pragma unroll
     for (int i = 0; i < rows; ++i)
       all[i].copy_to(p + 64 * i);
   }).wait();
}

template <bool>
class Indexed;
// Registers have no addresses: rows that are chosen when the kernel runs lie in memory.
template <bool Wrong>
void indexed(sycl::queue& q) {
  constexpr int rows = 16;
  const Memory<float> memory(q, 64 * (rows + 1));
  float* const p = memory.get();
  q.single_task<Indexed<Wrong>>([=]() SYCL_ESIMD_KERNEL {
     simd<float, 64> all[rows];
#pragma unroll
     for (int i = 0; i < rows; ++i)
       all[i] = esimd::block_load<float, 64>(p + 64 * i); // indexed
     int chosen = 3;
     if constexpr (Wrong)
       chosen = static_cast<int>(esimd::block_load<float, 1>(p)[0]) & (rows - 1);
     all[chosen].copy_to(p + 64 * rows);
   }).wait();
}

int main(int count, char** arguments) {
  return run_one(count, arguments,
                 {{"crowded", crowded<true>, crowded<false>}, {"indexed", indexed<true>, indexed<false>}});
}
