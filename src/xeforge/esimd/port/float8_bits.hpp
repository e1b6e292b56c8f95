// Vectors of bf8 and hf8 to and from wider floats, by operations on integers, for both back ends: no CPU here and no Xe
// device that code is compiled for has instructions for all of them. What they compute is in base/float8.hpp.
#pragma once

#include "xeforge/esimd/port/functions.hpp"

namespace xeforge::esimd {
namespace XEFORGE_PORT {
inline namespace XEFORGE_TARGET {
namespace detail {

// Types whose storage is an enumeration of 8 bits.
template <class T>
inline constexpr bool is_byte_float = std::is_enum_v<raw_element_t<T>> && sizeof(raw_element_t<T>) == 1;

template <class T, int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N> words_of_codes(raw_vector<T, N> codes) {
  return __builtin_convertvector(bit_cast<raw_vector<std::uint8_t, N>>(codes), raw_vector<std::uint32_t, N>);
}
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> codes_of_words(raw_vector<std::uint32_t, N> words) {
  return bit_cast<raw_vector<T, N>>(__builtin_convertvector(words, raw_vector<std::uint8_t, N>));
}

template <int N>
XEFORGE_INLINE raw_vector<half, N> half_of_bf8(raw_vector<bf8, N> codes) {
  const auto bits = __builtin_convertvector(bit_cast<raw_vector<std::uint8_t, N>>(codes), raw_vector<std::uint16_t, N>);
  return bit_cast<raw_vector<half, N>>(raw_vector<std::uint16_t, N>(bits << std::uint16_t(8)));
}

template <int N>
XEFORGE_INLINE raw_vector<bf8, N> bf8_of_half(raw_vector<half, N> values) {
  using Words = raw_vector<std::uint32_t, N>;
  const Words bits = __builtin_convertvector(bit_cast<raw_vector<std::uint16_t, N>>(values), Words);
  const Words rounded = (bits + 0x7fu + ((bits >> 8u) & 1u)) >> 8u, quiet = (bits >> 8u) | 2u;
  return codes_of_words<bf8, N>((bits & 0x7fffu) > 0x7c00u ? quiet : rounded);
}

template <int N>
XEFORGE_INLINE raw_vector<float, N> float_of_hf8(raw_vector<hf8, N> codes) {
  using Words = raw_vector<std::uint32_t, N>;
  using Floats = raw_vector<float, N>;
  const Words word = words_of_codes<hf8, N>(codes), magnitude = word & 0x7fu;
  const Words steps(hf8::steps_of_denormals);
  const Words small = bit_cast<Words>(Floats(bit_cast<Floats>(Words(steps | magnitude)) - bit_cast<Floats>(steps)));
  Words result = magnitude < 8u ? small : (magnitude + hf8::bias_to_float) << 20u;
  result = magnitude == std::uint32_t(hf8::nan) ? Words(0x7fc00000u) : result;
  return bit_cast<Floats>(Words(result | ((word & 0x80u) << 24u)));
}

// Of floats that are halves.
template <int N>
XEFORGE_INLINE raw_vector<hf8, N> hf8_of_float(raw_vector<float, N> values) {
  using Words = raw_vector<std::uint32_t, N>;
  using Floats = raw_vector<float, N>;
  const Words word = bit_cast<Words>(values), magnitude = word & 0x7fffffffu;
  const Words steps(hf8::steps_of_denormals);
  const Words small = bit_cast<Words>(Floats(bit_cast<Floats>(magnitude) + bit_cast<Floats>(steps))) - steps;
  const Words rounded = ((magnitude + 0x7ffffu + ((magnitude >> 20u) & 1u)) >> 20u) - hf8::bias_to_float;
  const Words limited = rounded < std::uint32_t(hf8::nan) ? rounded : Words(hf8::nan);
  const Words result = magnitude < 0x3c800000u ? small : limited;
  return codes_of_words<hf8, N>(result | ((word >> 24u) & 0x80u));
}

// One of the two is bf8, hf8 or fp4_S1E2M1; fp4_S1E2M1 is a byte.
template <class To, class From, int N>
XEFORGE_INLINE raw_vector<To, N> convert_byte_float(raw_vector<From, N> values) {
  if constexpr (std::is_same_v<raw_element_t<From>, raw_element_t<bf8>>)
    return convert<To, half, N>(half_of_bf8<N>(values));
  else if constexpr (std::is_same_v<raw_element_t<From>, raw_element_t<hf8>>)
    return convert<To, float, N>(float_of_hf8<N>(values));
  else if constexpr (std::is_same_v<raw_element_t<From>, raw_element_t<fp4_S1E2M1>>)
    return convert<To, std::uint8_t, N>(bit_cast<raw_vector<std::uint8_t, N>>(values));
  else if constexpr (std::is_same_v<raw_element_t<To>, raw_element_t<fp4_S1E2M1>>)
    return bit_cast<raw_vector<To, N>>(convert<std::uint8_t, From, N>(values));
  else if constexpr (!std::is_same_v<raw_element_t<From>, _Float16>) // through float and half
    return convert<To, half, N>(convert<half, float, N>(convert<float, From, N>(values)));
  else if constexpr (std::is_same_v<raw_element_t<To>, raw_element_t<bf8>>)
    return bf8_of_half<N>(values);
  else
    return hf8_of_float<N>(convert<float, half, N>(values));
}

} // namespace detail
} // namespace XEFORGE_TARGET
} // namespace XEFORGE_PORT
} // namespace xeforge::esimd
