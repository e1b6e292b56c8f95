#include "emulator_agreement.hpp"

#include "xeforge/emulator/launch/hazards.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <utility>

namespace machine_code {
namespace {

std::byte* aligned_memory(std::size_t bytes) {
  constexpr std::size_t alignment = 64;
  return static_cast<std::byte*>(std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment));
}

std::string label_of(const std::string& device, const Source& source, const std::string& kernel) {
  return device + " " + std::filesystem::path(source.file).filename().string() + " " + kernel;
}

} // namespace

KernelsSeen& kernels_seen() {
  static KernelsSeen seen;
  return seen;
}

const emulator::Module& module_of(const Source& source, const std::string& device) {
  static std::map<std::string, std::unique_ptr<emulator::Module>> modules;
  // All devices have the same C++, unless it asks for its device.
  static std::map<std::string, std::shared_ptr<toolchain::SharedFrontEnd>> front_ends;
  std::unique_ptr<emulator::Module>& known = modules[device + " " + source.file];
  if (!known) {
    const toolchain::DeviceTools tools(toolchain::default_tools_folder());
    const std::filesystem::path headers = toolchain::headers_folder();
    std::shared_ptr<toolchain::SharedFrontEnd>& front_end = front_ends[source.file];
    if (!front_end)
      front_end = std::make_shared<toolchain::SharedFrontEnd>();
    const toolchain::Compiled compiled = toolchain::compile(tools, {.source = headers.parent_path() / source.file,
                                                                    .device = machine::device_model(device),
                                                                    .registers = source.registers,
                                                                    .settings = toolchain::default_settings(headers),
                                                                    .lines = toolchain::SourceLines::kept,
                                                                    .front_end = front_end});
    for (const toolchain::CompiledKernel& kernel : compiled.kernels)
      kernels_seen().compiled.insert(label_of(device, source, kernel.name()));
    known = std::make_unique<emulator::Module>(tools, source.file, compiled.zebin, compiled.locations);
  }
  return *known;
}

EmulatorAgreement::EmulatorAgreement(const Source& source, std::string device)
    : Agreement(sycl::queue(sycl::property::queue::enable_profiling{}), source.closeness,
                {.take = aligned_memory, .give_back = std::free}),
      source_(source), device_(std::move(device)) {}

// Names that are types of the language have a word before them in the compiled file.
std::string EmulatorAgreement::name_on_device(const std::string& kernel) const {
  const auto is_there = [&](const std::string& wanted) {
    return std::ranges::any_of(module_of(source_, device_).kernels(),
                               [&](const emulator::Kernel& each) { return each.info.name == wanted; });
  };
  return is_there(kernel) || !is_there("kernel_" + kernel) ? kernel : "kernel_" + kernel;
}

std::string EmulatorAgreement::label(const std::string& kernel) const { return label_of(device_, source_, kernel); }

std::map<std::byte*, std::vector<std::byte>> EmulatorAgreement::copy_of_memory() const {
  std::map<std::byte*, std::vector<std::byte>> copy;
  for (const auto& [address, size] : memory())
    copy.try_emplace(address, address, address + size);
  return copy;
}

bool EmulatorAgreement::repeat(const LaunchOfBoth& launch) {
  const auto last = last_.find(launch.kernel);
  if (last == last_.end() || last->second.groups != launch.groups || last->second.group_size != launch.group_size ||
      !std::ranges::equal(last->second.object, launch.object) || last->second.before != copy_of_memory())
    return false;
  for (const auto& [address, bytes] : last->second.behind)
    std::ranges::copy(bytes, address);
  return true;
}

bool EmulatorAgreement::run_on_device(const LaunchOfBoth& launch) {
  KnownLaunch now{.groups = launch.groups,
                  .group_size = launch.group_size,
                  .object = {launch.object.begin(), launch.object.end()},
                  .before = copy_of_memory(),
                  .behind = {}};
  const emulator::Kernel& kernel = module_of(source_, device_).kernel(launch.kernel);
  emulator::Memory reached;
  for (const auto& [address, size] : memory())
    reached.add("allocation of " + std::to_string(size) + " bytes", address, size);
  emulator::HazardSearch hazards(kernel);
  try {
    emulator::run(
        kernel,
        {.shape = {.groups = launch.groups, .group_size = launch.group_size},
         .parameters = {launch.object},
         .observer = [&](const emulator::Extent& group, std::size_t thread) { return hazards.observe(group, thread); }},
        reached);
    kernels_seen().executed.insert(label(launch.kernel));
  } catch (const emulator::LaunchFault& fault) {
    ADD_FAILURE() << device_ << ": " << fault.what();
    return false;
  }
  for (const emulator::Hazard& hazard : hazards.hazards())
    ADD_FAILURE() << label(launch.kernel) << ": " << emulator::described(kernel, hazard);
  now.behind = copy_of_memory();
  last_[launch.kernel] = std::move(now);
  return true;
}

} // namespace machine_code
