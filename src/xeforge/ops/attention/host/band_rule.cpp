#include "xeforge/ops/attention/host/band_rule.hpp"

#include <algorithm>

namespace xeforge::ops::attention {
namespace {

// Bounds beyond any array are none, so that sums with them stay in range.
std::int64_t window_bound(std::int64_t bound) { return bound < 0 || bound > unbounded ? unbounded : bound; }

} // namespace

BandRule band_rule(Causal causal, const AttentionWindow& window) {
  BandRule rule{window_bound(window.left), window_bound(window.right), unbounded};
  if (causal == Causal::bottom_right)
    rule.right = std::min<std::int64_t>(rule.right, 0);
  if (causal == Causal::top_left)
    rule.top_right = 0;
  return rule;
}

} // namespace xeforge::ops::attention
