// From validated arguments to kernel launches, for one type of scores. Instantiated in kernels_*.cpp, one file per
// type, so that the types compile side by side.
#pragma once

#include "xeforge/ops/softmax_topk/host/arguments.hpp"
#include "xeforge/ops/softmax_topk/host/compiled_sizes.hpp"
#include "xeforge/ops/softmax_topk/kernels/biased_kernel.hpp"
#include "xeforge/ops/softmax_topk/kernels/routed_kernel.hpp"
#include "xeforge/ops/softmax_topk/kernels/stream_kernel.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>

namespace xeforge::ops::softmax_topk {
inline namespace XEFORGE_TARGET {

#if defined(__AVX512F__) || defined(XEFORGE_ON_DEVICE)
constexpr int register_bytes = 64;
#else
constexpr int register_bytes = 32;
#endif

inline Output output_of(const Arguments& arguments) {
  const auto weight_type = [&] {
    switch (arguments.weights_dtype) {
    case DType::f16:
      return WeightType::f16;
    case DType::bf16:
      return WeightType::bf16;
    default:
      return WeightType::f32;
    }
  }();
  return {arguments.weights,
          arguments.indices,
          arguments.weights_row_stride,
          arguments.indices_row_stride,
          arguments.rows,
          weight_type,
          arguments.indices_dtype == DType::i32 ? IndexType::i32 : IndexType::i64,
          arguments.routed_scaling_factor};
}

template <class Score>
ScoreRows<Score> score_rows_of(const Arguments& arguments) {
  return {static_cast<const Score*>(arguments.scores), arguments.scores_row_stride, arguments.rows};
}
inline Function function_of(const Arguments& arguments) {
  return arguments.scoring == Scoring::softmax ? Function::softmax : Function::sigmoid;
}
inline Denominator denominator_of(const Arguments& arguments) {
  return arguments.renormalize ? Denominator::winners : Denominator::row;
}

// ---- fold -----------------------------------------------------------------------------------------------------------
template <class Score, int N, int K>
void launch_fold_of(sycl::queue& queue, const Arguments& arguments) {
  using Traits = FoldTraits<Score, N, K, register_bytes>;
  const FoldKernel<Traits> kernel{score_rows_of<Score>(arguments), output_of(arguments), function_of(arguments),
                                  denominator_of(arguments)};
  const auto blocks = static_cast<std::size_t>((arguments.rows + Traits::lanes - 1) / Traits::lanes);
  queue.parallel_for(sycl::range<1>(blocks), kernel).wait();
}

template <class Score>
void launch_fold(sycl::queue& queue, const Arguments& arguments) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    const auto try_size = [&]<std::size_t at> {
      constexpr CompiledSize size = fold_sizes[at];
      if (arguments.n == size.n && arguments.k == size.k)
        launch_fold_of<Score, size.n, size.k>(queue, arguments);
    };
    (try_size.template operator()<i>(), ...);
  }(std::make_index_sequence<fold_sizes.size()>{});
}

// ---- routed ---------------------------------------------------------------------------------------------------------
template <class Traits, class Kernel>
void launch_blocks(sycl::queue& queue, const Arguments& arguments, const Kernel& kernel) {
  const auto blocks = static_cast<std::size_t>((arguments.rows + Traits::lanes - 1) / Traits::lanes);
  queue.parallel_for(sycl::range<1>(blocks), kernel).wait();
}

template <class Score, int N, int K, int Groups, int Kept>
void launch_grouped(sycl::queue& queue, const Arguments& arguments) {
  using Traits = RoutedTraits<Score, N, K, Groups, Kept, register_bytes>;
  launch_blocks<Traits>(queue, arguments,
                        RoutedKernel<Traits>{score_rows_of<Score>(arguments), output_of(arguments),
                                             arguments.topk_group, function_of(arguments), denominator_of(arguments)});
}

template <class Score, int N, int K, int Groups, int Kept>
void launch_biased(sycl::queue& queue, const Arguments& arguments) {
  using Traits = BiasedTraits<Score, N, K, Groups, Kept, register_bytes>;
  const float* const bias = arguments.correction_bias;
  const auto [lowest, highest] = std::minmax_element(bias, bias + N);
  launch_blocks<Traits>(queue, arguments,
                        BiasedKernel<Traits>{score_rows_of<Score>(arguments), output_of(arguments), bias,
                                             tile::grid_of(*lowest, *highest + 1.0f), arguments.topk_group,
                                             function_of(arguments), denominator_of(arguments)});
}

template <class Score, RoutedSize size, int Kept>
void launch_routed_as(sycl::queue& queue, const Arguments& arguments) {
  if (arguments.correction_bias != nullptr)
    launch_biased<Score, size.n, size.k, size.groups, Kept>(queue, arguments);
  else
    launch_grouped<Score, size.n, size.k, size.groups, Kept>(queue, arguments);
}

template <class Score>
void launch_routed(sycl::queue& queue, const Arguments& arguments) {
  const int groups = arguments.topk_group < arguments.num_expert_group ? arguments.num_expert_group : 1;
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    const auto try_size = [&]<std::size_t at> {
      constexpr RoutedSize size = routed_sizes[at];
      if (arguments.n != size.n || arguments.k != size.k || groups != size.groups)
        return;
      if (groups == 1 || arguments.topk_group == size.kept)
        launch_routed_as<Score, size, size.kept>(queue, arguments);
      else
        launch_routed_as<Score, size, size.groups>(queue, arguments);
    };
    (try_size.template operator()<i>(), ...);
  }(std::make_index_sequence<routed_sizes.size()>{});
}

// ---- stream ---------------------------------------------------------------------------------------------------------
template <class Score, Function function, int Length>
void launch_stream_as(sycl::queue& queue, const Arguments& arguments) {
  const StreamKernel<Score, function, Length> kernel{static_cast<const Score*>(arguments.scores),
                                                     arguments.scores_row_stride,
                                                     output_of(arguments),
                                                     static_cast<std::int32_t>(arguments.n),
                                                     arguments.k,
                                                     arguments.correction_bias,
                                                     arguments.num_expert_group,
                                                     arguments.topk_group,
                                                     denominator_of(arguments)};
  queue.parallel_for(sycl::range<1>(static_cast<std::size_t>(arguments.rows)), kernel).wait();
}

template <class Score>
void launch_stream(sycl::queue& queue, const Arguments& arguments) {
  const bool softmax = arguments.scoring == Scoring::softmax;
  const bool few = arguments.k <= 16;
  if (softmax && few)
    launch_stream_as<Score, Function::softmax, 16>(queue, arguments);
  else if (softmax)
    launch_stream_as<Score, Function::softmax, 64>(queue, arguments);
  else if (few)
    launch_stream_as<Score, Function::sigmoid, 16>(queue, arguments);
  else
    launch_stream_as<Score, Function::sigmoid, 64>(queue, arguments);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::softmax_topk
