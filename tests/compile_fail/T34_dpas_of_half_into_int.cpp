// expect: dpas: the result and C are float for tf32, float or half for fp16
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using sycl::half;

auto kernel(simd<int, 128> c, simd<half, 256> b, simd<half, 128> a) { return xmx::dpas<8, 8, int>(c, b, a); }
