// Names of folders for what is made of several sources.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace xeforge::driver {

// One for each source, all different: its name without the ending; where several have the same, with as many folders of
// its path before it as tell them apart ("a-kernel", "b-kernel"), or else with a number.
std::vector<std::string> folder_names(const std::vector<std::filesystem::path>& sources);

} // namespace xeforge::driver
