// expect: dp4a: all three arguments signed, or all three unsigned
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

simd<int, 8> kernel(simd<int, 8> sum, simd<unsigned, 8> bytes) { return dp4a<int>(sum, bytes, bytes); }
