// expect: ESIMD_ABGR_ENABLE: a spelling of 2021; use rgba_channel_mask::ABGR
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<unsigned, 64> pixels, simd<unsigned, 16> offsets) {
  slm_store4<unsigned, 16, ESIMD_ABGR_ENABLE>(pixels, offsets);
}
