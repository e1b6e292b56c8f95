#include "xeforge/arrays/output_files.hpp"

#include "xeforge/arrays/array_file.hpp"
#include "xeforge/arrays/test_support.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace xeforge::arrays {
namespace {

namespace fs = std::filesystem;
using test::file_bytes;
using test::refusal_of;
using test::write_file;

class Outputs : public testing::Test {
protected:
  ArrayLocation at(std::string_view name, std::string_view argument = "--weights") const {
    return array_location(argument, folder / name);
  }

  static Array numbers(std::int64_t count) {
    Array array(DType::i32, {count});
    for (std::int64_t index = 0; index < count; ++index)
      array.mutable_values<std::int32_t>()[static_cast<std::size_t>(index)] = static_cast<std::int32_t>(index);
    return array;
  }

  static void add_and_write(OutputFiles& outputs, const ArrayLocation& location, const Array& array) {
    outputs.write(outputs.add(location, array.dtype(), array.shape()), array);
  }

  std::string refusal_to_add(const ArrayLocation& location) const {
    OutputFiles outputs;
    return refusal_of([&] { outputs.add(location, DType::i32, Shape{1}); });
  }

  std::string words(const ArrayLocation& location, std::string_view got, std::string_view expected) const {
    return location.file.argument + ": got '" + location.file.path + "': " + std::string(got) + "; expected " +
           std::string(expected);
  }

  test::TemporaryFolder folder;
};

TEST_F(Outputs, what_was_committed_is_read_back) {
  OutputFiles outputs;
  add_and_write(outputs, at("w.npy"), numbers(10));
  add_and_write(outputs, at("i.safetensors#indices"), numbers(300'000));
  outputs.commit();
  EXPECT_EQ(folder.entries(), 2u);
  EXPECT_EQ(read_array(at("w.npy")).values<std::int32_t>()[9], 9);
  const auto indices = read_array(at("i.safetensors#indices"));
  EXPECT_EQ(indices.shape(), (Shape{300'000}));
  EXPECT_EQ(indices.values<std::int32_t>()[299'999], 299'999);
}

TEST_F(Outputs, that_others_write_have_their_room_and_appear_with_commit) {
  OutputFiles outputs;
  const OutputFiles::Reserved reserved = outputs.reserve(outputs.add(at("w.npy"), DType::i32, Shape{3}));
  EXPECT_EQ(reserved.bytes, 12u);
  EXPECT_EQ(fs::file_size(reserved.path), reserved.offset + reserved.bytes);
  {
    std::fstream by_another(reserved.path, std::ios::in | std::ios::out | std::ios::binary);
    by_another.seekp(static_cast<std::streamoff>(reserved.offset) + 4);
    by_another.write("\7\0\0\0", 4);
  }
  EXPECT_FALSE(fs::exists(folder / "w.npy"));
  outputs.commit();
  const Array written = read_array(at("w.npy"));
  EXPECT_EQ(written.shape(), (Shape{3}));
  EXPECT_EQ(written.values<std::int32_t>()[0], 0);
  EXPECT_EQ(written.values<std::int32_t>()[1], 7);
  EXPECT_EQ(folder.entries(), 1u);
}

TEST_F(Outputs, that_others_write_are_refused_where_there_is_no_room) {
  OutputFiles outputs;
  const std::size_t output = outputs.add(at("w.npy"), DType::i64, Shape{std::int64_t{1} << 58});
  EXPECT_NE(refusal_of([&] { outputs.reserve(output); }).find("--weights: got"), std::string::npos);
}

TEST_F(Outputs, nothing_appears_before_commit_and_nothing_remains_without_it) {
  write_file(folder / "old.npy", "old");
  {
    OutputFiles outputs;
    add_and_write(outputs, at("old.npy"), numbers(10));
    add_and_write(outputs, at("new.npy"), numbers(10));
    EXPECT_EQ(file_bytes(folder / "old.npy"), "old");
    EXPECT_FALSE(fs::exists(folder / "new.npy"));
  }
  EXPECT_EQ(file_bytes(folder / "old.npy"), "old");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST_F(Outputs, an_existing_file_is_replaced_and_keeps_its_permissions) {
  write_file(folder / "w.npy", "old");
  fs::permissions(folder / "w.npy", fs::perms(0640));
  OutputFiles outputs;
  add_and_write(outputs, at("w.npy"), numbers(3));
  outputs.commit();
  EXPECT_EQ(read_array(at("w.npy")).size(), 3);
  EXPECT_EQ(fs::status(folder / "w.npy").permissions(), fs::perms(0640));
  EXPECT_EQ(folder.entries(), 1u);
}

TEST_F(Outputs, a_link_stays_and_the_file_behind_it_is_replaced) {
  fs::create_directory(folder / "far");
  write_file(folder / "far/w.npy", "old");
  fs::create_symlink("far/w.npy", folder / "link.npy");
  OutputFiles outputs;
  add_and_write(outputs, at("link.npy"), numbers(3));
  outputs.commit();
  EXPECT_TRUE(fs::is_symlink(folder / "link.npy"));
  EXPECT_EQ(read_array(at("far/w.npy")).size(), 3);
}

TEST_F(Outputs, when_one_cannot_be_placed_all_are_taken_back) {
  write_file(folder / "old.npy", "old");
  fs::create_directory(folder / "gone");
  OutputFiles outputs;
  add_and_write(outputs, at("old.npy"), numbers(3));
  add_and_write(outputs, at("new.npy"), numbers(3));
  add_and_write(outputs, at("gone/x.npy", "--indices"), numbers(3));
  fs::remove_all(folder / "gone");
  EXPECT_EQ(refusal_of([&] { outputs.commit(); }),
            words(at("gone/x.npy", "--indices"), "No such file or directory", "a path that can be written"));
  EXPECT_EQ(file_bytes(folder / "old.npy"), "old");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST_F(Outputs, two_outputs_of_one_path_are_refused) {
  fs::create_symlink(".", folder / "here");
  const auto first = at("w.npy", "--weights");
  for (const auto& second : {at("w.npy", "--indices"), at("./w.npy", "--indices"), at("here/w.npy", "--indices")}) {
    OutputFiles outputs;
    outputs.add(first, DType::f32, Shape{1});
    EXPECT_EQ(refusal_of([&] { outputs.add(second, DType::i32, Shape{1}); }),
              words(second, "the file that --weights writes", "a path of its own for each output"));
  }
  OutputFiles outputs;
  outputs.add(at("w.safetensors#a"), DType::f32, Shape{1});
  EXPECT_NE(refusal_of([&] { outputs.add(at("w.safetensors#b"), DType::i32, Shape{1}); }), "");
  EXPECT_EQ(folder.entries(), 2u); // the link, and the one file aside
}

TEST_F(Outputs, an_input_is_not_overwritten_by_whichever_path) {
  write_file(folder / "x.npy", "input");
  fs::create_hard_link(folder / "x.npy", folder / "hard.npy");
  fs::create_symlink("x.npy", folder / "soft.npy");
  for (const auto name : {"x.npy", "hard.npy", "soft.npy", "./x.npy"}) {
    OutputFiles outputs;
    outputs.protect({"--scores", folder / "x.npy"});
    outputs.protect({"--correction-bias", folder / "missing.npy"});
    EXPECT_EQ(refusal_of([&] { outputs.add(at(name), DType::f32, Shape{1}); }),
              words(at(name), "the file that --scores reads", "a path that is not an input"));
  }
  EXPECT_EQ(file_bytes(folder / "x.npy"), "input");
}

TEST_F(Outputs, paths_that_cannot_be_written_are_refused_before_the_work) {
  EXPECT_EQ(
      refusal_to_add(at("no/w.npy")),
      words(at("no/w.npy"), "a folder that cannot be used: No such file or directory", "a path that can be written"));
  fs::create_directory(folder / "d.npy");
  EXPECT_EQ(refusal_to_add(at("d.npy")), words(at("d.npy"), "a folder", "a new path or a regular file"));
  ASSERT_EQ(::mkfifo((folder / "pipe.npy").c_str(), 0600), 0);
  EXPECT_EQ(refusal_to_add(at("pipe.npy")),
            words(at("pipe.npy"), "not a regular file", "a new path or a regular file"));
  write_file(folder / "file", "");
  EXPECT_EQ(refusal_to_add(at("file/w.npy")), words(at("file/w.npy"), "Not a directory", "a path that can be written"));
  fs::create_symlink("nowhere.npy", folder / "dangling.npy");
  EXPECT_EQ(refusal_to_add(at("dangling.npy")),
            words(at("dangling.npy"), "a link that leads nowhere", "a path that can be written"));
  const auto long_name = std::string(300, 'x') + ".npy";
  EXPECT_EQ(refusal_to_add(at(long_name)), words(at(long_name), "File name too long", "a path that can be written"));
}

TEST_F(Outputs, folders_and_files_without_permission_are_refused_before_the_work) {
  if (::geteuid() == 0)
    GTEST_SKIP() << "the superuser may write everywhere";
  write_file(folder / "w.npy", "old");
  fs::permissions(folder / "w.npy", fs::perms(0444));
  EXPECT_EQ(refusal_to_add(at("w.npy")), words(at("w.npy"), "Permission denied", "a path that can be written"));
  fs::create_directory(folder / "closed");
  fs::permissions(folder / "closed", fs::perms(0555));
  EXPECT_EQ(refusal_to_add(at("closed/w.npy")),
            words(at("closed/w.npy"), "Permission denied", "a path that can be written"));
}

TEST_F(Outputs, what_the_format_cannot_hold_is_refused_before_the_work) {
  OutputFiles outputs;
  EXPECT_NE(refusal_of([&] { outputs.add(at("w.npy"), DType::bf16, Shape{1}); }), "");
  EXPECT_NE(refusal_of([&] { outputs.add(at("w.safetensors"), DType::f32, Shape{1}); }), "");
  EXPECT_EQ(folder.entries(), 0u);
}

TEST_F(Outputs, mistakes_of_the_program_are_logic_errors) {
  OutputFiles outputs;
  const auto number = outputs.add(at("w.npy"), DType::i32, Shape{3});
  EXPECT_THROW(outputs.write(number, numbers(4)), std::logic_error);
  EXPECT_THROW(outputs.commit(), std::logic_error);
  outputs.write(number, numbers(3));
  EXPECT_THROW(outputs.write(number, numbers(3)), std::logic_error);
}

// A bound on the size of a file stands for a full disk where no small disk can be had: write() fails half-way.
class FileSizeLimit {
public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit = {bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

private:
  void (*handler_)(int);
  rlimit before_ = {};
};

TEST_F(Outputs, a_write_that_fails_half_way_changes_nothing) {
  write_file(folder / "w.npy", "old");
  write_file(folder / "i.npy", "old");
  const FileSizeLimit limit(64 << 10);
  {
    OutputFiles outputs;
    add_and_write(outputs, at("w.npy"), numbers(100));
    EXPECT_EQ(refusal_of([&] { add_and_write(outputs, at("i.npy", "--indices"), numbers(100'000)); }),
              words(at("i.npy", "--indices"), "File too large", "a path with room for 400128 bytes"));
  }
  EXPECT_EQ(file_bytes(folder / "w.npy"), "old");
  EXPECT_EQ(file_bytes(folder / "i.npy"), "old");
  EXPECT_EQ(folder.entries(), 2u);
}

TEST_F(Outputs, a_full_disk_changes_nothing) {
  fs::create_directory(folder / "disk");
  if (::mount("tmpfs", (folder / "disk").c_str(), "tmpfs", 0, "size=64k") != 0)
    GTEST_SKIP() << "a small disk cannot be mounted here: " << system_reason(errno);
  write_file(folder / "disk/w.npy", "old");
  const auto target = at("disk/w.npy");
  const auto refusal = refusal_of([&] {
    OutputFiles outputs;
    add_and_write(outputs, target, numbers(100'000));
  });
  const auto content = file_bytes(folder / "disk/w.npy");
  const auto entries = std::distance(fs::directory_iterator(folder / "disk"), {});
  ::umount((folder / "disk").c_str());
  EXPECT_EQ(refusal, words(target, "No space left on device", "a path with room for 400128 bytes"));
  EXPECT_EQ(content, "old");
  EXPECT_EQ(entries, 1);
}

} // namespace
} // namespace xeforge::arrays
