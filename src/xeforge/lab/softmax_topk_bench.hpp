// One case of softmax-topk: checked, then timed, against the read bandwidth of the same minutes.
#pragma once

#include "xeforge/lab/bench_options.hpp"
#include "xeforge/lab/ceilings.hpp"
#include "xeforge/lab/json_file.hpp"
#include "xeforge/lab/measure.hpp"
#include "xeforge/ops/softmax_topk/check.hpp"

#include <string>

namespace xeforge::lab {

struct SoftmaxTopkBench {
  std::string case_name;
  SoftmaxTopkProblem problem;
  SoftmaxTopkPlan plan;
  int threads = 1;
  ops::softmax_topk::CheckResult check;

  // All zero where the check failed: nothing is timed that is not right.
  Timing timing;
  std::int64_t bytes = 0; // inputs read once, outputs written once
  double roof_gbps = 0;   // read bandwidth of as many threads, the best of before and after the timing
  Residence residence = Residence::memory;

  double gbps() const { return timing.median_ns > 0 ? static_cast<double>(bytes) / timing.median_ns : 0; }
  double percent_of_roof() const { return roof_gbps > 0 ? 100 * gbps() / roof_gbps : 0; }
  // Faster than memory though not in the cache: then one of the two measurements is wrong.
  bool is_implausible() const { return residence == Residence::memory && percent_of_roof() > 100; }
};

// Throws Error (in the names of the options) where the choice does not accept the case.
SoftmaxTopkBench bench(const ops::softmax_topk::Case& problem, const BenchChoice& choice,
                       const ReadBandwidth& bandwidth);

Json as_json(const SoftmaxTopkBench& result);

} // namespace xeforge::lab
