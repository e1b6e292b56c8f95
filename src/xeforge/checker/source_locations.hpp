// Where in the program's text an instruction of this process comes from, by its debug information (libdw).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace xeforge::checker {

struct SourceLocation {
  std::string file; // empty: not known
  int line = 0;
  std::string function; // or what the symbol table says

  std::string text() const; // "gemm.cpp:118", or the function where there is no line
};

// How many calls are kept, of which the innermost ones are the runtime's.
inline constexpr std::size_t most_calls = 24;

// Of the call that returns to this address: the innermost function that is the program's own, not the headers'.
SourceLocation source_location(const void* return_address);
// The first of the calls, from the innermost one, that the program itself makes.
SourceLocation source_location_of_calls(const std::vector<const void*>& return_addresses);

} // namespace xeforge::checker
