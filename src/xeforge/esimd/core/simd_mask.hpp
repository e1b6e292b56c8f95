// simd_mask<N>: N lanes of uint16, non-zero is on. Comparisons produce exactly 0 and 1; a mask made from a
// simd<uint16_t, N> keeps its lanes as they are.
#pragma once

#include "xeforge/esimd/core/simd_object.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

template <class Lane, int N>
class simd_mask_impl : public detail::SimdObject<std::uint16_t, N, simd_mask_impl<Lane, N>> {
  static_assert(std::is_same_v<Lane, std::uint16_t>, "simd_mask_impl: lanes of a mask are of unsigned short");
  using Object = detail::SimdObject<std::uint16_t, N, simd_mask_impl<Lane, N>>;

public:
  using Object::Object;
  simd_mask_impl() = default;
  // Any integer is truncated to the lane.
  template <std::integral S>
  XEFORGE_INLINE simd_mask_impl(S value) : Object(mask_vec<N>(static_cast<std::uint16_t>(value))) {}
  XEFORGE_INLINE simd_mask_impl(const simd<std::uint16_t, N>& lanes);
  XEFORGE_INLINE simd_mask_impl(const std::uint16_t (&&array)[N]) {
    __builtin_memcpy(&this->data_, array, sizeof(array));
  }
  template <class Base, class Region>
    requires(simd_view<Base, Region>::length == N &&
             std::is_same_v<detail::element_t<simd_view<Base, Region>>, std::uint16_t>)
  XEFORGE_INLINE simd_mask_impl(const simd_view<Base, Region>& view) : Object(detail::raw_of(view)) {}
  XEFORGE_INLINE explicit simd_mask_impl(const std::uint16_t* address) { this->copy_from(address); }

  template <std::integral S>
  XEFORGE_INLINE simd_mask_impl& operator=(S value) {
    return *this = simd_mask_impl(value);
  }

  XEFORGE_INLINE operator bool() const
    requires(N == 1)
  {
    return this->data_[0] != 0;
  }

  // The other lanes' truth: 0 or 1.
  XEFORGE_INLINE simd_mask_impl operator!() const {
    return mask_vec<N>(__builtin_convertvector(this->data_ == std::uint16_t(0), mask_vec<N>) & std::uint16_t(1));
  }
  XEFORGE_INLINE simd_mask_impl operator~() const { return mask_vec<N>(~this->data_); }

  using detail::RegisterOperations<simd_mask_impl<Lane, N>, std::uint16_t, N>::merge;
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
