// What printf of kernels writes into, and the text that becomes of it: records of the address of a format and of
// arguments, one behind the other, as the public driver reads them (intel/compute-runtime,
// shared/source/program/print_formatter.*).
#pragma once

#include "xeforge/emulator/memory/memory.hpp"
#include "xeforge/toolchain/binary/zebin.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace xeforge::emulator {

class PrintfBuffer {
public:
  // Of a kernel that does not print, nothing.
  PrintfBuffer(const toolchain::KernelInfo& kernel, std::size_t bytes);

  bool is_there() const { return !bytes_.empty(); }
  MemoryRange range();
  // `memory` has the strings that records lead to. A record that makes no sense ends the text with a line that says so.
  std::string text(const MemoryMap& memory) const;

private:
  std::vector<std::byte> bytes_;
};

} // namespace xeforge::emulator
