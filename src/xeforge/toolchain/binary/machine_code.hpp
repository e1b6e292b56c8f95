// Machine code as the disassembler sees it when told to lose nothing: floats as their bits, functions of bfn as
// numbers, the code itself beside each instruction. And the way back, from assembly text.
#pragma once

#include "xeforge/toolchain/tools/device_tools.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

struct MachineCodeListing {
  std::string json; // for read_listing()
  std::string text; // a line an instruction, as people read it, its address in front: "/* [0010]  */ mov (16|M0) ..."
};

// `platform` as the disassembler names instruction sets: "xe2". Throws Error with what the disassembler said.
MachineCodeListing list_machine_code(const DeviceTools& tools, std::string_view platform,
                                     std::span<const std::byte> code);

// Throws Error with what the assembler said.
std::vector<std::byte> assemble_machine_code(const DeviceTools& tools, std::string_view platform,
                                             std::string_view assembly);

} // namespace xeforge::toolchain
