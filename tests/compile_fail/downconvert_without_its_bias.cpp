// expect: downconvert: biased_round takes the bias as a third argument
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<sycl::half, 8> a, simd<sycl::half, 8> b) {
  simd<uint32_t, 4> packed = downconvert<downconvert_packing_mode::mode_3, downconvert_rounding_mode::biased_round,
                                         downconvert_output_mode::s1e2m1>(a, b);
}
