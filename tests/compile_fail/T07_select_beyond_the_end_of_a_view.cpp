// expect: the region is larger than the view
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<float, 16>& v) { v.select<8, 2>(0).select<5, 2>(0) = 1.0f; }
