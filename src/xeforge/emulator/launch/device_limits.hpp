// Checks for launches that a device's driver refuses.
#pragma once

#include "xeforge/emulator/launch/payload.hpp"
#include "xeforge/emulator/program/program.hpp"

#include <cstdint>

namespace xeforge::emulator {

// Work-items of a group of the kernel that fit on one core.
std::uint64_t most_group_items(const toolchain::KernelInfo& kernel, const Program& program);

// Throws Error for a group that does not fit on one core, for more shared local memory than a group can have, for a
// group size other than the kernel requires, and for unsupported numbers of registers.
void check_limits(const toolchain::KernelInfo& kernel, const Program& program, const LaunchShape& shape,
                  std::uint32_t local_bytes);

} // namespace xeforge::emulator
