// From validated arguments to the launch of the "tiled" kernel. Instantiated in kernels_tiled_*.cpp, one file per
// type, so that the types compile side by side.
#pragma once

#include "xeforge/ops/attention/host/launch/launch_strided.hpp"
#include "xeforge/ops/attention/kernels/tiled_kernel.hpp"

#include <algorithm>
#include <type_traits>

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

#ifdef __AVX512F__
constexpr int tiled_register_bytes = 64;
#else
constexpr int tiled_register_bytes = 32;
#endif

// bfloat16 is multiplied as it is where the CPU can; everything else as floats.
#ifdef __AVX512BF16__
template <class Element>
using PackedFor = std::conditional_t<std::is_same_v<Element, sycl::ext::oneapi::bfloat16>, Element, float>;
#else
template <class Element>
using PackedFor = float;
#endif

// Queries per item: as many as the kernel supports, or fewer if otherwise not every thread would get several items;
// chosen so that all blocks have about the same length. Results do not depend on it.
template <class Traits>
int block_queries_for(const Arguments& arguments, int depth, std::int64_t threads) {
  constexpr std::int64_t items_per_thread = 8, fewest = 4 * Traits::slab;
  const std::int64_t wanted = (items_per_thread * threads - 1) / (arguments.batch * arguments.heads_q) + 1;
  const std::int64_t most = std::clamp<std::int64_t>(arguments.seq_q / wanted, fewest,
                                                     std::max<std::int64_t>(fewest, Traits::queries_for(depth)));
  const std::int64_t blocks = (arguments.seq_q - 1) / most + 1;
  const std::int64_t even = (arguments.seq_q - 1) / blocks + 1;
  const std::int64_t padded = (even - 1) / Traits::slab * Traits::slab + Traits::slab;
  return static_cast<int>(std::min<std::int64_t>(padded, Traits::queries_for(depth)));
}

template <class Element, class Scores>
void launch_tiled_as(sycl::queue& queue, const Arguments& arguments, const Scores& scores) {
  using Traits = TiledTraits<Element, PackedFor<Element>, tiled_register_bytes>;
  const auto d_qk = static_cast<int>(arguments.d_qk), d_v = static_cast<int>(arguments.d_v);
  const int depth = std::max(d_qk, d_v);
  const auto threads = queue.get_device().get_info<sycl::info::device::max_compute_units>();
  const int block_queries = block_queries_for<Traits>(arguments, depth, threads);
  const std::int64_t heads = arguments.batch * arguments.heads_q;
  const std::int64_t blocks = (arguments.seq_q + block_queries - 1) / block_queries;
  const TiledKernel<Traits, Scores> kernel{arguments.q.template as<const Element>(),
                                           arguments.k.template as<const Element>(),
                                           arguments.v.template as<const Element>(),
                                           arguments.out.template as<Element>(),
                                           arguments.lse,
                                           sequences_of(arguments),
                                           scores,
                                           arguments.band,
                                           arguments.sinks,
                                           arguments.heads_q,
                                           arguments.heads_q / arguments.heads_kv,
                                           heads,
                                           blocks,
                                           {d_qk, d_v, Traits::keys_for(depth), block_queries}};
  queue.parallel_for(sycl::range<1>(static_cast<std::size_t>(heads * blocks)), kernel).wait();
}

// Adjacent keys have adjacent values.
template <class Element>
bool is_adjacent(const Operand<Element>& array, const Arguments& arguments) {
  return array.d == 1 || arguments.seq_k == 1;
}

// Common single rules have their own kernels; all other combinations share one.
template <class Element>
void launch_tiled(sycl::queue& queue, const Arguments& arguments) {
  const int rules = (arguments.softcap != 0.0f) + (arguments.slopes.data != nullptr) +
                    (arguments.bias.data != nullptr) + (arguments.mask.data != nullptr);
  const auto launch = [&](const auto& chain) { launch_tiled_as<Element>(queue, arguments, chain); };
  if (rules == 0)
    return launch(ScoreChain<>{arguments.scale});
  if (rules == 1 && arguments.mask.data != nullptr && is_adjacent(arguments.mask, arguments))
    return launch(ScoreChain<KeepMasked>{{arguments.mask}, arguments.scale});
  if (rules == 1 && arguments.slopes.data != nullptr)
    return launch(ScoreChain<AddSlopes>{{arguments.slopes}, arguments.scale});
  with_bias_type<Element>(arguments, [&]<class Bias> {
    if (rules == 1 && arguments.bias.data != nullptr && is_adjacent(arguments.bias, arguments))
      return launch(ScoreChain<AddBias<Bias>>{{arguments.bias.template as<const Bias>()}, arguments.scale});
    ScoreRules<Bias> score_rules = score_rules_of<Bias>(arguments);
    score_rules.scale = 1.0f; // the chain's
    launch(ScoreChain<ApplyRules<Bias>>{{score_rules}, arguments.scale});
  });
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
