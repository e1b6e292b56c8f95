// The host's part: clang++ with the project's headers, the best instruction set of this machine, and the runtime.
#pragma once

#include "xeforge/driver/command_line.hpp"
#include "xeforge/driver/layout.hpp"
#include "xeforge/toolchain/tools/process.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace xeforge::driver {

// The words for a source with headers that leave its name to it (sycl/detail/source_name.hpp).
std::vector<std::string> words_that_name(const std::filesystem::path& source, const Layout& layout);

// All words for clang++. device_object: an object file with device code that is linked with the rest; empty: none.
std::vector<std::string> host_words(const CommandLine& line, const Layout& layout,
                                    const std::filesystem::path& device_object = {});

// The words for clang++ with which each source is one job of its front end, whose words say what the program means.
std::vector<std::string> expansion_words(const CommandLine& line, const Layout& layout);

// Words that are too long for a command line go into a file in the scratch folder.
toolchain::Command host_command(const Layout& layout, std::vector<std::string> words,
                                const std::filesystem::path& scratch);

} // namespace xeforge::driver
