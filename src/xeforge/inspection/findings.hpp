// What a kernel spends cycles on beside its work, in words.
#pragma once

#include "xeforge/inspection/explanation.hpp"
#include "xeforge/inspection/throughput_models.hpp"

#include <vector>

namespace xeforge::inspection {

// The most expensive first, by an estimate from the model. About the main loop where there is one.
std::vector<Finding> findings_of(const KernelExplanation& kernel, const ThroughputModel& model);

} // namespace xeforge::inspection
