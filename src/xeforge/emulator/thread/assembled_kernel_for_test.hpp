// Assembly text as a kernel of Xe2 that can be launched, with one parameter of 8 bytes.
#pragma once

#include "xeforge/emulator/program/decode_program.hpp"
#include "xeforge/emulator/program/module.hpp"
#include "xeforge/toolchain/binary/machine_code.hpp"
#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <array>
#include <string>
#include <vector>

namespace xeforge::emulator {

inline Kernel assembled_kernel(const std::string& name, const std::string& text) {
  const toolchain::DeviceTools tools(toolchain::default_tools_folder());
  const std::vector<std::byte> code = toolchain::assemble_machine_code(tools, "xe2", text);
  const std::array named{toolchain::NamedCode{"of the test", code}};
  const auto listing = toolchain::list_machine_code(tools, "xe2", named, toolchain::Listing::complete).front();
  Kernel kernel;
  kernel.info.name = name;
  kernel.info.registers = 128, kernel.info.simd_size = 1, kernel.info.barriers = 1;
  toolchain::PayloadArgument argument;
  argument.type = "arg_byvalue", argument.size = 8, argument.index = 0;
  kernel.info.arguments = {argument};
  kernel.program = decode_program("xe2", 128, {listing.json, listing.text});
  for (const DecodedSend& send : kernel.program.sends)
    kernel.fields.push_back(read_fields(kernel.program, send, send.descriptor.value));
  return kernel;
}

} // namespace xeforge::emulator
