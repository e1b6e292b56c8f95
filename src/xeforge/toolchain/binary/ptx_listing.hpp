// What a file of PTX says of its kernels, and what its assembler says of them, as text.
#pragma once

#include "xeforge/toolchain/compile_report.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

// PTX of one kernel, and how many instructions of which kind it has. Products of matrices count as dpas; loads, stores
// and atomics as sends; what the special function unit does, and divisions, as math.
struct PtxKernel {
  std::string name;
  std::string text; // its lines
  InstructionCounts counts;
};
std::vector<PtxKernel> read_ptx(std::string_view text);

// The processor that a file of PTX is for, as its assembler wants it named: "sm_90a". Empty where it says none.
std::string ptx_processor(std::string_view text);

// Registers of each lane, and bytes that they did not suffice for.
struct PtxRegisters {
  std::string kernel;
  int registers = 0;
  std::uint64_t spilled_bytes = 0;
};
// From what `ptxas -v` writes.
std::vector<PtxRegisters> read_assembler_report(std::string_view text);

} // namespace xeforge::toolchain
