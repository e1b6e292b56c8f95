// JSON against the schemas in docs/schema.
#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace xeforge::cli_tests {

// Whether the document is what docs/schema/NAME.json describes; otherwise every complaint with its place.
testing::AssertionResult conforms(const nlohmann::json& document, const std::string& name);

// The names of all files in docs/schema, without .json.
std::vector<std::string> schema_names();

// The documents that differ from this one, which has to conform, in one place, and should not conform any more: each
// object in it without one of the fields that are required there, and each number, text, boolean or null as a list of
// an object.
std::vector<nlohmann::json> spoilt_copies(const nlohmann::json& document, const std::string& name);

} // namespace xeforge::cli_tests
