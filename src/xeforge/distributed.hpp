// Several processes: attention over the ranks of an MPI communicator, and routing of rows to experts. A separate
// library (xeforge::mpi), which nothing else links.
//
// Attention: queries and keys are split along the sequence; every rank holds its part of both (shard_of()) and gets its
// part of the result. Shapes are those of attention(), with the lengths of the rank's parts:
//   q (batch, heads_q, queries, d_qk)   k (batch, heads_kv, keys, d_qk)   v (batch, heads_kv, keys, d_v)
//   out (batch, heads_q, queries, d_v)  lse (batch, heads_q, queries)
// Options apply to the whole problem: positions are those in the whole sequences. attn_bias and attn_mask have
// the rank's queries and all keys; alibi_slopes, sinks and cu_seqlens are complete and the same on every rank.
//
//   ring           keys and values travel from rank to rank, one block at a time; partial results are merged by LSE
//   all_gather     every rank gets all keys and values; the same bits as attention() of one process
//   head_parallel  every rank gets whole sequences of some heads, and gives back their results
//
// Each scheme gives the same bits on every run with the same number of ranks. Functions that take a communicator are
// collective: every rank has to call them. An invalid call throws the same Error on all ranks before anything is
// written; its argument begins with the rank concerned ("rank 2: k shape").
#pragma once

#include "xeforge/attention.hpp"
#include "xeforge/softmax_topk.hpp"

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#define XEFORGE_MPI_API __attribute__((visibility("default")))

namespace xeforge::distributed {

// How positions are distributed over P ranks: one piece each, or pieces r and 2 P - 1 - r of 2 P, which gives all ranks
// about the same work under a causal mask.
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

// The positions that a rank holds, in the order of its arrays; ranges may be empty.
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
  // Bytes per query of attn_bias and attn_mask, if they differ between queries: for each head, and for values that all
  // heads share. head_parallel has to send them.
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
// Estimated seconds of the slowest rank, if ranks send one block while they compute with another.
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

// Measures messages and attention for some milliseconds; returns the slowest rank's numbers on all ranks. Collective.
XEFORGE_MPI_API Capability measure(MPI_Comm communicator, std::int64_t threads = 0);

// ---- attention ------------------------------------------------------------------------------------------------------

struct ContextOptions {
  Scheme scheme = Scheme::automatic;
  Shards shards = Shards::contiguous;
  std::int64_t seq_q = 0, seq_k = 0;      // of all ranks together; 0: the sum of their parts
  std::int64_t threads = 0;               // of this rank; 0: its share of those of its machine
  std::optional<Capability> capability{}; // for Scheme::automatic; not given: measure()
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

XEFORGE_MPI_API ContextReport attention(MPI_Comm communicator, const ConstTensorView<4>& q, const ConstTensorView<4>& k,
                                        const ConstTensorView<4>& v, const TensorView<4>& out, const TensorView<3>& lse,
                                        const AttentionOptions& options = {}, const ContextOptions& context = {});

// ---- routing --------------------------------------------------------------------------------------------------------

// Arrays for dispatching rows to experts, over all ranks: rank r's rows come before those of rank r + 1. Slot row * k +
// i is the i-th winner of a row, with rows numbered over all ranks.
struct Dispatch {
  std::vector<std::int64_t> counts;      // n: slots of each expert, on all ranks
  std::vector<std::int64_t> offsets;     // n + 1: where each expert's slots begin when slots are sorted by expert
  std::vector<std::int64_t> permutation; // of this rank's slots, in their order: the place of each when sorted
  std::int64_t first_slot = 0;           // of this rank
};

// softmax_topk() of this rank's rows; then the dispatch, if requested. The number of rows may differ between ranks, and
// may be 0.
XEFORGE_MPI_API void softmax_topk(MPI_Comm communicator, ConstMatrixView scores, MatrixView weights, MatrixView indices,
                                  const SoftmaxTopkOptions& options, Dispatch* dispatch = nullptr,
                                  std::int64_t threads = 0);

} // namespace xeforge::distributed
