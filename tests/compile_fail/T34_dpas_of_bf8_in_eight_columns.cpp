// expect: dpas: with 8 columns (DG2) result and C are float, int or unsigned, and there is no tf32, bf8
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::experimental::esimd;

void kernel(simd<float, 64> c, simd<bf8, 256> b, simd<bf8, 256> a) { c = xmx::dpas<8, 8, float>(c, b, a); }
