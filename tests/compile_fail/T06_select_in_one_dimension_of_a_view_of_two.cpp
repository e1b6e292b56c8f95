// expect: the view has two dimensions
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<float, 16>& v) { v.bit_cast_view<float, 4, 4>().select<4, 1>(0) = 1.0f; }
