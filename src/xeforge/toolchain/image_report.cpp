#include "xeforge/toolchain/image_report.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/json.hpp"

#include <nlohmann/json.hpp>

namespace xeforge::toolchain {

using Json = nlohmann::ordered_json;

std::string image_report(const Compiled& compiled) {
  Json report = to_json(compiled.report);
  Json places = Json::array();
  for (const SourcePlace& place : compiled.places) {
    Json entry = Json::array({place.function});
    if (!place.frames.empty()) {
      entry.push_back(place.frames.front().file);
      entry.push_back(place.frames.front().line);
    }
    places.push_back(std::move(entry));
  }
  report["places"] = std::move(places);
  return report.dump();
}

std::vector<SourcePlace> image_places(const std::string& name, std::string_view report) {
  try {
    const Json json = files::parse_json<Json>(std::string(report));
    std::vector<SourcePlace> places;
    if (const auto found = json.find("places"); found != json.end())
      for (const Json& entry : *found) {
        SourcePlace place{entry.at(0).get<std::string>(), {}};
        if (entry.size() > 1)
          place.frames.push_back({entry.at(1).get<std::string>(), entry.at(2).get<int>()});
        places.push_back(std::move(place));
      }
    return places;
  } catch (const nlohmann::json::exception& problem) {
    throw Error(name, "'" + std::string(problem.what()) + "'", "a report that this version of xeforge embedded");
  }
}

} // namespace xeforge::toolchain
