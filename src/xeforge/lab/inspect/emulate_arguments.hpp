// The arguments of `xeforge emulate`: what a user writes for each, and the bytes that become of them.
#pragma once

#include "xeforge/arrays/output_arrays.hpp"
#include "xeforge/emulator/memory/memory.hpp"
#include "xeforge/toolchain/binary/zebin.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace xeforge::lab {

// A number as in "3", "3u", "3l", "3ul", "3s", "3us", "3c", "3uc" (integers of 32, 64, 16 and 8 bits), "0.5f", "0.5h",
// "0.5" (float, half, double). Throws Error in the name of the option.
std::vector<std::byte> parse_number(const std::string& option, const std::string& text);

// Arrays of files and numbers, in the order of the command line. Arrays are in memory at multiples of 64 bytes.
class EmulatedArguments {
public:
  // Reads what there is to read: ARRAY, inout:ARRAY or a number each. Refuses outputs that could not be written.
  explicit EmulatedArguments(const std::vector<std::string>& texts);

  void add_to(emulator::Memory& memory);
  // The bytes of each parameter of the kernel. The arguments fill its payload arguments in the order of the file, each
  // at a multiple of its size. Throws Error that lists what the kernel takes where they do not fit.
  std::vector<std::vector<std::byte>> parameters_of(const toolchain::KernelInfo& kernel) const;
  // Writes the arrays that are to be written back.
  void write() { outputs_.commit(); }

private:
  struct Argument {
    std::string text;
    std::vector<std::byte> bytes; // of a number, or of an array's address
    arrays::Array* array = nullptr;
    bool is_written = false; // by the kernel
  };

  arrays::OutputArrays outputs_; // and the arrays that are only read
  std::vector<Argument> arguments_;
};

// "1: 8 bytes, an address; 2: 12 bytes", for messages and --help-like listings.
std::string payload_text(const toolchain::KernelInfo& kernel);

} // namespace xeforge::lab
