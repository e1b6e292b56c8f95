// How a program says which registers a variable shall have: by the name of its section.
#pragma once

namespace xeforge::toolchain::lowering {

inline constexpr const char* register_section = "xeforge.register.";

} // namespace xeforge::toolchain::lowering
