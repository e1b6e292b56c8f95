// Where the program finds what belongs to it: as installed, beside itself; else in the repository it was built from.
#pragma once

#include <filesystem>

namespace xeforge::toolchain {

// The folder that <sycl/sycl.hpp> and "xeforge/..." are found in.
std::filesystem::path headers_folder();
// Where './forge device-tools', or of an installation xeforge-device-tools, unpacks the offline compiler.
std::filesystem::path default_tools_folder();

} // namespace xeforge::toolchain
