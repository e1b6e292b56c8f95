// A function of the checker's library that says which line of the program has made a call. The library is loaded for it
// where a kernel has failed, so that programs do not need what reads debug information.
#pragma once

#include <cstddef>

namespace xeforge::machine {

inline constexpr const char* source_location_function = "xeforge_source_location";
// Of calls inside one another, innermost first, given by their return addresses: writes the line of the first that the program
// itself makes, not our headers, as "gemm.cpp:118" to text[0 .. bytes), with a zero at its end; nothing where there is no
// debug information.
using SourceLocationText = void (*)(const void* const* return_addresses, std::size_t count, char* text,
                                    std::size_t bytes);

} // namespace xeforge::machine
