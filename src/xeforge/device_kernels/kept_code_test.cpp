#include "xeforge/device_kernels/kept_code.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/command_files.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <gtest/gtest.h>

namespace xeforge::device_kernels {
namespace {

namespace fs = std::filesystem;

class KeptCodeInFolder : public testing::Test {
protected:
  static std::vector<std::byte> bytes(std::size_t count, int value) {
    return std::vector<std::byte>(count, static_cast<std::byte>(value));
  }
  void keep(const CodeKey& key, const Versions& versions, int value) const {
    kept.keep(key, versions, bytes(8, value));
  }

  const files::CommandFiles command; // a command does not write over what it reads, but for these
  const toolchain::ScratchFolder scratch;
  const KeptCode kept{scratch.path() / "code"};
  const CodeKey key{"bmg", "Kernel<8>", "source"};
};

TEST_F(KeptCodeInFolder, finds_what_was_kept_of_the_same_source_and_device) {
  EXPECT_FALSE(kept.find(key, {}).has_value());
  keep(key, {{"xeforge", "1"}}, 7);
  EXPECT_EQ(kept.find(key, {{"xeforge", "1"}}), bytes(8, 7));
  EXPECT_FALSE(kept.find({"lnl-m", "Kernel<8>", "source"}, {{"xeforge", "1"}}).has_value());
  EXPECT_FALSE(kept.find({"bmg", "Kernel<8>", "another source"}, {{"xeforge", "1"}}).has_value());
}

TEST_F(KeptCodeInFolder, passes_by_what_other_versions_made_but_for_those_that_are_unknown_here) {
  keep(key, {{"xeforge", "1"}, {"headers", "a"}}, 7);
  EXPECT_FALSE(kept.find(key, {{"xeforge", "2"}, {"headers", "a"}}).has_value());
  EXPECT_FALSE(kept.find(key, {{"xeforge", "1"}, {"headers", "b"}}).has_value());
  EXPECT_TRUE(kept.find(key, {{"xeforge", "1"}}).has_value());
  keep(key, {{"xeforge", "2"}, {"headers", "a"}}, 8); // in its place
  EXPECT_EQ(kept.find(key, {{"xeforge", "2"}, {"headers", "a"}}), bytes(8, 8));
}

TEST_F(KeptCodeInFolder, refuses_files_that_it_did_not_write) {
  keep(key, {}, 7);
  for (const char* text : {"", "{}", "[1]", "{\"format\":\"xeforge-device-code-0\"}"}) {
    for (const fs::directory_entry& entry : fs::directory_iterator(scratch.path() / "code"))
      if (entry.path().extension() == ".json")
        toolchain::write_text(entry.path(), text);
    EXPECT_THROW(kept.find(key, {}), Error) << text;
  }
}

TEST(digest, differs_where_a_byte_does) {
  EXPECT_EQ(digest("").size(), 16u);
  EXPECT_EQ(digest("kernel"), digest("kernel"));
  EXPECT_NE(digest("kernel"), digest("kernels"));
  EXPECT_NE(digest("ab"), digest("ba"));
}

} // namespace
} // namespace xeforge::device_kernels
