// Whole numbers of JSON that somebody else may have written: the JSON library turns 1e30 into an int without a word.
#pragma once

#include "xeforge/base/error.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace xeforge::toolchain {

// Throws Error where the value is no whole number of the type, and none below 0.
template <class Number>
Number whole_number(const nlohmann::ordered_json& value, const std::string& name) {
  if (value.is_number_unsigned() && std::in_range<Number>(value.get<std::uint64_t>()))
    return static_cast<Number>(value.get<std::uint64_t>());
  throw Error(name, value.dump(), "a whole number that is not too large");
}

// The field of an object; nlohmann::json::exception where there is none.
template <class Number = int>
Number whole_number_in(const nlohmann::ordered_json& object, const char* name) {
  return whole_number<Number>(object.at(name), name);
}

// No value for null.
template <class Number = int>
std::optional<Number> whole_number_or_null_in(const nlohmann::ordered_json& object, const char* name) {
  const nlohmann::ordered_json& value = object.at(name);
  return value.is_null() ? std::nullopt : std::optional<Number>(whole_number<Number>(value, name));
}

// An object of counts.
inline std::map<std::string, int> counts_in(const nlohmann::ordered_json& object, const char* name) {
  std::map<std::string, int> counts;
  for (const auto& entry : object.at(name).items())
    counts[entry.key()] = whole_number<int>(entry.value(), name);
  return counts;
}

} // namespace xeforge::toolchain
