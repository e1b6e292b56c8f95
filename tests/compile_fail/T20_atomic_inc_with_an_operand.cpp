// expect: atomic: inc, dec, predec and load take no operand
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

auto kernel(int* p, simd<unsigned, 8> at, simd_mask<8> on) {
  return atomic_update<atomic_op::inc, int, 8>(p, at, 1, on);
}
