// What each scheme sends, computes and holds, and which of them ends first.
#include "xeforge/distributed/heads.hpp"
#include "xeforge/distributed/shards.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/ops/attention/host/band_rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace xeforge::distributed {
namespace {

std::int64_t pairs_of(const ContextShape& shape, std::span<const Range> queries) {
  const std::array<WholeSequence, 1> whole{{{0, 0, shape.seq_q, shape.seq_k}}};
  std::int64_t pairs = 0;
  for (const Segment& segment : segments_of(queries, whole, Side::queries))
    pairs +=
        pairs_in_band(ops::attention::band_rule(shape.causal, shape.window), whole[0], segment, {0, 0, shape.seq_k, 0});
  return pairs;
}

RankWork work_of_ring(const ContextShape& shape, int ranks, int rank, Shards shards) {
  RankWork work;
  std::int64_t most = 0;
  for (int other = 0; other < ranks; ++other)
    most = std::max(most, shard_size(shape.seq_k, ranks, other, shards));
  for (int step = 0; step + 1 < ranks; ++step) // every block but that of the next rank, which ends there
    work.bytes_sent += shard_size(shape.seq_k, ranks, (rank - step + ranks) % ranks, shards) * bytes_of_key(shape);
  work.messages = ranks - 1;
  work.bytes_held = (ranks > 1 ? 2 : 1) * most * bytes_of_key(shape);
  work.scores = shape.batch * shape.heads_q * pairs_of(shape, shard_of(shape.seq_q, ranks, rank, shards));
  return work;
}

RankWork work_of_all_gather(const ContextShape& shape, int ranks, int rank, Shards shards) {
  RankWork work;
  for (const Range& range : shard_of(shape.seq_k, ranks, rank, shards)) {
    work.bytes_sent += (ranks - 1) * range.size() * bytes_of_key(shape);
    work.messages += range.size() > 0 ? ranks - 1 : 0;
  }
  work.bytes_held = shape.seq_k * bytes_of_key(shape);
  work.scores = shape.batch * shape.heads_q * pairs_of(shape, shard_of(shape.seq_q, ranks, rank, shards));
  return work;
}

RankWork work_of_head_parallel(const ContextShape& shape, int ranks, int rank, Shards shards) {
  RankWork work;
  const auto element = static_cast<std::int64_t>(size_of(shape.dtype));
  const std::int64_t queries = shard_size(shape.seq_q, ranks, rank, shards),
                     keys = shard_size(shape.seq_k, ranks, rank, shards);
  const Range own_heads = query_heads_of(shape, ranks, rank), own_keys = key_heads_of(shape, ranks, rank);
  const auto send = [&](std::int64_t bytes) {
    work.bytes_sent += bytes;
    work.messages += bytes > 0;
  };
  for (int other = 0; other < ranks; ++other) {
    if (other == rank)
      continue;
    const std::int64_t heads = query_heads_of(shape, ranks, other).size(),
                       key_heads = key_heads_of(shape, ranks, other).size();
    send(shape.batch * queries * heads * shape.d_qk * element);
    send(shape.batch * keys * key_heads * shape.d_qk * element);
    send(shape.batch * keys * key_heads * shape.d_v * element);
    send(queries * heads * shape.bias_bytes_of_head);
    send(heads > 0 ? queries * shape.bias_bytes_of_all_heads : 0);
    const std::int64_t rows = shape.batch * own_heads.size() * shard_size(shape.seq_q, ranks, other, shards);
    send(rows * shape.d_v * element);
    send(shape.sends_lse ? rows * static_cast<std::int64_t>(sizeof(float)) : 0);
  }
  work.bytes_held = shape.batch * own_keys.size() * shape.seq_k * (shape.d_qk + shape.d_v) * element;
  const std::array<Range, 1> all{{{0, shape.seq_q}}};
  work.scores = shape.batch * own_heads.size() * pairs_of(shape, all);
  return work;
}

} // namespace

RankWork work_of(const ContextShape& shape, int ranks, int rank, Scheme scheme, Shards shards) {
  switch (scheme) {
  case Scheme::ring:
    return work_of_ring(shape, ranks, rank, shards);
  case Scheme::all_gather:
    return work_of_all_gather(shape, ranks, rank, shards);
  case Scheme::head_parallel:
    return work_of_head_parallel(shape, ranks, rank, shards);
  case Scheme::automatic:
    break;
  }
  throw Error("scheme", std::string(name_of(scheme)), "ring, all_gather or head_parallel");
}

SchemeCost cost_of(const ContextShape& shape, int ranks, Scheme scheme, Shards shards, const Capability& capability) {
  SchemeCost cost{scheme};
  std::int64_t most_scores = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    const RankWork work = work_of(shape, ranks, rank, scheme, shards);
    most_scores = std::max(most_scores, work.scores);
    cost.transfer = std::max(cost.transfer, static_cast<double>(work.bytes_sent) / capability.bytes_per_second +
                                                static_cast<double>(work.messages) * capability.latency);
  }
  cost.compute = 2.0 * static_cast<double>(most_scores) * static_cast<double>(shape.d_qk + shape.d_v) /
                 capability.flops_per_second;
  // A ring computes with one of its blocks while the next one comes; the last one has nothing to hide.
  if (scheme == Scheme::ring && ranks > 1)
    cost.hidden = std::min(cost.transfer, cost.compute * (ranks - 1) / ranks);
  return cost;
}

ContextPlan plan(const ContextShape& shape, int ranks, Shards shards, const Capability& capability) {
  if (!(capability.bytes_per_second > 0.0 && capability.latency >= 0.0 && capability.flops_per_second > 0.0))
    throw Error("capability",
                fmt::format("{} bytes/s, {} s, {} flop/s", capability.bytes_per_second, capability.latency,
                            capability.flops_per_second),
                "a bandwidth and a rate above 0, a latency of at least 0");
  ContextPlan result;
  for (const Scheme scheme : {Scheme::ring, Scheme::all_gather, Scheme::head_parallel})
    result.costs.push_back(cost_of(shape, ranks, scheme, shards, capability));
  // Equal costs go to the ring, which holds the least.
  const SchemeCost& best = *std::ranges::min_element(result.costs, {}, &SchemeCost::seconds);
  result.scheme = best.scheme;
  std::string others;
  for (const SchemeCost& cost : result.costs)
    others += fmt::format("{}{} {:.3g} ms ({:.3g} computing, {:.3g} sending, of it {:.3g} hidden)",
                          others.empty() ? "" : "; ", name_of(cost.scheme), cost.seconds() * 1e3, cost.compute * 1e3,
                          cost.transfer * 1e3, cost.hidden * 1e3);
  result.reason = fmt::format("{} ends first on {} ranks with {:.3g} GB/s, {:.3g} us and {:.3g} Gflop/s: {}",
                              name_of(best.scheme), ranks, capability.bytes_per_second * 1e-9, capability.latency * 1e6,
                              capability.flops_per_second * 1e-9, others);
  return result;
}

} // namespace xeforge::distributed
