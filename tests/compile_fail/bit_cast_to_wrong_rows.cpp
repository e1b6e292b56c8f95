// expect: H rows of W elements are not the whole block
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<float, 16>& v) { v.bit_cast_view<float, 4, 5>() = 1.0f; }
