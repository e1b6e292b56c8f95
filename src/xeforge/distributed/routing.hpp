// Routing over the ranks of a channel, however the rows of a rank lie.
#pragma once

#include "xeforge/distributed/channel.hpp"
#include "xeforge/ranks.hpp"
#include "xeforge/softmax_topk.hpp"

#include <functional>

namespace xeforge::distributed {

// This rank's rows.
struct OwnRouting {
  SoftmaxTopkProblem problem;                         // rows may be 0
  std::function<void()> run;                          // softmax_topk() of them; for 0 rows it is not called
  std::function<std::vector<std::int64_t>()> winners; // (rows, k), after run
};

// Collective. dispatch: null where it is not wanted.
void route(Channel& channel, const OwnRouting& own, Dispatch* dispatch);

} // namespace xeforge::distributed
