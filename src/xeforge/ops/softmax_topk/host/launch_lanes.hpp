// Launches the kernels with one row per lane of a warp.
#pragma once

#include "xeforge/ops/softmax_topk/host/arguments.hpp"
#include "xeforge/ops/softmax_topk/host/compiled_sizes.hpp"
#include "xeforge/ops/softmax_topk/host/launch.hpp"
#include "xeforge/ops/softmax_topk/kernels/biased_lanes_kernel.hpp"
#include "xeforge/ops/softmax_topk/kernels/lanes_kernel.hpp"

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

// Whether rows of this many elements may be loaded and stored as 64-bit words: whole words per row, and 32-bit offsets
// between rows.
inline bool is_in_words(const void* first, DType dtype, std::int64_t stride, std::int64_t length) {
  constexpr std::int64_t farthest = (std::int64_t{1} << 32) / 32; // bytes from row to row
  const auto size = static_cast<std::int64_t>(size_of(dtype));
  if (stride > farthest / size)
    return false;
  return length % (8 / size) != 0 || (reinterpret_cast<std::uintptr_t>(first) % 8 == 0 && stride * size % 8 == 0);
}

inline RowsIn rows_of(const Arguments& arguments) {
  return is_in_words(arguments.scores, arguments.scores_dtype, arguments.scores_row_stride, arguments.n) &&
                 is_in_words(arguments.weights, arguments.weights_dtype, arguments.weights_row_stride, arguments.k) &&
                 is_in_words(arguments.indices, arguments.indices_dtype, arguments.indices_row_stride, arguments.k)
             ? RowsIn::words
             : RowsIn::elements;
}

template <class Kernel>
void launch_blocks(sycl::queue& queue, const Arguments& arguments, const Kernel& kernel) {
  constexpr std::int64_t lanes = Kernel::lanes;
  const auto blocks = static_cast<std::size_t>((arguments.rows + lanes - 1) / lanes);
  queue.parallel_for(sycl::range<1>(blocks), kernel).wait();
}

template <class Traits, bool is_biased>
void launch_as(sycl::queue& queue, const Arguments& arguments) {
  const LaneRows<Traits> rows{static_cast<const typename Traits::Score*>(arguments.scores), arguments.scores_row_stride,
                              output_of(arguments), denominator_of(arguments), arguments.topk_group};
  if constexpr (is_biased)
    launch_blocks(queue, arguments, BiasedLanesKernel<Traits>{rows, arguments.correction_bias});
  else
    launch_blocks(queue, arguments, LanesKernel<Traits>{rows});
}

// Precondition: the size and the function are those of the arguments.
template <class Score, RoutedLanesSize size, Function function>
void launch_lanes_of(sycl::queue& queue, const Arguments& arguments) {
  if (rows_of(arguments) == RowsIn::words)
    launch_as<LanesTraits<Score, size.n, size.k, function, RowsIn::words, size.groups>, size.is_biased>(queue,
                                                                                                        arguments);
  else
    launch_as<LanesTraits<Score, size.n, size.k, function, RowsIn::elements, size.groups>, size.is_biased>(queue,
                                                                                                           arguments);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
