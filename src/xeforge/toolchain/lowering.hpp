// Turns the C++ compiler's output for a source into what the translator and the vector compiler accept, both as LLVM
// bitcode:
//   - functions declared in xeforge::esimd::genx become the vector compiler's intrinsics of the same name;
//   - calls of xeforge::esimd::kernel_needs (SLM size, named barriers) become attributes of the kernels that reach them;
//   - kernels get their attributes and short readable names;
//   - what the vector compiler does not know or need is removed: hints to the optimiser, parameter attributes, debug
//     information (a number for each source location can be kept);
//   - what it would crash on or silently miscompile is rewritten or refused, with the source location. Passes over
//     LLVM's IR do this in a separate program (lowering/), so that nothing else loads LLVM.
#pragma once

#include "xeforge/toolchain/lowered_module.hpp"
#include "xeforge/toolchain/tools/device_tools.hpp"

#include <filesystem>

namespace xeforge::toolchain {

// `input` and `output` are names of files in `folder`. With keeps_text the module is also written as text, before and
// after, beside the bitcode with ".ll". Throws Error; the argument is the source location if it is known, otherwise the
// kernel's name.
LoweredModule lower(const DeviceTools& tools, const std::filesystem::path& folder, const std::string& input,
                    const std::string& output, const LoweringRequest& request);

// For an unoptimised module. Throws Error with the location of the first use of a host variable.
void check_host_variables(const DeviceTools& tools, const std::filesystem::path& folder, const std::string& input,
                          const std::string& device, const std::string& source);

} // namespace xeforge::toolchain
