#include "xeforge/distributed/mpi/ring_bound_for_test.hpp"

#include "xeforge/distributed/shards.hpp"
#include "xeforge/ops/checks/elements.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace xeforge::distributed {
namespace {

using ops::attention::Bounds;
using ops::attention::RowBound;
namespace reference = ops::attention::reference;

constexpr double u = 0x1p-24;
constexpr double flushed = 0x1p-125;
constexpr double exp_range = 104.0;
constexpr double nothing = -std::numeric_limits<double>::infinity();

// First-order units to a bound that holds with every higher order included.
double relative(double units) { return units * u / (1.0 - units * u); }

double joined(double a, double b) {
  const double larger = std::max(a, b);
  return larger == nothing ? nothing : larger + std::log(std::exp(a - larger) + std::exp(b - larger));
}

// Where a row of the arrays stands: its sequence, and its place there.
struct Place {
  std::int64_t sequence = 0, query = 0;
};
Place place_of(std::span<const WholeSequence> sequences, std::int64_t row) {
  for (std::size_t at = 0; at < sequences.size(); ++at)
    if (row >= sequences[at].first_q && row < sequences[at].first_q + sequences[at].queries)
      return {static_cast<std::int64_t>(at), row - sequences[at].first_q};
  return {};
}

int owner_of(std::int64_t row, std::int64_t length, int ranks, Shards shards) {
  for (int rank = 0; rank < ranks; ++rank)
    for (const Range& range : shard_of(length, ranks, rank, shards))
      if (row >= range.begin && row < range.end)
        return rank;
  return 0;
}

// Some keys of a row: what they give alone.
struct Part {
  std::vector<double> out;
  double lse;
  RowBound bound;
};

Part part_of_row(const reference::Head& head, const Bounds& bounds, std::int64_t query,
                 std::vector<reference::Score> scores, const Segment& keys) {
  for (std::size_t j = 0; j < scores.size(); ++j)
    if (const auto at = static_cast<std::int64_t>(j); at < keys.position || at >= keys.position + keys.length)
      scores[j].total = nothing;
  reference::Row exact = head.row(scores);
  RowBound bound = bounds.of_row(query, scores, exact);
  return {std::move(exact.out), exact.lse, std::move(bound)};
}

// The parts of a row in the order in which its rank meets them; those that it sees nothing of are left out.
std::vector<Part> parts_of(const reference::Head& head, DType dtype, const Place& place,
                           std::span<const WholeSequence> sequences, std::int64_t keys, int rank, int ranks,
                           Shards shards) {
  const Bounds bounds(head, dtype);
  const std::vector<reference::Score> scores = head.scores(place.query);
  std::vector<Part> parts;
  for (int step = 0; step < ranks; ++step)
    for (const Segment& segment :
         segments_of(shard_of(keys, ranks, (rank - step + ranks) % ranks, shards), sequences, Side::keys))
      if (segment.sequence == place.sequence)
        if (Part part = part_of_row(head, bounds, place.query, scores, segment); part.lse != nothing)
          parts.push_back(std::move(part));
  return parts;
}

// What the merges of a row add up to, as ring_bound_for_test.hpp names it.
struct Merges {
  double count = 0.0;     // M
  double largest = 0.0;   // D
  double shares = 0.0;    // H
  double roundings = 0.0; // R
};
Merges merges_of(const std::vector<Part>& parts) {
  Merges merges;
  for (const Part& part : parts)
    merges.largest = std::max(merges.largest, part.bound.lse);
  double lse = nothing;
  for (const Part& part : parts) {
    const double before = lse;
    lse = joined(lse, part.lse);
    if (before == nothing)
      continue;
    const double apart = std::fabs(before - part.lse) + 2.0 * merges.largest + merges.roundings;
    merges.count += 1.0;
    merges.shares += (std::min(apart, exp_range) + 4.0) * u;
    merges.roundings += (4.0 + std::fabs(lse) + merges.largest + merges.roundings) * u;
  }
  return merges;
}

} // namespace

RowBound ring_bound(const ops::attention::CaseData& data, const ops::attention::ExpectedRow& row, int ranks,
                    Shards shards) {
  const DType dtype = data.problem().dtype;
  AttentionProblem problem = data.description();
  const std::int64_t queries = problem.q.shape[2], keys = problem.k.shape[2];
  const std::vector<WholeSequence> sequences = sequences_of(problem.options, queries, keys);
  const Place place = place_of(sequences, row.s);
  const double sink = problem.options.sinks.data == nullptr ? nothing : problem.options.sinks.data[row.h];
  problem.options.sinks = {};
  const reference::Head head(problem, problem.options.cu_seqlens_q.empty() ? row.b : place.sequence, row.h);
  std::vector<Part> parts =
      parts_of(head, dtype, place, sequences, keys, owner_of(row.s, queries, ranks, shards), ranks, shards);
  const std::size_t depth = row.out.size();
  if (sink != nothing)
    parts.push_back({std::vector<double>(depth, 0.0), sink, {std::vector<double>(depth, 0.0), 0.0}});

  const Merges merges = merges_of(parts);
  const ops::FloatLimits limits = ops::limits_of(dtype);
  RowBound bound{std::vector<double>(depth, 0.0), merges.largest + merges.roundings};
  for (std::size_t d = 0; d < depth; ++d) {
    const double exact = std::fabs(row.out[d]);
    double moved = 0.0, magnitude = 0.0, largest = 0.0;
    for (const Part& part : parts) {
      const double weight = std::exp(part.lse - row.lse),
                   error = std::expm1(part.bound.lse + merges.largest + 2.0 * merges.roundings + merges.shares),
                   size = std::fabs(part.out[d]) + part.bound.out[d];
      moved += weight * (error * std::fabs(part.out[d] - row.out[d]) + (1.0 + error) * part.bound.out[d]);
      magnitude += weight * (1.0 + error) * size;
      largest = std::max(largest, size);
    }
    double computed = moved + relative(2.0 * merges.count) * (exact + magnitude);
    computed += merges.count * flushed * (1.0 + largest);
    const double unit = dtype == DType::f32 ? 0.0 : limits.unit;
    bound.out[d] = computed + unit * (exact + computed) + std::max(limits.smallest / 2.0, flushed);
  }
  return bound;
}

} // namespace xeforge::distributed
