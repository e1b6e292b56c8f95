// What is computed, whichever piece of it: options, positions, and how.
#pragma once

#include "xeforge/base/sycl_queue.hpp"
#include "xeforge/distributed/shards.hpp"
#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/ranks.hpp"

#include <vector>

namespace xeforge::distributed {

// What all pieces of a call have in common. options: whole, but attn_bias and attn_mask of this rank's queries.
// first_head: what a bias function knows as the first head of the arrays.
struct Setting {
  sycl::queue& queue;
  const AttentionOptions& options;
  const BiasFunction& bias;
  std::int64_t first_head = 0;
  std::vector<WholeSequence> sequences;
  ops::attention::BandRule rule;
  machine::CpuTarget target;
};

} // namespace xeforge::distributed
