// JSON for `--json FILE`.
#pragma once

#include "xeforge/lab/terminal/output_file.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>

namespace xeforge::lab {

using Json = nlohmann::ordered_json;

// As OutputFile, for the option "--json".
class JsonFile {
public:
  explicit JsonFile(std::string target) : file_("--json", std::move(target)) {}

  bool takes_standard_output() const { return file_.takes_standard_output(); }
  void write(const Json& json);

private:
  OutputFile file_;
};

} // namespace xeforge::lab
