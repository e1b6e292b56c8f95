#include "cli/schema.hpp"

#include "cli/program.hpp"

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace xeforge::cli_tests {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

testing::AssertionResult conforms(const Json& document, const std::string& name) {
  const Json text = Json::parse(contents(repository() / "docs" / "schema" / (name + ".json")));
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(Adapter(text), schema);
  valijson::ValidationResults complaints;
  if (valijson::Validator().validate(schema, Adapter(document), &complaints))
    return testing::AssertionSuccess();
  auto failure = testing::AssertionFailure() << "not as docs/schema/" << name << ".json says:";
  for (valijson::ValidationResults::Error complaint; complaints.popError(complaint);) {
    failure << "\n  ";
    for (const std::string& part : complaint.context)
      failure << part;
    failure << ": " << complaint.description;
  }
  return failure;
}

std::vector<std::string> schema_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(repository() / "docs" / "schema"))
    if (entry.path().extension() == ".json")
      names.push_back(entry.path().stem().string());
  return names;
}

// The schema of one part of a document: through properties, items and local references.
static const Json& resolved(const Json& schema, const Json& root) {
  const Json* at = &schema;
  while (at->contains("$ref"))
    at = &root.at(Json::json_pointer(at->at("$ref").get<std::string>().substr(1)));
  return *at;
}

static void collect_spoilt(const Json& whole, const Json::json_pointer& place, const Json& unresolved, const Json& root,
                           std::vector<Json>& spoilt) {
  const Json& schema = resolved(unresolved, root);
  const Json& part = whole.at(place);
  if (part.is_object()) {
    const Json required = schema.value("required", Json::array()),
               properties = schema.value("properties", Json::object());
    for (const Json& field : required) {
      spoilt.push_back(whole);
      spoilt.back().at(place).erase(field.get<std::string>());
    }
    for (const auto& [field, inner] : properties.items())
      if (part.contains(field))
        collect_spoilt(whole, place / field, inner, root, spoilt);
  } else if (part.is_array()) {
    if (!part.empty() && schema.contains("items"))
      collect_spoilt(whole, place / 0, schema.at("items"), root, spoilt);
  } else if (schema.contains("type") || schema.contains("enum") || schema.contains("const")) {
    spoilt.push_back(whole);
    spoilt.back().at(place) = Json::array({Json::object()}); // also where an object or a list is allowed beside null
  }
}

std::vector<Json> spoilt_copies(const Json& document, const std::string& name) {
  const Json root = Json::parse(contents(repository() / "docs" / "schema" / (name + ".json")));
  std::vector<Json> spoilt;
  collect_spoilt(document, Json::json_pointer(), root, root, spoilt);
  return spoilt;
}

} // namespace xeforge::cli_tests
