#include "xeforge/lab/terminal/input_json.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/json.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <fmt/format.h>

#include <cmath>

namespace xeforge::lab {

std::string read_input(const std::string& option, const std::string& path, const std::string& accepted) {
  try {
    return toolchain::read_text(path);
  } catch (const Error& error) {
    std::string reason = error.got(); // in quotes where it is the system's
    std::erase(reason, '\'');
    throw Error(option, fmt::format("'{}': {}", path, reason), accepted);
  }
}

Json read_json(const std::string& option, const std::string& path, const std::string& accepted) {
  Json json = files::parse_json_or_discard<Json>(read_input(option, path, accepted));
  if (json.is_discarded())
    throw Error(option, fmt::format("'{}', which is no JSON", path), accepted);
  return json;
}

static const Json* field_in(const Json& object, const char* name) {
  if (!object.is_object())
    return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

std::optional<std::string> text_in(const Json& object, const char* name) {
  const Json* field = field_in(object, name);
  return field && field->is_string() ? std::optional(field->get<std::string>()) : std::nullopt;
}

std::optional<double> number_in(const Json& object, const char* name) {
  const Json* field = field_in(object, name);
  if (!field || !field->is_number() || !std::isfinite(field->get<double>()))
    return std::nullopt;
  return field->get<double>();
}

bool is_true_in(const Json& object, const char* name) {
  const Json* field = field_in(object, name);
  return field && field->is_boolean() && field->get<bool>();
}

const Json& list_in(const Json& object, const char* name) {
  static const Json none = Json::array();
  const Json* field = field_in(object, name);
  return field && field->is_array() ? *field : none;
}

} // namespace xeforge::lab
