#include "xeforge/files/json_reader.hpp"

#include "xeforge/base/error.hpp"

#include <algorithm>
#include <cmath>

namespace xeforge::files {
namespace {

// Whether `wanted` is `from` or in it, and then the way to it, as "results[0].threads". Only an error asks for it.
bool find_place(const Json& from, const Json& wanted, std::string& place) {
  if (&from == &wanted)
    return true;
  const std::size_t before = place.size();
  std::size_t index = 0;
  for (const auto& entry : from.items()) {
    place += from.is_array() ? "[" + std::to_string(index++) + "]" : (place.empty() ? "" : ".") + entry.key();
    if (entry.value().is_structured() || &entry.value() == &wanted)
      if (find_place(entry.value(), wanted, place))
        return true;
    place.resize(before);
  }
  return false;
}

} // namespace

std::string shown(std::string_view text) { return base::printable(text, 160); }

JsonDocument::JsonDocument(std::string file, std::string expected, std::string_view text)
    : file_(std::move(file)), expected_(std::move(expected)) {
  try {
    json_ = parse_json<Json>(text);
  } catch (const nlohmann::json::exception& problem) {
    refuse("'" + shown(problem.what()) + "'");
  }
}

JsonValue JsonDocument::root() const { return {*this, json_}; }

JsonValue JsonDocument::root_of_format(std::string_view format) const {
  const std::string found = root()["format"].text();
  if (found != format)
    refuse("a file of the format '" + shown(found) + "', not '" + std::string(format) + "'");
  return root();
}

void JsonDocument::refuse(std::string_view got) const { throw Error(file_, base::printable(got, 1000), expected_); }

void JsonValue::refuse(std::string_view must_be) const {
  std::string text = value_->is_number()   ? value_->dump()
                     : value_->is_string() ? "'" + base::printable(value_->get_ref<const std::string&>(), 60) + "'"
                                           : value_->type_name();
  std::string place;
  find_place(document_->json(), *value_, place);
  if (!place.empty())
    text += " as '" + shown(place) + "'";
  document_->refuse(text + ", which must be " + std::string(must_be));
}

const Json& JsonValue::checked(bool is_of_kind, std::string_view kind) const {
  if (!is_of_kind)
    refuse(kind);
  return *value_;
}

JsonValue JsonValue::operator[](const char* name) const {
  const Json& object = checked(value_->is_object(), "an object");
  const auto found = object.find(name);
  if (found != object.end())
    return {*document_, *found};
  std::string place;
  find_place(document_->json(), object, place);
  document_->refuse("no field '" + place + (place.empty() ? "" : ".") + name + "'");
}

std::optional<JsonValue> JsonValue::find(const char* name) const {
  const Json& object = checked(value_->is_object(), "an object");
  const auto found = object.find(name);
  return found == object.end() || found->is_null() ? std::nullopt : std::optional(JsonValue(*document_, *found));
}

std::string JsonValue::text_or(const char* name, std::string otherwise) const {
  const auto field = find(name);
  return field ? field->text() : std::move(otherwise);
}

std::vector<std::pair<std::string, JsonValue>> JsonValue::fields() const {
  std::vector<std::pair<std::string, JsonValue>> fields;
  for (const auto& entry : checked(value_->is_object(), "an object").items())
    fields.emplace_back(entry.key(), JsonValue(*document_, entry.value()));
  return fields;
}

std::vector<JsonValue> JsonValue::list() const {
  std::vector<JsonValue> values;
  for (const Json& value : checked(value_->is_array(), "a list"))
    values.emplace_back(*document_, value);
  return values;
}

std::vector<double> JsonValue::numbers() const {
  std::vector<double> numbers;
  for (const JsonValue& value : list())
    numbers.push_back(value.number());
  return numbers;
}

std::map<std::string, std::string> JsonValue::texts() const {
  std::map<std::string, std::string> texts;
  for (const auto& [name, value] : fields())
    texts[name] = value.text();
  return texts;
}

std::map<std::string, int> JsonValue::counts() const {
  std::map<std::string, int> counts;
  for (const auto& [name, value] : fields())
    counts[name] = value.whole();
  return counts;
}

std::string JsonValue::text() const { return checked(value_->is_string(), "text").get<std::string>(); }

bool JsonValue::boolean() const { return checked(value_->is_boolean(), "true or false").get<bool>(); }

double JsonValue::number() const {
  return checked(value_->is_number() && std::isfinite(value_->get<double>()), "a finite number").get<double>();
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

} // namespace xeforge::files
