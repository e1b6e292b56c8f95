// From validated arguments to the launch of the "hopper" kernel.
#pragma once

#include "xeforge/ops/attention/host/launch/launch_xe.hpp"
#include "xeforge/ops/attention/kernels/hopper_kernel.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

// Packed sequences have no strides b.
inline std::int64_t batch_stride(const Arguments& a, std::int64_t stride) {
  return a.cu_seqlens_q == nullptr ? stride : 0;
}

inline HopperKeys hopper_keys_of(const Arguments& a) {
  return {a.k.data, a.v.data, batch_stride(a, a.k.b),
          a.k.h,    a.k.s,    batch_stride(a, a.v.b),
          a.v.h,    a.v.s,    static_cast<std::int32_t>(a.seq_k)};
}

inline HopperProblem hopper_problem_of(const Arguments& a) {
  const auto narrow = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
  return {a.q.data,
          hopper_keys_of(a),
          a.out.data,
          a.lse.data,
          a.sinks,
          batch_stride(a, a.q.b),
          a.q.h,
          a.q.s,
          batch_stride(a, a.out.b),
          a.out.h,
          a.out.s,
          batch_stride(a, a.lse.b),
          a.lse.h,
          a.lse.s,
          narrow(a.heads_q / a.heads_kv),
          narrow(a.seq_q)};
}

inline HopperPackedSequences packed_sequences_of(const Arguments& a) {
  return {a.cu_seqlens_q, a.cu_seqlens_k, narrow_bound(a.band.left), narrow_bound(a.band.right),
          narrow_bound(a.band.top_right)};
}

template <class Traits, class Scores, class Sequences>
void launch_hopper_over(sycl::queue& queue, const Arguments& arguments, const Scores& scores,
                        const Sequences& sequences) {
  const HopperKernel<Traits, Scores, Sequences> kernel{hopper_problem_of(arguments), scores, sequences};
  const auto size = [](std::int64_t extent) { return static_cast<std::size_t>(extent); };
  const std::size_t groups = size((arguments.seq_q + Traits::group_queries - 1) / Traits::group_queries);
  const sycl::range<3> local(1, 1, Traits::group_threads);
  const sycl::range<3> global(size(arguments.batch), size(arguments.heads_q), groups * Traits::group_threads);
  queue.parallel_for(sycl::nd_range<3>(global, local), kernel).wait();
}

// What scores are made of beside dot products. Strides h and s are of what a kernel has as heads and as rows of its tiles.
struct HopperScoreArrays {
  Operand<const float> slopes;
  Operand<const void> bias;
  Operand<const std::uint8_t> mask;
  std::int32_t rows, keys;
};

inline HopperPlainScores plain_scores_of(const Arguments& a) { return {a.scale * log2_e}; }
inline HopperCappedScores capped_scores_of(const Arguments& a) {
  return {2.0f * log2_e * a.scale / a.softcap, a.softcap * log2_e};
}
template <class Slope>
HopperAlibiScores<Slope> alibi_scores_of(const Arguments& a, const HopperScoreArrays& arrays) {
  return {a.scale * log2_e, arrays.slopes.data, arrays.slopes.b, arrays.slopes.h, arrays.slopes.s, arrays.rows};
}
template <class Element, class Dots>
HopperBiasedScores<Element, Dots> biased(const Dots& dots, const HopperScoreArrays& arrays) {
  return {dots,          static_cast<const Element*>(arrays.bias.data),
          arrays.bias.b, arrays.bias.h,
          arrays.bias.s, arrays.rows,
          arrays.keys};
}
template <class Scores>
HopperMaskedScores<Scores> masked(const Scores& scores, const HopperScoreArrays& arrays) {
  return {scores, arrays.mask.data, arrays.mask.b, arrays.mask.h, arrays.mask.s, arrays.rows, arrays.keys};
}

template <class Traits, class Scores>
void launch_hopper_masked_if_asked(sycl::queue& queue, const Arguments& a, const HopperScoreArrays& arrays,
                                   const Scores& scores) {
  const HopperEqualSequences sequences{narrow_band_of(a)};
  if (a.mask.data == nullptr)
    launch_hopper_over<Traits>(queue, a, scores, sequences);
  else
    launch_hopper_over<Traits>(queue, a, masked(scores, arrays), sequences);
}

template <class Traits, class Scores>
void launch_hopper_without_bias(sycl::queue& queue, const Arguments& a, const HopperScoreArrays& arrays,
                                const Scores& scores) {
  if (a.cu_seqlens_q == nullptr)
    launch_hopper_masked_if_asked<Traits>(queue, a, arrays, scores);
  else // with which there is no mask either
    launch_hopper_over<Traits>(queue, a, scores, packed_sequences_of(a));
}

template <class Traits, class Dots>
void launch_hopper_as(sycl::queue& queue, const Arguments& a, const HopperScoreArrays& arrays, const Dots& dots) {
  if (a.bias.data == nullptr)
    launch_hopper_without_bias<Traits>(queue, a, arrays, dots);
  else
    launch_hopper_masked_if_asked<Traits>(queue, a, arrays, biased<typename Traits::Element>(dots, arrays));
}

template <class Traits>
void launch_hopper_of(sycl::queue& queue, const Arguments& a) {
  const HopperScoreArrays arrays{a.slopes, a.bias, a.mask, static_cast<std::int32_t>(a.seq_q),
                                 static_cast<std::int32_t>(a.seq_k)};
  if (a.slopes.data != nullptr) // with which there are no softcap and no bias
    launch_hopper_without_bias<Traits>(queue, a, arrays, alibi_scores_of<float>(a, arrays));
  else if (a.softcap == 0.0f)
    launch_hopper_as<Traits>(queue, a, arrays, plain_scores_of(a));
  else
    launch_hopper_as<Traits>(queue, a, arrays, capped_scores_of(a));
}

// Precondition: the variant accepts the problem.
template <class Element>
void launch_hopper(sycl::queue& queue, const Arguments& arguments) {
  if (arguments.d_qk == 64)
    launch_hopper_of<HopperTraits<Element, 64>>(queue, arguments);
  else
    launch_hopper_of<HopperTraits<Element, 128>>(queue, arguments);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
