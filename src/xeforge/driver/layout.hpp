// Where the driver finds what belongs to it: beside itself, as it was built and as it is installed.
//
//   PREFIX/bin/xeforge-cxx    PREFIX/lib/libxeforge_sycl.so    PREFIX/include/sycl, CL, xeforge
#pragma once

#include <filesystem>
#include <optional>

namespace xeforge::driver {

struct Layout {
  std::filesystem::path headers;      // <sycl/sycl.hpp> is found in it
  std::filesystem::path libraries;    // libxeforge_sycl.so is in it
  std::filesystem::path compiler;     // clang++ for the host
  std::filesystem::path device_tools; // perhaps not there
};

// Throws Error where the headers or the library are missing.
Layout find_layout(const std::optional<std::filesystem::path>& device_tools);

} // namespace xeforge::driver
