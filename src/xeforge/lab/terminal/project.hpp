// The project one stands in: where its journal is, and which commit measurements are of.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace xeforge::lab {

// The nearest folder, from `start` upwards, with .xeforge in it; else the nearest root of a git repository.
std::optional<std::filesystem::path> project_of(const std::filesystem::path& start);

// bench/JOURNAL where that is there already, else .xeforge/JOURNAL of the project of the current folder, or of that folder
// itself where it belongs to none.
std::filesystem::path project_journal();

// "a1b2c3d4e5f6" of the current folder's repository, "-dirty" behind it where files are changed; "unknown" outside of git.
std::string commit_of_project();

} // namespace xeforge::lab
