// expect: dpas: bf16, fp16 and tf32 multiply only their own kind, and so does e2m1
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::experimental::esimd;

void kernel(simd<float, 128> c, simd<hf8, 512> b, simd<signed char, 256> a) { c = xmx::dpas<8, 8, float>(c, b, a); }
