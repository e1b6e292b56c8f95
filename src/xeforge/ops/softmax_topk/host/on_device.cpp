#include "xeforge/ops/softmax_topk/host/on_device.hpp"

#include "xeforge/ops/device_variants.hpp"
#include "xeforge/ops/shared_arrays.hpp"
#include "xeforge/ops/softmax_topk/host/kernels.hpp"
#include "xeforge/ops/softmax_topk/host/problem.hpp"
#include "xeforge/ops/softmax_topk/host/variants.hpp"

#include <array>

namespace xeforge::ops::softmax_topk {

std::span<const KernelEntry> kernels_on_device();

namespace {

constexpr std::array<std::string_view, 4> names{"lanes", "warps", "seed", "stream"};
constexpr std::array<std::string_view, 2> for_nvidia{"lanes", "warps"};

const Variant& choose_on_device(const SoftmaxTopkProblem& problem, std::string_view device) {
  return variant_for_device(variants_on_devices(), {names, for_nvidia}, device, problem, problem_error,
                            [&](const Variant& variant) { return variant.refusal(problem); });
}

struct Arrays {
  ConstMatrixView scores;
  MatrixView weights, indices;
};

void run_on_device(sycl::queue& queue, const Arrays& arrays, const SoftmaxTopkOptions& options) {
  const auto& [scores, weights, indices] = arrays;
  const Variant& variant = choose_on_device(
      {scores.rows, scores.columns, scores.dtype, weights.dtype, indices.dtype, options}, device_name(queue));
  if (const auto error = arrays_error(scores, weights, indices, options))
    throw *error;
  const ConstVectorView& bias = options.correction_bias;
  SharedArrays shared(queue);
  shared.add(scores, "scores");
  shared.add(weights, "weights");
  shared.add(indices, "indices");
  shared.add(bias.data, static_cast<std::size_t>(bias.size) * sizeof(float), "correction_bias");
  shared.share();
  find_kernel(kernels_on_device(), variant.about.name)
      ->launch(queue, kernel_arguments(scores, weights, indices, options));
}

} // namespace

std::span<const std::string_view> device_variants() { return names; }

Plan plan_on_device(const SoftmaxTopkProblem& problem, std::string_view device) {
  return device_plan(choose_on_device(problem, device).about.name, device, problem.options.variant);
}

void run_on_queue(sycl::queue& queue, const ConstMatrixView& scores, const MatrixView& weights,
                  const MatrixView& indices, const SoftmaxTopkOptions& options) {
  if (!is_on_device(queue))
    return xeforge::softmax_topk(queue, scores, weights, indices, options);
  with_errors_of(queue, [&] { run_on_device(queue, {scores, weights, indices}, options); });
}

} // namespace xeforge::ops::softmax_topk
