// The kernels with a row for each lane of a warp: every compiled size, type of scores and function. For devices alone.
#include "xeforge/ops/softmax_topk/host/arguments.hpp"
#include "xeforge/ops/softmax_topk/host/compiled_sizes.hpp"
#include "xeforge/ops/softmax_topk/host/launch.hpp"
#include "xeforge/ops/softmax_topk/kernels/lanes_kernel.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {
namespace {

// Whether rows that are so many elements may be loaded and stored as words: 64 bits at a time, as far as rows are filled by
// such, and with offsets of 32 bits from row to row.
bool is_in_words(const void* first, DType dtype, std::int64_t stride, std::int64_t length) {
  constexpr std::int64_t farthest = (std::int64_t{1} << 32) / 32; // bytes from row to row
  const auto size = static_cast<std::int64_t>(size_of(dtype));
  if (stride > farthest / size)
    return false;
  return length % (8 / size) != 0 || (reinterpret_cast<std::uintptr_t>(first) % 8 == 0 && stride * size % 8 == 0);
}

RowsIn rows_of(const Arguments& arguments) {
  return is_in_words(arguments.scores, arguments.scores_dtype, arguments.scores_row_stride, arguments.n) &&
                 is_in_words(arguments.weights, arguments.weights_dtype, arguments.weights_row_stride, arguments.k) &&
                 is_in_words(arguments.indices, arguments.indices_dtype, arguments.indices_row_stride, arguments.k)
             ? RowsIn::words
             : RowsIn::elements;
}

template <class Traits>
void launch_as(sycl::queue& queue, const Arguments& arguments) {
  const LanesKernel<Traits> kernel{static_cast<const typename Traits::Score*>(arguments.scores),
                                   arguments.scores_row_stride, output_of(arguments), denominator_of(arguments)};
  constexpr std::int64_t lanes = LanesKernel<Traits>::lanes;
  const auto blocks = static_cast<std::size_t>((arguments.rows + lanes - 1) / lanes);
  queue.parallel_for(sycl::range<1>(blocks), kernel).wait();
}

template <class Score, CompiledSize size, Function function>
void launch_of(sycl::queue& queue, const Arguments& arguments) {
  if (rows_of(arguments) == RowsIn::words)
    launch_as<LanesTraits<Score, size.n, size.k, function, RowsIn::words>>(queue, arguments);
  else
    launch_as<LanesTraits<Score, size.n, size.k, function, RowsIn::elements>>(queue, arguments);
}

template <class Score>
void launch_scores(sycl::queue& queue, const Arguments& arguments) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    const auto try_size = [&]<std::size_t at> {
      constexpr CompiledSize size = lanes_sizes[at];
      if (arguments.n != size.n || arguments.k != size.k)
        return;
      if (function_of(arguments) == Function::softmax)
        launch_of<Score, size, Function::softmax>(queue, arguments);
      else
        launch_of<Score, size, Function::sigmoid>(queue, arguments);
    };
    (try_size.template operator()<i>(), ...);
  }(std::make_index_sequence<lanes_sizes.size()>{});
}

} // namespace

// Precondition: the variant accepts the problem.
void launch_lanes(sycl::queue& queue, const Arguments& arguments) {
  if (arguments.scores_dtype == DType::f16)
    launch_scores<sycl::half>(queue, arguments);
  else
    launch_scores<sycl::ext::oneapi::bfloat16>(queue, arguments);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
