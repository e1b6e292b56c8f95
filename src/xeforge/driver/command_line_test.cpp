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
  EXPECT_EQ(line.inputs, (Words{"a.cpp", "b.cc"}));
  EXPECT_EQ(line.output, fs::path("prog"));
  EXPECT_TRUE(line.names_optimisation);
  EXPECT_FALSE(line.names_cpu);
  EXPECT_TRUE(line.devices.empty());
  EXPECT_EQ(line.unfit_kernels, toolchain::UnfitKernels::left_out);
  EXPECT_EQ(read_command_line({"-fsycl", "-fsycl-device-code-split", "a.cpp"}).unfit_kernels,
            toolchain::UnfitKernels::refused);
}

TEST(CommandLine, with_an_empty_value_is_refused) {
  for (const Words& words : {Words{"-fsycl-targets=", "a.cpp"},
                             {"-fsycl-targets=spir64_gen", "-Xs", "-device ''"},
                             {"-o", "", "a.cpp"},
                             {"--output=", "a.cpp"},
                             {"--output", "", "a.cpp"},
                             {"-fxeforge-device-tools=", "a.cpp"}})
    EXPECT_NE(error_of(words).find(": got an empty value; expected "), std::string::npos) << words[0];
}

TEST(CommandLine, names_devices_as_the_vendor_does) {
  const CommandLine large =
      read_command_line({"-fsycl", "-fsycl-targets=spir64_gen", "-Xs", "-device bmg -options -doubleGRF", "a.cpp"});
  EXPECT_EQ(names_of(large), Words{"bmg"});
  EXPECT_EQ(large.with_large_registers, large.devices);
  const CommandLine several =
      read_command_line({"-fsycl-targets=spir64,spir64_gen", "-Xsycl-target-backend=spir64_gen",
                         "-device pvc,lnl-m -options \"-vc-codegen -ze-opt-large-register-file\"", "a.cpp"});
  EXPECT_EQ(names_of(several), (Words{"pvc", "lnl-m"}));
  EXPECT_EQ(several.with_large_registers, several.devices);
  for (const auto& [mode, is_large] : {std::pair("pvc:large", true), std::pair("pvc:auto", false)})
    EXPECT_EQ(read_command_line({"-fsycl-targets=pvc", std::string("-ftarget-register-alloc-mode=") + mode, "a.cpp"})
                  .with_large_registers.size(),
              is_large ? 1u : 0u);
  EXPECT_EQ(error_of({"-fsycl-targets=pvc", "-ftarget-register-alloc-mode=bmg:large", "a.cpp"}),
            "-ftarget-register-alloc-mode: got 'bmg:large'; expected pvc:large, pvc:small, pvc:default or pvc:auto");
  const CommandLine target = read_command_line({"-fsycl-targets=intel_gpu_bmg_g21,intel_gpu_dg2_g10", "a.cpp"});
  EXPECT_EQ(names_of(target), (Words{"bmg-g21", "dg2"}));
  EXPECT_TRUE(target.with_large_registers.empty());
  EXPECT_EQ(target.notes, Words{"-fsycl-targets intel_gpu_dg2_g10: taken as dg2"});
  const CommandLine product = read_command_line({"-fsycl-targets=b580,intel_gpu_arc140v", "a.cpp"});
  EXPECT_EQ(names_of(product), (Words{"bmg-g21", "lnl-m"}));
  EXPECT_EQ(product.notes.front(), "-fsycl-targets b580: taken as bmg-g21");
  // -Xs is for the target that compiles ahead of time.
  EXPECT_TRUE(read_command_line({"-fsycl", "-Xs", "-device pvc", "a.cpp"}).devices.empty());
}

TEST(CommandLine, takes_flags_for_one_target_for_that_one_alone) {
  const auto large_of = [](const Words& words) {
    Words names;
    for (const auto* device : read_command_line(words).with_large_registers)
      names.emplace_back(device->name);
    return names;
  };
  const std::string both = "-fsycl-targets=intel_gpu_pvc,intel_gpu_bmg_g21", large = "-options -doubleGRF";
  EXPECT_EQ(large_of({both, "-ftarget-register-alloc-mode=pvc:large", "a.cpp"}), Words{"pvc"});
  EXPECT_EQ(large_of({both, "-Xsycl-target-backend=intel_gpu_bmg_g21", large, "a.cpp"}), Words{"bmg-g21"});
  EXPECT_EQ(large_of({both, "-Xsycl-target-backend", large, "a.cpp"}), (Words{"pvc", "bmg-g21"}));
  EXPECT_EQ(large_of({"-fsycl-targets=spir64_gen,pvc", "-Xsycl-target-backend=spir64_gen", "-device lnl-m " + large,
                      "a.cpp"}),
            Words{"lnl-m"});
  EXPECT_EQ(read_command_line({"-fsycl-targets=bmg", "-ftarget-register-alloc-mode=pvc:large", "a.cpp"}).warnings,
            Words{"-ftarget-register-alloc-mode: is not used, as no code is made for pvc"});
  // What -Xs names is added to what -fsycl-targets names, in whatever order they come.
  for (const Words& words : {Words{"-fsycl-targets=intel_gpu_pvc,spir64_gen", "-Xs", "-device bmg", "a.cpp"},
                             Words{"-Xs", "-device bmg,pvc", "-fsycl-targets=intel_gpu_pvc,spir64_gen", "a.cpp"}})
    EXPECT_EQ(names_of(read_command_line(words)), (Words{"pvc", "bmg"}));
  EXPECT_EQ(error_of({"-fsycl-targets=intel_gpu_pvc", "-Xs", "-device bmg", "a.cpp"}),
            "-Xs -device: got 'bmg', which is not among -fsycl-targets; expected -fsycl-targets=spir64_gen for devices "
            "that -Xs names");
}

TEST(CommandLine, refuses_values_that_flags_do_not_have) {
  EXPECT_EQ(error_of({"-fp-model=foo", "a.cpp"}),
            "-fp-model: got 'foo'; expected precise, strict, fast, fast=1, fast=2 or consistent");
  EXPECT_EQ(error_of({"-fsycl-device-code-split=wrong", "a.cpp"}),
            "-fsycl-device-code-split: got 'wrong'; expected auto, per_source, per_kernel or off");
  EXPECT_NE(error_of({"-fsycl-host-compiler=g++", "a.cpp"}).find("for what is not done here"), std::string::npos);
  for (const char* one :
       {"-fp-model=precise", "-fsycl-device-code-split=off", "-foffload-fp32-prec-div", "-ftarget-compile-fast"})
    EXPECT_EQ(error_of({one, "a.cpp"}), "") << one;
  // Other instructions than this machine's are asked for with -march alone.
  EXPECT_FALSE(read_command_line({"-mavx2", "-mno-avx512f", "a.cpp"}).names_cpu);
}

TEST(CommandLine, leaves_what_flags_mean_to_clang) {
  const Words words{"-I",       "a",     "-isystem",        "b",       "-UX",     "-DY=2",
                    "-include", "f.hpp", "--include=g.hpp", "-Wp,-DZ", "-Xclang", "-DW",
                    "-c",       "k.cpp", "-save-temps"};
  const CommandLine line = read_command_line(words);
  EXPECT_EQ(line.host_arguments, words);
  EXPECT_EQ(line.goal, Goal::objects);
  EXPECT_TRUE(line.keeps_intermediate_files);
  EXPECT_FALSE(line.names_contraction);
  for (const char* const flag : {"-ffp-contract=off", "-ffast-math", "-fp-model=strict", "-ffp-model=precise"})
    EXPECT_TRUE(read_command_line({flag, "a.cpp"}).names_contraction) << flag;
}

TEST(CommandLine, knows_the_long_spellings_of_what_it_reads) {
  for (const Words& words : {Words{"--compile", "a.cpp", "--output", "x.o"},
                             {"-c", "a.cpp", "--output=x.o"},
                             {"-c", "a.cpp", "-ox.o"},
                             {"-c", "a.cpp", "-o", "x.o"}}) {
    const CommandLine line = read_command_line(words);
    EXPECT_EQ(line.goal, Goal::objects);
    EXPECT_EQ(line.output, fs::path("x.o"));
    EXPECT_EQ(line.inputs, Words{"a.cpp"});
    EXPECT_EQ(line.host_arguments, (Words{"-c", "a.cpp", "-o", "x.o"}));
  }
  for (const char* question : {"--preprocess", "--assemble", "-###", "-S"})
    EXPECT_EQ(read_command_line({question, "a.cpp"}).goal, Goal::other) << question;
  EXPECT_EQ(read_command_line({"--std=c++17", "a.cpp"}).host_arguments.front(), "-std=c++20");
}

// "-64" has no value: a device behind it was lost.
TEST(CommandLine, finds_the_device_behind_other_options_of_the_offline_compiler) {
  const CommandLine line = read_command_line({"-fsycl-targets=spir64_gen", "-Xs", "-64 -device bmg", "a.cpp"});
  EXPECT_EQ(names_of(line), Words{"bmg"});
  EXPECT_TRUE(line.warnings.empty());
  EXPECT_EQ(
      names_of(read_command_line({"-fsycl-targets=spir64_gen", "-Xs", "-revision_id 4 -device pvc -64", "a.cpp"})),
      Words{"pvc"});
}

TEST(CommandLine, refuses_flags_for_sycl_that_it_does_not_know) {
  for (const char* known : {"-fsycl-unnamed-lambda", "-fno-sycl-unnamed-lambda", "-fsycl-id-queries-range=int",
                            "-fsycl-device-lib=all", "-fsycl-rdc", "-sycl-std=2020"})
    EXPECT_EQ(error_of({known, "a.cpp"}), "") << known;
  for (const char* unknown : {"-fsycl-no-such-flag", "-fno-sycl-strange", "-fsycl-helpful"})
    EXPECT_EQ(error_of({unknown, "a.cpp"}), std::string(unknown) + ": got an unknown flag for SYCL; expected those "
                                                                   "of the vendor's driver");
  // By clang's inner words as well.
  EXPECT_EQ(error_of({"-Xclang", "-fsycl-allow-func-ptr", "a.cpp"}), "");
  for (const char* unknown : {"-fsycl-is-device", "-fsycl-no-such-flag", "-fsycl", "-fsyclical"})
    EXPECT_EQ(error_of({"-Xclang", unknown, "a.cpp"}), std::string(unknown) +
                                                           ": got an unknown flag for SYCL; expected those "
                                                           "of the vendor's driver");
  EXPECT_EQ(error_of({"-Xarch_device", "-DX", "a.cpp"}).substr(0, 47),
            "-Xarch_device: got a flag for the device alone;");
  for (const char* front_end : {"-Xsycl-target-frontend", "-Xsycl-target-frontend=spir64"})
    EXPECT_EQ(error_of({front_end, "-DX", "a.cpp"}),
              std::string(front_end) +
                  ": got a flag for the device alone; expected flags for both: host and device are "
                  "the same program");
  EXPECT_EQ(read_command_line({"-Xsycl-target-linker", "-foo", "a.cpp"}).warnings,
            Words{"-Xsycl-target-linker -foo: is not used"});
}

TEST(CommandLine, says_that_assembly_has_no_device_code) {
  const Words line{"-fsycl-targets=spir64_gen", "-Xs", "-device bmg", "a.cpp"};
  EXPECT_TRUE(read_command_line(line).warnings.empty());
  Words assembly = line;
  assembly.emplace_back("-S");
  EXPECT_EQ(read_command_line(assembly).warnings,
            Words{"-S: no device code is made for what is assembled later; use -c"});
}

TEST(CommandLine, says_how_much_memory_local_accessors_have) {
  EXPECT_EQ(read_command_line({"-fsycl", "a.cpp"}).local_memory, 0u);
  EXPECT_EQ(read_command_line({"-fsycl", "-fxeforge-local-memory=4096", "a.cpp"}).local_memory, 4096u);
  for (const char* bad : {"", "-1", "4k", "99999999999"})
    EXPECT_NE(error_of({std::string("-fxeforge-local-memory=") + bad, "a.cpp"}).find("a number of bytes"),
              std::string::npos)
        << bad;
}

TEST(CommandLine, says_how_large_stacks_are) {
  EXPECT_EQ(read_command_line({"-fsycl", "a.cpp"}).stack_kib, 0u);
  EXPECT_EQ(read_command_line({"-fsycl", "-fxeforge-stack=16384", "a.cpp"}).stack_kib, 16384u);
  EXPECT_NE(error_of({"-fxeforge-stack=large", "a.cpp"}).find("a number of KiB"), std::string::npos);
}

TEST(CommandLine, says_which_checks_a_program_has) {
  EXPECT_EQ(read_command_line({"-fsycl", "a.cpp"}).checks, 0u);
  EXPECT_EQ(read_command_line({"-fxeforge-check", "a.cpp"}).checks, 31u);
  EXPECT_EQ(read_command_line({"-fxeforge-check=mem,sync", "a.cpp"}).checks, 5u);
  EXPECT_EQ(read_command_line({"-fxeforge-check", "-fno-xeforge-check", "a.cpp"}).checks, 0u);
  EXPECT_EQ(read_command_line({"-fxeforge-check=init", "a.cpp"}).checks, 8u);
  EXPECT_EQ(read_command_line({"-fxeforge-check=hw", "a.cpp"}).checks, 16u);
  EXPECT_TRUE(read_command_line({"-fxeforge-count", "a.cpp"}).counts);
  EXPECT_FALSE(read_command_line({"-fxeforge-count", "-fno-xeforge-count", "a.cpp"}).counts);
  for (const std::string flag : {"-fxeforge-local-memory", "-fxeforge-chek", "-fno-xeforge-stack"})
    EXPECT_NE(error_of({flag, "a.cpp"}).find(flag + ": got an unknown flag of xeforge-cxx"), std::string::npos) << flag;
  EXPECT_EQ(error_of({"-fxeforge-count", "-fxeforge-check", "a.cpp"}),
            "-fxeforge-count: got -fxeforge-check as well; expected one of the two");
  EXPECT_NE(error_of({"-fxeforge-check=mem,what", "a.cpp"}).find("'what'; expected mem, race, sync"),
            std::string::npos);
}

TEST(CommandLine, takes_older_languages_for_cpp_20) {
  EXPECT_EQ(read_command_line({"-std=c++17", "a.cpp"}).host_arguments.front(), "-std=c++20");
  EXPECT_EQ(read_command_line({"-std=gnu++11", "a.cpp"}).host_arguments.front(), "-std=gnu++20");
  EXPECT_EQ(read_command_line({"-std=c++20", "a.cpp"}).host_arguments.front(), "-std=c++20");
  EXPECT_EQ(read_command_line({"-std=c++23", "a.cpp"}).host_arguments.front(), "-std=c++23");
  EXPECT_EQ(read_command_line({"--std=c++23", "a.cpp"}).host_arguments.front(), "-std=c++23");
}

TEST(CommandLine, tells_inputs_from_values) {
  const CommandLine line = read_command_line({"-MF", "deps.cpp", "-include", "first.cpp", "x.o", "liby.a", "main.cxx"});
  EXPECT_EQ(line.inputs, (Words{"x.o", "liby.a", "main.cxx"}));
  EXPECT_EQ(read_command_line({"-x", "c++", "-"}).inputs, Words{"-"});
  EXPECT_EQ(read_command_line({"-E", "a.cpp"}).goal, Goal::other);
  for (const Words& header : {Words{"-x", "c++-header", "a"}, {"-xc++-header", "a.txt"}, {"a.hpp", "-o", "a.pch"}})
    EXPECT_EQ(read_command_line(header).goal, Goal::other);
  EXPECT_EQ(read_command_line({"-x", "c++", "a.hpp"}).goal, Goal::program);
  EXPECT_EQ(read_command_line({"--version"}).goal, Goal::other);
  EXPECT_TRUE(read_command_line({"-march=x86-64-v3", "a.cpp"}).names_cpu);
}

TEST(CommandLine, sources_in_c_are_refused) {
  for (const Words& words : {Words{"-x", "c", "a.c"}, {"a.cpp", "-xc", "b.c"}, {"-x", "c-header", "a.h"}})
    try {
      read_command_line(words);
      ADD_FAILURE() << words.front();
    } catch (const Error& error) {
      EXPECT_EQ(error.argument(), "-x");
      EXPECT_EQ(error.expected(), "c++, as a C compiler makes objects of C");
    }
  EXPECT_EQ(read_command_line({"a.c", "b.cpp"}).inputs, (Words{"a.c", "b.cpp"})); // C++, as clang++ takes it
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
            "-fsycl-targets: got 'nvptx64-nvidia-cuda'; expected spir64, spir64_gen, intel_gpu_NAME, nvidia_gpu_sm_90 "
            "or the name of a device");
  EXPECT_EQ(error_of({"-fsycl-targets=spir64_gen", "a.cpp"}),
            "-Xs: got no -device; expected -Xs \"-device NAME\" with -fsycl-targets=spir64_gen");
  EXPECT_EQ(error_of({"a.cpp", "-Xs"}), "-Xs: got nothing; expected a value after it");
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
