// Instructions in textual IR that no device has, or not this one, and that the tools behind would take or crash on.
#pragma once

#include "xeforge/machine/device_models.hpp"
#include "xeforge/toolchain/unfit_types.hpp"

#include <optional>
#include <string_view>

namespace xeforge::toolchain {

// What is wrong with an instruction; no value for one that is fit. To be asked after integers of odd widths have been
// rewritten (odd_integers.*).
//   - memory whose size is known only at run time (alloca, arrays of variable length)
//   - jumps to computed labels
//   - long double; double where the device has none
//   - an integer whose width is none of a register's elements
//   - functions of the standard library that the compiler knows, and the translator to SPIR-V or the vector compiler
//     do not
std::optional<UnfitType> unfit_instruction(std::string_view line, const machine::DeviceModel& device);

} // namespace xeforge::toolchain
