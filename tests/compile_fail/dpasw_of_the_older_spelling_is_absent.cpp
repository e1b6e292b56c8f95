// expect: dpasw: Xe2, Xe3 and PVC have no dpasw
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<int, 64> c, simd<int, 32> b, simd<int, 16> a) {
  dpasw<argument_type::S2, argument_type::S2, 8, 8, int, int, int, 64, 32, 16>(c, b, a);
}
