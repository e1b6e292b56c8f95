#include "xeforge/ops/attention/host/on_device.hpp"

#include "xeforge/ops/attention/host/launch/kernels.hpp"
#include "xeforge/ops/attention/host/problem.hpp"
#include "xeforge/ops/attention/host/variants.hpp"
#include "xeforge/ops/device_variants.hpp"
#include "xeforge/ops/shared_arrays.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace xeforge::ops::attention {

std::span<const KernelEntry> kernels_on_device();

namespace {

constexpr std::array<std::string_view, 4> names{"hopper-decode", "hopper", "xe", "strided"};
constexpr std::array<std::string_view, 2> for_nvidia{"hopper-decode", "hopper"};

// What hardware wants of surfaces of two-dimensional blocks, one for each head, and the CPU does not: where they begin,
// and how far apart their rows are.
struct SurfaceRules {
  std::uint64_t row_unit = 8; // bytes that rows are multiples of apart
  static constexpr std::uint64_t start_unit = 64, narrowest = 64;
};

bool is_device_surface(const ConstTensorView<4>& array, const SurfaceRules& rules) {
  const std::uint64_t size = size_of(array.dtype);
  const auto bytes = [&](std::size_t d) { return static_cast<std::uint64_t>(array.strides[d]) * size; };
  const auto starts_right = [&](std::size_t d) { return array.shape[d] == 1 || bytes(d) % rules.start_unit == 0; };
  const std::uint64_t width = static_cast<std::uint64_t>(array.shape[3]) * size;
  return reinterpret_cast<std::uintptr_t>(array.data) % rules.start_unit == 0 && starts_right(0) && starts_right(1) &&
         width >= rules.narrowest && width % 4 == 0 && bytes(2) % rules.row_unit == 0 && bytes(2) >= width;
}

std::string_view surface_refusal(const AttentionProblem& problem) {
  for (const ConstTensorView<4>* array : {&problem.q, &problem.v, &problem.out})
    if (!is_device_surface(*array, {}))
      return "takes q, k, v and out that begin, as their heads do, at multiples of 64 bytes, with rows multiples of 8 "
             "bytes apart";
  // Odd keys are a surface of their own.
  if (!is_device_surface(problem.k, {.row_unit = SurfaceRules::start_unit}))
    return "takes a k that begins, as its heads and rows do, at a multiple of 64 bytes";
  if (problem.options.attn_bias.data != nullptr && !is_device_surface(problem.options.attn_bias, {}))
    return "takes an attn_bias that begins, as its heads do, at a multiple of 64 bytes, with rows of at least 64 bytes "
           "that are multiples of 8 bytes apart";
  return {};
}

const Variant& choose_on_device(const AttentionProblem& problem, std::string_view device) {
  return variant_for_device(
      variants_on_devices(), {names, for_nvidia}, device, problem, problem_error, [&](const Variant& variant) {
        const bool is_on_surfaces = variant.about.name == "xe" && !is_nvidia(device);
        const std::string_view refusal = is_on_surfaces ? surface_refusal(problem) : std::string_view();
        return refusal.empty() ? refusal_of(variant, problem) : refusal;
      });
}

void share_inputs(SharedArrays& shared, const AttentionProblem& problem) {
  const AttentionOptions& options = problem.options;
  shared.add(problem.q, "q");
  shared.add(problem.k, "k");
  shared.add(problem.v, "v");
  shared.add(options.attn_bias, "attn_bias");
  shared.add(options.attn_mask, "attn_mask");
  shared.add(options.alibi_slopes, "alibi_slopes");
  shared.add(options.sinks.data, static_cast<std::size_t>(options.sinks.size) * sizeof(float), "sinks");
  shared.add(options.cu_seqlens_q.data(), options.cu_seqlens_q.size_bytes(), "cu_seqlens_q");
  shared.add(options.cu_seqlens_k.data(), options.cu_seqlens_k.size_bytes(), "cu_seqlens_k");
}

void run_on_device(sycl::queue& queue, const AttentionProblem& problem, const Outputs& outputs) {
  const std::string device = device_name(queue);
  const Variant& variant = choose_on_device(problem, device);
  if (const auto error = arrays_error(problem))
    throw *error;
  SharedArrays shared(queue);
  share_inputs(shared, problem);
  shared.add(outputs.out, "out");
  shared.add(outputs.lse, "lse");
  shared.share();
  find_kernel(kernels_on_device(), variant.about.name)
      ->launch(queue, kernel_arguments(problem, outputs.out, outputs.lse));
}

} // namespace

std::span<const std::string_view> device_variants() { return names; }

Plan plan_on_device(const AttentionProblem& problem, std::string_view device) {
  return device_plan(choose_on_device(problem, device).about.name, device, problem.options.variant);
}

void run_on_queue(sycl::queue& queue, const ConstTensorView<4>& q, const ConstTensorView<4>& k,
                  const ConstTensorView<4>& v, const Outputs& outputs, const AttentionOptions& options) {
  if (!is_on_device(queue))
    return xeforge::attention(queue, q, k, v, outputs.out, outputs.lse, options);
  with_errors_of(queue, [&] { run_on_device(queue, {q, k, v, outputs.out, outputs.lse, options}, outputs); });
}

} // namespace xeforge::ops::attention
