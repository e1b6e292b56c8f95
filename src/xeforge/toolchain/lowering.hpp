// From what the C++ compiler makes of a kernel to what the vector compiler takes, both as textual LLVM IR:
//   - functions declared in xeforge::esimd::genx become the vector compiler's intrinsics of the same name;
//   - calls of xeforge::esimd::kernel_needs (SLM size, named barriers) become attributes of the kernels that reach
//   them;
//   - kernels get their attributes and short readable names;
//   - moves of single predicate lanes, which the vector compiler gets wrong, are rewritten;
//   - what the vector compiler does not know or does not need goes: hints to the optimiser, parameter attributes,
//     debug information, of which a number for each place in the source can be kept;
//   - what it would crash on or silently get wrong is refused, with the place in the source.
#pragma once

#include "xeforge/machine/device_models.hpp"
#include "xeforge/toolchain/source_places.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

struct LoweredKernel {
  std::string name;        // unique in the module, letters, digits and "_"; what the compiled file calls it
  std::string source_name; // demangled, e.g. "main::{lambda(sycl::handler&)#1}::operator()(sycl::handler&) const::Axpy"
  std::uint32_t slm_bytes;
  std::uint32_t named_barriers;
};

// What becomes of a kernel that the device cannot run while it can run others of the source.
enum class UnfitKernels { refused, left_out };

struct LoweredModule {
  std::string ir;
  std::vector<LoweredKernel> kernels;
  std::vector<SourcePlace> places;   // by the line numbers that instructions have; empty where they were dropped
  std::vector<std::string> left_out; // for each kernel that was, why: one line
};

// local_memory: bytes that kernels get for local accessors if they access shared local memory. A pure function. Throws
// Error; the argument is the place in the source where it is known, else the kernel's name.
LoweredModule lower(std::string_view ir, const machine::DeviceModel& device, SourceLines lines = SourceLines::dropped,
                    std::uint32_t local_memory = 0, UnfitKernels unfit = UnfitKernels::refused);

} // namespace xeforge::toolchain
