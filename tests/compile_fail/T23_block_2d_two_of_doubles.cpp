// expect: at most 4 blocks of 8- or 16-bit elements, 2 of 32-bit ones, 1 of 64-bit ones
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

auto kernel(const double* p, int w, int h, int pitch) { return load_2d<double, 4, 8, 2>(p, w, h, pitch, 0, 0); }
