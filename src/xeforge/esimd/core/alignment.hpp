// Alignment tags of the loading constructors and copy_from / copy_to: what the caller promises for an address. A list
// of properties (properties.hpp) may stand in the place of a tag.
#pragma once

#include "xeforge/esimd/core/types.hpp"
#include "xeforge/esimd/port/cache_hint.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

namespace detail {
constexpr int next_power_of_two(int value) {
  int power = 1;
  while (power < value)
    power *= 2;
  return power;
}
} // namespace detail

// alignment<V> is in bytes, for the vector type V.
struct element_aligned_tag {
  template <class V>
  static constexpr int alignment = sizeof(detail::element_t<V>);
};
struct vector_aligned_tag {
  template <class V>
  static constexpr int alignment =
      detail::next_power_of_two(detail::length_of<V>) * static_cast<int>(sizeof(detail::element_t<V>));
};
template <unsigned Bytes>
struct overaligned_tag {
  static_assert((Bytes & (Bytes - 1)) == 0, "overaligned_tag: the alignment is a power of two");
  template <class V>
  static constexpr int alignment = Bytes;
};

inline constexpr element_aligned_tag element_aligned = {};
inline constexpr vector_aligned_tag vector_aligned = {};
template <unsigned Bytes>
inline constexpr overaligned_tag<Bytes> overaligned = {};

template <class T>
struct is_simd_flag_type : std::false_type {};
template <>
struct is_simd_flag_type<element_aligned_tag> : std::true_type {};
template <>
struct is_simd_flag_type<vector_aligned_tag> : std::true_type {};
template <unsigned Bytes>
struct is_simd_flag_type<overaligned_tag<Bytes>> : std::true_type {};
template <class T>
inline constexpr bool is_simd_flag_type_v = is_simd_flag_type<T>::value;

namespace detail {
using dqword_element_aligned_tag = overaligned_tag<16>;
inline constexpr dqword_element_aligned_tag dqword_element_aligned = {};
template <class Tag>
concept AlignmentTag = is_simd_flag_type_v<Tag>;
} // namespace detail

template <class... Property>
struct properties;

namespace detail {
template <class T>
inline constexpr bool is_property_list = false;
template <class... Property>
inline constexpr bool is_property_list<properties<Property...>> = true;
template <class T>
concept PropertyList = is_property_list<std::remove_cvref_t<T>>;
template <class List>
struct PropertiesOf;

// The alignment that a tag states for an address of T[N].
template <class X>
concept AccessPromise = AlignmentTag<X> || PropertyList<X>;
template <AccessPromise X, class T, int N>
constexpr int promised_alignment() {
  if constexpr (AlignmentTag<X>)
    return X::template alignment<simd<T, N>>;
  else
    return PropertiesOf<X>::alignment_or(sizeof(T));
}
template <AccessPromise X>
constexpr auto promised_hints() {
  if constexpr (AlignmentTag<X>)
    return port::Hints();
  else
    return PropertiesOf<X>::hints();
}
} // namespace detail

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
