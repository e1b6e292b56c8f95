// Calls of the device's printf: the vector compiler wants their strings as constants in OpenCL's constant address
// space; the C++ compiler leaves string literals in the global one. Each call gets constants of its own.
#pragma once

#include "xeforge/toolchain/ir_text.hpp"

#include <string>
#include <vector>

namespace xeforge::toolchain {

inline constexpr const char* printf_symbol = "_Z18__spirv_ocl_printfPKcz";

// What the call becomes. What the module has to hold besides, definitions and the declaration, is appended to
// `last_lines`; `place` is the call's, for errors. Throws Error where a string is not a literal.
std::string with_constant_strings(const std::vector<std::string>& lines, const std::string& line, const IrCall& call,
                                  std::vector<std::string>& last_lines, const std::string& place);

} // namespace xeforge::toolchain
