// How this layer says no: every refusal names the argument, the file and what was found in it, on one line.
#pragma once

#include "xeforge/base/error.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace xeforge::arrays {

// The argument a file was named by, e.g. "--scores", and the file's path as the user wrote it.
struct FileArgument {
  std::string argument;
  std::string path;
};

// The text in single quotes, fit for one line: control characters and bytes outside ASCII as \xNN, at most `longest`
// characters of it followed by "..." where it was cut.
std::string in_quotes(std::string_view text, std::size_t longest = 200);

// "(128, 8)", "(3,)", "()"; at most eight extents, then "...".
std::string shape_text(std::span<const std::int64_t> shape);

// "No such file or directory": the system's words for an errno value.
std::string system_reason(int error_number);

// Throws xeforge::Error: the file's path goes in front of what was got.
[[noreturn]] void refuse(const FileArgument& file, std::string_view got, std::string_view expected);

} // namespace xeforge::arrays
