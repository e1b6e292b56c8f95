// expect: 2D store: 1 to 8 rows
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using sycl::half;

void kernel(half* p, int w, int h, int pitch, simd<half, 144> v) { store_2d<half, 16, 9>(p, w, h, pitch, 0, 0, v); }
