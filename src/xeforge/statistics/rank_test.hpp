// Are two lists of measured numbers drawn from the same place? The rank test of Mann, Whitney and Wilcoxon, and the
// shift of Hodges and Lehmann that belongs to it. Only the order of the values counts, so one run that the machine
// disturbed weighs no more than any other.
#pragma once

#include "xeforge/statistics/sample.hpp"

#include <cstddef>
#include <span>

namespace xeforge::statistics {

enum class Method { exact, normal };

struct RankTest {
  double u = 0; // pairs in which the value of `second` is the larger one; equal ones count a half
  double p = 1; // of a difference at least as clear in either direction, were both lists from the same distribution
  Method method = Method::exact;
};

// Up to this many values together the distribution of the ranks is counted out, with ties as they are; beyond it the
// normal approximation is used, with its corrections for ties and for continuity.
inline constexpr std::size_t most_for_exact = 50;

// Both: at least one value, none NaN (else Error). Samples have to be independent: see independent_stride().
RankTest rank_test(std::span<const double> first, std::span<const double> second);

struct Shift {
  double estimate = 0;   // the median of all differences, second - first
  Interval interval;     // the shifts that the test would not reject at 1 - confidence
  double confidence = 0; // as asked, unless there are too few values: then the interval holds all differences
};

// The logarithms of times give the logarithm of a ratio.
Shift shift_between(std::span<const double> first, std::span<const double> second, double confidence);

} // namespace xeforge::statistics
