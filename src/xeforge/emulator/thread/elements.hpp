// The elements of registers as numbers, and what loads and stores share. For operands.cpp and results.cpp.
#pragma once

#include "xeforge/emulator/program/operation.hpp"
#include "xeforge/emulator/thread/rounding.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace xeforge::emulator {

struct Bfloat {
  std::uint16_t bits;
};
struct Tfloat {
  std::uint32_t bits;
};

template <class Element>
Element read(const std::byte* address) {
  Element element;
  std::memcpy(&element, address, sizeof(Element));
  return element;
}

template <class Element>
constexpr bool is_number = std::is_integral_v<Element> || std::is_same_v<Element, float> ||
                           std::is_same_v<Element, double> || std::is_same_v<Element, _Float16>;

template <class To, class Element>
To widened(Element element) {
  if constexpr (is_number<Element>)
    return static_cast<To>(element);
  else if constexpr (std::is_same_v<Element, Bfloat>)
    return static_cast<To>(std::bit_cast<float>(static_cast<std::uint32_t>(element.bits) << 16));
  else
    return static_cast<To>(std::bit_cast<float>(element.bits));
}

template <class To>
To* array_of(Values& values) {
  if constexpr (std::is_same_v<To, float>)
    return values.single.data();
  else if constexpr (std::is_same_v<To, double>)
    return values.real.data();
  else if constexpr (std::is_same_v<To, std::uint64_t>)
    return values.large_unsigned.data();
  else
    return values.integer.data();
}
template <class To>
const To* array_of(const Values& values) {
  return array_of<To>(const_cast<Values&>(values));
}

// If cr0 says so for the type, denormals become zeros with their sign.
inline void flush_denormals(Type type, Working working, Values& values, int lanes) {
  const double least = type == Type::hf ? 0x1p-14 : type == Type::df ? 0x1p-1022 : 0x1p-126;
  for (int lane = 0; lane < lanes; ++lane)
    if (working == Working::single) {
      if (std::abs(values.single[lane]) < least)
        values.single[lane] = std::copysign(0.0f, values.single[lane]);
    } else if (std::abs(values.real[lane]) < least) {
      values.real[lane] = std::copysign(0.0, values.real[lane]);
    }
}

inline bool flushes(const ThreadState& thread, const DecodedInstruction& instruction, Type type) {
  return instruction.denormal_bits != 0 && is_float(type) && (thread.control[0] & denormal_bit(type)) == 0;
}

} // namespace xeforge::emulator
