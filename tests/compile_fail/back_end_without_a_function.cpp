// expect: inline function 'xeforge::esimd::port::leading_zeros<16>' is not defined
// flags: -march=x86-64-v3 -Iunfinished_back_end
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

simd<unsigned, 16> kernel(simd<unsigned, 16> x) { return lzd<unsigned>(x); }
