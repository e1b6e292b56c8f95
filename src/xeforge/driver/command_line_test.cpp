#include "xeforge/driver/command_line.hpp"

#include "xeforge/base/error.hpp"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>

namespace xeforge::driver {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::string error_of(const Words& words) {
  try {
    read_command_line(words);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

Words names_of(const CommandLine& line) {
  Words names;
  for (const auto* device : line.devices)
    names.emplace_back(device->name);
  return names;
}

TEST(CommandLine, of_a_host_program_goes_to_clang_without_the_flags_for_sycl) {
  const CommandLine line = read_command_line({"-fsycl", "-O2", "-w", "-fsycl-device-code-split=per_kernel",
                                              "-fsycl-esimd-force-stateless-mem", "-fno-sycl-id-queries-fit-in-int",
                                              "-Xclang", "-fsycl-allow-func-ptr", "-Xclang", "-fno-validate-pch",
                                              "-Iinclude", "-DN=4", "a.cpp", "b.cc", "-lm", "-o", "prog"});
  EXPECT_EQ(line.host_arguments, (Words{"-O2", "-w", "-Xclang", "-fno-validate-pch", "-Iinclude", "-DN=4", "a.cpp",
                                        "b.cc", "-lm", "-o", "prog"}));
  EXPECT_EQ(line.goal, Goal::program);
  EXPECT_EQ(line.sources, (std::vector<fs::path>{"a.cpp", "b.cc"}));
  EXPECT_EQ(line.output, fs::path("prog"));
  EXPECT_TRUE(line.names_optimisation);
  EXPECT_FALSE(line.names_cpu);
  EXPECT_TRUE(line.devices.empty());
  EXPECT_EQ(line.unfit_kernels, toolchain::UnfitKernels::left_out);
  EXPECT_EQ(read_command_line({"-fsycl", "-fsycl-device-code-split", "a.cpp"}).unfit_kernels,
            toolchain::UnfitKernels::refused);
}

TEST(CommandLine, names_devices_as_the_vendor_does) {
  const CommandLine large =
      read_command_line({"-fsycl", "-fsycl-targets=spir64_gen", "-Xs", "-device bmg -options -doubleGRF", "a.cpp"});
  EXPECT_EQ(names_of(large), Words{"bmg"});
  EXPECT_EQ(large.registers, toolchain::RegisterFile::large);
  const CommandLine several =
      read_command_line({"-fsycl-targets=spir64,spir64_gen", "-Xsycl-target-backend=spir64_gen",
                         "-device pvc,lnl-m -options \"-vc-codegen -ze-opt-large-register-file\"", "a.cpp"});
  EXPECT_EQ(names_of(several), (Words{"pvc", "lnl-m"}));
  EXPECT_EQ(several.registers, toolchain::RegisterFile::large);
  const CommandLine target = read_command_line({"-fsycl-targets=intel_gpu_bmg_g21,intel_gpu_dg2_g10", "a.cpp"});
  EXPECT_EQ(names_of(target), (Words{"bmg-g21", "dg2"}));
  EXPECT_EQ(target.registers, toolchain::RegisterFile::normal);
  // -Xs is for the target that compiles ahead of time.
  EXPECT_TRUE(read_command_line({"-fsycl", "-Xs", "-device pvc", "a.cpp"}).devices.empty());
}

TEST(CommandLine, collects_what_the_device_compiler_needs_too) {
  const CommandLine line = read_command_line(
      {"-I", "a", "-isystem", "b", "-D", "X", "-DY=2", "-include", "f.hpp", "-c", "k.cpp", "-save-temps"});
  EXPECT_EQ(line.include_folders, (std::vector<fs::path>{"a", "b"}));
  EXPECT_EQ(line.definitions, (Words{"X", "Y=2"}));
  EXPECT_EQ(line.first_headers, (Words{"f.hpp"}));
  EXPECT_EQ(line.goal, Goal::objects);
  EXPECT_TRUE(line.keeps_intermediate_files);
  EXPECT_EQ(line.host_arguments,
            (Words{"-I", "a", "-isystem", "b", "-D", "X", "-DY=2", "-include", "f.hpp", "-c", "k.cpp", "-save-temps"}));
}

TEST(CommandLine, says_how_much_memory_local_accessors_have) {
  EXPECT_EQ(read_command_line({"-fsycl", "a.cpp"}).local_memory, 0u);
  EXPECT_EQ(read_command_line({"-fsycl", "-fxeforge-local-memory=4096", "a.cpp"}).local_memory, 4096u);
  for (const char* bad : {"", "-1", "4k", "99999999999"})
    EXPECT_NE(error_of({std::string("-fxeforge-local-memory=") + bad, "a.cpp"}).find("a number of bytes"),
              std::string::npos)
        << bad;
}

TEST(CommandLine, takes_older_languages_for_cpp_20) {
  EXPECT_EQ(read_command_line({"-std=c++17", "a.cpp"}).host_arguments.front(), "-std=c++20");
  EXPECT_EQ(read_command_line({"-std=gnu++11", "a.cpp"}).host_arguments.front(), "-std=gnu++20");
  EXPECT_EQ(read_command_line({"-std=c++20", "a.cpp"}).host_arguments.front(), "-std=c++20");
  EXPECT_EQ(read_command_line({"-std=c++23", "a.cpp"}).host_arguments.front(), "-std=c++23");
}

TEST(CommandLine, tells_inputs_from_values) {
  const CommandLine line = read_command_line({"-MF", "deps.cpp", "-include", "first.cpp", "x.o", "liby.a", "main.cxx"});
  EXPECT_EQ(line.sources, std::vector<fs::path>{"main.cxx"});
  EXPECT_EQ(line.objects, (std::vector<fs::path>{"x.o", "liby.a"}));
  EXPECT_EQ(read_command_line({"-E", "a.cpp"}).goal, Goal::other);
  EXPECT_EQ(read_command_line({"--version"}).goal, Goal::other);
  EXPECT_TRUE(read_command_line({"-march=x86-64-v3", "a.cpp"}).names_cpu);
}

TEST(CommandLine, can_stand_in_a_file) {
  const fs::path file = fs::path(testing::TempDir()) / "words.rsp";
  std::ofstream(file) << "-fsycl -DTEXT='a b'\n \"my file.cpp\"\n";
  const CommandLine line = read_command_line({"@" + file.string(), "-c"});
  EXPECT_EQ(line.host_arguments, (Words{"-DTEXT=a b", "my file.cpp", "-c"}));
}

TEST(CommandLine, that_cannot_be_followed_is_an_error_in_one_line) {
  EXPECT_TRUE(error_of({"-fsycl-targets=spir64_gen", "-Xs", "-device i386", "a.cpp"})
                  .starts_with("-Xs -device: got 'i386'; expected one of bmg, "));
  EXPECT_TRUE(
      error_of({"-fsycl-targets=intel_gpu_x", "a.cpp"}).starts_with("-fsycl-targets: got 'intel_gpu_x'; expected"));
  EXPECT_EQ(error_of({"-fsycl-targets=nvptx64-nvidia-cuda", "a.cpp"}),
            "-fsycl-targets: got 'nvptx64-nvidia-cuda'; expected spir64, spir64_gen or intel_gpu_NAME");
  EXPECT_EQ(error_of({"-fsycl-targets=spir64_gen", "a.cpp"}),
            "-Xs: got no -device; expected -Xs \"-device NAME\" with -fsycl-targets=spir64_gen");
  EXPECT_EQ(error_of({"a.cpp", "-Xs"}), "-Xs: got nothing; expected a value behind it");
  EXPECT_EQ(error_of({"-fsycl-device-only", "a.cpp"}),
            "-fsycl-device-only: got no device; expected -fsycl-targets=spir64_gen and -Xs \"-device NAME\", which say "
            "what to compile for");
  // An object may be compiled before its device is known, as the vendor's driver has it; then there is a warning.
  const CommandLine object = read_command_line({"-fsycl-targets=spir64_gen", "-c", "a.cpp"});
  ASSERT_EQ(object.warnings.size(), 1u);
  EXPECT_EQ(read_command_line({"-fsycl-targets=spir64_gen", "-Xs", "-device bmg -options -strange", "a.cpp"}).warnings,
            Words{"-Xs -strange: is not used"});
}

} // namespace
} // namespace xeforge::driver
