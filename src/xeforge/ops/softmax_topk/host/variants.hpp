// The variants of the operator: which problems each accepts, and which of them a problem gets.
#pragma once

#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/softmax_topk.hpp"

#include <span>
#include <string_view>

namespace xeforge::ops::softmax_topk {

// A row of the variant table. The public part is what softmax_topk_variants() shows.
struct Variant {
  VariantDescription about;
  // Why this variant cannot run a problem that is valid as such; empty when it can.
  std::string_view (*refusal)(const SoftmaxTopkProblem& problem);
};

// In order of preference; the last one accepts every valid problem.
std::span<const Variant> variants();

// In order of preference on devices other than the CPU; the last one accepts every valid problem. on_device.cpp lists
// those that devices run.
std::span<const Variant> variants_on_devices();

// What will run. Precondition: problem_error(problem) is empty, so there is always a choice. Allocates nothing.
struct Choice {
  const Variant* variant;
  machine::CpuTarget target;
};
Choice choose(const SoftmaxTopkProblem& problem);

// Null when there is no such name.
const Variant* find_variant(std::string_view name);

} // namespace xeforge::ops::softmax_topk
