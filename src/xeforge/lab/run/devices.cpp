// xeforge devices: the hardware in figures, each with its source and how it is known.
#include "xeforge/base/error.hpp"
#include "xeforge/devices/device_choice.hpp"
#include "xeforge/lab/bench/ceilings.hpp"
#include "xeforge/lab/bench/device_ceilings.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/machine/device_models.hpp"

#include <fmt/format.h>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <memory>

namespace xeforge::lab {
namespace {

namespace mc = machine;
using mc::Quantity;

// One line of a device, wherever it is from.
struct Line {
  std::string name;
  double low, high;
  std::string unit, provenance, source;
};
Line line_of(const mc::Figure& figure) {
  return {std::string(name_of(figure.quantity)),
          figure.low,
          figure.high,
          std::string(unit_of(figure.quantity)),
          std::string(name_of(figure.provenance)),
          std::string(figure.source)};
}

struct Device {
  std::string name, summary, target;
  std::vector<Line> figures;
  std::vector<mc::Difference> differences;
  std::string compared_with;
};

Device device_of(const mc::DeviceFigures& from) {
  Device device{std::string(from.name),         std::string(from.summary), std::string(from.target), {}, {},
                std::string(from.compared_with)};
  for (const mc::Figure& figure : from.figures)
    device.figures.push_back(line_of(figure));
  // What the device itself has is not repeated from its generation.
  for (const mc::Figure& figure : from.architecture)
    if (std::ranges::find(from.figures, figure.quantity, &mc::Figure::quantity) == from.figures.end())
      device.figures.push_back(line_of(figure));
  for_differences(from, [&](const mc::Difference& difference) { device.differences.push_back(difference); });
  return device;
}

// This machine, whose ceilings are measured now.
Device device_of_host() {
  Device device{"host", "this machine's processor", "", {}, {}, ""};
  const ReadBandwidth bandwidth;
  for (const int threads : thread_counts_to_measure()) {
    const Ceilings ceilings = measure_ceilings(bandwidth, threads);
    const std::string source = fmt::format("just now, as 'xeforge roof' does: instruction set {}, threads: {}",
                                           mc::name_of(mc::best_cpu_target()), threads);
    const auto add = [&](const char* name, double value, const char* unit) {
      device.figures.push_back({fmt::format("{}_{}_threads", name, threads), value, value, unit, "measured", source});
    };
    add("memory_bandwidth", ceilings.read_gbps, "GB/s");
    add("f32_fma_rate", ceilings.f32_fma_gflops * 1e-3, "TFLOPS");
    if (ceilings.bf16_dot_gflops)
      add("bf16_dot_rate", *ceilings.bf16_dot_gflops * 1e-3, "TFLOPS");
  }
  const double cache = static_cast<double>(last_level_cache_bytes()) / (1 << 20);
  device.figures.push_back({"last_level_cache", cache, cache, "MiB", "published", "the operating system"});
  return device;
}

std::string number_text(double low, double high) {
  return low == high ? fmt::format("{:.4g}", low) : fmt::format("{:.4g}-{:.4g}", low, high);
}

std::string figure_text(const mc::DeviceFigures& device, Quantity quantity) {
  const auto found = figure(device, quantity);
  return found ? number_text(found->low, found->high) : "-";
}

std::string table_of_devices() {
  Table table({{"device"},
               {"hardware"},
               {"target"},
               {"cores", Align::right},
               {"GHz", Align::right},
               {"f16 TFLOPS", Align::right},
               {"GB/s", Align::right},
               {"ridge", Align::right},
               {"known"}});
  for (const mc::DeviceFigures& device : mc::device_figures()) {
    const DeviceCeilings ceilings = ceilings_of(device, ops::Arithmetic::matrix_16bit);
    table.add({std::string(device.name), std::string(device.summary),
               device.target.empty() ? "-" : std::string(device.target), figure_text(device, Quantity::xe_cores),
               figure_text(device, Quantity::clock), figure_text(device, Quantity::f16_matrix_rate),
               figure_text(device, Quantity::memory_bandwidth), ridge_text(ceilings),
               std::string(name_of(ceilings.provenance))});
  }
  table.add({"host", "this machine", "-", "-", "-", "-", "-", "-", "measured"});
  return table.text();
}

std::string table_of_targets() {
  Table table({{"target"},
               {"hardware"},
               {"platform"},
               {"register", Align::right},
               {"columns", Align::right},
               {"SLM", Align::right},
               {"2D"},
               {"barriers"}});
  const auto word = [](mc::Support support) { return std::string(support == mc::Support::yes ? "yes" : "no"); };
  for (const mc::DeviceModel& model : mc::device_models())
    table.add({std::string(model.name), std::string(model.summary), std::string(model.platform),
               fmt::format("{} B", model.register_bytes), fmt::format("{}", model.dpas_columns),
               bytes_text(model.slm_capacity), word(model.block_2d), word(model.named_barriers)});
  return table.text();
}

std::string text_of_all() {
  return wrapped(
             "Devices. cores: Xe cores. f16 TFLOPS: of the matrix units, a multiply-add counts 2. GB/s: peak of "
             "memory. ridge: flops per byte, above which work is compute bound. known: the less certain of rate and "
             "bandwidth. 'xeforge devices NAME' has every figure with its source, 'xeforge devices host' measures "
             "this machine. Nothing here was measured on a device.",
             0) +
         "\n" + table_of_devices() + "\n" +
         wrapped("What 'xeforge compile --device' takes. register: bytes of one; columns: of a dpas; SLM: of one "
                 "work-group; 2D: two-dimensional block messages; barriers: named ones.",
                 0) +
         "\n" + table_of_targets();
}

// Sources are numbered, and listed below the table.
std::string text_of(const Device& device) {
  Table table({{"figure"}, {"value", Align::right}, {"unit"}, {"known"}, {"source"}});
  std::vector<std::string> sources;
  for (const Line& line : device.figures) {
    auto entry = std::ranges::find(sources, line.source);
    if (entry == sources.end())
      entry = sources.insert(sources.end(), line.source);
    table.add({line.name, number_text(line.low, line.high), line.unit, line.provenance,
               fmt::format("[{}]", entry - sources.begin() + 1)});
  }
  std::string text = fmt::format("{}: {}", device.name, device.summary);
  if (!device.target.empty())
    text += ", compiled for " + device.target;
  text += fmt::format("\n\n{}\n", table.text());
  for (std::size_t index = 0; index < sources.size(); ++index)
    text += fmt::format("[{}] {}\n", index + 1, sources[index]);
  return text + difference_text(device.name);
}

Json as_json(const Line& line) {
  return {{"quantity", line.name}, {"low", line.low},          {"high", line.high},
          {"unit", line.unit},     {"known", line.provenance}, {"source", line.source}};
}

Json as_json(const Device& device) {
  Json figures = Json::array(), differences = Json::array();
  for (const Line& line : device.figures)
    figures.push_back(as_json(line));
  for (const mc::Difference& difference : device.differences)
    differences.push_back({{"own", as_json(line_of(difference.own))},
                           {"other", as_json(line_of(difference.other))},
                           {"device", device.compared_with}});
  return {{"name", device.name},
          {"summary", device.summary},
          {"target", device.target},
          {"figures", figures},
          {"differences", differences}};
}

Json as_json(const mc::DeviceModel& model) {
  return {{"name", model.name},
          {"summary", model.summary},
          {"platform", model.platform},
          {"register_bytes", model.register_bytes},
          {"dpas_columns", model.dpas_columns},
          {"slm_bytes", model.slm_capacity},
          {"block_2d", model.block_2d == mc::Support::yes},
          {"named_barriers", model.named_barriers == mc::Support::yes}};
}

Json json_of(const std::vector<Device>& devices) {
  Json all = Json::array(), targets = Json::array();
  for (const Device& device : devices)
    all.push_back(as_json(device));
  for (const mc::DeviceModel& model : mc::device_models())
    targets.push_back(as_json(model));
  return {{"format", "xeforge-devices-1"}, {"devices", all}, {"targets", targets}};
}

// What ONEAPI_DEVICE_SELECTOR can choose on this machine.
struct HereDevice {
  std::string selector, title;
};
struct DevicesHere {
  std::vector<HereDevice> devices;
  std::vector<std::string> missing;
};
DevicesHere find_devices_here() {
  DevicesHere here;
  here.devices.push_back({"xeforge:cpu", sycl::device::of(nullptr).get_info<sycl::info::device::name>()});
  for (const xeforge::devices::DeviceHere& device : xeforge::devices::devices_here())
    if (device.missing.empty())
      here.devices.push_back({fmt::format("{}:{}", device.backend, device.name), device.title});
    else
      here.missing.push_back(device.missing);
  return here;
}

void show_devices_here(JsonFile& json) {
  const DevicesHere here = find_devices_here();
  Table table({{"selector"}, {"device"}});
  Json devices = Json::array();
  for (const HereDevice& device : here.devices) {
    table.add({device.selector, device.title});
    devices.push_back({{"selector", device.selector}, {"title", device.title}});
  }
  if (!json.takes_standard_output()) {
    print("{}", table.text());
    for (const std::string& missing : here.missing)
      print("\nNot here: {}\n", missing);
  }
  json.write({{"format", "xeforge-devices-here-1"}, {"devices", devices}, {"missing", here.missing}});
}

struct DevicesOptions {
  std::string name, json;
  bool here = false;
};

std::vector<Device> chosen_devices(const std::string& name) {
  if (name == "host")
    return {device_of_host()};
  if (!name.empty())
    return {device_of(device_named("NAME", name))};
  std::vector<Device> devices;
  for (const mc::DeviceFigures& device : mc::device_figures())
    devices.push_back(device_of(device));
  return devices;
}

void devices(const DevicesOptions& options) {
  if (options.here && !options.name.empty())
    throw Error("NAME", fmt::format("'{}' beside --here", options.name), "one of both");
  JsonFile json(options.json);
  if (options.here)
    return show_devices_here(json);
  const std::vector<Device> chosen = chosen_devices(options.name);
  if (!json.takes_standard_output())
    print("{}", options.name.empty() ? text_of_all() : text_of(chosen.front()));
  json.write(json_of(chosen));
}

} // namespace

void add_devices_command(Command app) {
  Command command = app.add_command(
      "devices",
      "Show figures of the hardware, each with its source and whether it is measured, published or estimated");
  auto options = std::make_shared<DevicesOptions>();
  command.add_option("NAME", options->name, "only this device, with every figure; host measures this machine");
  command.add_flag(
      "--here", options->here,
      "list the devices that programs can use on this machine, with their names for ONEAPI_DEVICE_SELECTOR");
  add_json(command, options->json);
  add_examples(command, {"xeforge devices", "xeforge devices b580", "xeforge devices bmg-seed",
                         "xeforge devices host --json -", "xeforge devices --here"});
  command.on_run([options] { devices(*options); });
}

} // namespace xeforge::lab
