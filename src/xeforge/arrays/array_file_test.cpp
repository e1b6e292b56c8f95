#include "xeforge/arrays/array_file.hpp"

#include "xeforge/arrays/test_support.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <numeric>
#include <sys/stat.h>
#include <unistd.h>

namespace xeforge::arrays {
namespace {

using test::refusal_of;
using test::write_file;

class ArrayFile : public testing::Test {
protected:
  ArrayLocation location(std::string_view name) const { return array_location("--scores", folder / name); }

  std::string refusal(std::string_view name) const {
    return refusal_of([&] { read_array(location(name)); });
  }

  std::string got_and_expected(std::string_view name, std::string_view got, std::string_view expected) const {
    return "--scores: got '" + (folder / name) + "': " + std::string(got) + "; expected " + std::string(expected);
  }

  // Writes 0, 1, 2, ... as int32 with the header of the format; returns the file's bytes.
  std::string write_numbers(std::string_view name, Shape shape) const {
    auto bytes = preamble(location(name), DType::i32, shape);
    std::vector<std::int32_t> numbers(*byte_size(DType::i32, shape) / 4);
    std::iota(numbers.begin(), numbers.end(), 0);
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * 4);
    std::string_view path = name;
    write_file(folder / path.substr(0, path.find('#')), bytes);
    return bytes;
  }

  test::TemporaryFolder folder;
};

void expect_numbers(const Array& array) {
  const auto values = array.values<std::int32_t>();
  for (std::size_t at = 0; at < values.size(); ++at)
    ASSERT_EQ(values[at], static_cast<std::int32_t>(at));
}

TEST_F(ArrayFile, small_files_are_read_in_both_formats) {
  for (const auto name : {"x.npy", "x.safetensors#t"}) {
    write_numbers(name, {3, 5});
    const auto array = read_array(location(name));
    EXPECT_EQ(array.shape(), (Shape{3, 5}));
    expect_numbers(array);
  }
}

TEST_F(ArrayFile, large_files_are_mapped_in_both_formats) {
  for (const auto name : {"x.npy", "x.safetensors#t"}) {
    write_numbers(name, {1 << 10, 1 << 10});
    const auto array = read_array(location(name));
    EXPECT_FALSE(array.owns_elements());
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.bytes().data()) % Array::alignment, 0u);
    expect_numbers(array);
  }
}

TEST_F(ArrayFile, zero_size_and_no_axes_are_read_as_such) {
  for (const auto name : {"x.npy", "x.safetensors#t"}) {
    write_numbers(name, {4, 0});
    EXPECT_EQ(read_array(location(name)).shape(), (Shape{4, 0}));
    EXPECT_EQ(read_array(location(name)).size(), 0);
    write_numbers(name, {});
    EXPECT_EQ(read_array(location(name)).shape(), Shape{});
    EXPECT_EQ(read_array(location(name)).size(), 1);
  }
}

TEST_F(ArrayFile, elements_at_odd_addresses_are_copied) {
  for (const std::int32_t count : {3, 1 << 19}) {
    std::vector<std::int32_t> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    const auto size = std::to_string(4 * count + 1);
    std::string header = R"({"odd":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"t":{"dtype":"I32","shape":[)" +
                         std::to_string(count) + R"(],"data_offsets":[1,)" + size + "]}}";
    header.resize((header.size() + 7) / 8 * 8, ' ');
    const std::uint64_t length = header.size();
    std::string bytes(8, '\0');
    std::memcpy(bytes.data(), &length, 8);
    bytes += header + "x";
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * 4);
    write_file(folder / "x.safetensors", bytes);
    const auto array = read_array(location("x.safetensors#t"));
    EXPECT_TRUE(array.owns_elements());
    expect_numbers(array);
  }
}

TEST_F(ArrayFile, an_array_outlives_its_name) {
  write_numbers("x.npy", {1 << 19});
  const auto array = read_array(location("x.npy"));
  std::filesystem::remove(folder / "x.npy");
  expect_numbers(array);
}

TEST_F(ArrayFile, large_files_cut_short_are_refused) {
  for (const auto name : {"x.npy", "x.safetensors#t"}) {
    const auto bytes = write_numbers(name, {1 << 19});
    const std::string path = location(name).file.path;
    for (const auto size : {std::size_t{1} << 20, bytes.size() - 1, bytes.size() - 4096}) {
      std::filesystem::resize_file(path, size);
      EXPECT_NE(refusal(name), "") << name << " of " << size << " bytes";
    }
    write_file(path, bytes + "x");
    EXPECT_NE(refusal(name), "") << name << " with a byte too many";
  }
}

TEST_F(ArrayFile, paths_that_are_no_file_are_refused) {
  EXPECT_EQ(refusal("no.npy"), got_and_expected("no.npy", "No such file or directory", "a file that can be read"));
  EXPECT_EQ(refusal("no/x.npy"), got_and_expected("no/x.npy", "No such file or directory", "a file that can be read"));
  std::filesystem::create_directory(folder / "folder.npy");
  EXPECT_EQ(refusal("folder.npy"), got_and_expected("folder.npy", "a folder", "a regular file"));
  write_file(folder / "empty.npy", "");
  EXPECT_EQ(refusal("empty.npy"), got_and_expected("empty.npy", "an empty file", "an array file"));
  ASSERT_EQ(::mkfifo((folder / "pipe.npy").c_str(), 0600), 0);
  EXPECT_EQ(refusal("pipe.npy"), got_and_expected("pipe.npy", "not a regular file", "a regular file"));
}

TEST_F(ArrayFile, a_file_without_permission_is_refused) {
  if (::geteuid() == 0)
    GTEST_SKIP() << "the superuser may read every file";
  write_numbers("x.npy", {1});
  std::filesystem::permissions(folder / "x.npy", std::filesystem::perms::none);
  EXPECT_EQ(refusal("x.npy"), got_and_expected("x.npy", "Permission denied", "a file that can be read"));
}

TEST_F(ArrayFile, a_refusal_names_a_strange_path_on_one_line) {
  const auto words = refusal("a\nb\x1b[31m.npy");
  EXPECT_NE(words.find("a\\x0ab\\x1b[31m.npy"), std::string::npos) << words;
  EXPECT_EQ(words.find('\n'), std::string::npos);
}

} // namespace
} // namespace xeforge::arrays
