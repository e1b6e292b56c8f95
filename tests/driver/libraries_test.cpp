// Libraries of others, as they are published. Skipped where their headers are absent (./forge test fetches them).
#include "cli/program.hpp"

#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <filesystem>

namespace xeforge::cli_tests {
namespace {

class libraries : public InFolder {};

TEST_F(libraries, onedpl_sorts_on_the_cpu_and_on_an_emulated_device) {
  const std::filesystem::path headers = repository() / ".venv/onedpl/include";
  if (!std::filesystem::exists(headers / "oneapi/dpl"))
    GTEST_SKIP() << "oneDPL's headers are not here";
  if (toolchain::missing_device_tools(toolchain::default_tools_folder()))
    GTEST_SKIP() << "the device tools are not here; ./forge device-tools fetches them";
  write(folder / "sort.cpp", contents(repository() / "tests/driver/programs/onedpl_sort.cpp"));
  works("xeforge-cxx -fsycl -fsycl-targets=intel_gpu_bmg_g21 -isystem '" + headers.string() + "' sort.cpp -o sort");
  EXPECT_EQ(works("ONEAPI_DEVICE_SELECTOR=xeforge:cpu ./sort 0 1 255 1000 65537"), "");
  EXPECT_EQ(works("ONEAPI_DEVICE_SELECTOR=xeforge:bmg ./sort 1 1000"), "");
}

} // namespace
} // namespace xeforge::cli_tests
