#include "xeforge/toolchain/binary/image_report.hpp"

#include "xeforge/files/json_reader.hpp"

namespace xeforge::toolchain {

using files::Json;

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
  const files::JsonDocument document(name, "a report that this version of xeforge embedded", report);
  std::vector<SourceLocation> locations;
  if (const auto found = document.root().find("locations"))
    for (const files::JsonValue& each : found->list()) {
      const std::vector<files::JsonValue> entry = each.list();
      if (entry.size() != 1 && entry.size() != 3)
        each.refuse("a function, or one with a file and a line");
      SourceLocation location{entry[0].text(), {}};
      if (entry.size() > 1)
        location.frames.push_back({entry[1].text(), entry[2].whole()});
      locations.push_back(std::move(location));
    }
  return locations;
}

} // namespace xeforge::toolchain
