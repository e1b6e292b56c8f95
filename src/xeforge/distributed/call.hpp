// One call of attention() over a communicator: what is known of the whole, and what this rank holds of it.
#pragma once

#include "xeforge/attention.hpp"
#include "xeforge/distributed/channel.hpp"
#include "xeforge/distributed/piece.hpp"

#include <vector>

namespace xeforge::distributed {

// Whether a bias or mask has a row for each query.
enum class Rows { one_for_all, of_each_query };

struct Call {
  Channel& channel;
  Setting setting;
  const AttentionProblem& own; // this rank's arrays; options as in setting
  ContextShape shape;          // of the whole
  Shards shards;
  std::string variant; // the one that attention() of the whole would choose
  bool is_variant_named;
  Rows bias_rows, mask_rows;

  std::vector<std::vector<Range>> shards_q, shards_k; // of each rank
  std::vector<Segment> queries;                       // of this rank
  std::vector<Segment> keys_of(int rank) const;
  std::int64_t keys_on(int rank) const;
  std::int64_t queries_on(int rank) const;
};

// As in ContextReport.
struct Done {
  std::int64_t bytes_held = 0;
  double computing = 0.0;
};

// Collective. What can fail for one rank alone, say for want of memory, fails for all before anything is sent.
Done run_ring(Call& call);
Done run_all_gather(Call& call);
Done run_head_parallel(Call& call);

// What a scheme does not take; empty where it takes the call.
std::optional<Error> refusal_of(const Call& call, Scheme scheme);

} // namespace xeforge::distributed
