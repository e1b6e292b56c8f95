// expect: bdpas: Xe2, Xe3 and PVC have no bdpas
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<float, 128> c, simd<sycl::half, 256> b, simd<sycl::half, 128> a, simd<uint8_t, 16> b_scale,
            simd<uint8_t, 8> a_scale) {
  c = __ESIMD_XMX_NS::bdpas<float>(c, b, a, b_scale, a_scale);
}
