// The cases of an operator as work: what a roofline is drawn for.
#pragma once

#include "xeforge/base/dtype.hpp"
#include "xeforge/lab/bench/bench_options.hpp"
#include "xeforge/lab/bench/device_ceilings.hpp"
#include "xeforge/machine/counters.hpp"
#include "xeforge/ops/operator.hpp"

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
  std::string target = "v3"; // of the instructions that counted; "cpu" of a program of one's own
};

struct RooflineCase {
  std::string name, shape;
  DType dtype = DType::f32;
  ops::Arithmetic arithmetic = ops::Arithmetic::f32;
  ops::Work work; // what has to be done at the least
  std::optional<CountedWork> counted;
};

RooflineCase roofline_case(const ops::Operator& op, const ops::OperatorCase& problem);

// As `xeforge bench` checks and times it.
CaseTiming time_case(const ops::Operator& op, const ops::OperatorCase& problem, const BenchOptions& options);

// Runs the planned variant, or the one that is named, with counters. Throws Error where it is not built with them.
CountedWork count_case(const ops::OperatorCase& problem, const BenchOptions& options);

} // namespace xeforge::lab
