// expect: invalid operands to binary expression
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<float, 8>& a, simd<float, 4>& b) { a = a + b; }
