// What the order of measured numbers says: whether they moved over the run, and whether neighbours are alike.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace xeforge::statistics {

struct Drift {
  double relative = 0; // from the first sample to the last along the fitted line, relative to the median
  double tau = 0;      // Kendall's rank correlation with time: -1 falls all the way, 1 rises
  double p = 1;        // of a correlation at least as strong, were the order random; normal approximation
};

// At least three values, none NaN, in the order they were measured (else Error, argument "samples"). The slope is
// Theil's and Sen's, the median of those of all pairs. More than 64 values are first reduced to the medians of 64
// stretches: that costs little and takes out most of what neighbours have in common.
Drift drift_of(std::span<const double> samples);

// Every how many samples one that does not know of the one before: 1 if neighbours are no more alike than any two. From
// the correlation r of the ranks of neighbours, as (1 + r) / (1 - r) samples hold what one independent one does; never
// so large that fewer than eight are left of those that were given.
std::size_t independent_stride(std::span<const double> samples);

// Every stride-th of the samples, the first one first.
std::vector<double> every(std::span<const double> samples, std::size_t stride);

} // namespace xeforge::statistics
