// simd<T, N>: N elements of T in registers, N any positive number.
#pragma once

#include "xeforge/esimd/core/simd_mask.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

template <class T, int N>
class simd : public detail::SimdObject<T, N, simd<T, N>> {
  static_assert(detail::Element<T>, "simd: elements are arithmetic types but bool, half, bfloat16, tfloat32, bf8, hf8 "
                                    "or fp4_S1E2M1");
  using Object = detail::SimdObject<T, N, simd<T, N>>;

public:
  using typename Object::raw_vector_type;

  simd() = default;
  // Copies the bits, without a conversion.
  XEFORGE_INLINE simd(raw_vector_type raw) : Object(raw) {}
  // Element by element: truncating and saturating from floating to integer, nearest even between floating types.
  template <class U>
    requires(!std::is_same_v<U, T>)
  XEFORGE_INLINE simd(const simd<U, N>& other) : Object(port::convert<T, U, N>(other.data())) {}
  template <class Base, class Region>
    requires(simd_view<Base, Region>::length == N)
  XEFORGE_INLINE simd(const simd_view<Base, Region>& view) : Object(detail::raw_as<T, N>(view)) {}
  XEFORGE_INLINE simd(const simd_mask<N>& mask) : Object(port::convert<T, std::uint16_t, N>(mask.data())) {}
  // Broadcast.
  template <detail::Scalar S>
  XEFORGE_INLINE simd(S value) : Object(detail::raw_as<T, N>(value)) {}
  // Element i is base + i * step: in float where T is smaller, and converted once.
  XEFORGE_INLINE simd(T base, T step) : Object(progression(base, step)) {}
  XEFORGE_INLINE simd(const T (&&array)[N]) { __builtin_memcpy(&this->data_, array, sizeof(array)); }
  // Loads.
  template <detail::AccessPromise Flags = element_aligned_tag>
  XEFORGE_INLINE explicit simd(const T* address, Flags = {}) {
    this->copy_from(address, Flags{});
  }

  template <class A, detail::AccessPromise Flags = element_aligned_tag>
    requires detail::Accessor<A>
  XEFORGE_INLINE simd(const A& accessor, std::uint64_t byte_offset, Flags = {}) {
    this->copy_from(accessor, byte_offset, Flags{});
  }

  // A simd of one element converts to that element, and if that is a half or bfloat16 also to float.
  XEFORGE_INLINE operator T() const
    requires(N == 1)
  {
    return bit_cast<T>(this->data_);
  }
  XEFORGE_INLINE operator float() const
    requires(N == 1 && std::is_class_v<T>)
  {
    return static_cast<float>(bit_cast<T>(this->data_));
  }

  XEFORGE_INLINE simd& operator++() { return *this += T(1); }
  XEFORGE_INLINE simd& operator--() { return *this -= T(1); }
  XEFORGE_INLINE simd operator++(int) {
    const simd before = *this;
    ++*this;
    return before;
  }
  XEFORGE_INLINE simd operator--(int) {
    const simd before = *this;
    --*this;
    return before;
  }

private:
  XEFORGE_INLINE static raw_vector_type progression(T base, T step) {
    return [&]<int... i>(std::integer_sequence<int, i...>) {
      if constexpr (std::is_integral_v<T>) {
        // Unsigned, so that a progression that wraps is not undefined behaviour; for narrow types too.
        using Wrapping = std::make_unsigned_t<T>;
        return raw_vector_type{static_cast<T>(
            static_cast<Wrapping>(static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(step) * i))...};
      } else {
        using Computed = std::conditional_t<detail::is_small_float<T>, float, T>;
        const auto steps = raw_vector<Computed, N>{static_cast<Computed>(i)...} * static_cast<Computed>(step);
        return port::convert<T, Computed, N>(static_cast<Computed>(base) + steps);
      }
    }(lane_numbers<N>{});
  }
};

template <class Lane, int N>
XEFORGE_INLINE simd_mask_impl<Lane, N>::simd_mask_impl(const simd<std::uint16_t, N>& lanes) : Object(lanes.data()) {}

namespace detail::objects {

template <class Derived, class T, int N>
XEFORGE_INLINE void RegisterOperations<Derived, T, N>::merge(const simd<T, N>& value, const simd_mask<N>& mask) {
  self().write(port::select<T, N>(mask.data(), value.data(), elements()));
}
template <class Derived, class T, int N>
XEFORGE_INLINE void RegisterOperations<Derived, T, N>::merge(const simd<T, N>& a, simd<T, N> b,
                                                             const simd_mask<N>& mask) {
  self().write(port::select<T, N>(mask.data(), a.data(), b.data()));
}

template <class Derived, class T, int N>
template <int Size>
XEFORGE_INLINE simd<T, Size>
RegisterOperations<Derived, T, N>::iselect(const simd<std::uint16_t, Size>& indices) const {
  const raw_vector<T, N> source = elements();
  return port::read_indirect<T, Size>(source,
                                      raw_vector<std::uint16_t, Size>(indices.data() * std::uint16_t(sizeof(T))));
}

template <class T, int N, class Derived>
template <int Size>
XEFORGE_INLINE void SimdObject<T, N, Derived>::iupdate(const simd<std::uint16_t, Size>& indices,
                                                       const simd<T, Size>& values, const simd_mask<Size>& mask) {
  const raw_vector<std::uint16_t, Size> offsets(indices.data() * std::uint16_t(sizeof(T)));
  port::write_indirect<T, Size>(data_, values.data(), offsets, mask.data());
}

} // namespace detail::objects
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
