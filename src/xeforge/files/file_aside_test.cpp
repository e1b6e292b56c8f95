#include "xeforge/files/file_aside.hpp"

#include "xeforge/files/folder_for_test.hpp"

#include <system_error>

namespace xeforge::files {
namespace {

namespace fs = std::filesystem;

class file_aside : public FolderForTest {};

TEST_F(file_aside, takes_the_place_of_its_target_and_its_mode) {
  write(folder / "file", "old");
  fs::permissions(folder / "file", fs::perms(0600));
  FileAside aside(folder / "file");
  aside.write("new");
  EXPECT_EQ(contents(folder / "file"), "old");
  aside.replace_target();
  EXPECT_EQ(contents(folder / "file"), "new");
  EXPECT_EQ(fs::status(folder / "file").permissions(), fs::perms(0600));
  EXPECT_EQ(entries(), 1);
}

TEST_F(file_aside, leaves_nothing_when_it_is_given_up) {
  {
    FileAside aside(folder / "file");
  }
  EXPECT_EQ(entries(), 0);
}

TEST_F(file_aside, a_folder_that_is_not_there_is_an_error) {
  EXPECT_THROW(FileAside(folder / "no" / "file"), std::system_error);
}

TEST_F(file_aside, a_pipe_is_refused_and_stays) {
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  fs::create_symlink("pipe", folder / "link");
  for (const char* name : {"pipe", "link"})
    EXPECT_THROW(FileAside(folder / name), std::system_error) << name;
  EXPECT_TRUE(fs::is_fifo(folder / "pipe"));
  EXPECT_EQ(entries(), 2);
}

} // namespace
} // namespace xeforge::files
