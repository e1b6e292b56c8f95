// The device of the tool hw, and the facts about kernels in the program's device code.
#include "xeforge/base/error.hpp"
#include "xeforge/checker/checker.hpp"
#include "xeforge/checker/hardware_checks.hpp"
#include "xeforge/checker/rules.hpp"
#include "xeforge/devices/program_code.hpp"
#include "xeforge/files/json_reader.hpp"
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

// The kernels by their readable names, from the compiler's report; none where it is of no known form.
std::map<std::string, DeviceKernel> kernels_in(const machine::DeviceImage& image) try {
  const files::JsonDocument report("device code", "the compiler's report", image.report);
  std::map<std::string, DeviceKernel> kernels;
  for (const files::JsonValue& kernel : report.root()["kernels"].list())
    kernels[kernel["source_name"].text()] = {kernel["spilled_bytes"].whole<std::uint64_t>(),
                                             kernel["private_bytes"].whole<std::uint64_t>(), kernel["grf"].whole()};
  return kernels;
} catch (const Error&) {
  return {};
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
