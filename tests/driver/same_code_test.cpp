// What is not checked is as if there were no checker: the same machine code from headers in which the checker's files are
// missing.
#include "cli/program.hpp"

namespace xeforge::cli_tests {
namespace {

namespace fs = std::filesystem;

class same_code : public InFolder {
protected:
  // The headers that the driver finds, in a folder of their own.
  fs::path copy_of_headers() const {
    const fs::path headers = folder / "headers";
    fs::create_directory(headers);
    for (const char* const name : {"sycl", "CL", "xeforge"})
      fs::copy(fs::path(XEFORGE_BUILD) / "include" / name, headers / name, fs::copy_options::recursive);
    return headers;
  }

  // The functions' bytes, and what the linker has to put into them.
  std::string code_of(const std::string& headers, const std::string& source, const std::string& object) const {
    const toolchain::Outcome built =
        shell("'" XEFORGE_HOST_COMPILER "' -std=c++20 -O2 -march=x86-64-v3 -ffp-contract=off -Wno-psabi "
              "-Wno-unknown-attributes -I'" +
              headers + "' -c '" + source + "' -o " + object);
    EXPECT_TRUE(built.succeeded()) << built.errors.substr(0, 2000);
    const toolchain::Outcome code = shell("objdump -dr --no-show-raw-insn " + object + " | tail -n +4");
    EXPECT_GT(code.output.size(), 10'000u);
    return code.output;
  }
};

TEST_F(same_code, without_the_flag_as_without_the_checkers_headers) {
  if (!shell("objdump --version").succeeded())
    GTEST_SKIP() << "there is no objdump here";
  const fs::path headers = copy_of_headers();
  const std::string gone = "#error \"the checker's\"\n";
  for (const char* const name :
       {"xeforge/esimd/port/watched.hpp", "xeforge/esimd/port/checked.hpp", "xeforge/esimd/core/fresh.hpp",
        "xeforge/machine/checks.hpp", "xeforge/machine/check_tools.hpp"}) {
    ASSERT_TRUE(fs::exists(headers / name)) << name;
    write(headers / name, gone);
  }
  // What is left of it elsewhere stands behind the flag's macro.
  for (const auto& [name, source] :
       std::map<std::string, fs::path>{{"block_copy_2d", repository() / "examples/guide/block_copy_2d.cpp"},
                                       {"matrix", repository() / "tests/programs/matrix_programs_test.cpp"},
                                       {"race", repository() / "tests/driver/programs/checked/race.cpp"}}) {
    const std::string as_it_is = code_of(std::string(XEFORGE_BUILD) + "/include", source.string(), name + "1.o");
    EXPECT_EQ(as_it_is == code_of(headers.string(), source.string(), name + "2.o"), true) << name;
  }
}

} // namespace
} // namespace xeforge::cli_tests
