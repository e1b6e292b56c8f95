// expect: the bytes are no multiple of the element's size
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<short, 7>& v) { v.bit_cast_view<int>() = 1; }
