#include "xeforge/ops/device_variants.hpp"

#include "xeforge/devices/device_choice.hpp"
#include "xeforge/machine/device_models.hpp"

#include <sycl/sycl.hpp>

#include <fmt/ranges.h>

#include <algorithm>

namespace xeforge::ops {

bool is_on_device(const sycl::queue& queue) { return queue.get_device().chosen() != nullptr; }

std::string device_name(const sycl::queue& queue) { return queue.get_device().chosen()->description().name; }

bool is_nvidia(std::string_view device) { return machine::device_model(device).platform == machine::ptx_platform; }

void with_errors_of(const sycl::queue& queue, const std::function<void()>& run) {
  try {
    run();
  } catch (const sycl::exception& problem) {
    throw Error("device " + device_name(queue), problem.what(), "a run without errors");
  }
}

std::string_view device_refusal(const DeviceVariants& variants, std::string_view variant, std::string_view device) {
  const bool is_for_nvidia = std::ranges::find(variants.for_nvidia, variant) != variants.for_nvidia.end();
  return is_for_nvidia && !is_nvidia(device) ? "runs on NVIDIA's GPUs only" : std::string_view();
}

void check_names_on_device(std::span<const std::string_view> names, std::string_view device, std::string_view variant,
                           std::string_view target) {
  if (!target.empty())
    throw Error("target", fmt::format("\"{}\" on {}", target, device), "none: targets are instruction sets of the CPU");
  if (!variant.empty() && std::ranges::find(names, variant) == names.end())
    throw Error("variant", fmt::format("\"{}\" on {}", variant, device),
                fmt::format("one that devices run: {}", fmt::join(names, ", ")));
}

Plan device_plan(std::string_view variant, std::string_view device, std::string_view named) {
  return {std::string(variant), std::string(device),
          fmt::format("{} {}", variant,
                      named.empty() ? "is the first in order of preference on devices that accepts the problem"
                                    : "was asked for and accepts the problem")};
}

} // namespace xeforge::ops
