// expect: no viable overloaded '='
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd_mask<8>& a) { a = a + a; }
