// expect: dpas: the precision of B cannot be told from its element type
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

auto kernel(simd<float, 128> c, simd<float, 128> b, simd<float, 64> a) { return xmx::dpas<8, 8, float>(c, b, a); }
