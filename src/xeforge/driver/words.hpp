// A string with options inside into its words: blanks separate, quotes of both kinds and backslashes protect.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace xeforge::driver {

// Throws Error(argument, ...) where a quote is not closed.
std::vector<std::string> split_words(const std::string& argument, std::string_view text);

} // namespace xeforge::driver
