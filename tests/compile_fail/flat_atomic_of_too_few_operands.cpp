// expect: the vendor's atomic intrinsics: the number in the name is that of the operation's operands
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

auto kernel(simd<uint64_t, 8> places, simd_mask<8> mask) {
  return __esimd_svm_atomic0<atomic_op::add, int, 8>(places.data(), mask.data());
}
