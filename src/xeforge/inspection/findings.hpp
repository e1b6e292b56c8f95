// What a kernel spends cycles on beside its work, in words.
#pragma once

#include "xeforge/inspection/explanation.hpp"
#include "xeforge/inspection/throughput_models.hpp"

#include <vector>

namespace xeforge::inspection {

// The one that may cost most first, by an estimate from the model; arrays in memory before all others. About the main
// loop where there is one, and about what is outside of loops where that is a good part of the whole. outside: its lines.
std::vector<Finding> findings_of(const KernelExplanation& kernel, const std::vector<LineReport>& outside,
                                 const ThroughputModel& model);

} // namespace xeforge::inspection
