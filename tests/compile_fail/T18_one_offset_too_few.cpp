// expect: one offset for every VS elements
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

simd<float, 8> kernel(const float* p, simd<unsigned, 8> at) { return gather<float, 8, 2>(p, at); }
