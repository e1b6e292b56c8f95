#include "corpus_replay.hpp"
#include "page_properties.hpp"

#include <gtest/gtest.h>

namespace xeforge::fuzz {
namespace {

TEST(PageCorpus, every_report_becomes_a_page_or_is_refused_properly) { EXPECT_GE(replay("page", check_page), 10); }

} // namespace
} // namespace xeforge::fuzz
