// What a simd, a mask or a view of them does not do.
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

// expect: bit_cast_view: a view refers to its object, and this one is a temporary or constant
namespace T03_bit_cast_of_a_temporary {
void kernel(simd<float, 16>& v) { (v + v).bit_cast_view<int>() = 1; }
} // namespace T03_bit_cast_of_a_temporary

// expect: the view has two dimensions
namespace T06_select_in_one_dimension_of_a_view_of_two {
void kernel(simd<float, 16>& v) { v.bit_cast_view<float, 4, 4>().select<4, 1>(0) = 1.0f; }
} // namespace T06_select_in_one_dimension_of_a_view_of_two

// expect: a view of stride 0 has one element many times: it can be read but not written
namespace T07_assignment_through_a_stride_of_0 {
void kernel(simd<float, 16>& v) { v.select<4, 0>(3) = 1.0f; }
} // namespace T07_assignment_through_a_stride_of_0

// expect: the region is larger than the object
namespace T07_select_beyond_the_end {
void kernel(simd<float, 16>& v) { v.select<9, 2>(0) = 1.0f; }
} // namespace T07_select_beyond_the_end

// expect: the region is larger than the view
namespace T07_select_beyond_the_end_of_a_view {
void kernel(simd<float, 16>& v) { v.select<8, 2>(0).select<5, 2>(0) = 1.0f; }
} // namespace T07_select_beyond_the_end_of_a_view

// expect: no viable overloaded '='
namespace T08_a_sum_of_masks_is_no_mask {
void kernel(simd_mask<8>& a) { a = a + a; }
} // namespace T08_a_sum_of_masks_is_no_mask

// expect: invalid operands to binary expression
namespace T10_lengths_differ {
void kernel(simd<float, 8>& a, simd<float, 4>& b) { a = a + b; }
} // namespace T10_lengths_differ

// expect: invalid operands to binary expression
namespace T10_remainder_of_floats {
void kernel(simd<float, 8>& a) { a = a % a; }
} // namespace T10_remainder_of_floats

// expect: the operation is std::plus or std::multiplies
namespace T16_reduce_with_minus {
float kernel(simd<float, 8> v) { return reduce<float>(v, std::minus<>()); }
} // namespace T16_reduce_with_minus

// expect: the bytes are no multiple of the element's size
namespace bit_cast_to_a_wrong_size {
void kernel(simd<short, 7>& v) { v.bit_cast_view<int>() = 1; }
} // namespace bit_cast_to_a_wrong_size

// expect: H rows of W elements are not the whole block
namespace bit_cast_to_wrong_rows {
void kernel(simd<float, 16>& v) { v.bit_cast_view<float, 4, 5>() = 1.0f; }
} // namespace bit_cast_to_wrong_rows

// expect: downconvert: an even number of half or bfloat16
namespace downconvert_of_floats {
void kernel(simd<float, 8> a, simd<float, 8> b) {
  simd<uint32_t, 4> packed = downconvert<downconvert_packing_mode::mode_3, downconvert_output_mode::s1e2m1>(a, b);
}
} // namespace downconvert_of_floats

// expect: downconvert: biased_round takes the bias as a third argument
namespace downconvert_without_its_bias {
void kernel(simd<sycl::half, 8> a, simd<sycl::half, 8> b) {
  simd<uint32_t, 4> packed = downconvert<downconvert_packing_mode::mode_3, downconvert_rounding_mode::biased_round,
                                         downconvert_output_mode::s1e2m1>(a, b);
}
} // namespace downconvert_without_its_bias

// expect: dp4a: all three arguments signed, or all three unsigned
namespace dp4a_of_different_signs {
simd<int, 8> kernel(simd<int, 8> sum, simd<unsigned, 8> bytes) { return dp4a<int>(sum, bytes, bytes); }
} // namespace dp4a_of_different_signs

// expect: exp: elements are float or half
namespace exp_of_int {
void kernel(simd<int, 8>& a) { a = exp(a); }
} // namespace exp_of_int

// expect: fbl: integers of 32 bits
namespace fbl_of_bytes {
simd<unsigned char, 8> kernel(simd<unsigned char, 8> v) { return fbl(v); }
} // namespace fbl_of_bytes

// expect: invalid argument type 'simd<unsigned int, 8>' to unary expression
namespace negative_unsigned {
void kernel(simd<unsigned, 8>& v) { v = -v; }
} // namespace negative_unsigned

// expect: pack_mask: at most 32 lanes
namespace pack_mask_of_33_lanes {
unsigned kernel(simd_mask<33> mask) { return pack_mask(mask); }
} // namespace pack_mask_of_33_lanes

// expect: elements are arithmetic types but bool
namespace simd_of_bool {
simd<bool, 8> flags;
} // namespace simd_of_bool

// expect: invalid operands to binary expression
namespace sums_of_pairs_of_4_bits {
using namespace sycl::ext::intel::experimental::esimd;

void kernel(simd<fp4_S1E2M1, 16> a) { a = a + a; }
} // namespace sums_of_pairs_of_4_bits

// expect: unpack_mask: 8, 16 or 32 lanes
namespace unpack_mask_of_12_lanes {
simd_mask<12> kernel(unsigned bits) { return unpack_mask<12>(bits); }
} // namespace unpack_mask_of_12_lanes
