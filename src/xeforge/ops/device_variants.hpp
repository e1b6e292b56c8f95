// Shared by the host sides of all operators, for queues of a device other than the CPU: which variants run there, which
// one is chosen for a problem, and what a run needs. Their kernels are compiled for the device when they are launched
// (decision 29).
#pragma once

#include "xeforge/base/plan.hpp"
#include "xeforge/base/sycl_queue.hpp"
#include "xeforge/ops/choice.hpp"

#include <functional>

namespace xeforge::ops {

// Whether the queue's device is not the CPU.
bool is_on_device(const sycl::queue& queue);
// Its name, "bmg".
std::string device_name(const sycl::queue& queue);
// Whether the device of this name is an NVIDIA GPU.
bool is_nvidia(std::string_view device);

// Calls it, and turns exceptions of devices and the runtime into Error, which is all that operators throw.
void with_errors_of(const sycl::queue& queue, const std::function<void()>& run);

// Throws Error if a variant is named that is not in `names`, the ones that run on devices, or if a target is named,
// since targets are instruction sets of the CPU.
void check_names_on_device(std::span<const std::string_view> names, std::string_view device, std::string_view variant,
                           std::string_view target);

// The variants that run on devices, in order of preference, and those of them whose kernels are made for NVIDIA's GPUs.
struct DeviceVariants {
  std::span<const std::string_view> names, for_nvidia;
};
// Why a device of this name cannot run the variant, whatever the problem; empty if it can.
std::string_view device_refusal(const DeviceVariants& variants, std::string_view variant, std::string_view device);

// The variant for a problem: the first one that neither the device nor refusal_of() refuses, or the one that its
// options name. Throws Error if there is none, or if problem_error() refuses the problem.
template <class Variant, class Problem, class Refusal>
const Variant& variant_for_device(std::span<const Variant> table, const DeviceVariants& variants,
                                  std::string_view device, const Problem& problem,
                                  std::optional<Error> (*problem_error)(const Problem&), const Refusal& refusal_of) {
  const auto refusal_on_device = [&](const Variant& variant) -> std::string_view {
    const std::string_view refusal = device_refusal(variants, variant.about.name, device);
    return refusal.empty() ? refusal_of(variant) : refusal;
  };
  const std::string_view named = problem.options.variant;
  Problem without_names = problem;
  without_names.options.variant = without_names.options.target = {};
  if (const auto error = problem_error(without_names))
    throw *error;
  check_names_on_device(variants.names, device, named, problem.options.target);
  if (!named.empty()) {
    const Variant* const variant = find_variant_in(table, named);
    if (const std::string_view refusal = refusal_on_device(*variant); !refusal.empty())
      throw Error("variant", fmt::format("\"{}\" on {}", named, device),
                  fmt::format("a variant that accepts the problem; \"{}\" {}", named, refusal));
    return *variant;
  }
  std::string reasons;
  for (const std::string_view name : variants.names) {
    const Variant* const variant = find_variant_in(table, name);
    const std::string_view refusal = refusal_on_device(*variant);
    if (refusal.empty())
      return *variant;
    reasons += fmt::format("; {} {}", name, refusal);
  }
  throw Error("device", fmt::format("{}, whose variants are {}", device, fmt::join(variants.names, ", ")),
              "a problem that one of them accepts" + reasons);
}

// What plan() says of it.
Plan device_plan(std::string_view variant, std::string_view device, std::string_view named);

} // namespace xeforge::ops
