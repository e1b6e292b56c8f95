// expect: atomic: cmpxchg and fcmpxchg take two operands
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

auto kernel(int* p, simd<unsigned, 8> at) { return lsc_atomic_update<atomic_op::cmpxchg, int, 8>(p, at, 1); }
