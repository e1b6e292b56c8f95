// The kernels with a row for each warp: every compiled size, type of scores and function. For devices alone.
#include "xeforge/ops/kernel_table.hpp"
#include "xeforge/ops/softmax_topk/host/arguments.hpp"
#include "xeforge/ops/softmax_topk/host/compiled_sizes.hpp"
#include "xeforge/ops/softmax_topk/host/launch.hpp"
#include "xeforge/ops/softmax_topk/kernels/warps_kernel.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {
namespace {

template <class Traits>
void launch_as(sycl::queue& queue, const Arguments& arguments) {
  const WarpsKernel<Traits> kernel{static_cast<const typename Traits::Score*>(arguments.scores),
                                   arguments.scores_row_stride,
                                   output_of(arguments),
                                   arguments.correction_bias,
                                   arguments.topk_group,
                                   denominator_of(arguments)};
  constexpr std::size_t together = WarpsKernel<Traits>::rows_of_group;
  const std::size_t groups = (static_cast<std::size_t>(arguments.rows) + together - 1) / together;
  queue.parallel_for(sycl::nd_range<1>(groups * together, together), kernel).wait();
}

template <class Score, WarpsSize size, Function function>
void launch_function(sycl::queue& queue, const Arguments& arguments) {
  if (arguments.correction_bias != nullptr)
    launch_as<WarpsTraits<Score, size.n, size.k, size.groups, function, true>>(queue, arguments);
  else
    launch_as<WarpsTraits<Score, size.n, size.k, size.groups, function, false>>(queue, arguments);
}

template <class Score>
void launch_warps_of(sycl::queue& queue, const Arguments& arguments) {
  const int groups = arguments.topk_group < arguments.num_expert_group ? arguments.num_expert_group : 1;
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    const auto try_size = [&]<std::size_t at> {
      constexpr WarpsSize size = warps_sizes[at];
      if (arguments.n != size.n || arguments.k != size.k || groups != size.groups)
        return;
      if (function_of(arguments) == Function::softmax)
        launch_function<Score, size, Function::softmax>(queue, arguments);
      else
        launch_function<Score, size, Function::sigmoid>(queue, arguments);
    };
    (try_size.template operator()<i>(), ...);
  }(std::make_index_sequence<warps_sizes.size()>{});
}

} // namespace

// Precondition: the variant accepts the problem.
void launch_warps(sycl::queue& queue, const Arguments& arguments) {
  launch_by_type<Arguments, &Arguments::scores_dtype, launch_warps_of<sycl::half>,
                 launch_warps_of<sycl::ext::oneapi::bfloat16>, launch_warps_of<float>>(queue, arguments);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
