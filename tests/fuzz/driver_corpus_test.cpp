#include "corpus_replay.hpp"
#include "driver_properties.hpp"

#include <gtest/gtest.h>

namespace xeforge::fuzz {
namespace {

TEST(Corpus, every_command_line_is_understood_or_refused_properly) {
  EXPECT_GE(replay("command_line", check_command_line), 10);
}

TEST(Corpus, every_list_of_jobs_is_understood_or_refused_properly) {
  EXPECT_GE(replay("front_end_jobs", check_front_end_jobs), 8);
}

} // namespace
} // namespace xeforge::fuzz
