// Device port: integer operations that C++ has no operator for.
#pragma once

#include "xeforge/esimd/port/device/registers.hpp"

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {

template <int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N> leading_zeros(raw_vector<std::uint32_t, N> x) {
  return genx::lzd<raw_vector<std::uint32_t, N>>(x);
}
template <int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N> reverse_bits(raw_vector<std::uint32_t, N> x) {
  return genx::bfrev<raw_vector<std::uint32_t, N>>(x);
}
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> extract_bits(raw_vector<std::uint32_t, N> width, raw_vector<std::uint32_t, N> offset,
                                             raw_vector<T, N> x) {
  using Words = raw_vector<std::uint32_t, N>;
  if constexpr (std::is_signed_v<T>)
    return bit_cast<raw_vector<T, N>>(genx::sbfe<Words>(width, offset, bit_cast<Words>(x)));
  else
    return bit_cast<raw_vector<T, N>>(genx::ubfe<Words>(width, offset, bit_cast<Words>(x)));
}
template <int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N>
insert_bits(raw_vector<std::uint32_t, N> width, raw_vector<std::uint32_t, N> offset, raw_vector<std::uint32_t, N> value,
            raw_vector<std::uint32_t, N> base) {
  return genx::bfi<raw_vector<std::uint32_t, N>>(width, offset, value, base);
}
template <class T, int N>
XEFORGE_INLINE raw_vector<T, N> multiply_high(raw_vector<T, N> x, raw_vector<T, N> y) {
  if constexpr (std::is_signed_v<T>)
    return genx::smulh<raw_vector<T, N>>(x, y);
  else
    return genx::umulh<raw_vector<T, N>>(x, y);
}
template <class Source, int N>
XEFORGE_INLINE raw_vector<std::uint32_t, N>
dot_of_bytes(raw_vector<std::uint32_t, N> sum, raw_vector<std::uint32_t, N> x, raw_vector<std::uint32_t, N> y) {
  if constexpr (std::is_signed_v<Source>)
    return genx::ssdp4a<raw_vector<std::uint32_t, N>>(sum, x, y);
  else
    return genx::uudp4a<raw_vector<std::uint32_t, N>>(sum, x, y);
}
// The instruction's operands are words of 16 or 32 bits; anything else is done as those.
template <std::uint8_t Control, class T, int N>
XEFORGE_INLINE raw_vector<T, N> bitwise(raw_vector<T, N> x, raw_vector<T, N> y, raw_vector<T, N> z) {
  if constexpr (sizeof(T) == 2 || sizeof(T) == 4) {
    return genx::bfn<raw_vector<T, N>>(x, y, z, static_cast<std::int8_t>(Control));
  } else if constexpr (sizeof(T) == 8) {
    using Words = raw_vector<std::uint32_t, 2 * N>;
    return bit_cast<raw_vector<T, N>>(
        bitwise<Control, std::uint32_t, 2 * N>(bit_cast<Words>(x), bit_cast<Words>(y), bit_cast<Words>(z)));
  } else {
    using Words = raw_vector<std::uint16_t, N>;
    const auto widened = [](raw_vector<T, N> bytes) { return __builtin_convertvector(bytes, Words); };
    return __builtin_convertvector((bitwise<Control, std::uint16_t, N>(widened(x), widened(y), widened(z))),
                                   raw_vector<T, N>);
  }
}
template <int N>
XEFORGE_INLINE raw_vector<float, N> fraction(raw_vector<float, N> x) {
  return genx::frc<raw_vector<float, N>>(x);
}

} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
