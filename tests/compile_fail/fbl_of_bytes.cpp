// expect: fbl: integers of 32 bits
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

simd<unsigned char, 8> kernel(simd<unsigned char, 8> v) { return fbl(v); }
