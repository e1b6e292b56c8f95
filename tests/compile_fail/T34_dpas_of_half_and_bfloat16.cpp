// expect: dpas: bf16, fp16 and tf32 multiply only their own kind
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using sycl::half;
using sycl::ext::oneapi::bfloat16;

auto kernel(simd<float, 128> c, simd<half, 256> b, simd<bfloat16, 128> a) { return xmx::dpas<8, 8, float>(c, b, a); }
