// expect: atomic: fadd, fsub, fmin, fmax and fcmpxchg are for floating-point elements
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

auto kernel(int* p, simd<unsigned, 8> at) { return atomic_update<atomic_op::fadd, int, 8>(p, at, 1); }
