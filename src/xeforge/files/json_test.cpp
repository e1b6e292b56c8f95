#include "xeforge/files/json.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace xeforge::files {
namespace {

using Json = nlohmann::ordered_json;

TEST(parse_json, takes_what_is_as_deep_as_the_limit_and_no_more) {
  const auto nested = [](int levels) {
    return std::string(static_cast<std::size_t>(levels), '[') + std::string(static_cast<std::size_t>(levels), ']');
  };
  EXPECT_NO_THROW(parse_json<Json>(nested(deepest_json)));
  EXPECT_THROW(parse_json<Json>(nested(deepest_json + 1)), nlohmann::json::exception);
  EXPECT_THROW(parse_json<Json>(nested(1'000'000)), nlohmann::json::exception);
  EXPECT_TRUE(parse_json_or_discard<Json>(nested(1'000'000)).is_discarded());
  EXPECT_TRUE(parse_json_or_discard<Json>(std::string(1'000'000, '[')).is_discarded());
}

TEST(parse_json, brackets_in_strings_and_side_by_side_nest_nothing) {
  std::string many = "[";
  for (int i = 0; i < 1000; ++i)
    many += R"({"\\\"[[[[": "]]{{"},)";
  EXPECT_EQ(parse_json<Json>(many + "1]").size(), 1001u);
}

// Whoever reads JSON in another way has no limit. One reader takes the events of the parser without a tree.
TEST(parse_json, is_the_only_way_to_read_json) {
  namespace fs = std::filesystem;
  int readers = 0;
  for (const auto& entry : fs::recursive_directory_iterator(XEFORGE_SOURCES)) {
    const fs::path file = entry.path();
    if ((file.extension() != ".cpp" && file.extension() != ".hpp") || file.filename() == "reference_values.hpp" ||
        file == fs::path(__FILE__) || file.stem().string().ends_with("_test"))
      continue;
    std::ifstream stream(file);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (text.find("parse_json") != text.npos)
      ++readers;
    if (file.filename() == "json.hpp" || file.filename() == "tensor_directory.cpp")
      continue;
    for (const char* way : {"Json::parse(", "json::parse(", "sax_parse(", "json::accept(", "Json::accept("})
      EXPECT_EQ(text.find(way), text.npos) << file << " has " << way;
  }
  EXPECT_GE(readers, 6);
}

} // namespace
} // namespace xeforge::files
