#include "code_properties.hpp"
#include "corpus_replay.hpp"

#include <gtest/gtest.h>

namespace xeforge::fuzz {
namespace {

TEST(CodeCorpus, every_disassembly_is_explained_or_refused_properly) {
  EXPECT_GE(replay("disassembly", check_disassembly), 10);
}

TEST(CodeCorpus, every_compiled_file_is_read_or_refused_properly) { EXPECT_GE(replay("zebin", check_zebin), 10); }

TEST(CodeCorpus, every_report_is_read_or_refused_properly) { EXPECT_GE(replay("report", check_report), 10); }

} // namespace
} // namespace xeforge::fuzz
