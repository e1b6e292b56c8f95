// expect: unpack_mask: 8, 16 or 32 lanes
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

simd_mask<12> kernel(unsigned bits) { return unpack_mask<12>(bits); }
