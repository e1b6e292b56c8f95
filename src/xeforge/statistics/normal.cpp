#include "xeforge/statistics/normal.hpp"

#include <cmath>
#include <numbers>

namespace xeforge::statistics {

double normal_tail(double z) { return 0.5 * std::erfc(z / std::numbers::sqrt2); }

// Halving needs no start near the end and cannot leave the interval; 80 halvings of 80 are below the last bit of most.
double normal_above(double probability) {
  double low = -40, high = 40;
  for (int step = 0; step < 80; ++step) {
    const double middle = 0.5 * (low + high);
    (normal_tail(middle) > probability ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

} // namespace xeforge::statistics
