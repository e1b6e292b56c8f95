// Compiled files as launchable kernels: machine code decoded once, its messages, the positions of its arguments.
#pragma once

#include "xeforge/emulator/memory/memory.hpp"
#include "xeforge/emulator/memory/message_fields.hpp"
#include "xeforge/emulator/program/program.hpp"
#include "xeforge/toolchain/binary/source_locations.hpp"
#include "xeforge/toolchain/binary/zebin.hpp"
#include "xeforge/toolchain/tools/device_tools.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::emulator {

// The variables of a compiled file, which stay in memory as long as this object is referenced.
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
  std::string location_of(std::int32_t instruction) const;
};

class Module {
public:
  // `name`: the file's name in errors. `locations`: the source locations for the file's line numbers, from a
  // compilation that kept them. `only`: the one kernel whose code is read; empty: all of them. Throws Error for a file
  // that is not a compiled file, and for unknown instructions or messages, with their address and text.
  Module(const toolchain::DeviceTools& tools, const std::string& name, std::span<const std::byte> zebin,
         std::span<const toolchain::SourceLocation> locations = {}, std::string_view only = {});

  const std::string& platform() const { return platform_; }
  const std::vector<Kernel>& kernels() const { return kernels_; }
  const Kernel& kernel(std::string_view name) const; // throws Error that lists the existing ones

private:
  std::string name_, platform_;
  std::vector<Kernel> kernels_;
};

} // namespace xeforge::emulator
