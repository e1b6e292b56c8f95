#include "table.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace fidelity {
namespace {

using Json = nlohmann::json;

template <std::size_t n>
std::string one_of(const std::string& value, const std::array<const char*, n>& accepted, const std::string& place) {
  if (std::ranges::find(accepted, value) == accepted.end())
    throw std::runtime_error(place + ": got '" + value + "'");
  return value;
}

Where where_of(const std::string& word, const std::string& place) {
  static constexpr std::array<std::pair<const char*, Where>, 6> words{{{"kernel", Where::kernel},
                                                                       {"launch", Where::launch},
                                                                       {"own kernel", Where::own_kernel},
                                                                       {"program", Where::program},
                                                                       {"refused", Where::refused},
                                                                       {"refused call", Where::refused_call}}};
  for (const auto& [name, where] : words)
    if (word == name)
      return where;
  throw std::runtime_error(place + ": where: got '" + word + "'");
}

Entry entry_of(const Json& json) {
  Entry entry;
  entry.names = json.at("names").get<std::vector<std::string>>();
  const std::string place = entry.names.at(0);
  entry.where = where_of(json.value("where", "kernel"), place);
  entry.host = one_of(json.at("host"), std::array{"same", "permissive", "approximate", "absent"}, place);
  entry.device = one_of(json.at("device"), std::array{"lowered", "refused", "-"}, place);
  entry.nvidia = json.value("nvidia", "");
  entry.differs = json.value("differs", "");
  entry.says = json.value("says", "");
  entry.declare = json.value("declare", "");
  entry.use = json.at("use");
  if ((entry.device == "refused") == entry.says.empty())
    throw std::runtime_error(place + ": what is refused, and only that, has words of the error");
  if ((entry.host == "absent") != is_absent(entry) || (entry.host == "absent" && entry.device != "refused"))
    throw std::runtime_error(place + ": what is absent, and only that, is refused on both sides");
  if (entry.host != "absent" && entry.device == "refused" && entry.nvidia.empty())
    throw std::runtime_error(place + ": what is refused for Xe devices is refused for NVIDIA's GPUs");
  if (!entry.nvidia.empty() && (entry.host == "absent" || entry.device == "-"))
    throw std::runtime_error(place + ": what is refused for NVIDIA's GPUs is there on the host");
  return entry;
}

} // namespace

Table read_table(const std::filesystem::path& file) {
  std::ifstream stream(file);
  const Json json = Json::parse(stream);
  Table table;
  for (const Json& each : json.at("differences"))
    table.differences.push_back({each.at("title"), each.at("text")});
  for (const Json& each : json.at("groups")) {
    Group group{each.at("title"), each.value("about", ""), {}};
    for (const Json& entry : each.at("entries"))
      group.entries.push_back(entry_of(entry));
    table.groups.push_back(std::move(group));
  }
  return table;
}

} // namespace fidelity
