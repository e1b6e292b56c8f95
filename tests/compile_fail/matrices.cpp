// Products of matrices.
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using sycl::half;

// expect: dpas: A must have RepeatCount x K elements
namespace T34_dpas_A_of_too_many_rows {
auto kernel(simd<float, 64> c, simd<half, 256> b, simd<half, 128> a) { return xmx::dpas<8, 4, float>(c, b, a); }
} // namespace T34_dpas_A_of_too_many_rows

// expect: dpas: B must have K x 16 elements
namespace T34_dpas_B_too_short {
auto kernel(simd<float, 128> c, simd<half, 96> b, simd<half, 128> a) { return xmx::dpas<8, 8, float>(c, b, a); }
} // namespace T34_dpas_B_too_short

// expect: dpas: C must have RepeatCount x N elements
namespace T34_dpas_C_of_wrong_size {
auto kernel(simd<float, 64> c, simd<half, 256> b, simd<half, 128> a) { return xmx::dpas<8, 8, float>(c, b, a); }
} // namespace T34_dpas_C_of_wrong_size

// expect: dpas: with 8 columns (DG2) result and C are float, int or unsigned, and there is no tf32, bf8
namespace T34_dpas_of_bf8_in_eight_columns {
using namespace sycl::ext::intel::experimental::esimd;

void kernel(simd<float, 64> c, simd<bf8, 256> b, simd<bf8, 256> a) { c = xmx::dpas<8, 8, float>(c, b, a); }
} // namespace T34_dpas_of_bf8_in_eight_columns

// expect: dpas: the result and C are float for tf32, float or half for fp16, float or bfloat16 for bf16, bf8
namespace T34_dpas_of_bf8_into_half {
using namespace sycl::ext::intel::experimental::esimd;

void kernel(simd<sycl::half, 128> c, simd<bf8, 512> b, simd<hf8, 256> a) { c = xmx::dpas<8, 8, sycl::half>(c, b, a); }
} // namespace T34_dpas_of_bf8_into_half

// expect: dpas: the systolic depth is 8 on every device
namespace T34_dpas_of_depth_4 {
auto kernel(simd<half, 256> b, simd<half, 128> a) { return xmx::dpas<4, 8, float>(b, a); }
} // namespace T34_dpas_of_depth_4

// expect: dpas: the precision of B cannot be told from its element type
namespace T34_dpas_of_floats {
auto kernel(simd<float, 128> c, simd<float, 128> b, simd<float, 64> a) { return xmx::dpas<8, 8, float>(c, b, a); }
} // namespace T34_dpas_of_floats

// expect: dpas: bf16, fp16 and tf32 multiply only their own kind
namespace T34_dpas_of_half_and_bfloat16 {
using sycl::ext::oneapi::bfloat16;

auto kernel(simd<float, 128> c, simd<half, 256> b, simd<bfloat16, 128> a) { return xmx::dpas<8, 8, float>(c, b, a); }
} // namespace T34_dpas_of_half_and_bfloat16

// expect: dpas: the result and C are float for tf32, float or half for fp16
namespace T34_dpas_of_half_into_int {
auto kernel(simd<int, 128> c, simd<half, 256> b, simd<half, 128> a) { return xmx::dpas<8, 8, int>(c, b, a); }
} // namespace T34_dpas_of_half_into_int

// expect: dpas: bf16, fp16 and tf32 multiply only their own kind, and so does e2m1
namespace T34_dpas_of_hf8_and_bytes {
using namespace sycl::ext::intel::experimental::esimd;

void kernel(simd<float, 128> c, simd<hf8, 512> b, simd<signed char, 256> a) { c = xmx::dpas<8, 8, float>(c, b, a); }
} // namespace T34_dpas_of_hf8_and_bytes

// expect: dpas: the repeat count, which is the rows of A and C, is 1 to 8
namespace T34_dpas_of_nine_rows {
auto kernel(simd<half, 256> b, simd<half, 144> a) { return xmx::dpas<8, 9, float>(b, a); }
} // namespace T34_dpas_of_nine_rows

// expect: bdpas: A and B are half, bfloat16, bf8, hf8 or fp4_S1E2M1
namespace bdpas_of_floats {
void kernel(simd<float, 128> c, simd<tfloat32, 128> b, simd<tfloat32, 64> a, simd<uint8_t, 16> b_scale,
            simd<uint8_t, 8> a_scale) {
  c = xmx::bdpas<float>(c, b, a, b_scale, a_scale);
}
} // namespace bdpas_of_floats

// expect: bdpas: there are 16 scales of B and 8 of A, and twice as many for e2m1
namespace bdpas_with_too_few_scales {
using namespace sycl::ext::intel::experimental::esimd;

void kernel(simd<float, 128> c, simd<fp4_S1E2M1, 512> b, simd<fp4_S1E2M1, 256> a, simd<uint8_t, 16> b_scale,
            simd<uint8_t, 8> a_scale) {
  c = xmx::bdpas<float>(c, b, a, b_scale, a_scale);
}
} // namespace bdpas_with_too_few_scales

// expect: dpasw: Xe2, Xe3 and PVC have no dpasw
namespace dpasw_is_absent {
void kernel(simd<float, 64> c, simd<half, 128> b, simd<half, 64> a) { xmx::dpasw<8, 8, float>(c, b, a); }
} // namespace dpasw_is_absent

// expect: dpasw: Xe2, Xe3 and PVC have no dpasw
namespace dpasw_with_precisions_is_absent {
void kernel(simd<int, 64> c, simd<int, 64> b, simd<int, 32> a) {
  using enum xmx::dpas_argument_type;
  xmx::dpasw<8, 8, int, int, int, int, s8, s8>(c, b, a);
}
} // namespace dpasw_with_precisions_is_absent

// expect: dpasw: Xe2, Xe3 and PVC have no dpasw
namespace dpasw_of_the_older_spelling_is_absent {
void kernel(simd<int, 64> c, simd<int, 32> b, simd<int, 16> a) {
  dpasw<argument_type::S2, argument_type::S2, 8, 8, int, int, int, 64, 32, 16>(c, b, a);
}
} // namespace dpasw_of_the_older_spelling_is_absent

// expect: dpasw: Xe2, Xe3 and PVC have no dpasw
namespace dpasw_whose_result_is_used_is_absent {
void kernel(simd<float, 64> c, simd<half, 128> b, simd<half, 64> a) {
  simd<float, 64> d = c;
  d = xmx::dpasw<8, 8, float>(c, b, a);
  c = d + xmx::dpasw<8, 8, float>(c, b, a);
}
} // namespace dpasw_whose_result_is_used_is_absent
