// Files that a user names, read whole; JSON in them, of which pages show what there is (files/json_reader.hpp).
#pragma once

#include "xeforge/files/json_reader.hpp"
#include "xeforge/lab/terminal/json_file.hpp"

#include <string>

namespace xeforge::lab {

// All of a file. Throws Error in the name of the option where it cannot be read; accepted: what it should be.
std::string read_input(const std::string& option, const std::string& path, const std::string& accepted);

// The same of JSON; what is none is refused as well.
Json read_json(const std::string& option, const std::string& path, const std::string& accepted);

using files::is_true_in;
using files::list_in;
using files::number_in;
using files::text_in;

} // namespace xeforge::lab
