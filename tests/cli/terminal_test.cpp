// What commands print where somebody looks: on a terminal, which `script` (bsdutils) makes.
#include "cli/npy_file.hpp"
#include "cli/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>

namespace xeforge::cli_tests {
namespace {

class terminal : public InFolder {
protected:
  void SetUp() override {
    if (!toolchain::installed_program("script").empty())
      return;
    GTEST_SKIP() << "no program 'script' (Debian: bsdutils)";
  }
  // What it has printed on a terminal when the text is there, or when it has ended; it is ended then.
  std::string shown_until(const std::string& text, const std::string& command) const {
    shell("script -qfc '" + command + "' typescript >/dev/null 2>&1 & script=$!\n" +
          "while kill -0 $script 2>/dev/null && ! grep -qF '" + text + "' typescript; do sleep 0.1; done\n" +
          "kill $script 2>/dev/null; wait $script");
    return contents(folder / "typescript");
  }
  // What it prints on a terminal of so many columns, standard error included.
  std::string shown(const std::string& command, int columns = 80) const {
    const toolchain::Outcome outcome =
        shell("script -qec 'stty cols " + std::to_string(columns) + "; " + command + "' /dev/null");
    EXPECT_TRUE(outcome.succeeded()) << outcome.output << outcome.errors;
    return outcome.output;
  }
};

// In characters, colours left out.
std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  std::istringstream lines(std::regex_replace(text, std::regex("\x1b\\[[0-9;]*m|\r"), ""));
  for (std::string line; std::getline(lines, line);)
    longest = std::max(longest, line.size());
  return longest;
}

TEST_F(terminal, text_is_as_wide_as_the_terminal) {
  const std::string narrow = shown("xeforge list 2>/dev/null", 70), wide = shown("xeforge list 2>/dev/null", 160);
  EXPECT_LE(longest_line(narrow), 70u) << narrow;
  EXPECT_GT(longest_line(wide), 100u) << wide;
  EXPECT_LE(longest_line(shell("xeforge list").output), 100u) << "where nobody looks";
}

TEST_F(terminal, colours_are_for_whoever_does_not_forbid_them) {
  const std::string check = "xeforge check rms-norm --set smoke 2>/dev/null";
  EXPECT_NE(shown(check).find("\x1b["), std::string::npos);
  EXPECT_NE(shown("NO_COLOR= " + check).find("\x1b["), std::string::npos) << "empty forbids nothing";
  EXPECT_EQ(shown("NO_COLOR=1 " + check).find("\x1b["), std::string::npos);
  EXPECT_EQ(shell(check).output.find("\x1b["), std::string::npos) << "no terminal";
}

TEST_F(terminal, results_are_shown_as_they_come) {
  const std::string bench = "xeforge bench rms-norm --case hidden-7168 --seconds 0.05";
  EXPECT_NE(shown(bench).find("[1/1] hidden-7168: "), std::string::npos);
  EXPECT_EQ(shell(bench).errors, "") << "nobody looks";
}

// ---- what takes more than two seconds says so, where somebody looks ---------------------------------------------------
class terminal_while_waiting : public terminal {
protected:
  void SetUp() override {
    terminal::SetUp();
    if (!IsSkipped() && !std::filesystem::exists(repository() / ".device-tools" / "COMPLETE"))
      GTEST_SKIP() << "no device tools";
  }
  // The header comes three seconds late, so that the compilation takes longer, on whatever machine.
  void write_kernel(const std::string& body) const {
    write(folder / "kernel.cpp", "#include <sycl/ext/intel/esimd.hpp>\n#include <sycl/sycl.hpp>\n#include \"late.h\"\n"
                                 "void f(sycl::queue& queue, int* data) {\n  queue.single_task<class K>([=]() "
                                 "SYCL_ESIMD_KERNEL { " +
                                     body + " });\n}\n");
  }
  const std::string late = "rm -f late.h; mkfifo late.h; (sleep 3; echo >late.h) & ";
};

TEST_F(terminal_while_waiting, compile_explain_and_emulate_say_what_they_compile) {
  write_kernel("data[0] = 1;");
  write(folder / "data.npy", npy_bytes("<i4", "(1,)", std::string(4, '\0')));
  for (const std::string words :
       {"compile kernel.cpp -o out", "explain kernel.cpp", "emulate kernel.cpp --range 1 --arg inout:data.npy"}) {
    const std::string command = "xeforge " + words + " --device bmg";
    const std::string looked_at = shown(late + command);
    const std::size_t said = looked_at.find("compiling kernel.cpp for bmg: C++, 2 s"),
                      away = looked_at.rfind("\r\x1b[K");
    EXPECT_NE(said, std::string::npos) << looked_at;
    EXPECT_LT(said, away) << looked_at;
    EXPECT_EQ(looked_at.find("compiling", away), std::string::npos) << "the line is taken away: " << looked_at;
    const toolchain::Outcome unseen = shell(late + command);
    EXPECT_TRUE(is_success(unseen));
    EXPECT_EQ(unseen.output.find("compiling"), std::string::npos) << unseen.output;
  }
}

TEST_F(terminal_while_waiting, emulate_says_what_it_executes) {
  write_kernel("while (*static_cast<volatile int*>(data) == 0);");
  write(folder / "late.h", "");
  write(folder / "data.npy", npy_bytes("<i4", "(1,)", std::string(4, '\0')));
  const std::string budget = " --budget 1000000000000"; // for hours
  EXPECT_NE(shown_until("executing K of 1 group, 3 s",
                        "xeforge emulate kernel.cpp --device bmg --range 1 --arg data.npy" + budget)
                .find("executing K of 1 group, 2 s"),
            std::string::npos);
}

TEST_F(terminal, run_says_what_it_runs) {
  const std::int64_t keys = 1 << 17; // minutes
  write(folder / "x.npy", npy_bytes("<f4", "(1, 8, " + std::to_string(keys) + ", 32)",
                                    std::string(static_cast<std::size_t>(8 * keys * 32 * 4), '\0')));
  const std::string command = "xeforge run attention --q x.npy --k x.npy --v x.npy --out o.npy --threads 1";
  EXPECT_NE(shown_until("attention on 1 thread, 3 s", command).find("attention on 1 thread, 2 s"), std::string::npos);
}

TEST_F(terminal, roof_says_what_it_measures) {
  EXPECT_NE(shown("xeforge roof").find("the ceilings of 1 thread"), std::string::npos);
  EXPECT_EQ(shell("xeforge roof").errors, "") << "nobody looks";
}

} // namespace
} // namespace xeforge::cli_tests
