// expect: dpas: the systolic depth is 8 on every device
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using sycl::half;

auto kernel(simd<half, 256> b, simd<half, 128> a) { return xmx::dpas<4, 8, float>(b, a); }
