// expect: downconvert: an even number of half or bfloat16
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<float, 8> a, simd<float, 8> b) {
  simd<uint32_t, 4> packed = downconvert<downconvert_packing_mode::mode_3, downconvert_output_mode::s1e2m1>(a, b);
}
