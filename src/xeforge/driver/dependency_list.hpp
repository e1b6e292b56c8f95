// Lists of what a source is made of, for make and its like (-MD, -MMD, -M, -MM). Clang lists what the host's compilation reads;
// what the devices' compilations read belongs there as well, and precompiled headers that are kept do not.
#pragma once

#include "xeforge/driver/front_end.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::driver {

// What the devices' compilers read of a source, for the lists that its host's compilation writes.
using FilesOfSources = std::map<std::filesystem::path, std::vector<std::string>>;

struct DependencyList {
  std::filesystem::path file; // "-": standard output
  bool with_system_headers = false;
};

// No value where the job writes none.
std::optional<DependencyList> dependency_list_of(const FrontEndJob& job);

// The text of a job's list, the source first, with these files as well, each once, and without those of a folder; empty: no folder.
std::string mended_list(const std::string& text, const FrontEndJob& job, const std::vector<std::string>& files,
                        const std::filesystem::path& without);

// The same of several lists, one for each job in their order.
std::string mended_lists(std::string_view text, const std::vector<FrontEndJob>& jobs, const FilesOfSources& files);

// The same of the list that a job has written into a file. Nothing where it writes none.
void mend_list_of(const FrontEndJob& job, const std::vector<std::string>& files, const std::filesystem::path& without);

} // namespace xeforge::driver
