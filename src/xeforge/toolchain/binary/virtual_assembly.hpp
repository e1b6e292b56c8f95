// The vector compiler's output for its finaliser: one text for each kernel, in instructions that may use any number of
// registers.
#pragma once

#include <string>
#include <string_view>

namespace xeforge::toolchain {

// An option of the finaliser: it writes that text as KERNEL.visaasm.
inline constexpr std::string_view write_virtual_assembly = "-dumpcommonisa";
inline constexpr std::string_view virtual_assembly_extension = ".visaasm";

// The first instruction whose lanes begin at a multiple of four but not of eight: instructions of Xe-HPC and later
// cannot use such a part of a mask, and their finaliser silently uses other lanes. Empty: there is none.
std::string part_of_mask(std::string_view assembly);

} // namespace xeforge::toolchain
