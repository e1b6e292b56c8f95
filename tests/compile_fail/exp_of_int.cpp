// expect: exp: elements are float or half
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<int, 8>& a) { a = exp(a); }
