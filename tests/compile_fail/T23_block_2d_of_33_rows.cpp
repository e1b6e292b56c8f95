// expect: 1 to 32 rows
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using sycl::half;

auto kernel(const half* p, int w, int h, int pitch) { return load_2d<half, 16, 33>(p, w, h, pitch, 0, 0); }
