#include "xeforge/emulated_device/emulator_adapter.hpp"

#include "xeforge/emulator/launch/thread_coordinates.hpp"
#include "xeforge/machine/device_figures.hpp"
#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <algorithm>
#include <cmath>
#include <dlfcn.h>
#include <unistd.h>

namespace xeforge::emulated_device {
namespace {

namespace fs = std::filesystem;
using devices::Description;
using machine::DeviceModel;
using machine::Quantity;

fs::path tools_folder() {
  Dl_info here{};
  static const char mark = 0;
  if (dladdr(&mark, &here) != 0 && here.dli_fname != nullptr) {
    std::error_code problem;
    const fs::path installed =
        fs::canonical(here.dli_fname, problem).parent_path().parent_path() / "share/xeforge/device-tools";
    if (!problem && !toolchain::missing_device_tools(installed))
      return installed;
  }
  return toolchain::default_tools_folder();
}

// The emulator does not know the instruction set of the oldest of these devices, nor of other vendors'.
bool is_emulated(const DeviceModel& model) {
  return model.platform != "xehpg" && model.platform != machine::ptx_platform;
}

// "Battlemage, Arc B-series" is of people's interest before the comma.
std::string title_of(const DeviceModel& model) {
  return std::string(model.summary.substr(0, model.summary.find(','))) + " (emulated)";
}

std::uint64_t physical_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// A published figure of a device that is compiled for as this model; 0 where there is none.
double figure_of(const DeviceModel& model, Quantity quantity) {
  for (const machine::DeviceFigures& figures : machine::device_figures())
    if (figures.target == model.name)
      if (const auto found = machine::figure(figures, quantity))
        return found->high;
  return 0;
}

Description description_of(const DeviceModel& model) {
  constexpr std::uint32_t vendor_id = 0x8086, engines_of_a_core = 8, threads_of_an_engine = 8;
  constexpr std::size_t most_group_items = 1024;
  constexpr int most_registers = 256;
  Description description;
  description.backend = "xeforge";
  description.name = model.name;
  description.title = title_of(model);
  description.vendor = "Intel(R) Corporation"; // programs look for it
  description.driver_version = "emulator";
  description.vendor_id = vendor_id;
  description.emulated = machine::Support::yes;
  description.most_group_items = most_group_items;
  description.least_most_group_items = emulator::threads_of_core(most_registers);
  description.local_bytes = model.slm_capacity;
  description.memory_bytes = description.most_allocation_bytes = physical_memory();
  const double cores = std::max(figure_of(model, Quantity::xe_cores), 1.0);
  description.compute_units = static_cast<std::uint32_t>(cores) * engines_of_a_core;
  description.threads_per_unit = threads_of_an_engine;
  description.clock_mhz = static_cast<std::uint32_t>(std::lround(figure_of(model, Quantity::clock) * 1000));
  description.lanes = static_cast<std::uint32_t>(model.dpas_columns);
  description.fp64 = model.fp64;
  description.block_2d = model.block_2d;
  return description;
}

std::string_view family_of(std::string_view name) { return name.substr(0, name.find('-')); }

} // namespace

EmulatorAdapter::EmulatorAdapter() : EmulatorAdapter(tools_folder()) {}
EmulatorAdapter::EmulatorAdapter(fs::path tools) : tools_(std::move(tools)) {
  if (const auto missing = toolchain::missing_device_tools(tools_)) {
    missing_ = "the device tools, which read machine code, are missing: " + *missing;
    return;
  }
  for (const DeviceModel& model : machine::device_models())
    if (is_emulated(model))
      descriptions_.push_back(description_of(model));
}

// "bmg" is any of the family: "bmg-g21" runs its code, and it runs theirs.
bool EmulatorAdapter::runs(std::size_t number, std::string_view image_device) const {
  const std::string& name = descriptions_[number].name;
  return image_device == name || image_device == family_of(name) || family_of(image_device) == name;
}

devices::Device& EmulatorAdapter::open(std::size_t number) {
  const std::scoped_lock lock(mutex_);
  std::unique_ptr<EmulatedDevice>& device = devices_[number];
  if (device == nullptr)
    device = std::make_unique<EmulatedDevice>(descriptions_.at(number), toolchain::DeviceTools(tools_));
  return *device;
}

} // namespace xeforge::emulated_device
