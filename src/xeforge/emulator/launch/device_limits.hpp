// What a device's driver refuses before a kernel runs.
#pragma once

#include "xeforge/emulator/launch/payload.hpp"
#include "xeforge/emulator/program/program.hpp"

#include <cstdint>

namespace xeforge::emulator {

// Work-items of a group of the kernel that fit on one core.
std::uint64_t most_group_items(const toolchain::KernelInfo& kernel, const Program& program);

// Throws Error for a group that does not fit on one core, for shared local memory that a group cannot have, for another
// size of groups than the kernel demands, and for registers that threads do not come with.
void check_limits(const toolchain::KernelInfo& kernel, const Program& program, const LaunchShape& shape,
                  std::uint32_t local_bytes);

} // namespace xeforge::emulator
