// expect: only 8- and 16-bit elements can be transformed
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

auto kernel(const float* p, int w, int h, int pitch) {
  return load_2d<float, 16, 16, 1, false, true>(p, w, h, pitch, 0, 0);
}
