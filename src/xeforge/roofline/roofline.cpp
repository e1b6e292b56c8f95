#include "xeforge/roofline/roofline.hpp"

#include "xeforge/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace xeforge::roofline {
namespace {

std::string short_text(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.4g", value);
  return text;
}

void require(bool holds, const char* argument, double got, const char* expected) {
  if (!holds)
    throw Error(argument, short_text(got), expected);
}

void require_valid(const Work& work) {
  require(std::isfinite(work.flops) && work.flops >= 0, "flops", work.flops, "a finite number, 0 or above");
  require(std::isfinite(work.bytes) && work.bytes > 0, "bytes", work.bytes, "a finite number above 0");
}

void require_valid(const Ceilings& ceilings) {
  require(std::isfinite(ceilings.flops_per_second) && ceilings.flops_per_second > 0, "flops per second",
          ceilings.flops_per_second, "a finite number above 0");
  require(ceilings.bytes_per_second > 0, "bytes per second", ceilings.bytes_per_second, "a number above 0");
}

} // namespace

double intensity(const Work& work) {
  require_valid(work);
  return work.flops / work.bytes;
}

double ridge_point(const Ceilings& ceilings) {
  require_valid(ceilings);
  return ceilings.flops_per_second / ceilings.bytes_per_second;
}

Bound bound_of(const Work& work, const Ceilings& ceilings) {
  require_valid(work);
  require_valid(ceilings);
  const double for_flops = work.flops / ceilings.flops_per_second, for_bytes = work.bytes / ceilings.bytes_per_second;
  const double seconds = std::max(for_flops, for_bytes);
  require(seconds > 0, "flops", work.flops, "work that takes time on the machine");
  return {for_flops >= for_bytes ? Limit::compute : Limit::memory, seconds, work.flops / seconds, work.bytes / seconds};
}

Standing standing_of(double times_bound) {
  if (times_bound > latency_from)
    return Standing::latency;
  if (times_bound > partly_latency_from)
    return Standing::partly_latency;
  return times_bound > at_roof_until ? Standing::below_roof : Standing::at_roof;
}

std::string_view name_of(Limit limit) { return limit == Limit::compute ? "compute" : "memory"; }

std::string_view name_of(Class limited_by) {
  switch (limited_by) {
  case Class::compute:
    return "compute";
  case Class::memory:
    return "memory";
  case Class::latency:
    return "latency";
  }
  return {};
}

std::string_view name_of(Standing standing) {
  switch (standing) {
  case Standing::at_roof:
    return "at the roof";
  case Standing::below_roof:
    return "below the roof";
  case Standing::partly_latency:
    return "partly latency";
  case Standing::latency:
    return "latency";
  }
  return {};
}

Point point_of(const std::string& measurement, double seconds, const Work& work, const Ceilings& ceilings) {
  require(std::isfinite(seconds) && seconds > 0, "seconds", seconds, "a finite time above 0");
  const Bound bound = bound_of(work, ceilings);
  const double times_bound = seconds / bound.seconds;
  if (times_bound < 1)
    throw Error(measurement, short_text(100 / times_bound) + " % of its roof",
                "at most 100 %: the time, the ceilings or the counted work are wrong");
  const Standing standing = standing_of(times_bound);
  const Class limited_by = standing == Standing::latency   ? Class::latency
                           : bound.limit == Limit::compute ? Class::compute
                                                           : Class::memory;
  return {bound, seconds, times_bound, 100 / times_bound, standing, limited_by};
}

Class class_of(const Bound& bound, double least_seconds) {
  if (least_seconds > latency_from * bound.seconds)
    return Class::latency;
  return bound.limit == Limit::compute ? Class::compute : Class::memory;
}

Work matrix_product(double m, double n, double k, double element_bytes) {
  return {2 * m * n * k, (m * k + k * n + m * n) * element_bytes};
}

Work attention(double heads, double queries, double keys, double depth, double element_bytes) {
  return {heads * queries * keys * (4 * depth + 2), heads * depth * 2 * (queries + keys) * element_bytes};
}

} // namespace xeforge::roofline
