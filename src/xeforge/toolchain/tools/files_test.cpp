#include "xeforge/toolchain/tools/files.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include <sys/stat.h>

namespace xeforge::toolchain {
namespace {

namespace fs = std::filesystem;

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
}

} // namespace
} // namespace xeforge::toolchain
