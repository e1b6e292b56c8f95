// The buffer into which kernels' printf writes, and its conversion to text: consecutive records of a format's address
// and the arguments, as the public driver reads them (intel/compute-runtime, shared/source/program/print_formatter.*).
#pragma once

#include "xeforge/emulator/memory/memory.hpp"
#include "xeforge/toolchain/binary/zebin.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace xeforge::emulator {

class PrintfBuffer {
public:
  // Allocates nothing for a kernel that does not print.
  PrintfBuffer(const toolchain::KernelInfo& kernel, std::size_t bytes);

  bool is_there() const { return !bytes_.empty(); }
  MemoryRange range();
  // `memory` has the strings to which records point. An invalid record ends the text, with a line that says so.
  std::string text(const MemoryMap& memory) const;

private:
  std::vector<std::byte> bytes_;
};

} // namespace xeforge::emulator
