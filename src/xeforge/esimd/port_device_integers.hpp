// Device port: integer operations that C++ has no operator for.
#pragma once

#include "xeforge/esimd/port_device_registers.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace port {

template <int N>
XEFORGE_INLINE vec<std::uint32_t, N> leading_zeros(vec<std::uint32_t, N> x) {
  return genx::lzd<vec<std::uint32_t, N>>(x);
}
template <int N>
XEFORGE_INLINE vec<std::uint32_t, N> reverse_bits(vec<std::uint32_t, N> x) {
  return genx::bfrev<vec<std::uint32_t, N>>(x);
}
template <class T, int N>
XEFORGE_INLINE vec<T, N> extract_bits(vec<std::uint32_t, N> width, vec<std::uint32_t, N> offset, vec<T, N> x) {
  using Words = vec<std::uint32_t, N>;
  if constexpr (std::is_signed_v<T>)
    return bit_cast<vec<T, N>>(genx::sbfe<Words>(width, offset, bit_cast<Words>(x)));
  else
    return bit_cast<vec<T, N>>(genx::ubfe<Words>(width, offset, bit_cast<Words>(x)));
}
template <int N>
XEFORGE_INLINE vec<std::uint32_t, N> insert_bits(vec<std::uint32_t, N> width, vec<std::uint32_t, N> offset,
                                                 vec<std::uint32_t, N> value, vec<std::uint32_t, N> base) {
  return genx::bfi<vec<std::uint32_t, N>>(width, offset, value, base);
}
template <class T, int N>
XEFORGE_INLINE vec<T, N> multiply_high(vec<T, N> x, vec<T, N> y) {
  if constexpr (std::is_signed_v<T>)
    return genx::smulh<vec<T, N>>(x, y);
  else
    return genx::umulh<vec<T, N>>(x, y);
}
template <class Source, int N>
XEFORGE_INLINE vec<std::uint32_t, N> dot_of_bytes(vec<std::uint32_t, N> sum, vec<std::uint32_t, N> x,
                                                  vec<std::uint32_t, N> y) {
  if constexpr (std::is_signed_v<Source>)
    return genx::ssdp4a<vec<std::uint32_t, N>>(sum, x, y);
  else
    return genx::uudp4a<vec<std::uint32_t, N>>(sum, x, y);
}
// The instruction's operands are words of 16 or 32 bits; anything else is done as those.
template <std::uint8_t Control, class T, int N>
XEFORGE_INLINE vec<T, N> bitwise(vec<T, N> x, vec<T, N> y, vec<T, N> z) {
  if constexpr (sizeof(T) == 2 || sizeof(T) == 4) {
    return genx::bfn<vec<T, N>>(x, y, z, static_cast<std::int8_t>(Control));
  } else if constexpr (sizeof(T) == 8) {
    using Words = vec<std::uint32_t, 2 * N>;
    return bit_cast<vec<T, N>>(
        bitwise<Control, std::uint32_t, 2 * N>(bit_cast<Words>(x), bit_cast<Words>(y), bit_cast<Words>(z)));
  } else {
    using Words = vec<std::uint16_t, N>;
    const auto widened = [](vec<T, N> bytes) { return __builtin_convertvector(bytes, Words); };
    return __builtin_convertvector((bitwise<Control, std::uint16_t, N>(widened(x), widened(y), widened(z))), vec<T, N>);
  }
}
template <int N>
XEFORGE_INLINE vec<float, N> fraction(vec<float, N> x) {
  return genx::frc<vec<float, N>>(x);
}

} // namespace port
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
