// expect: no matching function for call to 'gather'
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

simd<float, 8> kernel(const float* p, simd<float, 8> at) { return gather<float, 8>(p, at); }
