#include "xeforge/machine/device_models.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/machine/device_names.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace xeforge::machine {
namespace {

constexpr std::uint32_t kib = 1024;

// What all devices of one generation have in common. A work-group runs on one core: 16 vector engines of 8 threads on
// Xe-HPG, 8 of 8 on the others (those of Xe3 have more, which groups do not get).
constexpr DeviceModel xe_hpg(std::string_view name, std::string_view summary, Support fp64) {
  return {name, "xehpg", summary, 32, 8, Support::no, Support::no, fp64, Support::yes, 64 * kib, 128, 0x0c07};
}
constexpr DeviceModel xe_hpc(std::string_view name, std::string_view summary) {
  return {name, "xehpc", summary, 64, 16, Support::yes, Support::yes, Support::yes, Support::no, 128 * kib, 64, 0x0c08};
}
constexpr DeviceModel xe2(std::string_view name, std::string_view summary) {
  return {name, "xe2", summary, 64, 16, Support::yes, Support::yes, Support::yes, Support::no, 128 * kib, 64, 0x0c09};
}
constexpr DeviceModel xe3(std::string_view name, std::string_view summary) {
  return {name, "xe3", summary, 64, 16, Support::yes, Support::yes, Support::yes, Support::no, 128 * kib, 64, 0x1e00};
}
// A warp: 32 lanes of 4 bytes are one register. The family is none of Intel's.
constexpr DeviceModel hopper(std::string_view name, std::string_view summary) {
  return {name,         ptx_platform, summary,      128,       16, Support::yes,
          Support::yes, Support::yes, Support::yes, 227 * kib, 32, 0xffff};
}

constexpr std::array models{
    xe2("bmg", "Battlemage, Arc B-series"),
    xe2("bmg-g21", "Battlemage G21, Arc B580"),
    xe2("bmg-g31", "Battlemage G31, Arc Pro B70"),
    xe2("lnl-m", "Lunar Lake"),
    xe3("ptl", "Panther Lake"),
    xe3("ptl-h", "Panther Lake H"),
    xe3("ptl-u", "Panther Lake U"),
    xe3("wcl", "Wildcat Lake"),
    xe3("nvl-s", "Nova Lake S"),
    xe_hpc("pvc", "Ponte Vecchio, Data Center GPU Max"),
    xe_hpg("dg2", "Alchemist, Arc A-series", Support::no),
    xe_hpg("mtl", "Meteor Lake", Support::yes),
    xe_hpg("arl", "Arrow Lake", Support::yes),
    hopper("sm_90", "Hopper, NVIDIA H100 and H200"),
};

} // namespace

std::span<const DeviceModel> device_models() { return models; }

const DeviceModel& device_model(std::string_view name) {
  const auto found = std::ranges::find(models, compiled_as(name), &DeviceModel::name);
  if (found != models.end())
    return *found;
  std::string known;
  for (const DeviceModel& model : models)
    known += (known.empty() ? "" : ", ") + std::string(model.name);
  throw Error("device", "'" + std::string(name) + "'", "one of " + known + ", or a product such as b580 or arc140v");
}

std::string_view platform_of_family(std::uint32_t family) {
  const auto found = std::ranges::find(models, family, &DeviceModel::family);
  return found == models.end() ? std::string_view() : found->platform;
}

} // namespace xeforge::machine
