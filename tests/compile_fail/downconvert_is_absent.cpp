// expect: downconvert_packing_mode: conversions to elements of 4 bits are not here
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<sycl::half, 8> a, simd<sycl::half, 8> b) {
  simd<uint32_t, 4> packed = __ESIMD_ENS::downconvert<__ESIMD_ENS::downconvert_packing_mode::mode_3,
                                                      __ESIMD_ENS::downconvert_output_mode::s1e2m1>(a, b);
}
