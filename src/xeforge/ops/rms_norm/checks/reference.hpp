// One row in double, by the textbook definition, and how far a kernel in float may be from it.
//
// u = 2^-24 is the rounding error of one float operation; c = n / 64 + 12 the largest number of additions between a
// square and the sum (64 partial sums, then halves).
//   h:        with a residual one addition, u. So each square has 2 u and its own rounding, the sum (c + 3) u.
//   mean:     division and eps, 2 u; its root halves all of that: (c + 5) u / 2.
//   factor:   the root and a quotient, each of at most 4 units in the last place: 8 u.
//   element:  h, and two products: 3 u.
// Together (c / 2 + 14) u, relative to the element, or 2^-148 near 0, times the weight. Rounding to the type of the
// result is added to that. Squares below the smallest float are negligible compared with eps, which is at least 1e-30.
#pragma once

#include "xeforge/base/dtype.hpp"

#include <span>
#include <vector>

namespace xeforge::ops::rms_norm::reference {

struct Row {
  std::vector<double> sum, sum_bounds; // x + residual
  std::vector<double> out, out_bounds; // largest acceptable |got - expected|
};

// residual: empty where there is none. dtype: of the results.
Row row_of(std::span<const double> x, std::span<const double> residual, std::span<const double> weight, double eps,
           DType dtype);

} // namespace xeforge::ops::rms_norm::reference
