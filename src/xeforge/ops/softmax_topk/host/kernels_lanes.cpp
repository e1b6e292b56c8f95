// The kernels with a row for each lane of a warp: every compiled size, type of scores and function. For devices alone.
#include "xeforge/ops/softmax_topk/host/launch_lanes.hpp"

#include <utility>

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {
void launch_routed_lanes(sycl::queue& queue, const Arguments& arguments); // kernels_routed_lanes.cpp
namespace {

bool is_routed(const Arguments& arguments) {
  return arguments.correction_bias != nullptr || arguments.topk_group < arguments.num_expert_group;
}

template <class Score>
void launch_lanes_of(sycl::queue& queue, const Arguments& arguments) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    const auto try_size = [&]<std::size_t at> {
      constexpr RoutedLanesSize size{lanes_sizes[at].n, lanes_sizes[at].k, 1, false};
      if (arguments.n != size.n || arguments.k != size.k)
        return;
      if (function_of(arguments) == Function::softmax)
        launch_lanes_of<Score, size, Function::softmax>(queue, arguments);
      else
        launch_lanes_of<Score, size, Function::sigmoid>(queue, arguments);
    };
    (try_size.template operator()<i>(), ...);
  }(std::make_index_sequence<lanes_sizes.size()>{});
}

} // namespace

// Precondition: the variant accepts the problem.
void launch_lanes(sycl::queue& queue, const Arguments& arguments) {
  if (is_routed(arguments))
    launch_routed_lanes(queue, arguments);
  else if (arguments.scores_dtype == DType::f16)
    launch_lanes_of<sycl::half>(queue, arguments);
  else
    launch_lanes_of<sycl::ext::oneapi::bfloat16>(queue, arguments);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
