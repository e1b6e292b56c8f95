// Programs with code for an NVIDIA GPU: what they carry, and what is said where there is no such GPU. What they do on
// one is in docs/guide/nvidia.md. Skipped where the device tools are absent.
#include "cli/program.hpp"

#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

namespace xeforge::cli_tests {
namespace {

class nvidia_device : public InFolder {
protected:
  void SetUp() override {
    if (toolchain::missing_device_tools(toolchain::default_tools_folder()))
      GTEST_SKIP() << "the device tools are not here; ./forge device-tools fetches them";
    write(folder / "prog.cpp", contents(repository() / "examples/guide/vector_add.cpp"));
  }
  static void expect_in(const std::string& part, const std::string& text) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
  }
};

TEST_F(nvidia_device, code_is_in_the_program_and_beside_it) {
  const toolchain::Outcome built = shell("xeforge-cxx -fsycl -fsycl-targets=nvidia_gpu_sm_90 prog.cpp -o prog");
  ASSERT_TRUE(built.succeeded()) << built.output << built.errors;
  expect_in(".target sm_90", contents(folder / "prog"));
  expect_in(".target sm_90", contents(folder / "prog.sm_90/prog.ptx"));
  EXPECT_TRUE(shell("unset ONEAPI_DEVICE_SELECTOR; ./prog").succeeded()); // on the CPU as ever
}

TEST_F(nvidia_device, code_of_objects_is_linked) {
  const toolchain::Outcome built = shell("xeforge-cxx -c -fsycl -fsycl-targets=nvidia_gpu_sm_90 prog.cpp && "
                                         "xeforge-cxx -fsycl -fsycl-targets=nvidia_gpu_sm_90 prog.o -o prog");
  ASSERT_TRUE(built.succeeded()) << built.output << built.errors;
  expect_in(".target sm_90", contents(folder / "prog.sm_90/prog.ptx"));
}

TEST_F(nvidia_device, that_is_not_there_is_said_in_one_line) {
  if (shell("ldconfig -p | grep -q libcuda.so.1").succeeded())
    GTEST_SKIP() << "there is a driver";
  ASSERT_TRUE(shell("xeforge-cxx -fsycl -fsycl-targets=nvidia_gpu_sm_90 prog.cpp -o prog").succeeded());
  const toolchain::Outcome run = shell("ONEAPI_DEVICE_SELECTOR='cuda:*' ./prog");
  EXPECT_FALSE(run.succeeded());
  expect_in("'cuda:*'; expected a selector that leaves a device; no libcuda.so.1", run.errors);
}

} // namespace
} // namespace xeforge::cli_tests
