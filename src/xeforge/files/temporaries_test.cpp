#include "xeforge/files/temporaries.hpp"

#include "xeforge/files/folder_for_test.hpp"

#include <sys/wait.h>

#include <cstdio>
#include <vector>

namespace xeforge::files {
namespace {

namespace fs = std::filesystem;

class temporaries : public FolderForTest {
protected:
  // A process that makes a temporary and ends without any cleaning.
  void abandon() const {
    const pid_t child = ::fork();
    if (child == 0) {
      const Temporary temporary(folder);
      write(temporary.path() / "file", "x");
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
  }
};

TEST_F(temporaries, go_with_their_owner) {
  {
    const Temporary one(folder), other(folder);
    write(other.path() / "file", "x");
    EXPECT_EQ(entries(), 2);
  }
  EXPECT_EQ(entries(), 0);
}

TEST_F(temporaries, of_another_process_of_the_command_go_with_either) {
  const Temporary first(folder);
  {
    const Temporary same(first.path(), Temporary::Made::by_another);
  }
  EXPECT_EQ(entries(), 0);
  const Temporary next(folder);
  {
    Temporary same(next.path(), Temporary::Made::by_another);
    same.has_moved();
  }
  EXPECT_EQ(entries(), 1);
}

TEST_F(temporaries, of_a_process_that_is_gone_are_removed_by_the_next_one) {
  abandon();
  EXPECT_EQ(entries(), 1);
  const Temporary next(folder);
  EXPECT_EQ(entries(), 1);
  EXPECT_TRUE(fs::exists(next.path()));
}

// Each looks for abandoned ones first, and may find another's that has no lock yet.
TEST_F(temporaries, are_made_by_many_processes_at_a_time) {
  std::vector<pid_t> children(4);
  for (pid_t& child : children) {
    child = ::fork();
    if (child == 0) {
      try {
        for (int i = 0; i < 500; ++i)
          const Temporary one(folder), other(folder);
      } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        ::_exit(1);
      }
      ::_exit(0);
    }
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(entries(), 0);
}

TEST_F(temporaries, of_others_stay_and_so_does_what_only_looks_alike) {
  const Temporary living(folder);
  fs::create_directory(folder / "kept");
  fs::create_symlink("kept", folder / ".xeforge-0123456789abcdef.tmp");
  write(folder / ".xeforge-0123456789abcdee.tmp", "x");
  for (const char* name : {".xeforge-0123456789abcde.tmp", ".xeforge-0123456789ABCDEF.tmp",
                           "xeforge-0123456789abcdef.tmp", ".xeforge-0123456789abcdef.tmp2", ".xeforge-notes.tmp"})
    fs::create_directory(folder / name);
  const auto before = entries();
  remove_abandoned(folder);
  EXPECT_EQ(entries(), before);
}

} // namespace
} // namespace xeforge::files
