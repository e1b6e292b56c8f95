// What attention and routing over several processes are made of, whatever carries their messages: shards, schemes, what each
// sends and computes, options and reports. The functions themselves are in xeforge/distributed.hpp, over MPI, and in
// xeforge.h, over functions of the caller.
#pragma once

#include "xeforge/attention_options.hpp"
#include "xeforge/base/error.hpp"
#include "xeforge/softmax_topk_options.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#define XEFORGE_MPI_API __attribute__((visibility("default")))

namespace xeforge::distributed {

// How positions are dealt to P ranks: one piece each, or pieces r and 2 P - 1 - r of 2 P, which gives all ranks about as
// much to do under a causal mask.
enum class Shards { contiguous, zigzag };
enum class Scheme { automatic, ring, all_gather, head_parallel };

XEFORGE_MPI_API std::string_view name_of(Shards shards);
XEFORGE_MPI_API std::string_view name_of(Scheme scheme);

// Positions [begin, end).
struct Range {
  std::int64_t begin = 0, end = 0;
  std::int64_t size() const { return end - begin; }
  friend bool operator==(const Range&, const Range&) = default;
};

// The positions that a rank holds, in the order in which they stand in its arrays; ranges may be empty.
XEFORGE_MPI_API std::vector<Range> shard_of(std::int64_t length, int ranks, int rank, Shards shards);
XEFORGE_MPI_API std::int64_t shard_size(std::int64_t length, int ranks, int rank, Shards shards);

// ---- what decides ---------------------------------------------------------------------------------------------------

// What a rank can send and compute: measured (measure()), or known.
struct Capability {
  double bytes_per_second = 0.0; // from one rank to the next, all ranks at once
  double latency = 0.0;          // seconds of a message
  double flops_per_second = 0.0; // of attention on one rank
};

// Of the whole problem.
struct ContextShape {
  std::int64_t batch = 1, heads_q = 1, heads_kv = 1, seq_q = 1, seq_k = 1, d_qk = 1, d_v = 1;
  DType dtype = DType::f32;
  // Of attn_bias and attn_mask that differ from query to query, for one of them: of each head, and where one value serves
  // all heads. head_parallel has to send them.
  std::int64_t bias_bytes_of_head = 0, bias_bytes_of_all_heads = 0;
  Causal causal = Causal::none;
  AttentionWindow window{};
  bool sends_lse = false; // back from the heads' ranks
};

// What one rank does with a scheme. Exact, not estimates: a report of a run has the same numbers.
struct RankWork {
  std::int64_t bytes_sent = 0, messages = 0; // to other ranks; collectives as if each pair sent once
  std::int64_t scores = 0;                   // pairs of a query and a key that it sees, over all heads
  std::int64_t bytes_held = 0;               // of keys and values at a time, beside its part of them
  friend bool operator==(const RankWork&, const RankWork&) = default;
};
// With ranks that each send one block and compute with another at the same time: seconds of the slowest.
struct SchemeCost {
  Scheme scheme = Scheme::ring;
  double compute = 0.0, transfer = 0.0; // seconds: of the rank with the most scores, of the one with the most bytes
  double hidden = 0.0;                  // of the transfer, behind computing
  double seconds() const { return compute + transfer - hidden; }
};
struct ContextPlan {
  Scheme scheme = Scheme::ring;
  std::string reason;            // one line
  std::vector<SchemeCost> costs; // of all three
};

// Pure functions. scheme: not automatic.
XEFORGE_MPI_API RankWork work_of(const ContextShape& shape, int ranks, int rank, Scheme scheme, Shards shards);
XEFORGE_MPI_API SchemeCost cost_of(const ContextShape& shape, int ranks, Scheme scheme, Shards shards,
                                   const Capability& capability);
XEFORGE_MPI_API ContextPlan plan(const ContextShape& shape, int ranks, Shards shards, const Capability& capability);

// ---- attention ------------------------------------------------------------------------------------------------------

// A part of a bias that its rank is about to compute with: the values of (batch, head, query, key) and what follows in
// each dimension. Queries and keys count from the beginning of the whole sequences.
struct BiasBlock {
  std::int64_t batch = 0, head = 0, query = 0, key = 0;
  TensorView<4> values; // (batches, heads, queries, keys) f32, all to be written; they are NaN before
};
// A bias by position, which no rank has as an array. Each rank asks for what it needs, one block after another, on the
// thread that has called, and keeps no block. Asked twice, it has to answer the same. Minus infinity removes a pair.
// What it throws is thrown on all ranks ("rank 2: bias"), when the others have computed; outputs are then unspecified.
using BiasFunction = std::function<void(const BiasBlock&)>;

// The bias that depends on key - query alone: table(h, key - query + zero), or the nearest end of the row where that is
// outside. table: f32, (1 or heads_q, any number), is read during calls. Throws Error.
XEFORGE_MPI_API BiasFunction relative_bias(const ConstMatrixView& table, std::int64_t zero);

struct ContextOptions {
  Scheme scheme = Scheme::automatic;
  Shards shards = Shards::contiguous;
  std::int64_t seq_q = 0, seq_k = 0;      // of all ranks together; 0: the sum of their parts
  std::int64_t threads = 0;               // of this rank; 0: its share of those of its machine
  std::optional<Capability> capability{}; // for Scheme::automatic; not given: measure()
  BiasFunction bias{};                    // given on all ranks or on none; not together with attn_bias or cu_seqlens
};

// What a rank did.
struct ContextReport {
  Scheme scheme = Scheme::ring;
  std::string reason;          // of the plan, or that it was asked for
  std::int64_t bytes_sent = 0; // of arrays, to other ranks
  std::int64_t messages = 0;
  std::int64_t scores = 0;     // pairs of a query and a key that it sees, over all heads
  std::int64_t bytes_held = 0; // of keys and values at a time, beside its part of them
  double computing = 0.0;      // seconds
  double waiting = 0.0;        // seconds in which messages were not hidden behind computing
};

// ---- routing --------------------------------------------------------------------------------------------------------

// What dispatch to experts needs, of all ranks: rank r's rows come before those of rank r + 1. A slot is a row and a
// place among its winners: slot row * k + i, rows counted over all ranks.
struct Dispatch {
  std::vector<std::int64_t> counts;      // n: slots of each expert, on all ranks
  std::vector<std::int64_t> offsets;     // n + 1: where each expert's slots begin when slots are sorted by expert
  std::vector<std::int64_t> permutation; // of this rank's slots, in their order: the place of each when sorted
  std::int64_t first_slot = 0;           // of this rank
};

} // namespace xeforge::distributed
