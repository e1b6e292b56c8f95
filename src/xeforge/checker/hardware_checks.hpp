// The tool hw: what the chosen device does not do as written, or does at many times the usual cost. Each function is
// notified of an operation that the kernel is about to perform; `site` is the return address of the call.
#pragma once

#include "xeforge/machine/checks.hpp"

#include <cstdint>

namespace xeforge::checker {

struct Launch;

// Facts about a kernel from the program's code for the device.
struct DeviceKernel {
  std::uint64_t spilled_bytes = 0, private_bytes = 0;
  int registers = 128;
};
// Found by the function that the launch runs. Null if there is no code for the chosen device.
const DeviceKernel* device_kernel(const void* run);

void check_block_message(Launch& launch, const machine::checks::Block& block, const void* site);
void check_lane_message(Launch& launch, const machine::checks::Lanes& lanes, const void* site);
void check_surface_message(Launch& launch, const machine::checks::Surface& surface, const void* site);
void check_banks(Launch& launch, const machine::checks::Lanes& lanes, const void* site);
void check_slm_size(Launch& launch, std::uint32_t bytes, const void* site);
void check_named_barrier(Launch& launch, const void* site);

} // namespace xeforge::checker
