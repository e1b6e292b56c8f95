// Standard streams that are closed, full, or read by nobody.
#include "cli/npy_file.hpp"
#include "cli/program.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace xeforge::cli_tests {
namespace {

class streams : public InFolder {
protected:
  streams() { write(folder / "x.npy", npy_bytes("<f4", "(8, 4)", std::string(128, '\0'))); }
  static constexpr const char* run = "xeforge run softmax-topk --scores x.npy --k 2 --weights w.npy";
};

TEST_F(streams, a_closed_standard_output_is_an_error_and_no_file_takes_its_place) {
  EXPECT_TRUE(is_refusal(shell("exec xeforge list >&-"), {"standard output: got an error"}));
  const toolchain::Outcome outcome = shell("exec xeforge list --json out.json >&-");
  EXPECT_TRUE(is_refusal(outcome, {"standard output: got an error"}));
  const auto files = snapshot();
  if (files.contains("out.json"))
    EXPECT_EQ(files.at("out.json").substr(0, 2), "{\n");
}

TEST_F(streams, outputs_that_were_written_before_the_loss_are_mentioned) {
  for (const char* lost : {" >/dev/full", " >&-"}) {
    EXPECT_TRUE(is_refusal(shell(std::string("exec ") + run + lost),
                           {"standard output: got an error", "after all output files were written"}));
    EXPECT_EQ(contents(folder / "w.npy").substr(1, 5), "NUMPY");
    std::filesystem::remove(folder / "w.npy");
  }
  EXPECT_EQ(shell("exec xeforge list >/dev/full").errors.find("output files"), std::string::npos);
}

TEST_F(streams, a_closed_or_full_standard_error_changes_no_exit_code) {
  for (const char* lost : {" 2>&-", " 2>/dev/full", " <&- >&- 2>&-"}) {
    const toolchain::Outcome outcome = shell(std::string("exec xeforge isa nothing") + lost);
    EXPECT_EQ(outcome.ending, toolchain::Ending::exited) << lost;
    EXPECT_EQ(outcome.code, 2) << lost;
  }
  EXPECT_EQ(shell(std::string("exec ") + run + " 2>&-").code, 0);
  EXPECT_EQ(shell("exec xeforge list <&-").code, 0);
  EXPECT_EQ(shell("exec xeforge list --json - >&- 2>&-").code, 2);
}

// As every program in a pipeline: ended by the signal, without a word, and nothing left behind.
TEST_F(streams, a_reader_that_is_gone_ends_the_program_in_silence) {
  for (const char* command : {"xeforge list", "xeforge list --json -", "xeforge --help"}) {
    const toolchain::Outcome outcome =
        shell(std::string("mkfifo p; true <p & exec 3>p; wait $!; exec ") + command + " >&3");
    EXPECT_EQ(outcome.ending, toolchain::Ending::killed) << command << outcome.errors;
    EXPECT_EQ(outcome.code, SIGPIPE) << command;
    EXPECT_EQ(outcome.errors, "") << command;
    std::filesystem::remove(folder / "p");
  }
}

} // namespace
} // namespace xeforge::cli_tests
