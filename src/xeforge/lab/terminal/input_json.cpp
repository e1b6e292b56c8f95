#include "xeforge/lab/terminal/input_json.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/json.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <fmt/format.h>

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

} // namespace xeforge::lab
