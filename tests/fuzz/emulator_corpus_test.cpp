#include "corpus_replay.hpp"
#include "emulator_properties.hpp"

#include <gtest/gtest.h>

namespace xeforge::fuzz {
namespace {

TEST(EmulatorCorpus, every_program_is_run_or_refused_properly) { EXPECT_GE(replay("program", check_program), 5); }

TEST(EmulatorCorpus, every_launch_is_described_or_refused_properly) { EXPECT_GE(replay("launch", check_launch), 3); }

TEST(EmulatorCorpus, every_message_is_sent_or_refused_properly) { EXPECT_GE(replay("message", check_message), 5); }

} // namespace
} // namespace xeforge::fuzz
