// What is not checked is as if there were no checker: the same machine code from headers in which the checker's files are
// missing, since the compiler gets the same text.
#include "cli/program.hpp"

#include <array>

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

  // What the compiler makes code of: the program's own text and its headers', after the preprocessor.
  std::string text_of(const fs::path& headers, const fs::path& source) const {
    const toolchain::Outcome outcome = shell("'" XEFORGE_HOST_COMPILER "' -std=c++20 -O2 -march=x86-64-v3 -E -P -I'" +
                                             headers.string() + "' '" + source.string() + "'");
    EXPECT_TRUE(outcome.succeeded()) << outcome.errors.substr(0, 2000);
    EXPECT_GT(outcome.output.size(), 1'000'000u);
    return outcome.output;
  }
};

TEST_F(same_code, without_the_flag_as_without_the_checkers_headers) {
  const std::array sources{repository() / "examples/guide/block_copy_2d.cpp",
                           repository() / "tests/programs/matrix_programs_test.cpp",
                           repository() / "tests/driver/programs/checked/race.cpp"};
  const fs::path headers = copy_of_headers(); // in one place, as some of the text names the files that it is of
  std::vector<std::string> as_it_is;
  for (const fs::path& source : sources)
    as_it_is.push_back(text_of(headers, source));
  const std::string gone = "#error \"the checker's\"\n";
  for (const char* const name :
       {"xeforge/esimd/port/watched.hpp", "xeforge/esimd/port/checked.hpp", "xeforge/esimd/core/fresh.hpp",
        "xeforge/machine/checks.hpp", "xeforge/machine/check_tools.hpp"}) {
    ASSERT_TRUE(fs::exists(headers / name)) << name;
    write(headers / name, gone);
  }
  // What is left of it elsewhere stands behind the flag's macro.
  for (std::size_t i = 0; i < sources.size(); ++i)
    EXPECT_EQ(as_it_is[i] == text_of(headers, sources[i]), true) << sources[i];
}

} // namespace
} // namespace xeforge::cli_tests
