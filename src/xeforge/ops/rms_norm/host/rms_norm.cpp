// The public functions: validate, choose, launch.
#include "xeforge/rms_norm.hpp"

#include "xeforge/ops/choice.hpp"
#include "xeforge/ops/rms_norm/host/kernels.hpp"
#include "xeforge/ops/rms_norm/host/problem.hpp"
#include "xeforge/ops/rms_norm/host/variants.hpp"

namespace xeforge {
namespace op = ops::rms_norm;

Support supports(const RmsNormProblem& problem) {
  if (const auto error = op::problem_error(problem))
    return {false, error->what()};
  return {true, {}};
}

Plan plan(const RmsNormProblem& problem) {
  if (const auto error = op::problem_error(problem))
    throw *error;
  const op::Choice choice = op::choose(problem);
  return {std::string(choice.variant->about.name), std::string(machine::name_of(choice.target)),
          ops::reason_for(op::variants(), *choice.variant, choice.target, problem.options.variant,
                          problem.options.target,
                          [&](const op::Variant& preferred) { return op::reason_against(preferred, problem); })};
}

void rms_norm(sycl::queue& queue, const ConstMatrixView& x, const ConstMatrixView& weight, const MatrixView& out,
              const RmsNormOptions& options) {
  const RmsNormProblem problem{x, weight, out, options};
  if (const auto error = op::problem_error(problem))
    throw *error;
  if (const auto error = op::arrays_error(problem))
    throw *error;
  const op::Choice choice = op::choose(problem);
  ops::find_kernel(op::kernels(choice.target), choice.variant->about.name)
      ->launch(queue, op::kernel_arguments(problem));
}

} // namespace xeforge

namespace xeforge::ops::rms_norm {

std::span<const KernelEntry> kernels(machine::CpuTarget target) {
  switch (target) {
  case machine::CpuTarget::v3:
    return kernels_v3();
  case machine::CpuTarget::v4:
    return kernels_v4();
  case machine::CpuTarget::v4_bf16:
    return kernels_v4_bf16();
  }
  return {};
}

} // namespace xeforge::ops::rms_norm
