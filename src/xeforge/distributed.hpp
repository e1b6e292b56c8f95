// Several processes: attention over the ranks of an MPI communicator, and routing of rows to experts. A separate
// library (xeforge::mpi), which nothing else links.
//
// Attention: queries and keys are split along the sequence; every rank holds its part of both (shard_of()) and gets its
// part of the result. Shapes are those of attention(), with the lengths of the rank's parts:
//   q (batch, heads_q, queries, d_qk)   k (batch, heads_kv, keys, d_qk)   v (batch, heads_kv, keys, d_v)
//   out (batch, heads_q, queries, d_v)  lse (batch, heads_q, queries)
// Options apply to the whole problem: positions are those in the whole sequences. attn_bias and attn_mask have
// the rank's queries and all keys; alibi_slopes, sinks and cu_seqlens are complete and the same on every rank. A bias may
// be a function of position instead (ContextOptions::bias), so that no rank holds queries x keys.
//
//   ring           keys and values travel from rank to rank, one block at a time; partial results are merged by LSE
//   all_gather     every rank gets all keys and values; the same bits as attention() of one process
//   head_parallel  every rank gets whole sequences of some heads, and gives back their results
//
// Each scheme gives the same bits on every run with the same number of ranks. Functions that take a communicator are
// collective: every rank has to call them. An invalid call throws the same Error on all ranks before anything is
// written; its argument begins with the rank concerned ("rank 2: k shape"). Messages travel over a copy of the communicator, which
// the first call makes and which is freed with it.
#pragma once

#include "xeforge/ranks.hpp"

#include <mpi.h>

namespace xeforge::distributed {

// Measures messages and attention for some milliseconds; returns the slowest rank's numbers on all ranks. Collective.
XEFORGE_MPI_API Capability measure(MPI_Comm communicator, std::int64_t threads = 0);

XEFORGE_MPI_API ContextReport attention(MPI_Comm communicator, const ConstTensorView<4>& q, const ConstTensorView<4>& k,
                                        const ConstTensorView<4>& v, const TensorView<4>& out, const TensorView<3>& lse,
                                        const AttentionOptions& options = {}, const ContextOptions& context = {});

// softmax_topk() of this rank's rows; then the dispatch, if requested. The number of rows may differ between ranks, and
// may be 0.
XEFORGE_MPI_API void softmax_topk(MPI_Comm communicator, ConstMatrixView scores, MatrixView weights, MatrixView indices,
                                  const SoftmaxTopkOptions& options, Dispatch* dispatch = nullptr,
                                  std::int64_t threads = 0);

} // namespace xeforge::distributed
