#include "xeforge/toolchain/tools/repository.hpp"

namespace xeforge::toolchain {
namespace {

namespace fs = std::filesystem;

// PREFIX of an installed program, which has its headers beside it. In a build folder they are a link to the sources.
fs::path installation() {
  std::error_code problem;
  const fs::path prefix = fs::read_symlink("/proc/self/exe", problem).parent_path().parent_path();
  const bool is_installed =
      !fs::is_symlink(prefix / "include", problem) && fs::exists(prefix / "include/sycl/sycl.hpp", problem);
  return is_installed ? prefix : fs::path();
}

} // namespace

fs::path headers_folder() {
  const fs::path prefix = installation();
  return prefix.empty() ? fs::path(XEFORGE_REPOSITORY) / "src" : prefix / "include";
}

fs::path default_tools_folder() {
  const fs::path prefix = installation();
  return prefix.empty() ? fs::path(XEFORGE_REPOSITORY) / ".device-tools" : prefix / "share/xeforge/device-tools";
}

} // namespace xeforge::toolchain
