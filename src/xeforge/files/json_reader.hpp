// JSON that somebody else may have written, and the one way to ask it for what should be in it. Every refusal is an Error
// that names the file, the field and what it must be:
//
//   a.json: got 1.5 as 'results[0].threads', which must be a whole number from 1 to 1000000; expected a report that ...
#pragma once

#include "xeforge/files/json.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace xeforge::files {

using Json = nlohmann::ordered_json;

// A part of one line that can be shown (base/printable.hpp), cut after 160 characters.
std::string shown(std::string_view text);

class JsonValue;

class JsonDocument {
public:
  // file: how errors call it; expected: what it should be, as "a report that 'xeforge bench' wrote". Throws Error where
  // the text is no JSON.
  JsonDocument(std::string file, std::string expected, std::string_view text);
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;

  JsonValue root() const;
  // The root, whose field "format" has to be this.
  JsonValue root_of_format(std::string_view format) const;
  const Json& json() const { return json_; }
  [[noreturn]] void refuse(std::string_view got) const;

private:
  std::string file_, expected_;
  Json json_;
};

// A value of a document, which has to outlive it. All that ask for a value throw Error where it is none of that kind.
class JsonValue {
public:
  JsonValue(const JsonDocument& document, const Json& value) : document_(&document), value_(&value) {}

  // Fields of an object: one that must be there; one that may be missing or null.
  JsonValue operator[](const char* name) const;
  std::optional<JsonValue> find(const char* name) const;
  std::string text_or(const char* name, std::string otherwise) const;
  std::vector<std::pair<std::string, JsonValue>> fields() const;

  std::vector<JsonValue> list() const;
  std::vector<double> numbers() const;              // of a list
  std::map<std::string, std::string> texts() const; // of an object
  std::map<std::string, int> counts() const;        // of an object

  std::string text() const;
  bool boolean() const;
  double number() const; // finite
  template <class Number = int>
  Number whole(std::type_identity_t<Number> least = 0,
               std::type_identity_t<Number> most = std::numeric_limits<Number>::max()) const;

  bool is_null() const { return value_->is_null(); }
  template <class Number = int>
  std::optional<Number> whole_or_null() const {
    return is_null() ? std::nullopt : std::optional(whole<Number>());
  }
  std::optional<double> number_or_null() const { return is_null() ? std::nullopt : std::optional(number()); }

  const Json& json() const { return *value_; }
  // must_be: as "a list of two numbers".
  [[noreturn]] void refuse(std::string_view must_be) const;

private:
  const Json& checked(bool is_of_kind, std::string_view kind) const;

  const JsonDocument* document_;
  const Json* value_;
};

template <class Number>
Number JsonValue::whole(std::type_identity_t<Number> least, std::type_identity_t<Number> most) const {
  const auto fits = [&](auto value) {
    return std::in_range<Number>(value) && std::cmp_less_equal(least, value) && std::cmp_less_equal(value, most);
  };
  if (value_->is_number_unsigned() && fits(value_->get<std::uint64_t>()))
    return static_cast<Number>(value_->get<std::uint64_t>());
  if (value_->is_number_integer() && !value_->is_number_unsigned() && fits(value_->get<std::int64_t>()))
    return static_cast<Number>(value_->get<std::int64_t>());
  refuse("a whole number from " + std::to_string(least) + " to " + std::to_string(most));
}

// For who shows what there is, as pages do: a field of an object, nothing where there is none or it is of another type.
std::optional<std::string> text_in(const Json& object, const char* name);
std::optional<double> number_in(const Json& object, const char* name); // finite
bool is_true_in(const Json& object, const char* name);
const Json& list_in(const Json& object, const char* name); // an empty one where there is none

} // namespace xeforge::files
