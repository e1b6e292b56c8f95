// The launch of a kernel.
//
//   Module module(tools, "kernels.zebin", bytes);
//   Memory memory;
//   memory.add("q", q.data(), q.size());
//   Launch launch{.shape = {.groups = {4, 1, 1}, .group_size = {16, 1, 1}}, .parameters = {object_bytes}};
//   LaunchCounts counts = run(module.kernel("Axpy"), launch, memory);
#pragma once

#include "xeforge/emulator/launch/launch_request.hpp"
#include "xeforge/emulator/memory/group_messages.hpp"
#include "xeforge/emulator/memory/memory.hpp"
#include "xeforge/emulator/program/module.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace xeforge::emulator {

struct LaunchCounts {
  std::uint64_t groups = 0, threads = 0;
  std::vector<std::uint64_t> executions; // of each instruction
  std::vector<MessageCount> messages;    // of each send
  std::string printed;                   // by printf, in the order in which the items reserved space
};

// Returns when all groups have run. Throws Error for a launch that the driver would refuse, LaunchFault for a fault; of
// several, that of the lowest group, whatever the number of host threads.
LaunchCounts run(const Kernel& kernel, const Launch& launch, const Memory& memory);

} // namespace xeforge::emulator
