#include "xeforge/lab/run/device_session.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/passing_line.hpp"
#include "xeforge/lab/terminal/device_words.hpp"
#include "xeforge/lab/terminal/operator_options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/ops/device_variants.hpp"
#include "xeforge/toolchain/binary/kernel_names.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace xeforge::lab {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  for (std::size_t first = 0; first <= list.size();) {
    const std::size_t last = std::min(list.find(',', first), list.size());
    std::string name = list.substr(first, last - first);
    if (name.empty() || std::ranges::find(names, name) != names.end())
      throw Error("--device", fmt::format("'{}'", list), "device names, each once, separated by commas");
    names.push_back(std::move(name));
    first = last + 1;
  }
  return names;
}

device_kernels::MakerSettings settings_of(const DeviceOptions& options,
                                          const std::vector<devices::KernelHeader>& kernels) {
  device_kernels::MakerSettings settings{.headers = kernels,
                                         .tools = toolchain::default_tools_folder(),
                                         .sources = toolchain::headers_folder(),
                                         .folder = std::nullopt};
  if (!options.code.empty())
    settings.folder = options.code;
  settings.compiling = [compiled = 0](const std::string& kernel, const std::string& device) mutable {
    files::show_passing(
        fmt::format("compiling kernel {}: {} for {}", ++compiled, toolchain::short_name(kernel), device));
  };
  return settings;
}

// "cuda" stands for the cards that code is made for.
const machine::DeviceModel& model_or_card(const std::string& name) {
  const auto models = machine::device_models();
  if (const auto card = std::ranges::find(models, machine::ptx_platform, &machine::DeviceModel::platform);
      name == "cuda" && card != models.end())
    return *card;
  return model_named("--device", name);
}

} // namespace

void add_devices(Command command, DeviceOptions& options, HowMany how_many) {
  command
      .add_option("--device", options.devices,
                  how_many == HowMany::several
                      ? "run on these devices instead of the CPU: bmg,lnl-m,ptl-h,pvc (emulated), cuda (an NVIDIA GPU)"
                      : "run on this device instead of the CPU: bmg, lnl-m (emulated), cuda (an NVIDIA GPU)")
      .type_name(how_many == HowMany::several ? "NAME,..." : "NAME");
  command.add_option("--device-code", options.code, "folder in which compiled device code is kept for the next run")
      .type_name("FOLDER");
}

void check_use(const DeviceOptions& options) {
  if (options.is_cpu() && !options.code.empty())
    throw Error("--device-code", fmt::format("'{}' without --device", options.code), "--device as well, or neither");
  if (!options.is_cpu())
    refuse_given(options.of_cpu, "beside --device", "one of both");
}

DeviceSession::DeviceSession(const DeviceOptions& options, const std::vector<devices::KernelHeader>& kernels,
                             Where where)
    : options_(options), maker_(settings_of(options, kernels)) {
  if (options.is_cpu())
    throw Error("--device", "nothing", "the name of a device");
  for (const std::string& name : names_in(options.devices))
    where == Where::nowhere ? open_nowhere(name) : open_here(name, where);
}

DeviceSession::~DeviceSession() {
  for (devices::ChosenDevice* const chosen : chosen_)
    chosen->ask_for_missing_code(nullptr);
}

void DeviceSession::open_here(const std::string& name, Where where) {
  try {
    devices::ChosenDevice* chosen = &devices::device_named(name);
    if (where == Where::recorded) {
      recorders_.push_back(std::make_unique<device_kernels::RecordingAdapter>(*chosen));
      own_chosen_.push_back(std::make_unique<devices::ChosenDevice>(*recorders_.back(), 0));
      chosen = own_chosen_.back().get();
    }
    chosen->ask_for_missing_code(&maker_);
    chosen_.push_back(chosen);
    const devices::Description& description = chosen->description();
    tell_device("--device", name, description.name);
    devices_.push_back({description.name, description.title, description.emulated == machine::Support::yes,
                        sycl::queue(sycl::device::of(chosen))});
  } catch (const Error& error) {
    throw Error("--device", error.got(), error.expected());
  } catch (const sycl::exception& error) {
    throw Error("--device", fmt::format("'{}'", name), std::string("a device that can be opened; ") + error.what());
  }
}

void DeviceSession::open_nowhere(const std::string& name) {
  dry_.push_back(std::make_unique<device_kernels::DryAdapter>(model_or_card(name)));
  own_chosen_.push_back(std::make_unique<devices::ChosenDevice>(*dry_.back(), 0));
  devices::ChosenDevice& chosen = *own_chosen_.back();
  chosen.ask_for_missing_code(&maker_);
  chosen_.push_back(&chosen);
  const devices::Description& description = chosen.description();
  devices_.push_back({description.name, description.title, true, sycl::queue(sycl::device::of(&chosen))});
}

std::string DeviceSession::code_text() const {
  const auto [compiled, taken] = maker_.counts();
  std::string text;
  if (compiled > 0)
    text = counted(compiled, "kernel") + " compiled";
  if (taken > 0)
    text += fmt::format("{}{} taken from {}", text.empty() ? "" : ", ", taken, options_.code);
  return text;
}

ops::Forced forced_on(const OpenedDevice& device, const ops::Operator& op, const ops::Forced& forced) {
  with_option_names(
      [&] { ops::check_names_on_device(op.device_variants, device.name, forced.variant, forced.target); });
  return {forced.variant, {}, device.name};
}

} // namespace xeforge::lab
