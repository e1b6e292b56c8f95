// The table of kernels for one instruction set: compiled once per entry of XEFORGE_TARGETS, each build in an inline
// namespace of its own.
#include "xeforge/ops/softmax_topk/kernels.hpp"

#include "xeforge/ops/softmax_topk/launch.hpp"
#include "xeforge/ops/softmax_topk/seed_kernel.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

extern template void launch_fold<sycl::half>(sycl::queue&, const Arguments&);
extern template void launch_fold<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);
extern template void launch_fold<float>(sycl::queue&, const Arguments&);
extern template void launch_stream<sycl::half>(sycl::queue&, const Arguments&);
extern template void launch_stream<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);
extern template void launch_stream<float>(sycl::queue&, const Arguments&);

namespace {

void launch_fold_of_any(sycl::queue& queue, const Arguments& arguments) {
  switch (arguments.scores_dtype) {
  case DType::f16:
    return launch_fold<sycl::half>(queue, arguments);
  case DType::bf16:
    return launch_fold<sycl::ext::oneapi::bfloat16>(queue, arguments);
  default:
    return launch_fold<float>(queue, arguments);
  }
}

void launch_stream_of_any(sycl::queue& queue, const Arguments& arguments) {
  switch (arguments.scores_dtype) {
  case DType::f16:
    return launch_stream<sycl::half>(queue, arguments);
  case DType::bf16:
    return launch_stream<sycl::ext::oneapi::bfloat16>(queue, arguments);
  default:
    return launch_stream<float>(queue, arguments);
  }
}

template <int N, int K, Denominator denominator>
void launch_seed_as(sycl::queue& queue, const Arguments& arguments) {
  const SeedKernel<N, K, denominator> kernel{static_cast<const sycl::half*>(arguments.scores),
                                             arguments.scores_row_stride, output_of(arguments)};
  queue.parallel_for(sycl::range<1>(static_cast<std::size_t>(arguments.rows)), kernel).wait();
}

void launch_seed(sycl::queue& queue, const Arguments& arguments) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    const auto try_size = [&]<std::size_t at> {
      constexpr CompiledSize size = seed_sizes[at];
      if (arguments.n != size.n || arguments.k != size.k)
        return;
      if (arguments.renormalize)
        launch_seed_as<size.n, size.k, Denominator::winners>(queue, arguments);
      else
        launch_seed_as<size.n, size.k, Denominator::row>(queue, arguments);
    };
    (try_size.template operator()<i>(), ...);
  }(std::make_index_sequence<seed_sizes.size()>{});
}

constexpr KernelEntry table[] = {{"fold", launch_fold_of_any}, {"seed", launch_seed}, {"stream", launch_stream_of_any}};

} // namespace

std::span<const KernelEntry> table_of_this_target() { return table; }

} // namespace XEFORGE_TARGET

#define XEFORGE_JOIN_(a, b) a##b
#define XEFORGE_JOIN(a, b) XEFORGE_JOIN_(a, b)
std::span<const KernelEntry> XEFORGE_JOIN(kernels_, XEFORGE_TARGET)() { return XEFORGE_TARGET::table_of_this_target(); }

} // namespace xeforge::ops::softmax_topk
