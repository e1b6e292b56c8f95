// Internal names of the vendor's headers that programs use nevertheless.
#pragma once

#include "xeforge/esimd/core/properties.hpp"
#include "xeforge/esimd/core/raw_operands.hpp"

#include <bit>

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

// ---- what a property in a list is told by
struct alignment_key {
  template <int K>
  using value_t = detail::alignment_property<K>;
};
template <cache_level Level>
struct cache_hint_key {
  template <cache_hint Hint>
  using value_t = detail::cache_hint_property<Level, Hint>;
};
using cache_hint_L1_key = cache_hint_key<cache_level::L1>;
using cache_hint_L2_key = cache_hint_key<cache_level::L2>;
using cache_hint_L3_key = cache_hint_key<cache_level::L3>;
using default_cache_hint_L1 = cache_hint_L1_key::value_t<cache_hint::none>;
using default_cache_hint_L2 = cache_hint_L2_key::value_t<cache_hint::none>;
using default_cache_hint_L3 = cache_hint_L3_key::value_t<cache_hint::none>;

template <class T>
struct is_property_list : std::bool_constant<detail::is_property_list<T>> {};
template <class T>
inline constexpr bool is_property_list_v = is_property_list<T>::value;

namespace detail {

using esimd::cache_hint;

// The integer type with this number of bytes; void if there is none.
template <int Bytes>
using uint_type_t =
    std::conditional_t<Bytes == 1, std::uint8_t,
                       std::conditional_t<Bytes == 2, std::uint16_t,
                                          std::conditional_t<Bytes == 4, std::uint32_t,
                                                             std::conditional_t<Bytes == 8, std::uint64_t, void>>>>;
template <int Bytes>
using int_type_t =
    std::conditional_t<Bytes == 1, std::int8_t,
                       std::conditional_t<Bytes == 2, std::int16_t,
                                          std::conditional_t<Bytes == 4, std::int32_t,
                                                             std::conditional_t<Bytes == 8, std::int64_t, void>>>>;

constexpr bool isPowerOf2(unsigned n) { return n != 0 && (n & (n - 1)) == 0; }
constexpr bool isPowerOf2(unsigned n, unsigned limit) { return isPowerOf2(n) && n <= limit; }
// The next lower whole number.
template <unsigned N>
constexpr unsigned log2() {
  return N > 1 ? static_cast<unsigned>(std::bit_width(N)) - 1 : 0;
}

// The type of an element of fewer than 32 bits in a message that uses 32 bits per element.
template <class T>
struct dword_type {
  using type = std::conditional_t<std::is_integral_v<T> && sizeof(T) < 4,
                                  std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>, T>;
};
// The storage type of an element, and the C++ type in which scalars of it are computed.
template <class T>
using __raw_t = raw_element_t<T>;
template <class T>
using __cpp_t = std::conditional_t<std::is_arithmetic_v<T>, T, float>;
template <class T, int N>
using vector_type_t = raw_vector<T, N>;
// The storage type of mask lanes.
template <int N>
using simd_mask_storage_t = mask_vec<N>;

// Conversions of raw vectors and of scalars, as those of simd objects.
template <class To, class From, int N>
XEFORGE_INLINE raw_vector<To, N> convert_vector(raw_vector<From, N> values) {
  return port::convert<To, From, N>(values);
}
template <class To, class From>
XEFORGE_INLINE To convert_scalar(From value) {
  return bit_cast<To>(raw_scalar<To>(value));
}
template <class T>
XEFORGE_INLINE raw_element_t<T> bitcast_to_raw_type(T value) {
  return bit_cast<raw_element_t<T>>(value);
}
template <class T>
XEFORGE_INLINE T bitcast_to_wrapper_type(raw_element_t<T> value) {
  return bit_cast<T>(value);
}

} // namespace detail

// The lanes of a mask without its operations; a simd_mask is made of them and gives them with data().
template <int N>
using mask_type_t = detail::simd_mask_storage_t<N>;

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
