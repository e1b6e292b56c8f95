#include "xeforge/driver/layout.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

namespace xeforge::driver {

namespace fs = std::filesystem;

Layout find_layout(const std::optional<fs::path>& device_tools) {
  const fs::path prefix = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  Layout layout{prefix / "include", prefix / "lib", XEFORGE_HOST_COMPILER, toolchain::default_tools_folder()};
  for (const fs::path& file : {layout.headers / "sycl/sycl.hpp", layout.libraries / "libxeforge_sycl.so"})
    if (!fs::exists(file))
      throw Error("xeforge", "no " + file.string(), "an installation with bin, lib and include side by side");
  if (device_tools)
    layout.device_tools = *device_tools;
  return layout;
}

} // namespace xeforge::driver
