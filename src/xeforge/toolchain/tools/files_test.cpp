#include "xeforge/toolchain/tools/files.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <thread>

#include <sys/stat.h>

namespace xeforge::toolchain {
namespace {

namespace fs = std::filesystem;

std::ptrdiff_t entries(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

TEST(files, what_is_written_is_read_again) {
  const ScratchFolder scratch;
  const std::string text("a\0b\nc", 5);
  write_text(scratch.path() / "file", text);
  EXPECT_EQ(read_text(scratch.path() / "file"), text);
  EXPECT_EQ(read_bytes(scratch.path() / "file").size(), text.size());
}

TEST(files, a_pipe_is_read_to_its_end) {
  const ScratchFolder scratch;
  const fs::path pipe = scratch.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string text(300'000, 'x'); // more than a pipe holds at once
  std::thread writer([&] { std::ofstream(pipe) << text; });
  EXPECT_EQ(read_text(pipe), text);
  writer.join();
}

TEST(files, a_scratch_folder_goes_with_everything_in_it) {
  fs::path path;
  {
    const ScratchFolder scratch;
    path = scratch.path();
    write_text(path / "file", "x");
    EXPECT_TRUE(fs::exists(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(files, a_set_of_files_appears_at_commit_and_not_before) {
  const ScratchFolder scratch;
  const fs::path folder = scratch.path() / "new" / "folder";
  FileSet files(folder);
  files.add("a", "first");
  files.add("b", "second");
  EXPECT_FALSE(fs::exists(folder / "a"));
  files.commit();
  EXPECT_EQ(read_text(folder / "a"), "first");
  EXPECT_EQ(read_text(folder / "b"), "second");
}

TEST(files, a_set_that_is_given_up_leaves_what_was_there) {
  const ScratchFolder scratch;
  write_text(scratch.path() / "a", "old");
  {
    FileSet files(scratch.path());
    files.add("a", "new");
  }
  EXPECT_EQ(read_text(scratch.path() / "a"), "old");
  EXPECT_EQ(entries(scratch.path()), 1);
}

TEST(files, what_cannot_be_read_or_written_is_named) {
  const ScratchFolder scratch;
  for (const fs::path& path : {scratch.path() / "absent", scratch.path()})
    try {
      read_text(path);
      FAIL() << "read " << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.argument(), path.string());
    }
  EXPECT_THROW(write_text(scratch.path() / "no" / "folder", "x"), Error);
  write_text(scratch.path() / "file", "x");
  EXPECT_THROW(FileSet(scratch.path() / "file"), Error);
  EXPECT_THROW(FileSet(scratch.path() / "file" / "below"), Error);
}

} // namespace
} // namespace xeforge::toolchain
