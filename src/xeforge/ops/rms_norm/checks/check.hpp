// Runs a case and compares what came out with the reference: every element within its derived bound, nothing written
// outside the outputs.
#pragma once

#include "xeforge/ops/checks/guarded_array.hpp"
#include "xeforge/ops/operator.hpp"
#include "xeforge/ops/rms_norm/checks/cases.hpp"
#include "xeforge/ops/rms_norm/checks/reference.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace xeforge::ops::rms_norm {

// The input of a case and its exact result; made once, used for every variant, target and thread count.
class CaseData {
public:
  explicit CaseData(const Case& problem);

  const Case& problem() const { return problem_; }
  ConstMatrixView x() const;
  ConstMatrixView weight() const;
  // With the residual in place; residual_out, variant and target empty.
  RmsNormOptions options() const;

  // All rows, or the case's sample.
  struct ExpectedRow {
    std::int64_t row;
    reference::Row exact;
  };
  std::span<const ExpectedRow> expected() const { return expected_; }

private:
  Case problem_;
  GuardedArray x_, weight_;
  std::optional<GuardedArray> residual_;
  std::vector<ExpectedRow> expected_;
};

// What a case asks for, without data: enough for plan().
RmsNormProblem description_of(const Case& problem);

// Outputs of a case, guarded; nothing in them looks like a result before a run.
struct CaseOutputs {
  explicit CaseOutputs(const Case& problem);
  MatrixView out_view() const;
  MatrixView residual_out_view() const; // not given where the case writes none
  GuardedArray out;
  std::optional<GuardedArray> residual_out;
};

CheckOutcome check_outputs(const CaseData& data, const CaseOutputs& outputs);

// run writes the outputs of a case; an Error it throws is a failed check.
using CaseRun = std::function<void(const CaseData& data, CaseOutputs& outputs)>;
CheckOutcome check(const CaseData& data, const CaseRun& run);

// rms_norm() with the variant and the target forced; empty: the plan's choice.
CaseRun run_through_interface(sycl::queue& queue, const Forced& forced);

} // namespace xeforge::ops::rms_norm
