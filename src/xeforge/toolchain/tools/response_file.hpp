// Words for a program that takes them from a file, @FILE, where a command line would be too short.
#pragma once

#include <string>
#include <vector>

namespace xeforge::toolchain {

// The contents of a file that clang reads back as these words, each of which has at least one character.
std::string response_file(const std::vector<std::string>& words);

} // namespace xeforge::toolchain
