#include "xeforge/recorder/launch_records.hpp"

#include "xeforge/machine/counters.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace xeforge::recorder {
namespace {

using Json = nlohmann::ordered_json;

Json as_json(const machine::MessageCount& count) { return {{"messages", count.messages}, {"bytes", count.bytes}}; }

Json as_json(const machine::Counters& counters, const machine::Footprint& footprint) {
  return {{"touched_loaded_bytes", footprint.loaded_bytes},
          {"touched_stored_bytes", footprint.stored_bytes},
          {"moved_bytes", counters.moved_bytes()},
          {"flops", counters.flops()},
          {"dpas_flops", counters.dpas_flops},
          {"arithmetic_flops", counters.arithmetic_flops},
          {"block_loads", as_json(counters.block_loads)},
          {"block_stores", as_json(counters.block_stores)},
          {"gathers", as_json(counters.gathers)},
          {"scatters", as_json(counters.scatters)},
          {"block_loads_2d", as_json(counters.block_loads_2d)},
          {"block_stores_2d", as_json(counters.block_stores_2d)},
          {"prefetches", as_json(counters.prefetches)},
          {"atomics", as_json(counters.atomics)},
          {"slm_loads", as_json(counters.slm_loads)},
          {"slm_stores", as_json(counters.slm_stores)},
          {"slm_atomics", as_json(counters.slm_atomics)},
          {"barriers", counters.barriers},
          {"named_barriers", counters.named_barriers}};
}

} // namespace

std::string LaunchRecords::name_of(const Launch& launch) {
  std::vector<const void*>& kernels = kernels_of_name_[launch.kernel];
  const auto found = std::ranges::find(kernels, launch.launch.run);
  const auto number = found - kernels.begin();
  if (found == kernels.end())
    kernels.push_back(launch.launch.run);
  return number == 0 ? launch.kernel : launch.kernel + " (" + std::to_string(number + 1) + ")";
}

void LaunchRecords::add(const Launch& launch) {
  const auto [entry, is_new] =
      records_.try_emplace({name_of(launch), launch.launch.items, launch.launch.local, launch.device, launch.threads});
  Record& record = entry->second;
  if (is_new)
    record.first = launches_;
  ++launches_;
  ++record.launches;
  record.emulated = launch.emulated;
  if (launch.failed) {
    ++record.failed;
    return;
  }
  if (record.times_ns.size() < most_times)
    record.times_ns.push_back(launch.nanoseconds);
  machine::add(record.counters, launch.counters);
  record.footprint.loaded_bytes = std::max(record.footprint.loaded_bytes, launch.footprint.loaded_bytes);
  record.footprint.stored_bytes = std::max(record.footprint.stored_bytes, launch.footprint.stored_bytes);
}

std::string LaunchRecords::json(const std::string& program, bool is_counting) const {
  std::vector<const std::pair<const Key, Record>*> in_order;
  for (const auto& entry : records_)
    in_order.push_back(&entry);
  std::ranges::sort(in_order, {}, [](const auto* entry) { return entry->second.first; });
  Json kernels = Json::array();
  for (const auto* entry : in_order) {
    const auto& [kernel, items, local, device, threads] = entry->first;
    const Record& record = entry->second;
    const bool has_groups = local != Shape{0, 0, 0};
    kernels.push_back(
        {{"kernel", kernel},
         {"items", items},
         {"local", has_groups ? Json(local) : Json(nullptr)},
         {"device", device},
         {"emulated", record.emulated},
         {"threads", threads},
         {"launches", record.launches},
         {"failed", record.failed},
         {"times_ns", record.times_ns},
         {"counts",
          is_counting && device == machine::cpu_device ? as_json(record.counters, record.footprint) : Json(nullptr)}});
  }
  const Json report{{"format", "xeforge-launches-1"},
                    {"program", program},
                    {"counted", is_counting},
                    {"kernels", std::move(kernels)}};
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace xeforge::recorder
