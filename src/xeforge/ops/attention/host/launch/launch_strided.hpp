// From validated arguments to the launch of the "strided" kernel, and what other launches need of them as well.
#pragma once

#include "xeforge/ops/attention/host/arguments.hpp"
#include "xeforge/ops/attention/kernels/strided_kernel.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>

namespace xeforge::ops::attention {
inline namespace XEFORGE_TARGET {

inline Sequences sequences_of(const Arguments& arguments) {
  return {arguments.cu_seqlens_q, arguments.cu_seqlens_k, arguments.seq_q, arguments.seq_k};
}

template <class Bias>
ScoreRules<Bias> score_rules_of(const Arguments& arguments) {
  return {arguments.scale, arguments.softcap, arguments.slopes, arguments.bias.template as<const Bias>(),
          arguments.mask,  arguments.band};
}

// Calls function with the type of the bias as template argument; float where there is none.
template <class Element, class Function>
void with_bias_type(const Arguments& arguments, const Function& function) {
  if (arguments.bias.data == nullptr || arguments.bias_dtype == DType::f32)
    function.template operator()<float>();
  else
    function.template operator()<Element>();
}

template <class Element>
void launch_strided(sycl::queue& queue, const Arguments& arguments) {
  with_bias_type<Element>(arguments, [&]<class Bias> {
    const StridedKernel<Element, Bias> kernel{arguments.q.template as<const Element>(),
                                              arguments.k.template as<const Element>(),
                                              arguments.v.template as<const Element>(),
                                              arguments.out.template as<Element>(),
                                              arguments.lse,
                                              sequences_of(arguments),
                                              score_rules_of<Bias>(arguments),
                                              arguments.sinks,
                                              arguments.heads_q,
                                              arguments.heads_q / arguments.heads_kv,
                                              static_cast<std::int32_t>(arguments.d_qk),
                                              static_cast<std::int32_t>(arguments.d_v)};
    const auto items = static_cast<std::size_t>(arguments.batch * arguments.heads_q * arguments.seq_q);
    queue.parallel_for(sycl::range<1>(items), kernel).wait();
  });
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::attention
