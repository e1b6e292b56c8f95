// The tool hw: what the chosen device does not do as the kernel says it, or does at many times the cost. Each function is
// told of something that the kernel of the launch is about to do, by the call that returns to `site`.
#pragma once

#include "xeforge/checker/findings.hpp"
#include "xeforge/machine/checks.hpp"
#include "xeforge/machine/device_models.hpp"
#include "xeforge/machine/messages.hpp"

#include <cstdint>
#include <unordered_map>

namespace xeforge::checker {

struct Launch;

// Of messages of one line in a launch: what they cost, and what they would cost at best.
struct MessageCost {
  std::uint64_t cost = 0, least = 0;
  Culprit first; // whose message was the first to cost too much
  std::string stride;
};

// What a launch has of it.
struct HardwareWatch {
  bool launch_is_checked = false;
  std::unordered_map<const void*, MessageCost> bank_cycles, cache_lines; // by site
};

// That was asked for; else the first one that the program has code for; else bmg.
const machine::DeviceModel& chosen_device();

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
// What lines have cost in all.
void check_costs(Launch& launch);

} // namespace xeforge::checker
