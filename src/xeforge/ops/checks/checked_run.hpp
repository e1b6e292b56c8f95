// What the checks of all operators do around their own comparisons.
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/machine/counters.hpp"
#include "xeforge/ops/operator.hpp"

#include <string>
#include <utility>

namespace xeforge::ops {

// The first failure is the one that is told.
inline void fail(CheckOutcome& outcome, std::string failure) {
  outcome.passed = false;
  if (outcome.failure.empty())
    outcome.failure = std::move(failure);
}

// Runs a case on guarded outputs and compares them, check_outputs(outputs); an Error of the run is a failed check, which
// is told in `failed`.
template <class CaseOutputs, class CaseData, class Run, class CheckOutputs>
CheckOutcome check_run(const CaseData& data, const Run& run, CheckOutcome failed, const CheckOutputs& check_outputs) {
  CaseOutputs outputs(data.problem());
  try {
    run(data, outputs);
  } catch (const Error& error) {
    fail(failed, error.what());
    return failed;
  }
  return check_outputs(outputs);
}

// The counts of launch(data, outputs), a kernel that counts. Throws Error (argument "--count") where what it computes is
// wrong; check: the operator's own.
template <class CaseOutputs, class CaseData, class Check, class Launch>
machine::Counters count_checked(const CaseData& data, const Check& check, const Launch& launch) {
  machine::Counters counters;
  const CheckOutcome outcome = check(data, [&](const CaseData& inputs, CaseOutputs& outputs) {
    machine::reset_counters();
    launch(inputs, outputs);
    counters = machine::counted();
  });
  if (!outcome.passed)
    throw Error("--count", "a wrong result of the kernel that counts: " + outcome.failure, "the reference's");
  return counters;
}

} // namespace xeforge::ops
