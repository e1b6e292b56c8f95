// The kernels with a row for each lane of a warp that take groups or a correction bias. For devices alone.
#include "xeforge/ops/softmax_topk/host/launch_lanes.hpp"

#include <utility>

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {
namespace {

template <class Score>
void launch_routed_lanes_of(sycl::queue& queue, const Arguments& arguments) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    const auto try_size = [&]<std::size_t at> {
      constexpr RoutedLanesSize size = routed_lanes_sizes[at];
      if (arguments.n != size.n || arguments.k != size.k)
        return;
      if constexpr (!size.is_biased)
        if (function_of(arguments) == Function::softmax)
          return launch_lanes_of<Score, size, Function::softmax>(queue, arguments);
      launch_lanes_of<Score, size, Function::sigmoid>(queue, arguments);
    };
    (try_size.template operator()<i>(), ...);
  }(std::make_index_sequence<routed_lanes_sizes.size()>{});
}

} // namespace

// Precondition: the variant accepts the problem, which has groups or a correction bias.
void launch_routed_lanes(sycl::queue& queue, const Arguments& arguments) {
  if (arguments.scores_dtype == DType::f16)
    launch_routed_lanes_of<sycl::half>(queue, arguments);
  else
    launch_routed_lanes_of<sycl::ext::oneapi::bfloat16>(queue, arguments);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
