// Defects that the device's compiler makes of kernels: built with code for a device.
#include "defects.hpp"

template <bool>
class Crowded;
// A hundred rows of 64 numbers are more than the 128 registers of a thread.
template <bool Wrong>
void crowded(sycl::queue& q) {
  constexpr int rows = Wrong ? 100 : 10;
  const Memory<float> memory(q, 64 * 101);
  float* const p = memory.get();
  q.single_task<Crowded<Wrong>>([=]() SYCL_ESIMD_KERNEL {
     simd<float, 64 * rows> all;
     for (int i = 0; i < rows; ++i)
       all.template select<64, 1>(64 * i) = esimd::block_load<float, 64>(p + 64 * i); // crowded
     simd<float, 64> sum = 0;
     for (int i = 0; i < rows; ++i)
       for (int j = 0; j < rows; ++j)
         sum = sum * all.template select<64, 1>(64 * i) + all.template select<64, 1>(64 * j);
     sum.copy_to(p + 64 * 100);
   }).wait();
}

template <bool>
class Indexed;
// An array with an index that the compiler does not know has an address.
template <bool Wrong>
void indexed(sycl::queue& q) {
  const Memory<int> memory(q, 64);
  int* const p = memory.get();
  q.single_task<Indexed<Wrong>>([=]() SYCL_ESIMD_KERNEL {
     int counts[8] = {};
     for (int i = 0; i < 16; ++i)
       ++counts[Wrong ? esimd::block_load<int, 1>(p + i)[0] & 7 : i & 7]; // indexed
     simd<int, 8> all;
     for (int i = 0; i < 8; ++i)
       all[i] = counts[i];
     all.copy_to(p + 32);
   }).wait();
}

int main(int count, char** arguments) {
  return run_one(count, arguments,
                 {{"crowded", crowded<true>, crowded<false>}, {"indexed", indexed<true>, indexed<false>}});
}
