// The layout of dpas operands in registers, for decoding and execution.
#pragma once

#include "xeforge/emulator/program/types.hpp"

namespace xeforge::emulator {

constexpr int dpas_depth = 8;

// The number of products per step and channel: the elements in 32 bits of the wider operand; eight for types below 8
// bits.
constexpr int products_a_step(Type b, Type a) {
  if (bits_of(b) >= 16)
    return 32 / bits_of(b);
  return bits_of(b) == 8 || bits_of(a) == 8 ? 4 : 8;
}

} // namespace xeforge::emulator
