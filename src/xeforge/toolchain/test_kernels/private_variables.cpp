// Variables that each item has to itself: vectors, numbers and arrays, some of them at registers of their own.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

using namespace sycl::ext::intel::esimd;

ESIMD_PRIVATE simd<float, 16> anywhere;
ESIMD_PRIVATE int calls;
ESIMD_PRIVATE simd<int, 32> rows[4];
ESIMD_PRIVATE ESIMD_REGISTER(2048) simd<float, 16> at_32;
#define PLACE 3072
ESIMD_PRIVATE ESIMD_REGISTER(PLACE) simd<float, 16> at_48; // through a macro
ESIMD_PRIVATE ESIMD_REGISTER(3584) int number;

void count_call() { calls += 3; }

void launch(sycl::queue& queue, float* floats, int* integers) {
  queue.parallel_for<class Anywhere>(sycl::range<1>(4), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
    anywhere.copy_from(floats + i * 16);
    anywhere *= 2.0f;
    anywhere.copy_to(floats + i * 16);
  });
  queue.parallel_for<class Calls>(sycl::range<1>(4), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
    calls = static_cast<int>(i);
    for (int k = 0; k < integers[0]; ++k)
      count_call();
    integers[4 + i] = calls; // item 0 does not write what the others read
  });
  queue.parallel_for<class Rows>(sycl::range<1>(4), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
    for (int k = 0; k < 4; ++k)
      rows[k] = simd<int, 32>(k, 1);
    integers[4 + i] = rows[integers[0] & 3][2];
  });
  queue.parallel_for<class Bound>(sycl::range<1>(4), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
    at_32.copy_from(floats + i * 16);
    at_48 = 0.5f;
    number = 3;
    at_32 += at_48 * static_cast<float>(number + integers[i]);
    at_32.copy_to(floats + i * 16);
  });
}
