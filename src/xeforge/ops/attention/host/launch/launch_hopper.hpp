// From validated arguments to the launch of the "hopper" kernel.
#pragma once

#include "xeforge/ops/attention/host/launch/launch_xe.hpp"
#include "xeforge/ops/attention/kernels/hopper_kernel.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

inline HopperKeys hopper_keys_of(const Arguments& a) {
  return {a.k.data, a.v.data, a.k.b, a.k.h, a.k.s, a.v.b, a.v.h, a.v.s, static_cast<std::int32_t>(a.seq_k)};
}

inline HopperProblem hopper_problem_of(const Arguments& a) {
  const auto narrow = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
  return {a.q.data,
          hopper_keys_of(a),
          a.out.data,
          a.lse.data,
          a.sinks,
          a.q.b,
          a.q.h,
          a.q.s,
          a.out.b,
          a.out.h,
          a.out.s,
          a.lse.b,
          a.lse.h,
          a.lse.s,
          narrow(a.heads_q / a.heads_kv),
          narrow(a.seq_q)};
}

template <class Traits, class Scores>
void launch_hopper_as(sycl::queue& queue, const Arguments& arguments, const Scores& scores) {
  const HopperKernel<Traits, Scores> kernel{hopper_problem_of(arguments), scores, narrow_band_of(arguments)};
  const auto size = [](std::int64_t extent) { return static_cast<std::size_t>(extent); };
  const std::size_t groups = size((arguments.seq_q + Traits::group_queries - 1) / Traits::group_queries);
  const sycl::range<3> local(1, 1, Traits::group_threads);
  const sycl::range<3> global(size(arguments.batch), size(arguments.heads_q), groups * Traits::group_threads);
  queue.parallel_for(sycl::nd_range<3>(global, local), kernel).wait();
}

template <class Traits>
void launch_hopper_of(sycl::queue& queue, const Arguments& a) {
  using Element = typename Traits::Element;
  if (a.bias.data == nullptr)
    return launch_hopper_as<Traits>(queue, a, HopperPlainScores{a.scale * log2_e});
  launch_hopper_as<Traits>(queue, a,
                           HopperBiasedScores<Element>{a.scale * log2_e, static_cast<const Element*>(a.bias.data),
                                                       a.bias.b, a.bias.h, a.bias.s, static_cast<std::int32_t>(a.seq_q),
                                                       static_cast<std::int32_t>(a.seq_k)});
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
