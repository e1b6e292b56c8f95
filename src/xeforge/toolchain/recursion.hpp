// Functions that call themselves, perhaps by way of others: what the compiler could not make a loop of stays a call,
// and the device has no stack for it.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace xeforge::toolchain {

// For each function, by symbol, the functions that it calls and where: "file.cpp:12", or what else is known.
using Calls = std::map<std::string, std::map<std::string, std::string>>;

// Throws Error where one that a kernel reaches calls itself.
void refuse_recursion(const Calls& calls, const std::vector<std::string>& kernels);

} // namespace xeforge::toolchain
