// From what the C++ compiler makes of a source to what the translator and the vector compiler take, both as LLVM's
// bitcode:
//   - functions declared in xeforge::esimd::genx become the vector compiler's intrinsics of the same name;
//   - calls of xeforge::esimd::kernel_needs (SLM size, named barriers) become attributes of the kernels that reach them;
//   - kernels get their attributes and short readable names;
//   - what the vector compiler does not know or does not need goes: hints to the optimiser, parameter attributes,
//     debug information, of which a number for each location in the source can be kept;
//   - what it would crash on or silently get wrong is rewritten or refused, with the location in the source.
// That is done by passes over LLVM's IR in a program of its own (lowering/), so that nothing else loads LLVM.
#pragma once

#include "xeforge/toolchain/lowered_module.hpp"
#include "xeforge/toolchain/tools/device_tools.hpp"

#include <filesystem>

namespace xeforge::toolchain {

// Files are named as in the folder, which they are in. With keeps_text the module is there as text as well, before and
// after: beside the bitcode, with ".ll". Throws Error; the argument is the location in the source where it is known, else
// the kernel's name.
LoweredModule lower(const DeviceTools& tools, const std::filesystem::path& folder, const std::string& input,
                    const std::string& output, const LoweringRequest& request);

// Of a module that is not optimised. Throws Error with the location of the first use of a variable of the host.
void check_host_variables(const DeviceTools& tools, const std::filesystem::path& folder, const std::string& input,
                          const std::string& device);

} // namespace xeforge::toolchain
