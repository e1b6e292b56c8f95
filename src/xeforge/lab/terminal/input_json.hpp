// Files that a user names, read whole; JSON in them, asked for fields that may be missing.
#pragma once

#include "xeforge/lab/terminal/json_file.hpp"

#include <optional>
#include <string>

namespace xeforge::lab {

// All of a file. Throws Error in the name of the option where it cannot be read; accepted: what it should be.
std::string read_input(const std::string& option, const std::string& path, const std::string& accepted);

// The same of JSON; what is none is refused as well.
Json read_json(const std::string& option, const std::string& path, const std::string& accepted);

// A field of an object; nothing where there is none or it is of another type.
std::optional<std::string> text_in(const Json& object, const char* name);
std::optional<double> number_in(const Json& object, const char* name);
bool is_true_in(const Json& object, const char* name);
// A list; an empty one where there is none.
const Json& list_in(const Json& object, const char* name);

} // namespace xeforge::lab
