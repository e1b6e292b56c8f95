// The section name by which a program says which registers a variable gets.
#pragma once

namespace xeforge::toolchain::lowering {

inline constexpr const char* register_section = "xeforge.register.";

} // namespace xeforge::toolchain::lowering
