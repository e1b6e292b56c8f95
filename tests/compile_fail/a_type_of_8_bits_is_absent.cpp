// expect: bf8: Xe2, Xe3 and PVC do not compute with such elements
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using bf8 = sycl::ext::intel::experimental::esimd::bf8;

void kernel(simd<sycl::half, 16> values) { simd<bf8, 16> small = values; }
