// expect: dpas: the result and C are float for tf32, float or half for fp16, float or bfloat16 for bf16, bf8
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::experimental::esimd;

void kernel(simd<sycl::half, 128> c, simd<bf8, 512> b, simd<hf8, 256> a) { c = xmx::dpas<8, 8, sycl::half>(c, b, a); }
