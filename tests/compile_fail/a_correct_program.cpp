// What a user's file looks like: raw vectors handed around, wide vectors by value, every header of the extension.
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

ESIMD_NOINLINE simd<float, 64> halve(simd<float, 64> v) { return v * 0.5f; }

// Half, bfloat16 and accessors come with the extension, and with them what marks functions of other files.
SYCL_EXTERNAL simd<float, 8> load(sycl::accessor<float, 1, sycl::access::mode::read> buffer,
                                  sycl::local_accessor<float, 1> local);
SYCL_EXTERNAL simd<float, 8> load(sycl::accessor<float, 1, sycl::access::mode::read> buffer,
                                  sycl::local_accessor<float, 1> local) {
  return block_load<float, 8>(buffer, 32) + block_load<float, 8>(local, 64);
}
simd<float, 8> widen(simd<sycl::half, 8> a, simd<sycl::ext::oneapi::bfloat16, 8> b) { return simd<float, 8>(a) + b; }

// A name of the experimental namespace that is the program's own.
constexpr auto bf8 = xmx::dpas_argument_type::bf8;
simd<float, 128> multiply(simd<signed char, 512> b, simd<signed char, 256> a) {
  return xmx::dpas<8, 8, float, signed char, signed char, bf8, bf8>(b, a);
}

void kernel(const float* in, float* out, int n) {
  for (int i = 0; i + 64 <= n; i += 64) {
    simd<float, 64> v = block_load<float, 64>(in + i, properties{alignment<4>});
    simd<float, 64> copy(v.data());
    v.select<32, 2>(1) = exp(v.select<32, 2>(0));
    auto rows = v.bit_cast_view<float, 8, 8>();
    rows.row(3) = rows.column(2);
    const simd_mask<64> mask = v > copy;
    v.merge(copy, mask);
    v[5] = hmax<float>(copy) + reduce<float>(v, std::plus<float>());
    block_store(out + i, max(halve(v), copy));
  }
}
