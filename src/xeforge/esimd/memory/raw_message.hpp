// Parameters of raw_send besides the descriptor and the registers.
#pragma once

#include "xeforge/esimd/core/vector.hpp"

namespace xeforge::esimd {
namespace port {
inline namespace XEFORGE_TARGET {

// Fixed when the kernel is compiled: the unit, log2 of the lanes, how many registers go each way.
struct MessageShape {
  std::uint8_t unit = 0, lanes_code = 0, source0_registers = 0, source1_registers = 0, result_registers = 0;
  std::uint8_t ends_thread = 0, checks_dependence = 0;
};

// Instead of a vector, for a message without a second source or without a result.
struct NoRegisters {};

} // namespace XEFORGE_TARGET
} // namespace port
} // namespace xeforge::esimd
