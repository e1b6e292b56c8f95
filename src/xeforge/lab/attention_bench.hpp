// One case of attention: checked, then timed, against the ceiling of the same minutes: arithmetic, or for decode, which
// only reads keys and values, bandwidth.
#pragma once

#include "xeforge/lab/bench_options.hpp"
#include "xeforge/lab/ceilings.hpp"
#include "xeforge/lab/json_file.hpp"
#include "xeforge/lab/measure.hpp"
#include "xeforge/ops/attention/check.hpp"

#include <string>

namespace xeforge::lab {

enum class AttentionLimit { arithmetic, bandwidth };

struct AttentionBench {
  std::string case_name;
  ops::attention::Case problem;
  AttentionPlan plan;
  int threads = 1;
  AttentionLimit limit = AttentionLimit::arithmetic;
  std::int64_t rows_checked = 0;
  ops::attention::CheckResult check;

  // All zero where the check failed: nothing is timed that is not right.
  Timing timing;
  double flops = 0;       // 4 d + 2 for each score that causal and window leave; d the mean of d_qk and d_v
  std::int64_t bytes = 0; // inputs read once, outputs written once
  double roof = 0;        // of as many threads, the best of before and after the timing: 1e9 flops or bytes per second
  Residence residence = Residence::memory;

  double gflops() const { return timing.median_ns > 0 ? flops / timing.median_ns : 0; }
  double gbps() const { return timing.median_ns > 0 ? static_cast<double>(bytes) / timing.median_ns : 0; }
  double percent_of_roof() const {
    return roof > 0 ? 100 * (limit == AttentionLimit::arithmetic ? gflops() : gbps()) / roof : 0;
  }
  // Faster than the ceiling, though that is one: then one of the two measurements is wrong.
  bool is_implausible() const {
    return percent_of_roof() > 100 && (limit == AttentionLimit::arithmetic || residence == Residence::memory);
  }
};

// Throws Error (in the names of the options) where the choice does not accept the case.
AttentionBench bench(const ops::attention::Case& problem, const BenchChoice& choice);

Json as_json(const AttentionBench& result);

// "bf16 dot", "f32 FMA" or "read": what the roof is.
std::string_view roof_name(const AttentionBench& result);

} // namespace xeforge::lab
