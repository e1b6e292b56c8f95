// JSON that somebody else may have written: read with one clear error for whatever is wrong with it.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace xeforge::records {

using Json = nlohmann::ordered_json;

// A part of one line that can be shown (base/printable.hpp), cut after 160 characters.
std::string shown(const std::string& text);

// One JSON document and what it should be; every refusal is an Error that names the file and says the latter.
class JsonText {
public:
  // file: how errors call it; expected: what it should be, as "a report that 'xeforge bench' wrote".
  JsonText(std::string file, std::string expected) : file_(std::move(file)), expected_(std::move(expected)) {}

  Json parse(const std::string& text) const; // an object
  [[noreturn]] void refuse(const std::string& got) const;

  // Fields that must be there and of that kind.
  const Json& field(const Json& object, const char* name) const;
  const Json& list(const Json& object, const char* name) const;
  std::string text(const Json& object, const char* name) const;
  double number(const Json& object, const char* name) const; // finite
  std::vector<double> numbers(const Json& object, const char* name) const;
  // Fields that may be missing.
  std::string text_or(const Json& object, const char* name, const std::string& otherwise) const;
  std::optional<double> optional_number(const Json& object, const char* name) const; // null: none

private:
  double finite(const Json& value, const char* name) const;

  std::string file_, expected_;
};

} // namespace xeforge::records
