// The roofline: how fast a piece of work can be at most on a machine of which two ceilings are known, what limits it,
// and where a measurement stands below that. Numbers in, numbers out.
#pragma once

#include <string>
#include <string_view>

namespace xeforge::roofline {

// Above 0 and finite, except that bytes_per_second is infinite where memory is no bound (data that stay in a cache).
struct Ceilings {
  double flops_per_second;
  double bytes_per_second;
};

struct Work {
  double flops; // 0 and above
  double bytes; // above 0: what has to come from memory and go there
};

// Flops per byte. Below the ridge point of a machine work is bound by its memory.
double intensity(const Work& work);
double ridge_point(const Ceilings& ceilings);

enum class Limit { compute, memory };

struct Bound {
  Limit limit;
  double seconds; // no run can take less
  double flops_per_second, bytes_per_second;
};
// Throws Error for work and ceilings that are none.
Bound bound_of(const Work& work, const Ceilings& ceilings);

// What a run does to its bound, in times of the bound. A kernel within 1.1 is at the roof; above 1.5 latency (launch,
// dependencies, barriers) counts as well, above 3 it is what limits.
inline constexpr double at_roof_until = 1.1, partly_latency_from = 1.5, latency_from = 3;

enum class Standing { at_roof, below_roof, partly_latency, latency };
Standing standing_of(double times_bound);

// What limits a run, in one word: latency where that is it, else what limits the bound.
enum class Class { compute, memory, latency };
std::string_view name_of(Limit limit);       // "compute", "memory"
std::string_view name_of(Class limited_by);  // and "latency"
std::string_view name_of(Standing standing); // "at the roof", "below the roof", "partly latency", "latency"

// Work that takes seconds on the machine.
struct Point {
  Bound bound;
  double seconds;
  double times_bound;     // 1 and above
  double percent_of_roof; // up to 100
  Standing standing;
  Class limited_by;
};
// Throws Error (argument: what was measured) where the run is above its roof: nothing is faster than it can be, so
// the time, the ceilings or the count of the work are wrong.
Point point_of(const std::string& measurement, double seconds, const Work& work, const Ceilings& ceilings);

// What is known without a run: a launch alone takes least_seconds, so work whose bound is far below that is bound by
// latency.
Class class_of(const Bound& bound, double least_seconds);

// A product of an m x k and a k x n matrix, all of elements of so many bytes, each read or written once.
Work matrix_product(double m, double n, double k, double element_bytes);
// Attention of heads heads: 4 d + 2 flops for each score; q, k, v and the result once.
Work attention(double heads, double queries, double keys, double depth, double element_bytes);

} // namespace xeforge::roofline
