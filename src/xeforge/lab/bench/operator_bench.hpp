// One case of an operator: checked, then timed, against the ceiling of the same minutes: arithmetic, or bandwidth.
#pragma once

#include "xeforge/lab/bench/bench_options.hpp"
#include "xeforge/lab/bench/ceilings.hpp"
#include "xeforge/lab/bench/measure.hpp"
#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/ops/operator.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace xeforge::lab {

struct CaseBench {
  std::string operator_name;
  ops::CaseFacts facts;
  Plan plan;
  int threads = 1;
  std::int64_t rows_checked = 0;
  ops::CheckOutcome check;

  // All zero where the check failed: nothing is timed that is not right.
  Timing timing;
  ops::Work work;
  double roof = 0; // of as many threads, the best of before and after the timing: 1e9 flops or bytes per second
  std::string
      roof_name; // what the roof is: "bf16 dot", "f32 FMA", "read"; of a device "copy", "bf16 product" and so on
  Residence residence = Residence::memory;

  bool is_bound_by_arithmetic() const { return facts.limit == ops::Limit::arithmetic; }
  double gflops() const { return timing.median_ns > 0 ? work.flops / timing.median_ns : 0; }
  double gbps() const { return timing.median_ns > 0 ? static_cast<double>(work.bytes) / timing.median_ns : 0; }
  double rate() const { return is_bound_by_arithmetic() ? gflops() : gbps(); }
  double percent_of_roof() const { return roof > 0 ? 100 * rate() / roof : 0; }
  // Faster than the ceiling, though that is one: then one of the two measurements is wrong.
  bool is_implausible() const {
    return percent_of_roof() > 100 && (is_bound_by_arithmetic() || residence == Residence::memory);
  }
};

// The ceilings of cases. What bandwidth is measured on is made for the first case that needs it, and kept.
class Roofs {
public:
  // 1e9 flops or bytes per second.
  double measure(const ops::CaseFacts& facts, int threads);
  const ReadBandwidth& bandwidth();

private:
  std::optional<ReadBandwidth> bandwidth_;
};

// Throws Error (in the names of the options) where the choice does not accept the case.
CaseBench bench(const ops::Operator& op, const ops::OperatorCase& problem, const BenchChoice& choice, Roofs& roofs);

// Where the timed runs gave other results than the checked one, there are no times but a failed check.
void refuse_times(CaseBench& result, const std::optional<std::string>& difference);

Json as_json(const CaseBench& result);

// The report of several results of this machine's.
Json report_of(const std::vector<CaseBench>& results, const MeasureLimits& limits);

// Integers with names, as an object.
Json fields_json(const ops::Fields& fields);

} // namespace xeforge::lab
