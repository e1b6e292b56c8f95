// A function of the checker's library that says which line of the program a call comes from. The library is loaded for it
// where a kernel has failed, so that programs do not need what reads debug information.
#pragma once

#include <cstddef>

namespace xeforge::machine {

inline constexpr const char* source_place_function = "xeforge_source_place";
// Writes "gemm.cpp:118" to text[0 .. bytes), with a zero at its end; nothing where there is no debug information.
using SourcePlaceText = void (*)(const void* return_address, char* text, std::size_t bytes);

} // namespace xeforge::machine
