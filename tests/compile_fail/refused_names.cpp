// Names of other times, and of what is not there.
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

// expect: sycl_esimd_vectorize: there are no functions here that run once for each lane
namespace a_function_for_each_lane {
[[intel::sycl_esimd_vectorize(16)]] void each(int* p) { *p += 1; }
} // namespace a_function_for_each_lane

// expect: esimd_dp4a: a spelling of 2021; use dp4a
namespace a_refused_function_of_four_types {
simd<unsigned, 16> kernel(simd<unsigned, 16> a, simd<unsigned, 16> b, simd<unsigned, 16> c) {
  auto sums = esimd_dp4a<unsigned, unsigned, unsigned, unsigned, 16>(a, b, c);
  return sums;
}
} // namespace a_refused_function_of_four_types

// expect: ESIMD_ABGR_ENABLE: a spelling of 2021; use rgba_channel_mask::ABGR
namespace a_refused_number {
void kernel(simd<unsigned, 64> pixels, simd<unsigned, 16> offsets) {
  slm_store4<unsigned, 16, ESIMD_ABGR_ENABLE>(pixels, offsets);
}
} // namespace a_refused_number

// expect: CacheHint: a spelling of 2021; use cache_hint
namespace a_refused_type_whose_members_are_used {
template <CacheHint Hint = CacheHint::None>
simd<float, 16> load(const float* address) {
  return block_load<float, 16>(address);
}
} // namespace a_refused_type_whose_members_are_used

// expect: __esimd_lane_id: there are no functions here that run once for each lane
namespace an_intrinsic_of_lanes_is_absent {
int lane() { return __esimd_lane_id(); }
} // namespace an_intrinsic_of_lanes_is_absent
