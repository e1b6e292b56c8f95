#include "xeforge/lab/terminal/json_file.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace xeforge::lab {
namespace {

namespace fs = std::filesystem;

class json_file : public testing::Test {
protected:
  json_file() {
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  ~json_file() override { fs::remove_all(folder); }

  static std::string contents(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::ptrdiff_t entries() const { return std::distance(fs::directory_iterator(folder), fs::directory_iterator()); }

  const fs::path folder = fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(json_file, a_written_file_is_whole_and_alone_in_its_folder) {
  JsonFile(folder / "out.json").write({{"a", 1}});
  EXPECT_EQ(contents(folder / "out.json"), "{\n  \"a\": 1\n}\n");
  EXPECT_EQ(entries(), 1);
}

TEST_F(json_file, without_a_write_the_old_file_stays_and_nothing_else) {
  std::ofstream(folder / "out.json") << "old";
  {
    JsonFile file(folder / "out.json");
  }
  EXPECT_EQ(contents(folder / "out.json"), "old");
  EXPECT_EQ(entries(), 1);
}

TEST_F(json_file, a_link_keeps_pointing_to_the_file_that_was_replaced) {
  std::ofstream(folder / "real.json") << "old";
  fs::create_symlink("real.json", folder / "link.json");
  JsonFile(folder / "link.json").write(Json::array());
  EXPECT_TRUE(fs::is_symlink(folder / "link.json"));
  EXPECT_EQ(contents(folder / "real.json"), "[]\n");
}

TEST_F(json_file, paths_that_cannot_be_written_are_refused_before_any_work) {
  for (const fs::path& path : {folder / "missing" / "out.json", folder, fs::path("/dev/null")}) {
    try {
      JsonFile file(path);
      ADD_FAILURE() << path << " was accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.argument(), "--json");
      EXPECT_NE(error.got().find(path.string()), std::string::npos);
    }
  }
}

} // namespace
} // namespace xeforge::lab
