#include "axpy.hpp"

#include <sycl/ext/intel/esimd.hpp>

// The same for the project's compiler and for the device's.
#if __SYCL_COMPILER_VERSION != 20250101 || __SYCL_UNNAMED_LAMBDA__ != 1 || SYCL_LANGUAGE_VERSION != 202001
#error other versions than those of xeforge-cxx
#endif

#ifndef LANES
#define LANES 16
#endif

sycl::event axpy(sycl::queue& queue, float a, const float* x, float* y, int count) {
  return queue.parallel_for<class Axpy>(sycl::range<1>(count / LANES), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
    using namespace sycl::ext::intel::esimd;
    const int first = static_cast<int>(i[0]) * LANES;
    simd<float, LANES> values = block_load<float, LANES>(y + first);
    values += a * block_load<float, LANES>(x + first);
    block_store<float, LANES>(y + first, values);
  });
}
