// The variants of the operator: which problems each accepts, and which of them a problem gets.
#pragma once

#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/rms_norm.hpp"

#include <span>
#include <string_view>

namespace xeforge::ops::rms_norm {

// A row of the variant table. The public part is what rms_norm_variants() shows.
struct Variant {
  VariantDescription about;
  // Why this variant cannot run a problem that is valid as such; empty when it can.
  std::string_view (*refusal)(const RmsNormProblem& problem);
  // Why it is chosen only if it is named, although it could run; empty if it may be chosen.
  std::string_view (*reservation)(const RmsNormProblem& problem);
};

// In order of preference; the last one accepts every valid problem without reservation.
std::span<const Variant> variants();

// In order of preference on devices other than the CPU; the last one accepts every valid problem.
std::span<const Variant> variants_on_devices();

// What will run. Precondition: problem_error(problem) is empty, so there is always a choice. Allocates nothing.
struct Choice {
  const Variant* variant;
  machine::CpuTarget target;
};
Choice choose(const RmsNormProblem& problem);

// Why a variant is not chosen if none is named; empty if it could be.
std::string_view reason_against(const Variant& variant, const RmsNormProblem& problem);

// Null when there is no such name.
const Variant* find_variant(std::string_view name);

} // namespace xeforge::ops::rms_norm
