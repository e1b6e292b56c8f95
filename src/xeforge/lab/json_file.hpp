// Where `--json FILE` goes: a file that appears whole or not at all, or standard output.
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace xeforge::lab {

using Json = nlohmann::ordered_json;

class JsonFile {
public:
  // target: a path, "-" for standard output, or empty for nowhere. Opens a file aside at once, so that a path that
  // cannot be written is refused (Error, argument "--json") before any work is done.
  explicit JsonFile(std::string target);
  ~JsonFile(); // removes what has not been written whole
  JsonFile(const JsonFile&) = delete;
  JsonFile& operator=(const JsonFile&) = delete;

  bool takes_standard_output() const { return target_ == "-"; }
  void write(const Json& json);

private:
  void write_aside(const std::string& text);

  std::string target_;
  std::filesystem::path aside_;
  int descriptor_ = -1;
};

} // namespace xeforge::lab
