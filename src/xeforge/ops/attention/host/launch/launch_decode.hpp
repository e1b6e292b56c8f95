// From validated arguments to the launches of the "decode" kernels.
#pragma once

#include "xeforge/ops/attention/host/decode_split.hpp"
#include "xeforge/ops/attention/host/launch/launch_strided.hpp"
#include "xeforge/ops/attention/host/workspace.hpp"
#include "xeforge/ops/attention/kernels/decode_kernel.hpp"

#include <type_traits>

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

#if defined(__AVX512F__) || defined(XEFORGE_ON_DEVICE)
constexpr int decode_lanes = 16;
#else
constexpr int decode_lanes = 8;
#endif

template <class Traits>
void launch_decode_as(sycl::queue& queue, const Arguments& arguments) {
  using Kernel = DecodeKernel<Traits>;
  using Element = typename Traits::Products::Element;
  static_assert(DecodeSplit::step % Kernel::step == 0 && DecodeSplit::step % MergePartialResults<Element>::step == 0);
  const DecodeSplit split = decode_split(arguments);
  const std::int64_t pairs = arguments.batch * arguments.heads_kv, group = arguments.heads_q / arguments.heads_kv;

  const Workspace workspace(queue, split.floats());
  const std::int64_t places = split.places();
  const PartialResults partials{workspace.data() + places * split.value_stride,
                                workspace.data() + places * (split.value_stride + 1),
                                workspace.data(),
                                split.value_stride,
                                split.rows,
                                split.splits};

  const std::int64_t tile = Traits::rows * Traits::blocks;
  const auto row_tiles = static_cast<std::int32_t>((split.rows + tile - 1) / tile);
  const auto d_qk = static_cast<std::int32_t>(arguments.d_qk), d_v = static_cast<std::int32_t>(arguments.d_v);
  for (std::int64_t first = 0; first < pairs; first += split.pairs_per_launch) {
    const std::int64_t count = std::min(split.pairs_per_launch, pairs - first);
    const Kernel kernel{arguments.q.template as<const Element>(),
                        arguments.k.template as<const Element>(),
                        arguments.v.template as<const Element>(),
                        sequences_of(arguments),
                        score_rules_of<typename Traits::Bias>(arguments),
                        partials,
                        arguments.heads_kv,
                        group,
                        first,
                        split.chunk_keys,
                        row_tiles,
                        d_qk,
                        d_v};
    queue.parallel_for(sycl::range<1>(static_cast<std::size_t>(count * split.splits * row_tiles)), kernel).wait();
    const MergePartialResults<Element> merge{partials,
                                             arguments.out.template as<Element>(),
                                             arguments.lse,
                                             sequences_of(arguments),
                                             arguments.sinks,
                                             arguments.heads_kv,
                                             group,
                                             first,
                                             d_v};
    queue.parallel_for(sycl::range<1>(static_cast<std::size_t>(count * split.rows)), merge).wait();
  }
}

// Rows of bfloat16 in pairs where that is an instruction.
template <class Element>
using ProductsFor = std::conditional_t<std::is_same_v<Element, bfloat16> && tile::has_pair_products,
                                       PairProducts<decode_lanes>, FloatProducts<Element, decode_lanes>>;

template <class Element>
void launch_decode(sycl::queue& queue, const Arguments& arguments) {
  using Products = ProductsFor<Element>;
  if (std::min(arguments.d_qk, arguments.d_v) < 2 * decode_lanes)
    return launch_strided<Element>(queue, arguments); // rows are shorter than a chunk
  with_bias_type<Element>(arguments, [&]<class Bias> {
    const std::int64_t rows = arguments.heads_q / arguments.heads_kv * arguments.seq_q;
    if (rows == 1)
      launch_decode_as<DecodeTraits<Products, Bias, 1, decode_lanes>>(queue, arguments);
    else if (rows == 2)
      launch_decode_as<DecodeTraits<Products, Bias, 2, decode_lanes>>(queue, arguments);
    else if (rows <= 4)
      launch_decode_as<DecodeTraits<Products, Bias, 4, decode_lanes>>(queue, arguments);
    else
      launch_decode_as<DecodeTraits<Products, Bias, 8, decode_lanes>>(queue, arguments);
  });
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
