// From validated arguments to the two launches of the "hopper-decode" kernels.
#pragma once

#include "xeforge/ops/attention/host/launch/launch_hopper.hpp"
#include "xeforge/ops/attention/host/workspace.hpp"
#include "xeforge/ops/attention/kernels/hopper_decode_kernel.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// How the keys of each of `pairs` pairs (batch index, head of k and v) are cut.
struct HopperSplit {
  std::int64_t chunk_keys, splits;
};

template <class Traits>
constexpr HopperSplit hopper_split(std::int64_t pairs, std::int64_t seq_k) {
  constexpr std::int64_t iteration_keys = Traits::iteration_keys, groups_at_once = Traits::groups_at_once;
  constexpr std::int64_t shortest_chunk = 256; // keys; beside which beginning and merging a chunk cost little
  const auto quotient_up = [](std::int64_t a, std::int64_t b) { return (a + b - 1) / b; };
  const std::int64_t useful = std::min(groups_at_once / pairs, quotient_up(seq_k, shortest_chunk));
  const std::int64_t wanted = std::clamp<std::int64_t>(useful, 1, HopperPartials::most_splits);
  const std::int64_t chunk_keys = quotient_up(quotient_up(seq_k, wanted), iteration_keys) * iteration_keys;
  return {chunk_keys, quotient_up(seq_k, chunk_keys)};
}

template <class Traits, class Scores>
void launch_hopper_decode_as(sycl::queue& queue, const Arguments& a, const Scores& scores) {
  const auto narrow = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
  const auto size = [](std::int64_t extent) { return static_cast<std::size_t>(extent); };
  const HopperSplit split = hopper_split<Traits>(a.batch * a.heads_kv, a.seq_k);
  const std::int64_t rows = a.batch * a.heads_q, places = rows * HopperPartials::most_splits;
  const Workspace workspace(queue, rows * split.splits * Traits::head_dim + 2 * places);
  float* const maxima = workspace.data() + rows * split.splits * Traits::head_dim;
  const HopperPartials partials{workspace.data(), maxima, maxima + places, narrow(split.splits)};

  const HopperDecodeKernel<Traits, Scores> kernel{{a.q.data, hopper_keys_of(a), a.q.b, a.q.h, narrow(a.heads_kv),
                                                   narrow(a.heads_q / a.heads_kv), narrow(split.chunk_keys)},
                                                  scores,
                                                  narrow_band_of(a),
                                                  partials};
  const sycl::range<3> local(1, 1, Traits::group_threads);
  const sycl::range<3> global(size(a.batch), size(a.heads_kv), size(split.splits) * Traits::group_threads);
  queue.parallel_for(sycl::nd_range<3>(global, local), kernel).wait();
  const HopperMergeKernel<typename Traits::Element, Traits::head_dim> merge{
      partials, a.out.data, a.lse.data, a.sinks, a.out.b, a.out.h, a.lse.b, a.lse.h, narrow(a.heads_q)};
  queue.parallel_for(sycl::range<1>(size(rows)), merge).wait();
}

template <class Traits>
void launch_hopper_decode_of(sycl::queue& queue, const Arguments& a) {
  using Element = typename Traits::Element;
  if (a.bias.data == nullptr)
    return launch_hopper_decode_as<Traits>(queue, a, HopperPlainScores{a.scale * log2_e});
  // The rows of its kernel are heads.
  const std::int64_t heads_per_kv = a.heads_q / a.heads_kv;
  launch_hopper_decode_as<Traits>(queue, a,
                                  HopperBiasedScores<Element>{{a.scale * log2_e},
                                                              static_cast<const Element*>(a.bias.data),
                                                              a.bias.b,
                                                              a.bias.h * heads_per_kv,
                                                              a.bias.h,
                                                              static_cast<std::int32_t>(heads_per_kv),
                                                              static_cast<std::int32_t>(a.seq_k)});
}

// Precondition: the variant accepts the problem.
template <class Element>
void launch_hopper_decode(sycl::queue& queue, const Arguments& arguments) {
  if (arguments.d_qk == 64)
    launch_hopper_decode_of<HopperDecodeTraits<Element, 64>>(queue, arguments);
  else
    launch_hopper_decode_of<HopperDecodeTraits<Element, 128>>(queue, arguments);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
