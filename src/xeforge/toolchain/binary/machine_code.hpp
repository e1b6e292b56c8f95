// Machine code as the disassembler lists it, and the way back, from assembly text.
#pragma once

#include "xeforge/toolchain/tools/device_tools.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

enum class Listing {
  for_people,
  // Loses nothing: the address of each instruction, floats as their bits, functions of bfn as numbers, the code itself.
  complete
};

struct MachineCodeListing {
  std::string json; // for code_blocks(); a complete one for read_listing()
  std::string
      text; // a line an instruction, as people read it; a complete one with addresses: "/* [0010]  */ mov (16|M0) ..."
};

struct NamedCode {
  std::string name; // of its kernel, for errors
  std::span<const std::byte> code;
};

// One listing for each kernel. `platform` as the disassembler names instruction sets: "xe2". Throws Error with what the
// disassembler said.
std::vector<MachineCodeListing> list_machine_code(const DeviceTools& tools, std::string_view platform,
                                                  std::span<const NamedCode> kernels, Listing listing);

// Throws Error with what the assembler said.
std::vector<std::byte> assemble_machine_code(const DeviceTools& tools, std::string_view platform,
                                             std::string_view assembly);

} // namespace xeforge::toolchain
