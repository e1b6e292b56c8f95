// expect: dpas: B must have K x 16 elements
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using sycl::half;

auto kernel(simd<float, 128> c, simd<half, 96> b, simd<half, 128> a) { return xmx::dpas<8, 8, float>(c, b, a); }
