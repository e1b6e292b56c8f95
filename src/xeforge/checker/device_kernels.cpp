// The device of the tool hw, and the facts about kernels in the program's device code.
#include "xeforge/base/error.hpp"
#include "xeforge/checker/checker.hpp"
#include "xeforge/checker/hardware_checks.hpp"
#include "xeforge/checker/rules.hpp"
#include "xeforge/devices/program_code.hpp"
#include "xeforge/files/json.hpp"
#include "xeforge/machine/device_names.hpp"

#include <map>

namespace xeforge::checker {
namespace {

constexpr const char* usual_device = "bmg";

// Errors in device code are ignored here: they are reported when it is run.
std::vector<devices::ModuleCode> program_code() {
  try {
    return devices::read_program_code();
  } catch (const Error&) {
    return {};
  }
}

const machine::DeviceModel& device_of_process() {
  if (const std::string& asked = Checker::get().options().device; !asked.empty())
    return machine::device_model(asked);
  for (const devices::ModuleCode& module : program_code())
    if (!module.images.empty())
      return machine::device_model(module.images.front().device);
  return machine::device_model(usual_device);
}

// The compiler's report on the kernels; empty if there is none.
nlohmann::json report_of(const machine::DeviceImage& image) {
  try {
    return files::parse_json<nlohmann::json>(image.report);
  } catch (const nlohmann::json::exception&) {
    return {};
  }
}

// The kernels by their readable names.
std::map<std::string, DeviceKernel> kernels_in(const machine::DeviceImage& image) {
  std::map<std::string, DeviceKernel> kernels;
  const nlohmann::json report = report_of(image);
  if (report.is_object())
    for (const auto& kernel : report.value("kernels", nlohmann::json::array()))
      kernels[kernel.value("source_name", std::string())] = {kernel.value("spilled_bytes", std::uint64_t{0}),
                                                             kernel.value("private_bytes", std::uint64_t{0}),
                                                             kernel.value("grf", 128)};
  return kernels;
}

void add_kernels(const devices::ModuleCode& module, std::map<const void*, DeviceKernel>& by_run) {
  for (const machine::DeviceImage& image : module.images) {
    if (machine::compiled_as(image.device) != chosen_device().name)
      continue;
    const std::map<std::string, DeviceKernel> kernels = kernels_in(image);
    for (const devices::KernelRecord& record : module.kernels) {
      if (record.name == nullptr)
        continue; // built with -fno-rtti
      const auto found = kernels.find(devices::source_name_of(record));
      const void* const run = record.run_item != nullptr ? reinterpret_cast<const void*>(record.run_item)
                                                         : reinterpret_cast<const void*>(record.run_span);
      if (found != kernels.end())
        by_run.emplace(run, found->second);
    }
  }
}

std::map<const void*, DeviceKernel> kernels_of_process() {
  std::map<const void*, DeviceKernel> by_run;
  for (const devices::ModuleCode& module : program_code())
    add_kernels(module, by_run);
  return by_run;
}

} // namespace

const machine::DeviceModel& chosen_device() {
  static const machine::DeviceModel& device = device_of_process();
  return device;
}

const DeviceKernel* device_kernel(const void* run) {
  // Never destroyed: kernels may run until the very end.
  static const auto* const kernels =
      new std::map<const void*, DeviceKernel>(kernels_of_process()); // NOLINT(cppcoreguidelines-owning-memory)
  const auto found = kernels->find(run);
  return found != kernels->end() ? &found->second : nullptr;
}

} // namespace xeforge::checker
