// The source location of an instruction of this process, from debug information (libdw).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace xeforge::checker {

struct SourceLocation {
  std::string file; // empty: not known
  int line = 0;
  std::string function; // or the name from the symbol table

  std::string text() const; // "gemm.cpp:118", or the function where there is no line
};

// How many calls are kept; the innermost ones belong to the runtime.
inline constexpr std::size_t most_calls = 24;

// The location of the call that returns to this address, in the innermost function of the program, not of the headers.
SourceLocation source_location(const void* return_address);
// The location of the innermost of the calls that is in the program itself.
SourceLocation source_location_of_calls(const std::vector<const void*>& return_addresses);

} // namespace xeforge::checker
