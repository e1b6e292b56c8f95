#include "xeforge/ops/rms_norm/host/on_device.hpp"

#include "xeforge/ops/device_variants.hpp"
#include "xeforge/ops/rms_norm/host/kernels.hpp"
#include "xeforge/ops/rms_norm/host/problem.hpp"
#include "xeforge/ops/rms_norm/host/variants.hpp"
#include "xeforge/ops/shared_arrays.hpp"

#include <array>

namespace xeforge::ops::rms_norm {

std::span<const KernelEntry> kernels_on_device();

namespace {

constexpr std::array<std::string_view, 2> names{"groups", "rows"};
constexpr std::array<std::string_view, 1> for_nvidia{"groups"};

const Variant& choose_on_device(const RmsNormProblem& problem, std::string_view device) {
  return variant_for_device(variants_on_devices(), {names, for_nvidia}, device, problem, problem_error,
                            [&](const Variant& variant) { return variant.refusal(problem); });
}

void run_on_device(sycl::queue& queue, const RmsNormProblem& problem) {
  const Variant& variant = choose_on_device(problem, device_name(queue));
  if (const auto error = arrays_error(problem))
    throw *error;
  SharedArrays shared(queue);
  shared.add(problem.x, "x");
  shared.add(problem.weight, "weight");
  shared.add(problem.options.residual, "residual");
  shared.add(problem.out, "out");
  shared.add(problem.options.residual_out, "residual_out");
  shared.share();
  find_kernel(kernels_on_device(), variant.about.name)->launch(queue, kernel_arguments(problem));
}

} // namespace

std::span<const std::string_view> device_variants() { return names; }

Plan plan_on_device(const RmsNormProblem& problem, std::string_view device) {
  return device_plan(choose_on_device(problem, device).about.name, device, problem.options.variant);
}

void run_on_queue(sycl::queue& queue, const ConstMatrixView& x, const ConstMatrixView& weight, const MatrixView& out,
                  const RmsNormOptions& options) {
  if (!is_on_device(queue))
    return xeforge::rms_norm(queue, x, weight, out, options);
  with_errors_of(queue, [&] { run_on_device(queue, {x, weight, out, options}); });
}

} // namespace xeforge::ops::rms_norm
