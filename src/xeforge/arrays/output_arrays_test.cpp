#include "xeforge/arrays/output_arrays.hpp"

#include "xeforge/arrays/array_file.hpp"
#include "xeforge/arrays/test_support.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sys/resource.h>

namespace xeforge::arrays {
namespace {

namespace fs = std::filesystem;
using test::file_bytes;
using test::refusal_of;
using test::write_file;

class output_arrays : public testing::Test {
protected:
  ArrayLocation at(std::string_view name) const { return array_location("--weights", folder / name); }

  void add_numbers(OutputArrays& outputs, std::string_view name, std::int64_t count) const {
    const auto values = outputs.add("--weights", folder / name, DType::i32, {count}).mutable_values<std::int32_t>();
    std::iota(values.begin(), values.end(), 0);
  }

  test::TemporaryFolder folder;
};

TEST_F(output_arrays, that_were_committed_are_read_back) {
  OutputArrays outputs;
  add_numbers(outputs, "w.npy", 10);
  add_numbers(outputs, "i.safetensors#indices", 300'000);
  add_numbers(outputs, "none.npy", 0);
  EXPECT_EQ(folder.entries(), 1u); // what is aside
  outputs.commit();
  EXPECT_EQ(folder.entries(), 3u);
  EXPECT_EQ(read_array(at("w.npy")).values<std::int32_t>()[9], 9);
  const auto indices = read_array(at("i.safetensors#indices"));
  EXPECT_EQ(indices.shape(), (Shape{300'000}));
  EXPECT_EQ(indices.values<std::int32_t>()[299'999], 299'999);
  EXPECT_EQ(read_array(at("none.npy")).shape(), (Shape{0}));
}

TEST_F(output_arrays, without_a_location_stay_in_memory) {
  OutputArrays outputs;
  Array& array = outputs.add("--lse", "", DType::f32, {3});
  EXPECT_EQ(array.shape(), (Shape{3}));
  EXPECT_EQ(array.values<float>()[2], 0.0f);
  outputs.commit();
  EXPECT_EQ(folder.entries(), 0u);
}

TEST_F(output_arrays, that_others_write_have_their_room_and_appear_with_commit) {
  OutputArrays outputs;
  const OutputArrays::Reserved reserved = outputs.reserve("--weights", folder / "w.npy", DType::i32, {3});
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

TEST_F(output_arrays, that_others_write_are_refused_where_there_is_no_room) {
  OutputArrays outputs;
  EXPECT_NE(refusal_of([&] {
              outputs.reserve("--weights", folder / "w.npy", DType::i64, {std::int64_t{1} << 58});
            }).find("--weights: got '" + (folder / "w.npy") + "': "),
            std::string::npos);
}

TEST_F(output_arrays, that_the_format_cannot_hold_are_refused_before_the_work) {
  OutputArrays outputs;
  EXPECT_NE(refusal_of([&] { outputs.add("--weights", folder / "w.npy", DType::bf16, {1}); }), "");
  EXPECT_NE(refusal_of([&] { outputs.add("--weights", folder / "w.safetensors", DType::f32, {1}); }), "");
  EXPECT_NE(refusal_of([&] { outputs.add("--weights", folder / "w", DType::f32, {1}); }), "");
  EXPECT_EQ(folder.entries(), 0u);
}

TEST_F(output_arrays, of_one_file_are_refused) {
  OutputArrays outputs;
  outputs.add("--weights", folder / "w.safetensors#a", DType::f32, {1});
  EXPECT_EQ(refusal_of([&] { outputs.add("--indices", folder / "w.safetensors#b", DType::i32, {1}); }),
            "--indices: got '" + (folder / "w.safetensors") +
                "': the file that --weights writes; expected a path of its own");
}

TEST_F(output_arrays, are_none_where_one_fails_half_way) {
  write_file(folder / "w.npy", "old");
  write_file(folder / "i.npy", "old");
  rlimit before = {};
  ::getrlimit(RLIMIT_FSIZE, &before);
  auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit = {64 << 10, before.rlim_max};
  std::string refusal;
  {
    OutputArrays outputs;
    add_numbers(outputs, "w.npy", 100);
    add_numbers(outputs, "i.npy", 100'000);
    ::setrlimit(RLIMIT_FSIZE, &limit);
    refusal = refusal_of([&] { outputs.commit(); });
    ::setrlimit(RLIMIT_FSIZE, &before);
  }
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(refusal,
            "--weights: got '" + (folder / "i.npy") + "': File too large; expected a path with room for 400128 bytes");
  EXPECT_EQ(file_bytes(folder / "w.npy"), "old");
  EXPECT_EQ(file_bytes(folder / "i.npy"), "old");
  EXPECT_EQ(folder.entries(), 2u);
}

} // namespace
} // namespace xeforge::arrays
