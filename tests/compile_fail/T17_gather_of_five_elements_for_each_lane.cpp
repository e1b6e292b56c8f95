// expect: VS elements for one offset are 1, 2, 3, 4, 8, 16, 32 or 64
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

auto kernel(const float* p, simd<unsigned, 8> at) { return gather<float, 40, 5>(p, at); }
