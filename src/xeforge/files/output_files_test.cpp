#include "xeforge/files/output_files.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/command_files.hpp"
#include "xeforge/files/folder_for_test.hpp"

#include <csignal>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace xeforge::files {
namespace {

namespace fs = std::filesystem;

constexpr const char *writable = "a path that can be written", *own_path = "a path of its own";

class output_files : public FolderForTest {
protected:
  static void add_and_write(OutputFiles& files, const fs::path& target, std::string_view text) {
    files.write(files.add(target, "--out"), text);
  }

  template <class Action>
  static std::string refusal_of(Action action) {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  }
  static std::string refusal_to_add(const fs::path& target) {
    OutputFiles files;
    return refusal_of([&] { files.add(target, "--out"); });
  }
  static std::string words(const fs::path& target, std::string_view got, std::string_view expected) {
    return "--out: got '" + target.string() + "': " + std::string(got) + "; expected " + std::string(expected);
  }
};

// A bound for as long as this lives, in place of the one of the system.
class Limit {
public:
  Limit(int resource, rlim_t most) : resource_(resource), handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(static_cast<__rlimit_resource>(resource), &before_);
    const rlimit limit = {most, before_.rlim_max};
    ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
  }
  ~Limit() {
    ::setrlimit(static_cast<__rlimit_resource>(resource_), &before_);
    std::signal(SIGXFSZ, handler_);
  }
  Limit(const Limit&) = delete;
  Limit& operator=(const Limit&) = delete;

private:
  int resource_;
  void (*handler_)(int);
  rlimit before_ = {};
};

TEST_F(output_files, appear_at_commit_and_not_before) {
  write(folder / "old", "old");
  OutputFiles files;
  add_and_write(files, folder / "old", "first");
  add_and_write(files, folder / "new", "second");
  EXPECT_EQ(contents(folder / "old"), "old");
  EXPECT_FALSE(fs::exists(folder / "new"));
  files.commit();
  EXPECT_EQ(contents(folder / "old"), "first");
  EXPECT_EQ(contents(folder / "new"), "second");
  EXPECT_EQ(entries(), 2);
}

TEST_F(output_files, that_are_given_up_leave_what_was_there) {
  write(folder / "old", "old");
  {
    OutputFiles files;
    add_and_write(files, folder / "old", "new");
    add_and_write(files, folder / "new", "new");
  }
  EXPECT_EQ(contents(folder / "old"), "old");
  EXPECT_EQ(entries(), 1);
}

TEST_F(output_files, of_a_process_that_is_gone_are_removed_by_the_next_one) {
  write(folder / "old", "old");
  const pid_t child = ::fork();
  if (child == 0) {
    OutputFiles files;
    add_and_write(files, folder / "old", "new");
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(entries(), 2);
  replace_file(folder / "next", "next");
  EXPECT_EQ(entries(), 2);
  EXPECT_EQ(contents(folder / "old"), "old");
}

TEST_F(output_files, take_the_place_of_a_file_and_its_mode) {
  for (const auto mode : {fs::perms(0600), fs::perms(0640), fs::perms(0755)}) {
    write(folder / "file", "old");
    fs::permissions(folder / "file", mode);
    replace_file(folder / "file", "new");
    EXPECT_EQ(contents(folder / "file"), "new");
    EXPECT_EQ(fs::status(folder / "file").permissions(), mode);
  }
  EXPECT_EQ(entries(), 1);
}

TEST_F(output_files, behind_a_link_are_replaced_and_the_link_stays) {
  fs::create_directory(folder / "far");
  write(folder / "far/file", "old");
  fs::create_symlink("far/file", folder / "link");
  replace_file(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(contents(folder / "far/file"), "new");
}

TEST_F(output_files, are_none_where_one_has_lost_its_folder) {
  write(folder / "old", "old");
  fs::create_directory(folder / "gone");
  OutputFiles files;
  add_and_write(files, folder / "old", "new");
  add_and_write(files, folder / "new", "new");
  add_and_write(files, folder / "gone/x", "new");
  fs::remove_all(folder / "gone");
  EXPECT_EQ(refusal_of([&] { files.commit(); }), words(folder / "gone/x", "No such file or directory", writable));
  EXPECT_EQ(contents(folder / "old"), "old");
  EXPECT_FALSE(fs::exists(folder / "new"));
}

TEST_F(output_files, are_all_taken_back_when_one_cannot_be_placed) {
  write(folder / "old", "old");
  write(folder / "mounted", "old");
  write(folder / "source", "old");
  if (::mount((folder / "source").c_str(), (folder / "mounted").c_str(), nullptr, MS_BIND, nullptr) != 0)
    GTEST_SKIP() << "nothing can be mounted here";
  std::string refusal;
  {
    OutputFiles files;
    add_and_write(files, folder / "old", "new");
    add_and_write(files, folder / "new", "new");
    add_and_write(files, folder / "mounted", "new");
    refusal = refusal_of([&] { files.commit(); });
  }
  ::umount((folder / "mounted").c_str());
  EXPECT_EQ(refusal, words(folder / "mounted", "Device or resource busy", writable));
  EXPECT_EQ(contents(folder / "old"), "old");
  EXPECT_EQ(entries(), 3);
}

TEST_F(output_files, are_two_files) {
  fs::create_symlink(".", folder / "here");
  for (const char* second : {"file", "./file", "here/file"}) {
    OutputFiles files;
    files.add(folder / "file", "--first");
    EXPECT_EQ(refusal_of([&] { files.add(folder / second, "--out"); }),
              words(folder / second, "the file that --first writes", own_path));
    EXPECT_EQ(entries(), 2); // the link, and what is aside
  }
}

TEST_F(output_files, are_no_inputs_by_whichever_path) {
  write(folder / "input", "input");
  fs::create_hard_link(folder / "input", folder / "hard");
  fs::create_symlink("input", folder / "soft");
  const CommandFiles command;
  note_input(folder / "input", "--scores");
  note_input(folder / "missing", "--correction-bias");
  for (const char* name : {"input", "hard", "soft", "./input"})
    EXPECT_EQ(refusal_to_add(folder / name), words(folder / name, "the file that --scores reads", own_path));
  EXPECT_EQ(refusal_to_add(folder / "missing"), "");
  EXPECT_EQ(contents(folder / "input"), "input");
}

// Numbers of files and folders that are gone belong to others soon.
TEST_F(output_files, in_temporaries_are_not_remembered) {
  const CommandFiles command;
  const Temporary temporary(folder);
  const fs::path file = temporary.path() / "file", other = temporary.path() / "other";
  replace_file(file, "");
  write(other, "");
  note_input(other);
  EXPECT_EQ(problem_of_output(file, "--svg"), std::nullopt);
  EXPECT_EQ(problem_of_output(other, "--svg"), std::nullopt);
}

TEST_F(output_files, that_were_read_after_they_were_added_are_refused_at_commit) {
  write(folder / "file", "old");
  const CommandFiles command;
  OutputFiles files;
  add_and_write(files, folder / "file", "new");
  note_input(folder / "file");
  EXPECT_EQ(refusal_of([&] { files.commit(); }), words(folder / "file", "a file that this command reads", own_path));
  EXPECT_EQ(contents(folder / "file"), "old");
  write(folder / "journal", "old");
  note_input(folder / "journal");
  replace_file(folder / "journal", "new"); // says that it may have been read
  EXPECT_EQ(contents(folder / "journal"), "new");
  EXPECT_TRUE(is_any_output_written());
}

TEST_F(output_files, that_cannot_be_written_are_refused_before_the_work) {
  EXPECT_EQ(refusal_to_add(folder / "no/file"),
            words(folder / "no/file", "a folder that cannot be used: No such file or directory", writable));
  fs::create_directory(folder / "d");
  EXPECT_EQ(refusal_to_add(folder / "d"), words(folder / "d", "a folder", "a new path or a regular file"));
  write(folder / "file", "");
  EXPECT_EQ(refusal_to_add(folder / "file/x"), words(folder / "file/x", "Not a directory", writable));
  fs::create_symlink("nowhere", folder / "dangling");
  EXPECT_EQ(refusal_to_add(folder / "dangling"), words(folder / "dangling", "a link that leads nowhere", writable));
  const std::string long_name(300, 'x');
  EXPECT_EQ(refusal_to_add(folder / long_name), words(folder / long_name, "File name too long", writable));
  EXPECT_EQ(refusal_of([&] { replace_file(folder / "no/file", ""); }),
            (folder / "no/file").string() +
                ": got 'a folder that cannot be used: No such file or directory'; expected " + writable);
}

TEST_F(output_files, that_are_pipes_or_devices_are_refused_and_stay) {
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  fs::create_symlink("pipe", folder / "link");
  for (const fs::path& target : {folder / "pipe", folder / "link", fs::path("/dev/null")})
    EXPECT_EQ(refusal_to_add(target), words(target, "not a regular file", "a new path or a regular file"));
  OutputFiles files;
  add_and_write(files, folder / "late", "new");
  ASSERT_EQ(::mkfifo((folder / "late").c_str(), 0600), 0);
  EXPECT_THROW(files.commit(), Error);
  EXPECT_TRUE(fs::is_fifo(folder / "pipe"));
  EXPECT_TRUE(fs::is_fifo(folder / "late"));
}

TEST_F(output_files, without_permission_are_refused_before_the_work) {
  if (::geteuid() == 0)
    GTEST_SKIP() << "the superuser may write everywhere";
  write(folder / "file", "old");
  fs::permissions(folder / "file", fs::perms(0444));
  EXPECT_EQ(refusal_to_add(folder / "file"), words(folder / "file", "Permission denied", writable));
  fs::create_directory(folder / "closed");
  fs::permissions(folder / "closed", fs::perms(0555));
  EXPECT_EQ(refusal_to_add(folder / "closed/file"), words(folder / "closed/file", "Permission denied", writable));
}

TEST_F(output_files, that_nobody_wrote_are_a_mistake_of_the_program) {
  OutputFiles files;
  files.add(folder / "file");
  EXPECT_THROW(files.commit(), std::logic_error);
}

TEST_F(output_files, may_be_more_than_a_process_has_descriptors) {
  const Limit limit(RLIMIT_NOFILE, 64);
  OutputFiles files;
  for (int i = 0; i < 200; ++i)
    add_and_write(files, folder / std::to_string(i), "text");
  files.commit();
  EXPECT_EQ(entries(), 200);
}

// A bound on the size of a file stands for a full disk where no small disk can be had: write() fails half-way.
TEST_F(output_files, that_fail_half_way_change_nothing) {
  write(folder / "one", "old");
  write(folder / "other", "old");
  const Limit limit(RLIMIT_FSIZE, 64 << 10);
  {
    OutputFiles files;
    add_and_write(files, folder / "one", "new");
    EXPECT_EQ(refusal_of([&] { add_and_write(files, folder / "other", std::string(400'128, 'x')); }),
              words(folder / "other", "File too large", "a path with room for 400128 bytes"));
  }
  EXPECT_EQ(contents(folder / "one"), "old");
  EXPECT_EQ(contents(folder / "other"), "old");
  EXPECT_EQ(entries(), 2);
}

TEST_F(output_files, on_a_full_disk_change_nothing) {
  const fs::path disk = folder / "disk";
  fs::create_directory(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") != 0)
    GTEST_SKIP() << "a small disk cannot be mounted here";
  write(disk / "file", "old");
  const std::string refusal = refusal_of([&] { replace_file(disk / "file", std::string(400'128, 'x')); });
  const std::string content = contents(disk / "file");
  const auto left = std::distance(fs::directory_iterator(disk), {});
  ::umount(disk.c_str());
  EXPECT_EQ(refusal,
            (disk / "file").string() + ": got 'No space left on device'; expected a path with room for 400128 bytes");
  EXPECT_EQ(content, "old");
  EXPECT_EQ(left, 1);
}

TEST_F(output_files, in_new_folders_need_a_place_for_them) {
  create_folder(folder / "new" / "folder");
  replace_file(folder / "new" / "folder" / "file", "text");
  EXPECT_EQ(contents(folder / "new" / "folder" / "file"), "text");
  for (const char* name : {"file", "file/below"})
    EXPECT_THROW(create_folder(folder / "new" / "folder" / name), Error) << name;
}

TEST_F(output_files, a_pipe_gets_the_text_where_somebody_reads_it) {
  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(refusal_of([&] { replace_file_or_write(pipe, "text"); }),
            pipe.string() + ": got 'a pipe that nobody reads'; expected " + writable);
  const std::string text(300'000, 'x'); // more than a pipe holds at once
  const int reading = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  std::string read;
  std::thread reader([&] { read = contents(pipe); });
  replace_file_or_write(pipe, text);
  ::close(reading);
  reader.join();
  EXPECT_EQ(read, text);
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_NO_THROW(replace_file_or_write("/dev/null", text));
  EXPECT_THROW(replace_file_or_write("/dev/full", text), Error);
  replace_file_or_write(folder / "file", text);
  EXPECT_EQ(contents(folder / "file"), text);
  const int stream = ::open((folder / "file").c_str(), O_WRONLY | O_APPEND);
  replace_file_or_write("/dev/fd/" + std::to_string(stream), "new");
  EXPECT_EQ(::write(stream, "er", 2), 2);
  ::close(stream);
  EXPECT_EQ(contents(folder / "file"), "newer");
}

} // namespace
} // namespace xeforge::files
