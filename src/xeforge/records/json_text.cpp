#include "xeforge/records/json_text.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/base/printable.hpp"
#include "xeforge/files/json.hpp"

#include <fmt/format.h>

#include <cmath>

namespace xeforge::records {

std::string shown(const std::string& text) { return base::printable(text, 160); }

void JsonText::refuse(const std::string& got) const { throw Error(shown(file_), shown(got), expected_); }

Json JsonText::parse(const std::string& text) const {
  Json json;
  try {
    json = files::parse_json<Json>(text);
  } catch (const nlohmann::json::exception& problem) {
    refuse(fmt::format("'{}'", problem.what()));
  }
  if (!json.is_object())
    refuse(fmt::format("JSON that is no object but {}", json.type_name()));
  return json;
}

const Json& JsonText::field(const Json& object, const char* name) const {
  if (!object.is_object())
    refuse(fmt::format("{} where an object with the field '{}' should be", object.type_name(), name));
  const auto found = object.find(name);
  if (found == object.end())
    refuse(fmt::format("no field '{}'", name));
  return *found;
}

const Json& JsonText::list(const Json& object, const char* name) const {
  const Json& value = field(object, name);
  if (!value.is_array())
    refuse(fmt::format("'{}', which is no list but {}", name, value.type_name()));
  return value;
}

std::string JsonText::text(const Json& object, const char* name) const {
  const Json& value = field(object, name);
  if (!value.is_string())
    refuse(fmt::format("'{}', which is no text but {}", name, value.type_name()));
  return value.get<std::string>();
}

double JsonText::finite(const Json& value, const char* name) const {
  if (!value.is_number())
    refuse(fmt::format("'{}', which is no number but {}", name, value.type_name()));
  const auto number = value.get<double>();
  if (!std::isfinite(number))
    refuse(fmt::format("'{}', which is not finite", name));
  return number;
}

double JsonText::number(const Json& object, const char* name) const { return finite(field(object, name), name); }

std::vector<double> JsonText::numbers(const Json& object, const char* name) const {
  std::vector<double> values;
  for (const Json& value : list(object, name))
    values.push_back(finite(value, name));
  return values;
}

std::string JsonText::text_or(const Json& object, const char* name, const std::string& otherwise) const {
  return object.is_object() && object.contains(name) ? text(object, name) : otherwise;
}

std::optional<double> JsonText::optional_number(const Json& object, const char* name) const {
  if (!object.is_object() || !object.contains(name) || object.at(name).is_null())
    return std::nullopt;
  return number(object, name);
}

} // namespace xeforge::records
