// expect: atomic: elements have 2, 4 or 8 bytes
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

auto kernel(char* p, simd<unsigned, 8> at) { return atomic_update<atomic_op::inc, char, 8>(p, at); }
