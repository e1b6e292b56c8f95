// expect: the vector has as many elements as the blocks
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using sycl::half;

auto kernel(const half* p, int w, int h, int pitch) {
  return load_2d<half, 16, 16, 1, false, false, 255>(p, w, h, pitch, 0, 0);
}
