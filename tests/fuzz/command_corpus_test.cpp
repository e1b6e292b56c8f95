#include "command_properties.hpp"
#include "corpus_replay.hpp"

#include <gtest/gtest.h>

namespace xeforge::fuzz {
namespace {

TEST(CommandCorpus, every_command_line_is_read_or_refused_properly) { EXPECT_GE(replay("command", check_command), 10); }

} // namespace
} // namespace xeforge::fuzz
