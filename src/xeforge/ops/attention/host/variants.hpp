// The variants of the operator: which problems each accepts, and which of them a problem gets.
#pragma once

#include "xeforge/attention.hpp"
#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/ops/attention/kernels/rules.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace xeforge::ops::attention {

// Whether a variant is a candidate if none is named.
enum class Offer { always, by_name_only };

// A row of the variant table. The public part is what attention_variants() shows.
struct Variant {
  VariantDescription about;
  Offer offer;
  RuleSet rules; // that its kernel takes
  // Why this variant cannot run a problem that is valid as such and asks for no other rules; empty when it can.
  std::string_view (*limit)(const AttentionProblem& problem);
};

// Why a variant cannot run a problem that is valid as such; empty when it can.
std::string_view refusal_of(const Variant& variant, const AttentionProblem& problem);
// The part of it that is about rules: a variant refuses rules that it does not support, including rules added after it
// was written.
std::string_view rules_refusal(const Variant& variant, RuleSet asked);

// In order of preference; the last one is always offered and accepts every valid problem.
std::span<const Variant> variants();
// In order of preference on devices other than the CPU; the last one accepts every valid problem. on_device.cpp lists
// those that devices run.
std::span<const Variant> variants_on_devices();

// What is wrong with the problem (problem_error), or with the variant and the target that its options name.
std::optional<Error> selection_error(const AttentionProblem& problem);

// What will run. Precondition: selection_error(problem) is empty, so there is always a choice. Allocates nothing.
struct Choice {
  const Variant* variant;
  machine::CpuTarget target;
};
Choice choose(const AttentionProblem& problem);

bool is_compiled(const Variant& variant, machine::CpuTarget target);
// Why a variant is not chosen if none is named; empty if it could be.
std::string_view reason_against(const Variant& variant, machine::CpuTarget target, const AttentionProblem& problem);

// Null when there is no such name.
const Variant* find_variant(std::string_view name);

} // namespace xeforge::ops::attention
