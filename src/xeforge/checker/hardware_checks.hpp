// The tool hw: what the chosen device does not do as the kernel says it, or does at many times the cost. Each function is
// told of something that the kernel of the launch is about to do, by the call that returns to `site`.
#pragma once

#include "xeforge/machine/checks.hpp"

#include <cstdint>

namespace xeforge::checker {

struct Launch;

// What the program's code for the device says of a kernel.
struct DeviceKernel {
  std::uint64_t spilled_bytes = 0, private_bytes = 0;
  int registers = 128;
};
// By the function that the launch runs. Null where there is no code for the chosen device.
const DeviceKernel* device_kernel(const void* run);

void check_block_message(Launch& launch, const machine::checks::Block& block, const void* site);
void check_lane_message(Launch& launch, const machine::checks::Lanes& lanes, const void* site);
void check_surface_message(Launch& launch, const machine::checks::Surface& surface, const void* site);
void check_banks(Launch& launch, const machine::checks::Lanes& lanes, const void* site);
void check_slm_size(Launch& launch, std::uint32_t bytes, const void* site);
void check_named_barrier(Launch& launch, const void* site);

} // namespace xeforge::checker
