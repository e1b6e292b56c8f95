// xeforge compile reads a source as xeforge-cxx does. Skipped where the device tools are absent.
#include "cli/program.hpp"

#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

namespace xeforge::cli_tests {
namespace {

class compile : public InFolder {
protected:
  void SetUp() override {
    if (toolchain::missing_device_tools(toolchain::default_tools_folder()))
      GTEST_SKIP() << "the device tools are not here; ./forge device-tools fetches them";
  }
};

TEST_F(compile, finds_headers_below_sycl_and_takes_the_language_and_versions_of_the_host) {
  std::filesystem::create_directory(folder / "inc");
  write(folder / "inc/count.hpp", "constexpr int count = 16;\n");
  write(folder / "kernel.cpp", R"(#include <version.hpp>
#include <ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
#include <count.hpp>
#if __SYCL_COMPILER_VERSION != 20250101 || __SYCL_UNNAMED_LAMBDA__ != 1 || SYCL_LANGUAGE_VERSION != 202001
#error other versions than those of xeforge-cxx
#endif
#if defined __STRICT_ANSI__ || defined NDEBUG || STEP != 2
#error another language than that of xeforge-cxx
#endif
using namespace sycl::ext::intel::esimd;
void fill(sycl::queue& queue, int* p) {
  queue.single_task<class Fill>([=]() SYCL_ESIMD_KERNEL {
    assert(p != nullptr);
    simd<int, count>(0, STEP).copy_to(p);
  });
}
)");
  EXPECT_TRUE(
      is_success(xeforge({"compile", "kernel.cpp", "--device", "bmg", "-I", "inc", "-D", "STEP=2", "-o", "out"})));
  EXPECT_TRUE(std::filesystem::exists(folder / "out/Fill.asm"));
}

} // namespace
} // namespace xeforge::cli_tests
