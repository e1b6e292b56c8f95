// Compiled files as programs that can be launched: machine code decoded once, its messages, where its arguments go; and
// the launch itself.
//
//   Module module(tools, "kernels.zebin", bytes);
//   Memory memory;
//   memory.add("q", q.data(), q.size());
//   Launch launch{.shape = {.groups = {4, 1, 1}, .group_size = {16, 1, 1}}, .parameters = {object_bytes}};
//   LaunchCounts counts = run(module.kernel("Axpy"), launch, memory);
#pragma once

#include "xeforge/emulator/group_messages.hpp"
#include "xeforge/emulator/memory.hpp"
#include "xeforge/emulator/payload.hpp"
#include "xeforge/emulator/program.hpp"
#include "xeforge/toolchain/device_tools.hpp"
#include "xeforge/toolchain/source_places.hpp"
#include "xeforge/toolchain/zebin.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace xeforge::emulator {

// The variables of a compiled file, in memory as long as somebody has them.
struct ModuleData {
  std::vector<std::vector<std::byte>> bytes; // where the ranges are
  std::vector<MemoryRange> ranges;
  std::uint64_t constants = 0, globals = 0; // where those begin; 0: there are none
  std::vector<std::size_t> sections;        // which section of the file each range is
};

struct Kernel {
  toolchain::KernelInfo info;
  Program program;
  std::vector<std::optional<MessageFields>> fields; // of each send; none: its descriptor is in a0
  std::vector<std::string> sources;                 // of each instruction, "file.cpp:12"; empty: not known
  std::shared_ptr<const ModuleData> data{};         // of its file; none: it has no variables

  // "at 0x1d0: (W) mov (16|M0) ... (file.cpp:12)"
  std::string place_of(std::int32_t instruction) const;
};

class Module {
public:
  // `name` is how errors call the file. `places`: what the file's line numbers stand for, as a compilation that kept
  // them gives them. `only`: the one kernel whose code is read; empty: all of them. Throws Error for what is no
  // compiled file, or one whose code is not executed: an instruction or message that is not known is refused here, with
  // its address and text.
  Module(const toolchain::DeviceTools& tools, const std::string& name, std::span<const std::byte> zebin,
         std::span<const toolchain::SourcePlace> places = {}, std::string_view only = {});

  const std::string& platform() const { return platform_; }
  const std::vector<Kernel>& kernels() const { return kernels_; }
  const Kernel& kernel(std::string_view name) const; // throws Error that lists those there are

private:
  std::string name_, platform_;
  std::vector<Kernel> kernels_;
};

struct Launch {
  LaunchShape shape;
  Parameters parameters;
  std::uint32_t local_bytes = 0;                        // of each group, besides what the kernel claims itself
  std::uint64_t thread_budget = std::uint64_t{1} << 28; // instructions; a thread that needs more runs away
  std::size_t printf_bytes = std::size_t{1} << 22;      // room for what printf writes, of kernels that do
  int host_threads = 0;                                 // 0: as many as the machine has
  // Makes what sees the instructions of one thread; none: nobody looks. Called on one host thread.
  std::function<Observer*(const Extent& group, std::size_t thread)> observer{};
};

struct LaunchCounts {
  std::uint64_t groups = 0, threads = 0;
  std::vector<std::uint64_t> executions; // of each instruction
  std::vector<MessageCount> messages;    // of each send
  std::string printed;                   // by printf, in the order in which the kernel's items claimed room
};

// What a kernel did that no correct kernel does.
class LaunchFault : public std::runtime_error {
public:
  LaunchFault(std::string kernel, const Extent& group, std::size_t thread, std::string place, std::string reason);

  const std::string& kernel() const { return kernel_; }
  const Extent& group() const { return group_; }
  std::size_t thread() const { return thread_; } // within the group
  const std::string& place() const { return place_; }
  const std::string& reason() const { return reason_; }

private:
  std::string kernel_, place_, reason_;
  Extent group_;
  std::size_t thread_;
};

// Returns when all groups have run. Throws Error for a launch that the driver would refuse, LaunchFault for a fault: of
// several, that of the group which comes first, whatever the number of host threads.
LaunchCounts run(const Kernel& kernel, const Launch& launch, const Memory& memory);

} // namespace xeforge::emulator
