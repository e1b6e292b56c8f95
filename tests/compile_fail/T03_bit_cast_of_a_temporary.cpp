// expect: expects an lvalue for object argument
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<float, 16>& v) { (v + v).bit_cast_view<int>() = 1; }
