// expect: the region is larger than the object
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<float, 16>& v) { v.select<9, 2>(0) = 1.0f; }
