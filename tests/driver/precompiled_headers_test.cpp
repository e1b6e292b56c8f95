// With XEFORGE_PCH_DIR the same objects, device code and messages come out, sooner.
#include "cli/program.hpp"

#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <algorithm>

namespace xeforge::cli_tests {
namespace {

namespace fs = std::filesystem;

class precompiled_headers : public InFolder {
protected:
  toolchain::Outcome with(const std::string& line) const { return shell("export XEFORGE_PCH_DIR=kept; " + line); }
  toolchain::Outcome without(const std::string& line) const { return shell("unset XEFORGE_PCH_DIR; " + line); }
  int kept(const std::string& ending) const {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(folder / "kept"))
      count += entry.path().extension() == ending;
    return count;
  }
};

TEST_F(precompiled_headers, make_the_same_objects) {
  const std::string source = "'" + (repository() / "examples/softmax_topk.cpp").string() + "'";
  const auto build = [&source](const std::string& flags, const char* object) {
    return "xeforge-cxx -fsycl " + flags + " -c " + source + " -o " + object;
  };
  int sets_of_flags = 0;
  for (const char* const flags : {"", "-DNDEBUG -fxeforge-check"}) {
    EXPECT_TRUE(is_success(without(build(flags, "plain.o"))));
    for (const char* const object : {"noted.o", "made.o", "used.o"}) {
      EXPECT_TRUE(is_success(with(build(flags, object)))) << flags;
      EXPECT_EQ(contents(folder / object) == contents(folder / "plain.o"), true) << flags << " " << object;
    }
    EXPECT_EQ(kept(".pch"), ++sets_of_flags) << flags;
  }
  // Debug information of types is not the same, so this takes the headers as they stand.
  EXPECT_TRUE(is_success(with(build("-g", "g.o"))));
  EXPECT_EQ(kept(".hpp"), sets_of_flags);
}

TEST_F(precompiled_headers, list_what_was_read) {
  write(folder / "k.cpp", "#include <sycl/sycl.hpp>\nint main() {}\n");
  const std::string build = "xeforge-cxx -fsycl -MD -c k.cpp -o k.o";
  ASSERT_TRUE(is_success(without(build)));
  const std::string plain = contents(folder / "k.d");
  EXPECT_NE(plain.find("sycl/sycl.hpp"), std::string::npos);
  ASSERT_TRUE(is_success(with(build + " && " + build + " && " + build)));
  std::string again = contents(folder / "k.d");
  EXPECT_EQ(kept(".pch"), 1);
  // The header made for it is one more; the order is another.
  EXPECT_GE(std::ranges::count(again, '/'), std::ranges::count(plain, '/'));
  EXPECT_NE(again.find("sycl/sycl.hpp"), std::string::npos);
}

TEST_F(precompiled_headers, change_no_message) {
  write(folder / "k.cpp", "#include <sycl/sycl.hpp>\nint main() { sycl::queue queue; queue.submit(1); int unused; }\n");
  const std::string build = "xeforge-cxx -fsycl -Wall k.cpp -o k";
  const toolchain::Outcome plain = without(build);
  EXPECT_EQ(plain.code, 1);
  for (int turn = 0; turn < 2; ++turn) {
    const toolchain::Outcome again = with(build);
    EXPECT_EQ(again.code, 1);
    EXPECT_EQ(again.errors, plain.errors);
  }
  write(folder / "warns.cpp", "#include <sycl/sycl.hpp>\nint main() { int unused; }\n");
  const std::string warned = "xeforge-cxx -fsycl -Wall warns.cpp -o warns";
  const std::string warning = without(warned).errors;
  EXPECT_NE(warning.find("unused variable"), std::string::npos);
  EXPECT_EQ(with(warned).errors, warning); // with the headers that the failing program had made
}

TEST_F(precompiled_headers, are_not_used_behind_what_could_change_them) {
  write(folder / "first.hpp", "#define FIRST 1\n");
  write(folder / "k.cpp", "#include <sycl/sycl.hpp>\nint main() {}\n");
  fs::create_directory(folder / "own");
  for (const char* const line : {"-include first.hpp k.cpp", "-imacros first.hpp k.cpp", "-I own k.cpp"})
    EXPECT_TRUE(is_success(with("xeforge-cxx -fsycl -c -o k.o " + std::string(line)))) << line;
  EXPECT_EQ(fs::exists(folder / "kept") ? kept(".hpp") : 0, 0); // not even noted
}

TEST_F(precompiled_headers, are_made_again_for_another_header) {
  fs::create_directories(folder / "own/sycl");
  write(folder / "own/sycl/sycl.hpp", "constexpr int number = 1;\n");
  write(folder / "k.cpp",
        "#include <sycl/sycl.hpp>\n#include <cstdio>\nint main() { std::printf(\"%d\\n\", number); }\n");
  const std::string build = "xeforge-cxx -I\"$PWD/own\" k.cpp -o k && ./k";
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
  const std::string source = "'" + (repository() / "examples/softmax_topk.cpp").string() + "'";
  const std::string compile = "xeforge compile " + source + " --device bmg -o ";
  ASSERT_TRUE(is_success(without(compile + "plain")));
  for (const char* const turn : {"noted", "made", "used"}) {
    ASSERT_TRUE(is_success(with(compile + turn)));
    for (const auto& entry : fs::directory_iterator(folder / "plain"))
      EXPECT_EQ(contents(folder / turn / entry.path().filename()) == contents(entry.path()), true)
          << turn << " " << entry;
  }
  EXPECT_EQ(kept(".pch"), 1);

  write(folder / "long_double.cpp",
        "#include <sycl/sycl.hpp>\nint main() { sycl::queue q; double* p = sycl::malloc_shared<double>(1, q);\n"
        "q.single_task<class K>([=] { long double x = *p; x *= x; *p = x; }).wait(); }\n");
  const std::string refused = "xeforge compile long_double.cpp --device bmg -o refused";
  const std::string message = without(refused).errors;
  EXPECT_NE(message.find("long_double.cpp:3"), std::string::npos) << message;
  EXPECT_EQ(with(refused).errors, message);
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
