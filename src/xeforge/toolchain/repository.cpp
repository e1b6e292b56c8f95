#include "xeforge/toolchain/repository.hpp"

namespace xeforge::toolchain {

std::filesystem::path headers_folder() { return std::filesystem::path(XEFORGE_REPOSITORY) / "src"; }

std::filesystem::path default_tools_folder() { return std::filesystem::path(XEFORGE_REPOSITORY) / ".device-tools"; }

} // namespace xeforge::toolchain
