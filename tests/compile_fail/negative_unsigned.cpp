// expect: invalid argument type 'simd<unsigned int, 8>' to unary expression
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<unsigned, 8>& v) { v = -v; }
