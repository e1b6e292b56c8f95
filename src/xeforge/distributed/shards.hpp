// Which positions belong to whom, and what a rank sees of them.
#pragma once

#include "xeforge/ops/attention/kernels/band.hpp"
#include "xeforge/ranks.hpp"

#include <span>
#include <vector>

namespace xeforge::distributed {

// Of k and v together, in all heads of all batches.
std::int64_t bytes_of_key(const ContextShape& shape);

// One sequence of a batch: where it begins in the whole arrays, and how long it is. Without cu_seqlens there is one.
struct WholeSequence {
  std::int64_t first_q = 0, first_k = 0;
  std::int64_t queries = 0, keys = 0;
};
std::vector<WholeSequence> sequences_of(const AttentionOptions& options, std::int64_t seq_q, std::int64_t seq_k);

// Adjacent positions of one sequence that are adjacent in a rank's array.
struct Segment {
  std::int64_t sequence = 0;
  std::int64_t position = 0; // of the first, in its sequence
  std::int64_t length = 0;
  std::int64_t local = 0; // of the first, in the rank's array
};
enum class Side { queries, keys };
std::vector<Segment> segments_of(std::span<const Range> shard, std::span<const WholeSequence> sequences, Side side);

// The band of a whole sequence, seen from a segment of queries and one of keys of the sequence: the rule whose of(queries.length,
// keys.length) it is.
ops::attention::BandRule band_of_piece(const ops::attention::BandRule& rule, const WholeSequence& sequence,
                                       const Segment& queries, const Segment& keys);
// Pairs of a query and a key that the band leaves.
std::int64_t pairs_in_band(const ops::attention::BandRule& rule, const WholeSequence& sequence, const Segment& queries,
                           const Segment& keys);

} // namespace xeforge::distributed
