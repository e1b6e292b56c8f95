#include "xeforge/statistics/holm.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace xeforge::statistics {

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](std::size_t test) { return p[test]; });
  std::vector<double> adjusted(p.size());
  double largest = 0;
  for (std::size_t place = 0; place < order.size(); ++place) {
    largest = std::max(largest, std::min(1.0, static_cast<double>(p.size() - place) * p[order[place]]));
    adjusted[order[place]] = largest;
  }
  return adjusted;
}

} // namespace xeforge::statistics
