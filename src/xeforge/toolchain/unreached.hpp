// What kernels do not reach: classes with virtual functions that only the host uses, and what computes first values of
// variables.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace xeforge::toolchain {

// For each function and variable that a kernel reaches, by symbol, the line that mentions it first; the kernels' own
// lines for the kernels. Calls, addresses and what constants hold count.
std::map<std::string, std::size_t> reached_symbols(const std::vector<std::string>& lines);

// Empties the lines of functions, declarations and variables that no kernel reaches. A module without kernels stays as
// it is.
void remove_unreached(std::vector<std::string>& lines);

} // namespace xeforge::toolchain
