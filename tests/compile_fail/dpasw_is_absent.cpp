// expect: dpasw: Xe2, Xe3 and PVC have no dpasw
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using sycl::half;

void kernel(simd<float, 64> c, simd<half, 128> b, simd<half, 64> a) { xmx::dpasw<8, 8, float>(c, b, a); }
