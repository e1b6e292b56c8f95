// An installed copy, moved elsewhere: the driver, and a project of its own that finds the package.
#include "cli/program.hpp"

#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

namespace xeforge::cli_tests {
namespace {

namespace fs = std::filesystem;

// One word to the shell.
std::string quoted(const std::string& word) { return "'" + word + "'"; }

const std::string cmake = quoted(XEFORGE_CMAKE);

class installed : public InFolder {
protected:
  installed() {
    run(cmake + " --install " + quoted(XEFORGE_BUILD) + " --prefix first");
    fs::rename(folder / "first", folder / "prefix");
  }
  // As xeforge-device-tools unpacks them, by a link. False where they are not on this machine.
  bool take_device_tools() const {
    if (toolchain::missing_device_tools(toolchain::default_tools_folder()))
      return false;
    fs::create_directory_symlink(toolchain::default_tools_folder(), folder / "prefix/share/xeforge/device-tools");
    return true;
  }
  void run(const std::string& line) const {
    const toolchain::Outcome outcome = shell(line);
    EXPECT_TRUE(outcome.succeeded()) << line << "\n" << outcome.output << outcome.errors;
  }
};

TEST_F(installed, driver_needs_nothing_of_the_repository_for_the_host) {
  write(folder / "a.cpp",
        "#include <sycl/sycl.hpp>\n#include <sycl/ext/intel/esimd.hpp>\n"
        "int main() { sycl::queue q; int v = 0; q.single_task([v = &v] { *v = 1; }).wait(); return v != 1; }\n");
  run("prefix/bin/xeforge-cxx -fsycl a.cpp -o a && ./a && ldd a | grep prefix/lib/libxeforge_sycl.so");
  run("prefix/bin/xeforge-cxx -fsycl -fxeforge-check a.cpp -o a && ./a && ldd a | grep prefix/lib/libxeforge_check.so");
  for (const auto& entry : fs::recursive_directory_iterator(folder / "prefix"))
    EXPECT_EQ(entry.path().string().find("_test.cpp"), std::string::npos) << entry.path();
}

TEST_F(installed, package_is_found_by_a_project) {
  const bool has_device_tools = take_device_tools();
  run(cmake + " -S " + quoted((repository() / "tests/driver/consumer").string()) +
      " -B b -DCMAKE_PREFIX_PATH=\"$PWD/prefix\" -DCMAKE_C_COMPILER=$(command -v gcc-12 || command -v clang-22) "
      "-DCMAKE_CXX_COMPILER=" +
      quoted(XEFORGE_HOST_COMPILER) + (has_device_tools ? " -DWITH_DEVICE_BINARY=ON" : " -DWITH_DEVICE_BINARY=OFF"));
  run(cmake + " --build b && b/axpy");
  EXPECT_EQ(fs::exists(folder / "b/axpy_bmg/axpy_kernel.zebin"), has_device_tools);
  EXPECT_EQ(fs::exists(folder / "b/report_of_bmg.json"), has_device_tools);
}

TEST_F(installed, programs_look_for_the_device_tools_beside_themselves) {
  write(folder / "k.cpp", "#include <sycl/sycl.hpp>\nint main() { sycl::queue().single_task([] {}).wait(); }\n");
  const toolchain::Outcome driver = shell("prefix/bin/xeforge-cxx -fsycl -fsycl-targets=intel_gpu_bmg_g21 k.cpp -o k");
  EXPECT_FALSE(driver.succeeded());
  EXPECT_NE(driver.errors.find("prefix/share/xeforge/device-tools"), std::string::npos) << driver.errors;
  const toolchain::Outcome program = shell("prefix/bin/xeforge compile k.cpp --device bmg -o out");
  EXPECT_FALSE(program.succeeded());
  EXPECT_NE(program.errors.find("prefix/share/xeforge/device-tools"), std::string::npos) << program.errors;
  if (take_device_tools()) {
    run("prefix/bin/xeforge-cxx -fsycl -fsycl-targets=intel_gpu_bmg_g21 k.cpp -o k && ./k");
    run("prefix/bin/xeforge compile " + quoted((repository() / "examples/softmax_topk.cpp").string()) +
        " --device bmg -o out");
    run("prefix/bin/xeforge check rms-norm --case few-tokens --device bmg");
  }
}

TEST_F(installed, driver_is_a_compiler_for_cmake) {
  write(folder / "CMakeLists.txt", "cmake_minimum_required(VERSION 3.20)\nproject(p CXX)\nset(CMAKE_CXX_STANDARD 17)\n"
                                   "add_executable(p p.cpp)\ntarget_compile_options(p PRIVATE -fsycl)\n"
                                   "target_link_options(p PRIVATE -fsycl)\n");
  write(folder / "p.cpp", "#include <sycl/sycl.hpp>\nint main() { sycl::queue q; q.single_task([] {}).wait(); }\n");
  run("CXX=\"$PWD/prefix/bin/xeforge-cxx\" " + cmake + " -S . -B c && " + cmake + " --build c && c/p");
}

} // namespace
} // namespace xeforge::cli_tests
