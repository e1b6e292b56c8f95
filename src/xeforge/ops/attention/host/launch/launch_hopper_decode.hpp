// From validated arguments to the two launches of the "hopper-decode" kernels.
#pragma once

#include "xeforge/ops/attention/host/launch/launch_hopper.hpp"
#include "xeforge/ops/attention/host/workspace.hpp"
#include "xeforge/ops/attention/kernels/hopper_decode_kernel.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// How the keys of each of `pairs` pairs (batch index, head of k and v) are cut, for so many groups at a time.
struct HopperSplit {
  std::int64_t chunk_keys, splits;
};

template <class Traits>
constexpr HopperSplit hopper_split(std::int64_t groups_at_once, std::int64_t pairs, std::int64_t seq_k) {
  constexpr std::int64_t iteration_keys = Traits::iteration_keys;
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
  const HopperSplit split =
      hopper_split<Traits>(HopperDecodeKernel<Traits, Scores>::groups_at_once, a.batch * a.heads_kv, a.seq_k);
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

// Of the heads that share keys the kernel makes rows.
template <class Element>
Operand<Element> with_heads_as_rows(const Operand<Element>& array, std::int64_t heads_per_kv) {
  return {array.data, array.b, array.h * heads_per_kv, array.h, array.d};
}

template <class Scores>
HopperPerhapsMaskedScores<Scores> perhaps_masked(const Scores& scores, const HopperScoreArrays& arrays) {
  return {masked(scores, arrays)};
}

// Kernels of their own have what is common: no rule, or a bias alone. The others read a mask or slopes if there are any.
template <class Traits>
void launch_hopper_decode_of(sycl::queue& queue, const Arguments& a) {
  using Element = typename Traits::Element;
  const std::int64_t heads_per_kv = a.heads_q / a.heads_kv;
  const HopperScoreArrays arrays{with_heads_as_rows(a.slopes, heads_per_kv), with_heads_as_rows(a.bias, heads_per_kv),
                                 with_heads_as_rows(a.mask, heads_per_kv), static_cast<std::int32_t>(heads_per_kv),
                                 static_cast<std::int32_t>(a.seq_k)};
  const auto launch = [&](const auto& scores) { launch_hopper_decode_as<Traits>(queue, a, scores); };
  const bool is_capped = a.softcap != 0.0f, is_biased = a.bias.data != nullptr;
  if (is_capped && is_biased)
    launch(perhaps_masked(biased<Element>(capped_scores_of(a), arrays), arrays));
  else if (is_capped)
    launch(perhaps_masked(capped_scores_of(a), arrays));
  else if (is_biased && a.mask.data == nullptr)
    launch(biased<Element>(plain_scores_of(a), arrays));
  else if (is_biased)
    launch(masked(biased<Element>(plain_scores_of(a), arrays), arrays));
  else if (a.mask.data == nullptr && a.slopes.data == nullptr)
    launch(plain_scores_of(a));
  else // slopes, with which there are no softcap and no bias
    launch(perhaps_masked(alibi_scores_of<HopperSlopes>(a, arrays), arrays));
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
