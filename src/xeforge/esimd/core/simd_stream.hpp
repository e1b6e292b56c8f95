// simd in a stream of text: {1,2,3}. Numbers of 8 bits are written as numbers.
#pragma once

#include "xeforge/esimd/core/simd_view.hpp"

#include <iosfwd>

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

// A template of the character, so that only a program that prints needs <ostream>.
template <class Character, class Traits, detail::Vector V>
std::basic_ostream<Character, Traits>& operator<<(std::basic_ostream<Character, Traits>& stream, const V& values) {
  using T = detail::element_t<V>;
  const auto raw = detail::raw_of(values);
  stream << "{";
  for (int i = 0; i < detail::length_of<V>; ++i) {
    const T element = bit_cast<T>(raw_vector<T, 1>(raw[i]));
    stream << (i == 0 ? "" : ",");
    if constexpr (detail::is_small_float<T>)
      stream << static_cast<float>(element);
    else
      stream << +element;
  }
  return stream << "}";
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
