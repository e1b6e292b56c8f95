// The one way in which this project reads JSON. The library's parser takes any depth, but what follows it (copies,
// output, comparison) recurses: a document nested a million times would end the program.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace xeforge::files {

// Of no file that this project reads or writes more than a tenth.
inline constexpr int deepest_json = 200;

// Whether brackets outside of strings are nested deeper than the limit, whatever else is wrong with the text.
constexpr bool is_nested_deeper(std::string_view text, int limit) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char character = text[at];
    if (in_string) {
      at += character == '\\';
      in_string = character != '"';
    } else if (character == '"') {
      in_string = true;
    } else if (character == '[' || character == '{') {
      if (++depth > limit)
        return true;
    } else if (character == ']' || character == '}') {
      --depth;
    }
  }
  return false;
}

template <class Json, class Number>
Json number_or_null(const std::optional<Number>& value) {
  return value ? Json(*value) : Json(nullptr);
}

// Throws nlohmann::json::exception.
template <class Json>
Json parse_json(std::string_view text) {
  if (is_nested_deeper(text, deepest_json))
    throw nlohmann::json::other_error::create(501, "nested deeper than " + std::to_string(deepest_json) + " levels",
                                              static_cast<const Json*>(nullptr));
  return Json::parse(text);
}

// The same; what is none is discarded (is_discarded()).
template <class Json>
Json parse_json_or_discard(std::string_view text) {
  if (is_nested_deeper(text, deepest_json))
    return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, false);
}

} // namespace xeforge::files
