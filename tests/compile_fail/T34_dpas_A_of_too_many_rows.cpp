// expect: dpas: A must have RepeatCount x K elements
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using sycl::half;

auto kernel(simd<float, 64> c, simd<half, 256> b, simd<half, 128> a) { return xmx::dpas<8, 4, float>(c, b, a); }
