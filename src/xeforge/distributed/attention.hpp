// Attention over the ranks of a channel; attention.cpp has the steps.
#pragma once

#include "xeforge/distributed/channel.hpp"
#include "xeforge/ranks.hpp"

#include <sycl/sycl.hpp>

namespace xeforge::distributed {

// As attention() of xeforge/distributed.hpp, on the threads of the queue. Collective.
ContextReport attention(Channel& channel, sycl::queue& queue, const ConstTensorView<4>& q, const ConstTensorView<4>& k,
                        const ConstTensorView<4>& v, const TensorView<4>& out, const TensorView<3>& lse,
                        const AttentionOptions& options, const ContextOptions& context);

// Some milliseconds of messages and of attention; the slowest rank's numbers, on all ranks. Collective.
Capability measure(Channel& channel, sycl::queue& queue);

} // namespace xeforge::distributed
