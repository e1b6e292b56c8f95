// The public functions: validate, choose, launch.
#include "xeforge/attention.hpp"

#include "xeforge/ops/attention/host/launch/kernels.hpp"
#include "xeforge/ops/attention/host/problem.hpp"
#include "xeforge/ops/attention/host/variants.hpp"
#include "xeforge/ops/choice.hpp"

namespace xeforge {
namespace op = ops::attention;

Support supports(const AttentionProblem& problem) {
  if (const auto error = op::selection_error(problem))
    return {false, error->what()};
  return {true, {}};
}

Plan plan(const AttentionProblem& problem) {
  if (const auto error = op::selection_error(problem))
    throw *error;
  const op::Choice choice = op::choose(problem);
  return {std::string(choice.variant->about.name), std::string(machine::name_of(choice.target)),
          ops::reason_for(
              op::variants(), *choice.variant, choice.target, problem.options.variant, problem.options.target,
              [&](const op::Variant& preferred) { return op::reason_against(preferred, choice.target, problem); })};
}

void attention(sycl::queue& queue, const ConstTensorView<4>& q, const ConstTensorView<4>& k,
               const ConstTensorView<4>& v, const TensorView<4>& out, const TensorView<3>& lse,
               const AttentionOptions& options) {
  const AttentionProblem problem{q, k, v, out, lse, options};
  if (const auto error = op::selection_error(problem))
    throw *error;
  if (const auto error = op::arrays_error(problem))
    throw *error;
  const op::Choice choice = op::choose(problem);
  ops::find_kernel(op::kernels(choice.target), choice.variant->about.name)
      ->launch(queue, op::kernel_arguments(problem, out, lse));
}

} // namespace xeforge
