// expect: bdpas: A and B are half, bfloat16, bf8, hf8 or fp4_S1E2M1
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<float, 128> c, simd<tfloat32, 128> b, simd<tfloat32, 64> a, simd<uint8_t, 16> b_scale,
            simd<uint8_t, 8> a_scale) {
  c = xmx::bdpas<float>(c, b, a, b_scale, a_scale);
}
