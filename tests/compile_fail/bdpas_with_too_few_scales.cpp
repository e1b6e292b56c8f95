// expect: bdpas: there are 16 scales of B and 8 of A, and twice as many for e2m1
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::experimental::esimd;

void kernel(simd<float, 128> c, simd<fp4_S1E2M1, 512> b, simd<fp4_S1E2M1, 256> a, simd<uint8_t, 16> b_scale,
            simd<uint8_t, 8> a_scale) {
  c = xmx::bdpas<float>(c, b, a, b_scale, a_scale);
}
