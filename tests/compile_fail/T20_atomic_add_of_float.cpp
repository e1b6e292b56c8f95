// expect: atomic: this operation is for integers
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

auto kernel(float* p, simd<unsigned, 8> at) { return atomic_update<atomic_op::add, float, 8>(p, at, 1.0f); }
