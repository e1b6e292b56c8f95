// expect: only 32- and 64-bit elements can be transposed
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using sycl::half;

auto kernel(const half* p, int w, int h, int pitch) { return load_2d<half, 16, 16, 1, true>(p, w, h, pitch, 0, 0); }
