// The cases of an operator as work: what a roofline is drawn for.
#pragma once

#include "xeforge/lab/bench_options.hpp"
#include "xeforge/lab/device_ceilings.hpp"
#include "xeforge/machine/counters.hpp"
#include "xeforge/ops/work.hpp"

#include <optional>
#include <string>
#include <vector>

namespace xeforge::lab {

// A case timed on this machine, after it has been checked.
struct CaseTiming {
  double seconds = 0;
  std::string variant, target;
  Residence residence = Residence::memory;
  std::string failure; // of the check; then nothing was timed
};

// What a kernel did, counted in a run here.
struct CountedWork {
  std::string variant;
  machine::Counters counters;
};

struct RooflineCase {
  std::string name, shape, dtype;
  Arithmetic arithmetic = Arithmetic::f32;
  ops::Work work; // what has to be done at the least
  std::optional<CountedWork> counted;
};

// The cases of `xeforge bench` that the options name, or all that are timed. Throws Error in the names of the options.
std::vector<RooflineCase> attention_roofline_cases(const BenchOptions& options);
std::vector<RooflineCase> softmax_topk_roofline_cases(const BenchOptions& options);

// As `xeforge bench` checks and times it.
CaseTiming time_attention(const std::string& name, const BenchOptions& options);
CaseTiming time_softmax_topk(const std::string& name, const BenchOptions& options);

// Runs the planned variant, or the one that is named, with counters. Throws Error where it is not built with them.
CountedWork count_attention(const std::string& name, const BenchOptions& options);
CountedWork count_softmax_topk(const std::string& name, const BenchOptions& options);

} // namespace xeforge::lab
