// expect: a row has at least 4 bytes
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using sycl::half;

void kernel(const half* p, int w, int h, int pitch) { lsc_prefetch_2d<half, 1, 8, 1>(p, w, h, pitch, 0, 0); }
