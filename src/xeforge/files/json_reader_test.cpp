#include "xeforge/files/json_reader.hpp"

#include "xeforge/base/error.hpp"

#include <gtest/gtest.h>

namespace xeforge::files {
namespace {

const std::string text = R"({"format": "f-1", "name": "axpy", "none": null, "is": true, "ratio": 1.5,
  "sizes": [1, 2.5, 3], "tools": {"a": "1", "b": "2"}, "mix": {"dpas": 4},
  "list": [{"count": 3}, {"count": -1, "deep": [[0, "x"]]}], "large": 4294967296})";

// The words of the refusal, without the file and what it should be.
template <class Action>
std::string refusal_of(Action action, const std::string& from = text) {
  try {
    const JsonDocument document("a.json", "a test's file", from);
    action(document.root());
  } catch (const Error& error) {
    EXPECT_EQ(error.argument(), "a.json");
    EXPECT_EQ(error.expected(), "a test's file");
    return error.got();
  }
  return "accepted";
}

TEST(json_reader, gives_what_is_there) {
  const JsonDocument document("a.json", "a test's file", text);
  const JsonValue json = document.root_of_format("f-1");
  EXPECT_EQ(json["name"].text(), "axpy");
  EXPECT_EQ(json.text_or("name", "-"), "axpy");
  EXPECT_EQ(json.text_or("absent", "-"), "-");
  EXPECT_TRUE(json["is"].boolean());
  EXPECT_EQ(json["ratio"].number(), 1.5);
  EXPECT_EQ(json["sizes"].numbers(), (std::vector<double>{1, 2.5, 3}));
  EXPECT_EQ(json["tools"].texts(), (std::map<std::string, std::string>{{"a", "1"}, {"b", "2"}}));
  EXPECT_EQ(json["mix"].counts(), (std::map<std::string, int>{{"dpas", 4}}));
  EXPECT_EQ(json["list"].list()[1]["count"].whole(-1, 1), -1);
  EXPECT_EQ(json["large"].whole<std::uint64_t>(), 4294967296u);
  EXPECT_EQ(json["large"].whole_or_null<std::int64_t>(), 4294967296);
  EXPECT_EQ(json["none"].whole_or_null(), std::nullopt);
  EXPECT_EQ(json["none"].number_or_null(), std::nullopt);
  EXPECT_FALSE(json.find("none"));
  EXPECT_FALSE(json.find("absent"));
  EXPECT_EQ(json.find("ratio")->number(), 1.5);
}

TEST(json_reader, says_which_field_is_wrong_and_what_it_must_be) {
  using Value = const JsonValue&;
  EXPECT_EQ(refusal_of([](Value json) { json["absent"]; }), "no field 'absent'");
  EXPECT_EQ(refusal_of([](Value json) { json["list"].list()[0]["absent"]; }), "no field 'list[0].absent'");
  EXPECT_EQ(refusal_of([](Value json) { json["name"]["x"]; }), "'axpy' as 'name', which must be an object");
  EXPECT_EQ(refusal_of([](Value json) { json["name"].find("x"); }), "'axpy' as 'name', which must be an object");
  EXPECT_EQ(refusal_of([](Value json) { json["tools"].list(); }), "object as 'tools', which must be a list");
  EXPECT_EQ(refusal_of([](Value json) { json["none"].text(); }), "null as 'none', which must be text");
  EXPECT_EQ(refusal_of([](Value json) { json["is"].number(); }), "boolean as 'is', which must be a finite number");
  EXPECT_EQ(refusal_of([](Value json) { json["ratio"].boolean(); }), "1.5 as 'ratio', which must be true or false");
  EXPECT_EQ(refusal_of([](Value json) { json["tools"].counts(); }),
            "'1' as 'tools.a', which must be a whole number from 0 to 2147483647");
  EXPECT_EQ(refusal_of([](Value json) { json["sizes"].texts(); }), "array as 'sizes', which must be an object");
  EXPECT_EQ(refusal_of([](Value json) { json["list"].list()[1]["deep"].list()[0].numbers(); }),
            "'x' as 'list[1].deep[0][1]', which must be a finite number");
  EXPECT_EQ(refusal_of([](Value json) { json["sizes"].refuse("a list of two numbers"); }),
            "array as 'sizes', which must be a list of two numbers");
}

TEST(json_reader, takes_no_number_that_does_not_fit) {
  using Value = const JsonValue&;
  const auto as_count = [](const std::string& number) {
    return refusal_of([](Value json) { json["n"].whole(0, 7); }, R"({"n": )" + number + "}");
  };
  EXPECT_EQ(as_count("7"), "accepted");
  for (const char* number : {"8", "-1", "1.5", "7e20", "18446744073709551615"})
    EXPECT_NE(as_count(number).find(" as 'n', which must be a whole number from 0 to 7"), std::string::npos) << number;
  EXPECT_EQ(refusal_of([](Value json) { json["large"].whole(); }),
            "4294967296 as 'large', which must be a whole number from 0 to 2147483647");
}

TEST(json_reader, refuses_what_is_no_json_and_other_formats) {
  const auto of_format = [](const JsonValue& json) {
    JsonDocument("a.json", "a test's file", json.json().dump()).root_of_format("f-1");
  };
  EXPECT_EQ(refusal_of(of_format), "accepted");
  EXPECT_EQ(refusal_of(of_format, R"({"format": "f-2"})"), "a file of the format 'f-2', not 'f-1'");
  EXPECT_EQ(refusal_of(of_format, "{}"), "no field 'format'");
  EXPECT_EQ(refusal_of(of_format, "[]"), "array, which must be an object");
  for (const std::string& damaged : {std::string(), std::string("{"), std::string(100'000, '['), text.substr(0, 30)})
    EXPECT_NE(refusal_of(of_format, damaged), "accepted");
}

TEST(json_reader, shows_what_there_is_where_nothing_has_to_be) {
  const Json json = Json::parse(text, nullptr, false);
  EXPECT_EQ(text_in(json, "name"), "axpy");
  EXPECT_EQ(text_in(json, "ratio"), std::nullopt);
  EXPECT_EQ(text_in(Json(3), "name"), std::nullopt);
  EXPECT_EQ(number_in(json, "ratio"), 1.5);
  EXPECT_EQ(number_in(json, "name"), std::nullopt);
  EXPECT_TRUE(is_true_in(json, "is"));
  EXPECT_FALSE(is_true_in(json, "none"));
  EXPECT_EQ(list_in(json, "sizes").size(), 3u);
  EXPECT_TRUE(list_in(json, "name").empty());
}

} // namespace
} // namespace xeforge::files
