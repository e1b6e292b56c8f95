// expect: scatter_rgba: the channels are R, GR, BGR or ABGR
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(float* p, simd<unsigned, 8> at, simd<float, 16> pixels) {
  scatter_rgba<rgba_channel_mask::BG>(p, at, pixels);
}
