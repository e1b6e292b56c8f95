// The two formats, each with a test whether a text is of it.
#pragma once

#include "xeforge/profiles/profiled_kernel.hpp"

#include <string_view>

namespace xeforge::profiles {

bool is_vtune(std::string_view text);
std::vector<ProfiledKernel> parse_vtune(const std::string& name, std::string_view text);

bool is_unitrace(std::string_view text);
std::vector<ProfiledKernel> parse_unitrace(const std::string& name, std::string_view text);

} // namespace xeforge::profiles
