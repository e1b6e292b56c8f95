// The table of kernels for one instruction set: compiled once per entry of XEFORGE_TARGETS, each build in an inline
// namespace of its own.
#include "xeforge/ops/softmax_topk/kernels.hpp"

#include "xeforge/ops/softmax_topk/launch.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

extern template void launch_fold<sycl::half>(sycl::queue&, const Arguments&);
extern template void launch_fold<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);
extern template void launch_fold<float>(sycl::queue&, const Arguments&);
extern template void launch_stream<sycl::half>(sycl::queue&, const Arguments&);
extern template void launch_stream<sycl::ext::oneapi::bfloat16>(sycl::queue&, const Arguments&);
extern template void launch_stream<float>(sycl::queue&, const Arguments&);
void launch_seed(sycl::queue& queue, const Arguments& arguments); // kernels_seed.cpp

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

constexpr KernelEntry table[] = {{"fold", launch_fold_of_any}, {"seed", launch_seed}, {"stream", launch_stream_of_any}};

} // namespace

std::span<const KernelEntry> table_of_this_target() { return table; }

} // namespace XEFORGE_TARGET

#define XEFORGE_JOIN_(a, b) a##b
#define XEFORGE_JOIN(a, b) XEFORGE_JOIN_(a, b)
std::span<const KernelEntry> XEFORGE_JOIN(kernels_, XEFORGE_TARGET)() { return XEFORGE_TARGET::table_of_this_target(); }

} // namespace xeforge::ops::softmax_topk
