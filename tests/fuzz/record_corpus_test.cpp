#include "corpus_replay.hpp"
#include "record_properties.hpp"

#include <gtest/gtest.h>

namespace xeforge::fuzz {
namespace {

TEST(Corpus, every_bench_report_is_read_or_refused_properly) { EXPECT_GE(replay("bench", check_bench), 10); }

TEST(Corpus, every_journal_is_read_or_refused_properly) { EXPECT_GE(replay("journal", check_journal), 10); }

} // namespace
} // namespace xeforge::fuzz
