// From validated arguments to the launch of the "xe" kernel.
#pragma once

#include "xeforge/ops/attention/host/launch/launch_strided.hpp"
#include "xeforge/ops/attention/kernels/xe_kernel.hpp"

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

inline XeProblem xe_problem_of(const Arguments& a) {
  const auto narrow = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
  return {a.q.data,        a.k.data,        a.v.data,
          a.out.data,      a.lse.data,      a.q.b,
          a.q.h,           a.k.b,           a.k.h,
          a.v.b,           a.v.h,           a.out.b,
          a.out.h,         a.lse.b,         a.lse.h,
          a.lse.s,         narrow(a.q.s),   narrow(a.k.s),
          narrow(a.v.s),   narrow(a.out.s), narrow(a.heads_q / a.heads_kv),
          narrow(a.seq_q), narrow(a.seq_k), a.sinks};
}

// Of a band. Sequences are shorter than 2^30, so that no bound is lost.
inline std::int32_t narrow_bound(std::int64_t keys) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(keys, -(1 << 30), 1 << 30));
}
inline Band<std::int32_t> narrow_band_of(const Arguments& arguments) {
  const Band<std::int64_t> band = arguments.band.of(arguments.seq_q, arguments.seq_k);
  return {narrow_bound(band.first), narrow_bound(band.end), narrow_bound(band.seq_q), narrow_bound(band.seq_k)};
}

template <class Traits, class Scores>
void launch_xe_as(sycl::queue& queue, const Arguments& arguments, const Scores& scores) {
  const XeKernel<Traits, Scores> kernel{xe_problem_of(arguments), scores, narrow_band_of(arguments)};
  const auto size = [](std::int64_t extent) { return static_cast<std::size_t>(extent); };
  const std::size_t groups = size((arguments.seq_q + Traits::group_queries - 1) / Traits::group_queries);
  const sycl::range<3> local(1, 1, Traits::group_threads);
  const sycl::range<3> global(size(arguments.batch), size(arguments.heads_q), groups * Traits::group_threads);
  queue.parallel_for(sycl::nd_range<3>(global, local), kernel).wait();
}

template <class Traits>
void launch_xe_of(sycl::queue& queue, const Arguments& arguments) {
  if (arguments.softcap == 0.0f && arguments.slopes.data == nullptr && arguments.bias.data == nullptr &&
      arguments.lse.data == nullptr)
    return launch_xe_as<Traits>(queue, arguments, XePlainScores{arguments.scale * log2_e});
  with_bias_type<typename Traits::Element>(arguments, [&]<class Bias> {
    const XeModifiedScores<Bias> scores{arguments.scale,
                                        arguments.softcap,
                                        arguments.slopes,
                                        arguments.bias.template as<const Bias>(),
                                        static_cast<std::int32_t>(arguments.seq_q),
                                        static_cast<std::int32_t>(arguments.seq_k)};
    launch_xe_as<Traits>(queue, arguments, scores);
  });
}

template <class Element>
void launch_xe(sycl::queue& queue, const Arguments& arguments) {
  switch (arguments.d_qk) {
  case 64:
    return launch_xe_of<XeTraits<Element, 64>>(queue, arguments);
  case 128:
    return launch_xe_of<XeTraits<Element, 128>>(queue, arguments);
  default:
    return launch_xe_of<XeTraits<Element, 256>>(queue, arguments);
  }
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
