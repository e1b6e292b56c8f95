// expect: the rows of all blocks together have at most 64 bytes
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using sycl::half;

auto kernel(const half* p, int w, int h, int pitch) { return lsc_load_2d<half, 16, 16, 4>(p, w, h, pitch, 0, 0); }
