// The seed kernels: every compiled size and result type, and every layout where layouts matter.
#include "xeforge/ops/softmax_topk/host/arguments.hpp"
#include "xeforge/ops/softmax_topk/host/compiled_sizes.hpp"
#include "xeforge/ops/softmax_topk/kernels/seed_kernel.hpp"

#include <algorithm>

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {
namespace {

template <class Element, int Length, Layout layout, class Pointer>
Rows<Element, Length, layout> rows_at(Pointer* first, std::int64_t stride) {
  if constexpr (layout == Layout::packed)
    return {static_cast<Element*>(first)};
  else
    return {static_cast<Element*>(first), stride};
}

template <class Traits, Layout layout>
void launch_as(sycl::queue& queue, const Arguments& arguments) {
  using Weight = typename Traits::Weight;
  using Index = typename Traits::Index;
  const SeedKernel<Traits> kernel{
      rows_at<const sycl::half, Traits::n, layout>(arguments.scores, arguments.scores_row_stride),
      rows_at<Weight, Traits::k, layout>(arguments.weights, arguments.weights_row_stride),
      rows_at<Index, Traits::k, layout>(arguments.indices, arguments.indices_row_stride),
      arguments.routed_scaling_factor};
  queue.parallel_for(sycl::range<1>(static_cast<std::size_t>(arguments.rows)), kernel).wait();
}

// The most that holds for all three matrices.
[[maybe_unused]] Layout layout_of(const Arguments& arguments) {
  const auto layout = [](const void* first, DType dtype, std::int64_t stride, std::int64_t length) {
    const auto size = static_cast<std::int64_t>(size_of(dtype));
    return softmax_topk::layout_of(first, stride * size, length * size);
  };
  return std::min({layout(arguments.scores, arguments.scores_dtype, arguments.scores_row_stride, arguments.n),
                   layout(arguments.weights, arguments.weights_dtype, arguments.weights_row_stride, arguments.k),
                   layout(arguments.indices, arguments.indices_dtype, arguments.indices_row_stride, arguments.k)});
}

template <int N, int K, Denominator denominator, class Weight, class Index>
void launch_in_layout(sycl::queue& queue, const Arguments& arguments) {
  const auto launch = [&]<Layout layout> {
    launch_as<SeedTraits<N, K, denominator, layout, Weight, Index>, layout>(queue, arguments);
  };
  if constexpr (!has_layouts)
    return launch.template operator()<Layout::strided>();
  else
    switch (layout_of(arguments)) {
    case Layout::packed:
      return launch.template operator()<Layout::packed>();
    case Layout::aligned:
      return launch.template operator()<Layout::aligned>();
    case Layout::strided:
      return launch.template operator()<Layout::strided>();
    }
}

template <int N, int K, Denominator denominator>
void launch_with_types(sycl::queue& queue, const Arguments& arguments) {
  const bool half_weights = arguments.weights_dtype == DType::f16;
  const bool short_indices = arguments.indices_dtype == DType::i32;
  if (half_weights && short_indices)
    launch_in_layout<N, K, denominator, sycl::half, std::int32_t>(queue, arguments);
  else if (half_weights)
    launch_in_layout<N, K, denominator, sycl::half, std::int64_t>(queue, arguments);
  else if (short_indices)
    launch_in_layout<N, K, denominator, float, std::int32_t>(queue, arguments);
  else
    launch_in_layout<N, K, denominator, float, std::int64_t>(queue, arguments);
}

} // namespace

void launch_seed(sycl::queue& queue, const Arguments& arguments) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    const auto try_size = [&]<std::size_t at> {
      constexpr CompiledSize size = seed_sizes[at];
      if (arguments.n != size.n || arguments.k != size.k)
        return;
      if (arguments.renormalize)
        launch_with_types<size.n, size.k, Denominator::winners>(queue, arguments);
      else
        launch_with_types<size.n, size.k, Denominator::row>(queue, arguments);
    };
    (try_size.template operator()<i>(), ...);
  }(std::make_index_sequence<seed_sizes.size()>{});
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
