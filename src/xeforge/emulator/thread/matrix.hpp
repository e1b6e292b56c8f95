// The layout of dpas operands in registers, for decoding and execution.
#pragma once

#include "xeforge/emulator/program/types.hpp"

namespace xeforge::emulator {

constexpr int dpas_depth = 8;

constexpr int element_bits(Type type) {
  switch (type) {
  case Type::u4:
  case Type::s4:
    return 4;
  case Type::u2:
  case Type::s2:
    return 2;
  default:
    return 8 * bytes_of(type);
  }
}

// The number of products per step and channel: the elements in 32 bits of the wider operand; eight for types below 8
// bits.
constexpr int products_a_step(Type b, Type a) {
  if (element_bits(b) >= 16)
    return 32 / element_bits(b);
  return element_bits(b) == 8 || element_bits(a) == 8 ? 4 : 8;
}

} // namespace xeforge::emulator
