// Two reports of `xeforge bench`: what moved, by how much, and whether that is noise.
#pragma once

#include "xeforge/records/bench_report.hpp"
#include "xeforge/statistics/sample.hpp"

#include <string>
#include <vector>

namespace xeforge::records {

enum class Verdict { faster, slower, no_difference, not_comparable };
std::string name_of(Verdict verdict); // "faster", "slower", "no difference shown", "not comparable"

struct Criterion {
  double level = 0.05;        // the chance, over all cases together, of calling noise a difference
  double least_change = 0.01; // a smaller change of the time is not called one
};

struct CaseComparison {
  std::string op, name;
  Verdict verdict = Verdict::not_comparable;
  std::string reason; // why it is not comparable, or why no difference is shown; empty otherwise
  double old_median_ns = 0, new_median_ns = 0;
  std::size_t old_samples = 0, new_samples = 0; // independent ones, which the test used; 0 where not comparable
  double wander = 0; // of consecutive samples: how much a half of a side differs from its other half; the larger one
  double ratio = 1;  // new time to old time, by all pairs of runs
  statistics::Interval ratio_interval{1, 1}; // of this case alone, with the confidence 1 - level
  double p = 1;                              // the rank test's, of this case alone
  double p_adjusted = 1; // Holm's, for as many cases as could be compared; to be compared with the level
};

struct BenchComparison {
  Origin old_origin, new_origin;
  Criterion criterion;
  std::vector<CaseComparison> cases; // in the order of the new report, then those that it lacks
  std::vector<std::string> remarks;  // what speaks against comparing the two at all: sentences
};

// Runs of one measurement that follow each other are alike; of such only every so many are used (independent_stride).
enum class Samples { consecutive, independent };
BenchComparison compare_benches(const BenchReport& before, const BenchReport& after, const Criterion& criterion,
                                Samples samples = Samples::consecutive);

bool is_any_slower(const BenchComparison& comparison);

} // namespace xeforge::records
