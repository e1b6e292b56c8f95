// expect: pack_mask: at most 32 lanes
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

unsigned kernel(simd_mask<33> mask) { return pack_mask(mask); }
