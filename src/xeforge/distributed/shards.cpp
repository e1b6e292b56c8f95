#include "xeforge/distributed/shards.hpp"

#include <algorithm>

namespace xeforge::distributed {

using ops::attention::Band;
using ops::attention::BandRule;
using ops::attention::unbounded;

std::int64_t bytes_of_key(const ContextShape& shape) {
  return shape.batch * shape.heads_kv * (shape.d_qk + shape.d_v) * static_cast<std::int64_t>(size_of(shape.dtype));
}

std::string_view name_of(Shards shards) { return shards == Shards::zigzag ? "zigzag" : "contiguous"; }

std::string_view name_of(Scheme scheme) {
  switch (scheme) {
  case Scheme::automatic:
    return "automatic";
  case Scheme::ring:
    return "ring";
  case Scheme::all_gather:
    return "all-gather";
  case Scheme::head_parallel:
    return "head-parallel";
  }
  return "unknown";
}

std::vector<Range> shard_of(std::int64_t length, int ranks, int rank, Shards shards) {
  const auto piece = [&](std::int64_t index, std::int64_t pieces) {
    return Range{length / pieces * index + length % pieces * index / pieces,
                 length / pieces * (index + 1) + length % pieces * (index + 1) / pieces};
  };
  if (shards == Shards::contiguous)
    return {piece(rank, ranks)};
  return {piece(rank, 2 * std::int64_t{ranks}), piece(2 * std::int64_t{ranks} - 1 - rank, 2 * std::int64_t{ranks})};
}

std::int64_t shard_size(std::int64_t length, int ranks, int rank, Shards shards) {
  std::int64_t size = 0;
  for (const Range& range : shard_of(length, ranks, rank, shards))
    size += range.size();
  return size;
}

std::vector<WholeSequence> sequences_of(const AttentionOptions& options, std::int64_t seq_q, std::int64_t seq_k) {
  const auto begins_q = options.cu_seqlens_q, begins_k = options.cu_seqlens_k;
  if (begins_q.empty())
    return {{0, 0, seq_q, seq_k}};
  std::vector<WholeSequence> sequences;
  for (std::size_t b = 0; b + 1 < begins_q.size(); ++b)
    sequences.push_back({begins_q[b], begins_k[b], begins_q[b + 1] - begins_q[b], begins_k[b + 1] - begins_k[b]});
  return sequences;
}

std::vector<Segment> segments_of(std::span<const Range> shard, std::span<const WholeSequence> sequences, Side side) {
  std::vector<Segment> segments;
  std::int64_t local = 0;
  for (const Range& range : shard) {
    for (std::size_t b = 0; b < sequences.size(); ++b) {
      const std::int64_t first = side == Side::queries ? sequences[b].first_q : sequences[b].first_k;
      const std::int64_t length = side == Side::queries ? sequences[b].queries : sequences[b].keys;
      const std::int64_t begin = std::max(range.begin, first), end = std::min(range.end, first + length);
      if (begin < end)
        segments.push_back({static_cast<std::int64_t>(b), begin - first, end - begin, local + begin - range.begin});
    }
    local += range.size();
  }
  return segments;
}

namespace {

// Query i of the segment sees the segment's keys [i + first, i + end).
Band<std::int64_t> band_between(const BandRule& rule, const WholeSequence& sequence, const Segment& queries,
                                const Segment& keys) {
  const Band<std::int64_t> whole = rule.of(sequence.queries, sequence.keys);
  const std::int64_t shift = queries.position - keys.position;
  return {whole.first + shift, whole.end + shift, queries.length, keys.length};
}

} // namespace

BandRule band_of_piece(const BandRule& rule, const WholeSequence& sequence, const Segment& queries,
                       const Segment& keys) {
  const Band<std::int64_t> band = band_between(rule, sequence, queries, keys);
  const std::int64_t diagonal = keys.length - queries.length;
  return {diagonal - band.first, band.end - 1 - diagonal, unbounded};
}

std::int64_t pairs_in_band(const BandRule& rule, const WholeSequence& sequence, const Segment& queries,
                           const Segment& keys) {
  const Band<std::int64_t> band = band_between(rule, sequence, queries, keys);
  if (band.first <= 1 - queries.length && band.end >= keys.length) // the band cuts nothing
    return queries.length * keys.length;
  std::int64_t pairs = 0;
  for (std::int64_t i = 0; i < queries.length; ++i) {
    const auto range = band.keys_of(i);
    pairs += std::max<std::int64_t>(0, range.end - range.begin);
  }
  return pairs;
}

} // namespace xeforge::distributed
