// With XEFORGE_PCH_DIR the same objects, device code and messages come out, sooner.
#include "cli/program.hpp"

#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

namespace xeforge::cli_tests {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view program = R"(// A kernel.
#include <sycl/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>
#include <cstdio>
int main() {
  using namespace sycl::ext::intel::esimd;
  sycl::queue queue;
  float* const x = sycl::malloc_shared<float>(64, queue);
  queue.parallel_for<class Half>(sycl::range<1>(4), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    simd<float, 16> row(x + 16 * item[0]);
    (row * 0.5f).copy_to(x + 16 * item[0]);
  }).wait();
  std::printf("%f\n", double(x[3]));
}
)";

class precompiled_headers : public InFolder {
protected:
  toolchain::Outcome with(const std::string& line) const { return shell("export XEFORGE_PCH_DIR=kept; " + line); }
  toolchain::Outcome without(const std::string& line) const { return shell("unset XEFORGE_PCH_DIR; " + line); }
  // Headers with the names of the real ones, which take no seconds to read.
  void use_small_headers() const {
    fs::create_directories(folder / "own/sycl/detail");
    write(folder / "own/sycl/sycl.hpp",
          "#pragma once\nnamespace sycl {\nstruct queue {\n  template <class Group>\n"
          "  auto submit(Group group) -> decltype(group(1)) { return group(1); }\n};\n}\n");
    // As a launch names its source.
    write(folder / "own/sycl/detail/record.hpp", "#pragma once\n#include <stdio.h>\n#include <sycl/detail/launch.hpp>\n"
                                                 "inline void say() { puts(sycl::detail::source_name); }\n");
  }
  const std::string compiler = "xeforge-cxx -fsycl -I\"$PWD/own\" ";

  int kept(const std::string& ending) const {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(folder / "kept"))
      count += entry.path().extension() == ending;
    return count;
  }
};

// What may be removed at any time is not among what an object is made of.
TEST_F(precompiled_headers, are_in_no_list_of_make) {
  use_small_headers();
  write(folder / "u.h", "#pragma once\n");
  write(folder / "k.cpp", "#include <sycl/sycl.hpp>\n#include \"u.h\"\nint main() {}\n");
  for (const char* const list : {"-MMD", "-MMD -MP", "-MD"}) {
    const std::string line = compiler + list + " -MF k.d -c k.cpp -o k.o";
    ASSERT_TRUE(without(line).succeeded());
    const std::string expected = contents(folder / "k.d");
    for (int i = 0; i < 3; ++i)
      ASSERT_TRUE(with(line).succeeded());
    EXPECT_GT(kept(".pch"), 0);
    const auto words = [](const std::string& text) {
      std::istringstream stream(text);
      std::set<std::string> all{std::istream_iterator<std::string>(stream), {}};
      all.erase("\\");
      return all;
    };
    EXPECT_EQ(words(contents(folder / "k.d")), words(expected)) << list;
  }
}

TEST_F(precompiled_headers, make_the_same_objects) {
  write(folder / "k.cpp", program);
  int sets_of_flags = 0;
  // In a program with device code, launches have the source's name in them.
  for (const char* const flags : {"", "-DXEFORGE_DEVICE_CODE", "-fxeforge-check -DNDEBUG"}) {
    const auto build = [flags](const char* object) {
      return "xeforge-cxx -fsycl " + std::string(flags) + " -c k.cpp -o " + object;
    };
    EXPECT_TRUE(is_success(with(build("noted.o")))) << flags;
    EXPECT_EQ(kept(".pch"), sets_of_flags) << flags; // none was used yet
    if (sets_of_flags == 0) {
      EXPECT_TRUE(is_success(without(build("plain.o"))));
      EXPECT_EQ(contents(folder / "noted.o") == contents(folder / "plain.o"), true);
    }
    EXPECT_TRUE(is_success(with(build("made.o")))) << flags;
    EXPECT_EQ(contents(folder / "made.o") == contents(folder / "noted.o"), true) << flags;
    EXPECT_EQ(kept(".pch"), ++sets_of_flags) << flags;
  }
}

// A launch says which source it is of, as the command line names it, wherever its headers were precompiled.
TEST_F(precompiled_headers, know_each_source_of_device_code_by_its_name) {
  use_small_headers();
  fs::create_directory(folder / "a b");
  const std::vector<std::string> names{"first.cpp", "./first.cpp", "a b/second\"\\.cpp"};
  for (const std::string& name : names)
    write(folder / name, "#include <sycl/sycl.hpp>\n#include <sycl/detail/record.hpp>\nint main() { say(); }\n");
  const auto said = [this](const std::string& words) {
    return with(compiler + "-DXEFORGE_DEVICE_CODE " + words + " -o k && ./k").output;
  };
  for (const std::string& name : names) // the second one makes the headers
    EXPECT_EQ(said("'" + name + "'"), name + "\n");
  EXPECT_EQ(kept(".pch"), 1);
  // One macro would not name both, and a name that is written otherwise is clang's to write.
  write(folder / "other.cpp", "#include <sycl/sycl.hpp>\n#include <sycl/detail/record.hpp>\nvoid other() { say(); }\n");
  EXPECT_EQ(said("other.cpp first.cpp"), "first.cpp\n");
  EXPECT_EQ(said("-fmacro-prefix-map=first=third first.cpp"), "third.cpp\n");
  EXPECT_EQ(kept(".hpp"), 1);
}

// Of types it is not the same.
TEST_F(precompiled_headers, are_not_used_for_debug_information_of_types) {
  use_small_headers();
  write(folder / "k.cpp", "#include <sycl/sycl.hpp>\nint main() {}\n");
  EXPECT_TRUE(is_success(with(compiler + "-g -c k.cpp -o g.o")));
  EXPECT_EQ(kept(".hpp"), 0); // not even noted
}

TEST_F(precompiled_headers, list_what_was_read) {
  use_small_headers();
  write(folder / "k.cpp", "#include <sycl/sycl.hpp>\nint main() {}\n");
  const std::string build = compiler + "-MD -c k.cpp -o k.o";
  ASSERT_TRUE(is_success(with(build)));
  const std::string plain = contents(folder / "k.d");
  EXPECT_NE(plain.find("sycl/sycl.hpp"), std::string::npos);
  EXPECT_EQ(kept(".pch"), 0);
  ASSERT_TRUE(is_success(with(build)));
  EXPECT_EQ(kept(".pch"), 1);
  const std::string again = contents(folder / "k.d");
  // In another order, with the header that was made for it.
  EXPECT_GE(std::ranges::count(again, '/'), std::ranges::count(plain, '/'));
  EXPECT_NE(again.find("sycl/sycl.hpp"), std::string::npos);
}

TEST_F(precompiled_headers, change_no_message) {
  use_small_headers();
  write(folder / "k.cpp", "#include <sycl/sycl.hpp>\nint main() { sycl::queue queue; queue.submit(1); int unused; }\n");
  const std::string build = compiler + "-Wall k.cpp -o k";
  const toolchain::Outcome plain = without(build);
  EXPECT_EQ(plain.code, 1);
  EXPECT_NE(plain.errors.find("own/sycl/sycl.hpp"), std::string::npos) << plain.errors; // a note that is in the header
  for (int turn = 0; turn < 2; ++turn) {
    const toolchain::Outcome again = with(build);
    EXPECT_EQ(again.code, 1);
    EXPECT_EQ(again.errors, plain.errors);
  }
  write(folder / "warns.cpp", "#include <sycl/sycl.hpp>\nint main() { int unused; }\n");
  const std::string warned = compiler + "-Wall warns.cpp -o warns";
  const std::string warning = without(warned).errors;
  EXPECT_NE(warning.find("unused variable"), std::string::npos);
  EXPECT_EQ(with(warned).errors, warning); // with the headers that the failing program had made
}

TEST_F(precompiled_headers, are_not_used_behind_what_could_change_them) {
  use_small_headers();
  write(folder / "first.hpp", "#define FIRST 1\n");
  write(folder / "k.cpp", "#include <sycl/sycl.hpp>\nint main() {}\n");
  fs::create_directory(folder / "empty");
  for (const char* const line : {"-include first.hpp k.cpp", "-imacros first.hpp k.cpp", "-I empty k.cpp"})
    EXPECT_TRUE(is_success(with(compiler + "-c -o k.o " + std::string(line)))) << line;
  EXPECT_EQ(fs::exists(folder / "kept") ? kept(".hpp") : 0, 0); // not even noted
}

TEST_F(precompiled_headers, are_made_again_for_another_header) {
  fs::create_directories(folder / "own/sycl");
  write(folder / "own/sycl/sycl.hpp", "constexpr int number = 1;\n");
  write(folder / "k.cpp",
        "#include <sycl/sycl.hpp>\n#include <cstdio>\nint main() { std::printf(\"%d\\n\", number); }\n");
  const std::string build = compiler + "k.cpp -o k && ./k";
  for (int turn = 0; turn < 3; ++turn)
    EXPECT_EQ(with(build).output, "1\n");
  EXPECT_EQ(kept(".pch"), 1);
  write(folder / "own/sycl/sycl.hpp", "constexpr int number = 20;\n");
  EXPECT_EQ(with(build).output, "20\n");
  EXPECT_EQ(with(build).output, "20\n");
}

TEST_F(precompiled_headers, make_the_same_device_code) {
  if (toolchain::missing_device_tools(toolchain::default_tools_folder()))
    GTEST_SKIP() << "the device tools are not here; ./forge device-tools fetches them";
  write(folder / "k.cpp", program);
  const std::string compile = "xeforge compile k.cpp --device bmg -o ";
  ASSERT_TRUE(is_success(without(compile + "plain")));
  for (const char* const turn : {"noted", "made"}) {
    ASSERT_TRUE(is_success(with(compile + turn)));
    for (const auto& entry : fs::directory_iterator(folder / "plain"))
      EXPECT_EQ(contents(folder / turn / entry.path().filename()) == contents(entry.path()), true)
          << turn << " " << entry;
  }
  EXPECT_EQ(kept(".pch"), 1);

  write(folder / "long_double.cpp", "#include <sycl/sycl.hpp>\n#include <sycl/ext/intel/esimd.hpp>\n"
                                    "int main() { sycl::queue q; double* p = sycl::malloc_shared<double>(1, q);\n"
                                    "q.single_task<class K>([=] { long double x = *p; x *= x; *p = x; }).wait(); }\n");
  const std::string refused = "xeforge compile long_double.cpp --device bmg -o refused";
  const std::string message = without(refused).errors;
  EXPECT_NE(message.find("long_double.cpp:4"), std::string::npos) << message;
  EXPECT_EQ(with(refused).errors, message);
}

// Devices share them: which one is compiled for, a source hears behind them.
TEST_F(precompiled_headers, are_made_once_for_all_devices_and_know_each_by_its_name) {
  if (toolchain::missing_device_tools(toolchain::default_tools_folder()))
    GTEST_SKIP() << "the device tools are not here; ./forge device-tools fetches them";
  write(folder / "k.cpp", R"(#include <sycl/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>
namespace experimental = sycl::ext::oneapi::experimental;
template <int number> class Kernel;
constexpr int number = [] {
  int value = 0;
  experimental::if_architecture_is<experimental::architecture::intel_gpu_pvc>([&] { value = 1; })
      .else_if_architecture_is<experimental::architecture::intel_gpu_lnl_m>([&] { value = 2; });
  return value;
}();
void put(sycl::queue& q, int* p) {
  q.single_task<Kernel<number>>([=]() SYCL_ESIMD_KERNEL {
    p[0] = number;
  }).wait();
}
)");
  const auto compile = [this](const std::string& name, const std::string& before = "") {
    return with(before + "xeforge-cxx -fsycl -fsycl-device-only -fsycl-targets=bmg,pvc,lnl-m " + name + ".cpp -o " +
                name);
  };
  const auto expect_kernel = [this](const std::string& report, int value) {
    const std::string text = contents(folder / report / "report.json");
    EXPECT_NE(text.find("\"Kernel<" + std::to_string(value) + ">\""), std::string::npos) << report << text;
  };
  for (int turn = 0; turn < 2; ++turn) {
    ASSERT_TRUE(is_success(compile("k")));
    for (const auto& [report, value] : {std::pair("k/bmg", 0), {"k/pvc", 1}, {"k/lnl-m", 2}})
      expect_kernel(report, value);
    EXPECT_EQ(kept(".pch"), 1); // noted for the first device, made for the second, used by the third
  }

  // They also share what becomes of a source, unless it asks for its device: by a function as above, or by the macro.
  const std::string headers = "#include <sycl/sycl.hpp>\n#include <sycl/ext/intel/esimd.hpp>\n";
  write(folder / "macro.cpp", headers +
                                  "template <int> class Kernel;\nvoid put(sycl::queue& q, int* p) {\n"
                                  "#ifdef XEFORGE_DEVICE\n"
                                  "  q.single_task<Kernel<sizeof(XEFORGE_DEVICE)>>([=] { *p = 1; });\n#endif\n}\n");
  ASSERT_TRUE(is_success(compile("macro")));
  for (const auto& [report, value] : {std::pair("macro/bmg", 4), {"macro/pvc", 4}, {"macro/lnl-m", 6}})
    expect_kernel(report, value);
  // The pipe can be read once.
  write(folder / "plain.cpp",
        headers + "#include \"pipe.hpp\"\ntemplate <int> class Kernel;\n"
                  "void put(sycl::queue& q, int* p) { q.single_task<Kernel<number>>([=] { *p = 1; }); }\n");
  EXPECT_TRUE(
      is_success(compile("plain", "mkfifo pipe.hpp\necho 'constexpr int number = 3;' >pipe.hpp &\ntimeout 100 ")));
  for (const char* const report : {"plain/bmg", "plain/pvc", "plain/lnl-m"})
    expect_kernel(report, 3);
  EXPECT_EQ(kept(".hpp"), 1);

  // A header of the program's own that is parsed beforehand may ask for it as well.
  fs::create_directories(folder / "include/sycl");
  write(folder / "include/sycl/own.hpp",
        "#pragma once\n#include <sycl/sycl.hpp>\nnamespace own = sycl::ext::oneapi::experimental;\n"
        "template <class> constexpr int number() {\n  int value = 0;\n"
        "  own::if_architecture_is<own::architecture::intel_gpu_pvc>([&] { value = 1; });\n  return value;\n}\n");
  write(folder / "own.cpp",
        "#include <sycl/own.hpp>\ntemplate <int> class Kernel;\n"
        "void put(sycl::queue& q, int* p) { q.single_task<Kernel<number<int>()>>([=] { *p = 1; }); }\n");
  for (const char* const variable : {"CPATH=$PWD/include ", "CPLUS_INCLUDE_PATH=$PWD/include "})
    for (int turn = 0; turn < 2; ++turn) {
      ASSERT_TRUE(is_success(compile("own", variable)));
      for (const auto& [report, value] : {std::pair("own/bmg", 0), {"own/pvc", 1}, {"own/lnl-m", 0}})
        expect_kernel(report, value);
    }
}

TEST_F(precompiled_headers, of_devices_know_nothing_of_folders_in_the_environment) {
  if (toolchain::missing_device_tools(toolchain::default_tools_folder()))
    GTEST_SKIP() << "the device tools are not here; ./forge device-tools fetches them";
  write(folder / "k.cpp", program);
  ASSERT_TRUE(is_success(with("CPATH=/nowhere xeforge compile k.cpp --device bmg -o out")));
  EXPECT_EQ(kept(".hpp"), 0); // not even noted
}

TEST_F(precompiled_headers, need_a_folder_that_can_be_written) {
  write(folder / "k.cpp", "#include <sycl/sycl.hpp>\nint main() {}\n");
  const toolchain::Outcome outcome = shell("XEFORGE_PCH_DIR=/dev/null/kept xeforge-cxx -fsycl k.cpp -o k");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.errors.find("XEFORGE_PCH_DIR: got '/dev/null/kept': Not a directory; expected a folder"),
            std::string::npos)
      << outcome.errors;
}

} // namespace
} // namespace xeforge::cli_tests
