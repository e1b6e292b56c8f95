// What the vector compiler hands to its finaliser: one text for each kernel, in instructions of which each takes any number of
// registers.
#pragma once

#include <string>
#include <string_view>

namespace xeforge::toolchain {

// An option of the finaliser: it writes that text as KERNEL.visaasm.
inline constexpr std::string_view write_virtual_assembly = "-dumpcommonisa";
inline constexpr std::string_view virtual_assembly_extension = ".visaasm";

// The first instruction whose lanes begin at a multiple of four that is none of eight: a part of a mask that instructions of
// Xe-HPC and later cannot name. Their finaliser takes other lanes for it, without a word. Empty: there is none.
std::string part_of_mask(std::string_view assembly);

} // namespace xeforge::toolchain
