// expect: dpas: the repeat count, which is the rows of A and C, is 1 to 8
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using sycl::half;

auto kernel(simd<half, 256> b, simd<half, 144> a) { return xmx::dpas<8, 9, float>(b, a); }
