// expect: atomic: this operation takes one operand
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

auto kernel(int* p, simd<unsigned, 8> at) { return slm_atomic_update<atomic_op::add, int, 8>(at); }
