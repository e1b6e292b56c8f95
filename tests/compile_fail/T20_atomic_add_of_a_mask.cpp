// expect: atomic: this operation takes values, and got the mask where they belong
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

auto kernel(unsigned* p, simd<unsigned, 8> at, simd_mask<8> on) {
  return atomic_update<atomic_op::add, unsigned, 8>(p, at, on);
}
