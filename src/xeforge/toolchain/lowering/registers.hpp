// How a program's wishes about registers are written down between the passes.
#pragma once

namespace xeforge::toolchain::lowering {

// Which registers a variable gets: the section's name, followed by the first byte.
inline constexpr const char* register_section = "xeforge.register.";
// How many a kernel asks for, if more than kernels have without asking: an attribute of the kernel.
inline constexpr const char* registers_attribute = "xeforge.registers";

} // namespace xeforge::toolchain::lowering
