// What one list of measured numbers says: where they lie, how far apart, and how well that is known. Nothing is assumed
// of their distribution: times have a long tail on one side and often more than one peak.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace xeforge::statistics {

struct Interval {
  double low = 0;
  double high = 0;
  double width() const { return high - low; }
};

// All of these: at least one value, none of them NaN (else Error, argument "samples").

// The one in the middle; the mean of the two in the middle of an even count.
double median(std::span<const double> samples);

// The value below which this fraction (0 to 1) of the samples lies, interpolated between neighbours.
double quantile(std::span<const double> samples, double fraction);

// The distance between the quarters, relative to the median: half of the samples lie within it.
double relative_spread(std::span<const double> samples);

struct MedianInterval {
  Interval interval;
  double confidence = 0; // of this interval; less than was asked for where there are too few samples for that
};

// Between two of the samples, as many places from each end. The number of samples below the true median is binomial
// with probability 1/2 whatever their distribution; the interval is the narrowest of those that hold the median with at
// least the confidence. Fewer than six samples cannot give 95%: then it reaches from the smallest to the largest.
// Samples have to be independent: see independent_stride() in drift.hpp.
MedianInterval median_interval(std::span<const double> samples, double confidence);

// The place, counted from 0, of the lower end among count sorted samples; the upper end is as far from the last.
// Nothing is allocated, so that it can be asked between two measurements.
struct IntervalRanks {
  std::size_t from_end = 0;
  double confidence = 0;
};
IntervalRanks median_interval_ranks(std::size_t count, double confidence);

} // namespace xeforge::statistics
