// Which keys a query sees by its position, that is, what a causal mask and a window leave. The host side, the
// kernels and the count of operations all use this.
#pragma once

#include <cstdint>
#include <limits>

namespace xeforge::ops::attention {

// No bound on the keys of a query.
inline constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max() / 4;

// Keys [begin, end).
struct KeyRange {
  std::int64_t begin, end;

  [[gnu::always_inline]] constexpr bool empty() const { return begin >= end; }
};

// Iterations over the keys that some query of a block sees: [begin, end), of which all of them see all keys of
// [whole_begin, whole_end). Keys, multiples of those of an iteration.
template <class Index>
struct IterationRange {
  Index begin, whole_begin, whole_end, end;
};

// In one sequence query i sees the keys [i + first, i + end) that exist. Index: an integer that
// can hold every sum of a query and a bound.
template <class Index>
struct Band {
  Index first, end;
  Index seq_q, seq_k;

  [[gnu::always_inline]] constexpr KeyRange keys_of(Index query) const {
    return {query + first < 0 ? 0 : query + first, query + end < seq_k ? query + end : seq_k};
  }

  // Of the queries [row, row + rows).
  [[gnu::always_inline]] constexpr IterationRange<Index> iterations(Index row, Index rows, Index iteration_keys) const {
    const Index last = row + rows <= seq_q ? row + rows - 1 : seq_q - 1;
    const auto within = [&](Index key) { return key < 0 ? 0 : key < seq_k ? key : seq_k; };
    const auto down = [&](Index key) { return key / iteration_keys * iteration_keys; };
    const auto up = [&](Index key) { return down(key + iteration_keys - 1); };
    IterationRange<Index> range;
    range.begin = down(within(row + first));
    range.end = up(within(last + end));
    if (range.end < range.begin)
      range.end = range.begin;
    range.whole_begin = up(within(last + first));
    range.whole_end = down(within(row + end));
    if (range.whole_begin > range.end)
      range.whole_begin = range.end;
    if (range.whole_end < range.whole_begin)
      range.whole_end = range.whole_begin;
    return range;
  }
};

// The options behind a band, for sequences of any length. A bound that is not wanted is `unbounded`.
struct BandRule {
  std::int64_t left = unbounded, right = unbounded; // keys beside the diagonal that ends at the last query and key
  std::int64_t top_right = unbounded;               // keys right of the diagonal that begins at the first ones

  [[gnu::always_inline]] constexpr Band<std::int64_t> of(std::int64_t seq_q, std::int64_t seq_k) const {
    const std::int64_t diagonal = seq_k - seq_q, last = diagonal + right < top_right ? diagonal + right : top_right;
    return {diagonal - left, last + 1, seq_q, seq_k};
  }
};

} // namespace xeforge::ops::attention
