#include "xeforge/toolchain/tools/process.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace xeforge::toolchain {
namespace {

Command shell(std::string script) { return {.program = "/bin/sh", .arguments = {"-c", std::move(script)}}; }

TEST(process, captures_both_streams_and_the_exit_status) {
  const Outcome outcome = run(shell("echo out; echo err >&2; exit 3"));
  EXPECT_EQ(outcome.ending, Ending::exited);
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.output, "out\n");
  EXPECT_EQ(outcome.errors, "err\n");
  EXPECT_FALSE(outcome.succeeded());
}

TEST(process, more_than_a_pipe_holds_on_both_streams_does_not_block) {
  const Outcome outcome = run(shell("head -c 300000 /dev/zero; head -c 200000 /dev/zero >&2"));
  EXPECT_TRUE(outcome.succeeded());
  EXPECT_EQ(outcome.output.size(), 300000u);
  EXPECT_EQ(outcome.errors.size(), 200000u);
}

TEST(process, arguments_reach_the_program_as_they_are) {
  const Outcome outcome = run({.program = "/usr/bin/printf", .arguments = {"%s|", "a b", "$HOME", "*", ""}});
  EXPECT_EQ(outcome.output, "a b|$HOME|*||");
}

TEST(process, installed_programs_are_found_by_name_and_others_are_not) {
  EXPECT_EQ(run({.program = installed_program("printf"), .arguments = {"found"}}).output, "found");
  EXPECT_TRUE(installed_program("xeforge-no-such-program").empty());
}

TEST(process, runs_in_the_folder_that_was_named) {
  Command command = shell("pwd");
  command.folder = "/usr";
  EXPECT_EQ(run(command).output, "/usr\n");
}

TEST(process, an_environment_entry_replaces_the_inherited_one) {
  Command command = shell("echo $PATH $XEFORGE_PROCESS_TEST");
  command.environment = {{"PATH", "/nowhere"}, {"XEFORGE_PROCESS_TEST", "set"}};
  EXPECT_EQ(run(command).output, "/nowhere set\n");
}

TEST(process, standard_input_is_empty) { EXPECT_EQ(run({.program = "/bin/cat"}).output, ""); }

TEST(process, signals_are_blocked_as_they_were_and_handled_as_new_programs_do) {
  const auto before = std::signal(SIGUSR2, [](int) {});
  const std::string now = run({.program = "/bin/cat", .arguments = {"/proc/self/status"}}).output;
  std::signal(SIGUSR2, before);
  EXPECT_NE(now.find("SigBlk:\t0000000000000000"), std::string::npos) << now;
  EXPECT_NE(now.find("SigCgt:\t0000000000000000"), std::string::npos) << now;
}

TEST(process, a_signal_is_told_from_an_exit_status) {
  const Outcome outcome = run(shell("kill -SEGV $$"));
  EXPECT_EQ(outcome.ending, Ending::killed);
  EXPECT_EQ(outcome.code, SIGSEGV);
}

TEST(process, a_program_that_does_not_end_is_ended_at_its_limit) {
  Command command{.program = "/bin/sleep", .arguments = {"600"}};
  command.limit = std::chrono::milliseconds(50);
  EXPECT_EQ(run(command).ending, Ending::timed_out);
}

TEST(process, a_program_that_is_not_there_is_an_error_that_names_it) {
  try {
    run({.program = "/nowhere/tool"});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.argument(), "/nowhere/tool");
  }
}

} // namespace
} // namespace xeforge::toolchain
