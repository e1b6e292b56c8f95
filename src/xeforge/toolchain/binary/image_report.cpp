#include "xeforge/toolchain/binary/image_report.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace xeforge::toolchain {

using Json = nlohmann::ordered_json;

std::string image_report(const Compiled& compiled) {
  Json report = to_json(compiled.report());
  Json locations = Json::array();
  for (const SourceLocation& location : compiled.locations) {
    Json entry = Json::array({location.function});
    if (!location.frames.empty()) {
      entry.push_back(location.frames.front().file);
      entry.push_back(location.frames.front().line);
    }
    locations.push_back(std::move(entry));
  }
  report["locations"] = std::move(locations);
  return report.dump();
}

std::vector<SourceLocation> image_locations(const std::string& name, std::string_view report) {
  try {
    const Json json = files::parse_json<Json>(std::string(report));
    std::vector<SourceLocation> locations;
    if (const auto found = json.find("locations"); found != json.end())
      for (const Json& entry : *found) {
        SourceLocation location{entry.at(0).get<std::string>(), {}};
        if (entry.size() > 1)
          location.frames.push_back({entry.at(1).get<std::string>(), entry.at(2).get<int>()});
        locations.push_back(std::move(location));
      }
    return locations;
  } catch (const nlohmann::json::exception& problem) {
    throw Error(name, fmt::format("'{}'", problem.what()), "a report that this version of xeforge embedded");
  }
}

} // namespace xeforge::toolchain
