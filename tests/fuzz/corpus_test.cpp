#include "corpus_replay.hpp"
#include "profile_properties.hpp"
#include "properties.hpp"

#include <gtest/gtest.h>

namespace xeforge::fuzz {
namespace {

TEST(Corpus, every_npy_file_is_read_or_refused_properly) { EXPECT_GE(replay("npy", check_npy), 10); }

TEST(Corpus, every_safetensors_file_is_read_or_refused_properly) {
  EXPECT_GE(replay("safetensors", check_safetensors), 10);
}

TEST(Corpus, every_profile_is_read_or_refused_properly) { EXPECT_GE(replay("profile", check_profile), 10); }

} // namespace
} // namespace xeforge::fuzz
