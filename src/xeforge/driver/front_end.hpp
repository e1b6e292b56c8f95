// What clang makes of a command line: the words that its driver hands to its front end (clang -cc1) for each source,
// read from what 'clang++ -###' prints. All spellings, nested flags and folders of the environment are resolved there,
// so this is the one place that decides what reaches the device's compiler.
#pragma once

#include "xeforge/toolchain/compile_settings.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::driver {

struct FrontEndJob {
  std::filesystem::path source;
  std::string language; // as behind -x: "c++", "c", "c++-cpp-output" ...
  std::vector<std::string> arguments;
};

// printed: both streams of 'clang++ -###'.
std::vector<FrontEndJob> read_front_end_jobs(std::string_view printed);

// -fno-rtti
bool has_no_type_names(const FrontEndJob& job);

// What the words say about the program that the source is. What only concerns how the host's code is made, checked or
// reported is left out. Throws Error for a word that is not known to be one or the other.
toolchain::CompileSettings settings_of(const FrontEndJob& job);

} // namespace xeforge::driver
