// expect: invalid operands to binary expression
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::experimental::esimd;

void kernel(simd<fp4_S1E2M1, 16> a) { a = a + a; }
