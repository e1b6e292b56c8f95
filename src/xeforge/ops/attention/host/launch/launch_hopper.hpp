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

template <class Traits, class Dots>
void launch_hopper_as(sycl::queue& queue, const Arguments& a, const Dots& dots) {
  using Element = typename Traits::Element;
  if (a.cu_seqlens_q != nullptr) // with which there is no bias
    return launch_hopper_over<Traits>(queue, a, dots, packed_sequences_of(a));
  const HopperEqualSequences sequences{narrow_band_of(a)};
  if (a.bias.data == nullptr)
    return launch_hopper_over<Traits>(queue, a, dots, sequences);
  const HopperBiasedScores<Element, Dots> scores{dots,
                                                 static_cast<const Element*>(a.bias.data),
                                                 a.bias.b,
                                                 a.bias.h,
                                                 a.bias.s,
                                                 static_cast<std::int32_t>(a.seq_q),
                                                 static_cast<std::int32_t>(a.seq_k)};
  launch_hopper_over<Traits>(queue, a, scores, sequences);
}

template <class Traits>
void launch_hopper_of(sycl::queue& queue, const Arguments& a) {
  if (a.softcap == 0.0f)
    launch_hopper_as<Traits>(queue, a, HopperPlainScores{a.scale * log2_e});
  else
    launch_hopper_as<Traits>(queue, a, HopperCappedScores{2.0f * log2_e * a.scale / a.softcap, a.softcap * log2_e});
}

template <class Element>
void launch_hopper(sycl::queue& queue, const Arguments& arguments) {
  if (arguments.d_qk == 64)
    launch_hopper_of<HopperTraits<Element, 64>>(queue, arguments);
  else
    launch_hopper_of<HopperTraits<Element, 128>>(queue, arguments);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
