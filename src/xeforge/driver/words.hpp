// A string with options inside into its words: blanks separate, quotes of both kinds and backslashes protect.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace xeforge::driver {

// Throws Error(argument, ...) where a quote is not closed.
std::vector<std::string> split_words(const std::string& argument, std::string_view text);

// The contents of a file that stands as @FILE in a command line, as clang reads them: a backslash protects between
// single quotes, too, and a word of nothing is none. Throws Error(argument, ...) where a quote is not closed.
std::vector<std::string> split_response_file(const std::string& argument, std::string_view text);

// The command line with every @FILE replaced by the words in it, which may name further files, relative to the folder
// this process is in. Throws Error where a file cannot be read, or names itself.
std::vector<std::string> expand_response_files(const std::vector<std::string>& arguments);

} // namespace xeforge::driver
