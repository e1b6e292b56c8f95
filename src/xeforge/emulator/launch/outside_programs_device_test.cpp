// Programs of another compiler: kernels in OpenCL C with a work-item in each lane, compiled by the device tools without
// anything of this project's, against loops that know nothing of them.
#include "xeforge/emulator/launch/hazards.hpp"
#include "xeforge/emulator/launch/launch.hpp"
#include "xeforge/toolchain/device_testing.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/process.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numeric>
#include <random>

namespace xeforge::emulator {
namespace {

namespace fs = std::filesystem;

class OutsidePrograms : public toolchain::WithDeviceTools {
protected:
  static Module compiled(const std::string& name, const std::string& device) {
    const toolchain::DeviceTools tools(toolchain::default_tools_folder());
    const toolchain::ScratchFolder scratch;
    const fs::path source = toolchain::headers_folder() / "xeforge/emulator/test_programs" / (name + ".cl");
    const std::string llvm = scratch.path() / "kernel.bc", spirv = scratch.path() / (name + ".spv");
    const auto run = [&](toolchain::Command command) {
      command.folder = scratch.path();
      const toolchain::Outcome outcome = toolchain::run(command);
      EXPECT_TRUE(outcome.succeeded()) << name << " " << device << "\n" << outcome.output << outcome.errors;
    };
    run(tools.clang({"-x", "cl", "-cl-std=CL2.0", "--target=spir64-unknown-unknown", "-O1", "-Xclang",
                     "-finclude-default-header", "-resource-dir", tools.resource_folder().string(), "-emit-llvm", "-c",
                     source.string(), "-o", llvm}));
    run(tools.spirv_translator({llvm, "-o", spirv}));
    run(tools.offline_compiler({"compile", "-spirv_input", "-file", spirv, "-device", device, "-output_no_suffix",
                                "-out_dir", scratch.path().string()}));
    return {tools, name, toolchain::read_bytes(scratch.path() / (name + ".bin"))};
  }

  // Each argument's bytes; an address for memory.
  template <class T>
  void give(const T& value) {
    std::vector<std::byte>& bytes = arguments_.emplace_back(sizeof(T));
    std::memcpy(bytes.data(), &value, sizeof(T));
  }
  template <class T>
  void give(std::vector<T>& values) {
    memory_->add("array " + std::to_string(arguments_.size()), reinterpret_cast<std::byte*>(values.data()),
                 values.size() * sizeof(T));
    give(reinterpret_cast<std::uint64_t>(values.data()));
  }

  // Nothing of the code may be used before it is there.
  std::string run(const std::string& name, const std::string& device, const LaunchShape& shape) {
    const Module module = compiled(name, device);
    const Kernel& kernel = module.kernel(name);
    HazardSearch hazards(kernel);
    std::string printed;
    try {
      printed = emulator::run(kernel,
                              {.shape = shape,
                               .parameters = {arguments_.begin(), arguments_.end()},
                               .observer = [&](const Extent& group,
                                               std::size_t thread) { return hazards.observe(group, thread); }},
                              *memory_)
                    .printed;
    } catch (const LaunchFault& fault) {
      ADD_FAILURE() << device << ": " << fault.what();
    }
    for (const Hazard& hazard : hazards.hazards())
      ADD_FAILURE() << device << ": " << described(kernel, hazard);
    arguments_.clear();
    memory_ = std::make_unique<Memory>();
    return printed;
  }

  static LaunchShape line(std::uint32_t groups, std::uint32_t size) {
    return {.groups = {groups, 1, 1}, .group_size = {size, 1, 1}};
  }

private:
  std::unique_ptr<Memory> memory_ = std::make_unique<Memory>();
  std::vector<std::vector<std::byte>> arguments_;
};

const char* const devices[] = {"bmg", "ptl-h"};

std::vector<int> random_integers(std::size_t count, int least, int most) {
  std::mt19937 random(3);
  std::vector<int> values(count);
  for (int& value : values)
    value = std::uniform_int_distribution<int>(least, most)(random);
  return values;
}

TEST_F(OutsidePrograms, saxpy_leaves_alone_what_is_behind_the_end) {
  for (const char* device : devices) {
    constexpr int count = 200;
    std::vector<float> x(256), y(256);
    std::iota(x.begin(), x.end(), 1.0f);
    std::iota(y.begin(), y.end(), -100.0f);
    const std::vector<float> before = y;
    give(x), give(y), give(0.5f), give(count);
    run("saxpy", device, line(5, 48)); // 48: the second thread of a group has half its lanes
    for (std::size_t i = 0; i < y.size(); ++i)
      EXPECT_EQ(y[i], i < count ? 0.5f * x[i] + before[i] : before[i]) << device << " " << i;
  }
}

TEST_F(OutsidePrograms, groups_sum_through_local_memory_of_a_size_that_the_launch_says) {
  for (const char* device : devices) {
    constexpr std::size_t size = 128, groups = 6;
    std::vector<float> x(size * groups), sums(groups, -1.0f);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = static_cast<float>(i % 17);
    give(x), give(sums), give(std::uint64_t{size * sizeof(float)});
    run("group_sums", device, line(groups, size));
    for (std::size_t group = 0; group < groups; ++group) {
      float expected = 0; // whole numbers: exact in any order
      for (std::size_t i = 0; i < size; ++i)
        expected += x[group * size + i] * static_cast<float>(i % 8 + 1);
      EXPECT_EQ(sums[group], expected) << device << " " << group;
    }
  }
}

TEST_F(OutsidePrograms, items_of_two_dimensions_divide_by_anything_but_zero) {
  for (const char* device : devices) {
    std::vector<int> a = random_integers(256, -100000, 100000), b = random_integers(256, -50, 50);
    for (int& divisor : b)
      divisor += divisor == 0;
    std::vector<int> quotient(256);
    std::vector<float> root(256);
    give(a), give(b), give(quotient), give(root);
    run("quotients", device, {.groups = {2, 4, 1}, .group_size = {16, 2, 1}});
    for (std::size_t i = 0; i < a.size(); ++i) {
      const int k = b[i] & 15;
      EXPECT_EQ(quotient[i], (a[i] + k * k) / b[i] + a[i] % b[i]) << device << ": " << a[i] << " by " << b[i];
      // OpenCL allows a square root three units in the last place.
      const double expected = std::sqrt(static_cast<double>(a[i] & 0xffff));
      EXPECT_NEAR(root[i], expected, 3 * 0x1p-23 * expected) << device << " " << i;
    }
  }
}

TEST_F(OutsidePrograms, arrays_that_are_too_large_for_registers_lie_in_memory_of_each_item) {
  for (const char* device : devices) {
    constexpr int n = 70;
    std::vector<int> a = random_integers(64 + n, 0, 5000), sums(64);
    give(a), give(sums), give(n);
    run("own_memory", device, line(2, 32));
    for (std::size_t i = 0; i < sums.size(); ++i) {
      int expected = 0;
      for (std::size_t k = 0; k < n; ++k)
        expected += a[i] * ((a[i + k] & 0xfff) % n);
      EXPECT_EQ(sums[i], expected) << device << " " << i;
    }
  }
}

TEST_F(OutsidePrograms, what_printf_writes_comes_back_as_text) {
  for (const char* device : devices) {
    std::vector<int> a{7, -8, 900000};
    a.resize(32);
    give(a);
    EXPECT_EQ(run("print", device, line(1, 32)), "item 0 has     7 and 0.00%, as it should\n"
                                                 "item 1 has    -8 and 1.50%, as it should\n"
                                                 "item 2 has 900000 and 3.00%, as it should\n")
        << device;
  }
}

} // namespace
} // namespace xeforge::emulator
