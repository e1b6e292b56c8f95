// xeforge roof: this machine's measured ceilings, or a card's.
#include "xeforge/base/error.hpp"
#include "xeforge/files/passing_line.hpp"
#include "xeforge/lab/bench/ceilings.hpp"
#include "xeforge/lab/bench/device_bench.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/ops/ceilings/ceilings.hpp"

#include <fmt/core.h>

namespace xeforge::lab {
namespace {

struct RoofOptions {
  std::string json;
  DeviceOptions on;
  bool compile_only = false;
};

Json as_json(const std::vector<Ceilings>& all, std::size_t buffer_bytes) {
  Json ceilings = Json::array();
  for (const Ceilings& one : all)
    ceilings.push_back({{"threads", one.threads},
                        {"read_gbps", one.read_gbps},
                        {"f32_fma_gflops", one.f32_fma_gflops},
                        {"bf16_dot_gflops", one.bf16_dot_gflops ? Json(*one.bf16_dot_gflops) : Json(nullptr)}});
  return {{"target", machine::name_of(machine::best_cpu_target())},
          {"last_level_cache_bytes", last_level_cache_bytes()},
          {"read_buffer_bytes", buffer_bytes},
          {"ceilings", ceilings}};
}

std::string as_text(const std::vector<Ceilings>& all, std::size_t buffer_bytes) {
  Table table({{"threads", Align::right},
               {"read GB/s", Align::right},
               {"f32 fma GFLOPS", Align::right},
               {"bf16 dot GFLOPS", Align::right}});
  for (const Ceilings& one : all)
    table.add({fmt::format("{}", one.threads), fmt::format("{:.1f}", one.read_gbps),
               fmt::format("{:.1f}", one.f32_fma_gflops),
               one.bf16_dot_gflops ? fmt::format("{:.1f}", *one.bf16_dot_gflops) : "not available"});
  const std::string remark = remark_on_reading(all);
  return fmt::format("Measured ceilings, instruction set {}; reads from {} of memory, last-level cache {}\n",
                     machine::name_of(machine::best_cpu_target()), bytes_text(static_cast<double>(buffer_bytes)),
                     bytes_text(static_cast<double>(last_level_cache_bytes()))) +
         table.text() + (remark.empty() ? "" : "\n" + wrapped(remark, 0));
}

std::string as_text(TimedDevice& device, const DeviceRoof& roof) {
  Table table({{"ceiling"}, {"rate", Align::right}, {"unit"}, {"of"}});
  table.add({"copy", fmt::format("{:.0f}", roof.copy_gbps), "GB/s", "bytes read and written, by the driver"});
  table.add({"read", fmt::format("{:.0f}", roof.read_gbps), "GB/s", "a kernel that reads"});
  table.add({"f16 product", fmt::format("{:.1f}", roof.f16_gflops * 1e-3), "TFLOPS", "random halves, sums in floats"});
  table.add(
      {"bf16 product", fmt::format("{:.1f}", roof.bf16_gflops * 1e-3), "TFLOPS", "random bfloat16, sums in floats"});
  table.add({"f32 multiply-add", fmt::format("{:.1f}", roof.f32_gflops * 1e-3), "TFLOPS", "floats"});
  return wrapped(fmt::format("Measured ceilings of {}, clocks {} and {} MHz; the best of several runs each, by the "
                             "device's events",
                             title_of(device), roof.clocks.core, roof.clocks.memory),
                 0) +
         table.text();
}

void compile_for_roof(const RoofOptions& options) {
  if (options.on.code.empty())
    throw Error("--compile-only", "no --device-code", "the folder that keeps what is compiled");
  if (!options.json.empty())
    throw Error("--json", fmt::format("'{}' beside --compile-only", options.json), "a run that measures");
  const auto kernels = ops::ceilings::device_kernels();
  DeviceSession session(options.on, {kernels.begin(), kernels.end()}, DeviceSession::Where::nowhere);
  launch_for_code(session.devices().front().queue);
  print("{}\n", session.code_text());
}

void roof_of_device(const RoofOptions& options) {
  JsonFile json(options.json);
  TimedDevice device(options.on, {});
  files::Waiting waiting("measuring the ceilings of " + device.opened().title);
  const DeviceRoof roof = measure_roof(device);
  waiting.end();
  if (!json.takes_standard_output())
    print("{}", as_text(device, roof));
  json.write({{"device", as_json(device, roof)}});
}

void roof(const RoofOptions& options) {
  check_use(options.on);
  if (options.compile_only)
    return compile_for_roof(options);
  if (!options.on.is_cpu())
    return roof_of_device(options);
  JsonFile json(options.json);
  const std::vector<int> thread_counts = thread_counts_to_measure();
  Progress progress(thread_counts.size() + 1);
  progress.step("memory to read from");
  const ReadBandwidth bandwidth;
  std::vector<Ceilings> all;
  for (const int threads : thread_counts) {
    progress.step("the ceilings of " + counted(threads, "thread"));
    all.push_back(measure_ceilings(bandwidth, threads));
  }
  progress.end();
  if (!json.takes_standard_output())
    print("{}", as_text(all, bandwidth.bytes()));
  json.write(as_json(all, bandwidth.bytes()));
}

} // namespace

void add_roof_command(Command app) {
  Command command = app.add_command(
      "roof", "Measure the ceilings of this machine or of a GPU: bandwidth, multiply-adds, matrix products");
  auto options = std::make_shared<RoofOptions>();
  add_json(command, options->json);
  add_devices(command, options->on, HowMany::one);
  command.add_flag("--compile-only", options->compile_only,
                   "only compile for --device into --device-code, for use on a machine without the device tools");
  add_examples(command, {"xeforge roof", "xeforge roof --json roof.json", "xeforge roof --device cuda"});
  command.on_run([options] { roof(*options); });
}

} // namespace xeforge::lab
