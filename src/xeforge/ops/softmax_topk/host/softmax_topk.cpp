// The public functions: validate, choose, launch.
#include "xeforge/softmax_topk.hpp"

#include "xeforge/ops/choice.hpp"
#include "xeforge/ops/softmax_topk/host/kernels.hpp"
#include "xeforge/ops/softmax_topk/host/problem.hpp"
#include "xeforge/ops/softmax_topk/host/variants.hpp"

#include <fmt/format.h>

namespace xeforge {
namespace {

namespace op = ops::softmax_topk;

const op::KernelEntry& compiled_kernel(const op::Choice& choice) {
  const op::KernelEntry* const found = ops::find_kernel(op::kernels(choice.target), choice.variant->about.name);
  if (found == nullptr)
    throw Error("variant", fmt::format("\"{}\"", choice.variant->about.name),
                fmt::format("a variant that is compiled for target {}", machine::name_of(choice.target)));
  return *found;
}

} // namespace

Support supports(const SoftmaxTopkProblem& problem) {
  if (const auto error = op::problem_error(problem))
    return {false, error->what()};
  return {true, {}};
}

Plan plan(const SoftmaxTopkProblem& problem) {
  if (const auto error = op::problem_error(problem))
    throw *error;
  const op::Choice choice = op::choose(problem);
  return {std::string(choice.variant->about.name), std::string(machine::name_of(choice.target)),
          ops::reason_for(op::variants(), *choice.variant, choice.target, problem.options.variant,
                          problem.options.target,
                          [&](const op::Variant& preferred) { return preferred.refusal(problem); })};
}

void softmax_topk(sycl::queue& queue, ConstMatrixView scores, MatrixView weights, MatrixView indices,
                  const SoftmaxTopkOptions& options) {
  const SoftmaxTopkProblem problem{scores.rows, scores.columns, scores.dtype, weights.dtype, indices.dtype, options};
  if (const auto error = op::problem_error(problem))
    throw *error;
  if (const auto error = op::arrays_error(scores, weights, indices, options))
    throw *error;
  compiled_kernel(op::choose(problem)).launch(queue, op::kernel_arguments(scores, weights, indices, options));
}

} // namespace xeforge

namespace xeforge::ops::softmax_topk {

std::span<const KernelEntry> kernels(machine::CpuTarget target) {
  return target == machine::CpuTarget::v3 ? kernels_v3() : kernels_v4();
}

} // namespace xeforge::ops::softmax_topk
