// expect: bit_cast_view: a view refers to its object, and this one is a temporary or constant
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<float, 16>& v) { (v + v).bit_cast_view<int>() = 1; }
