// Runs a case and compares what came out with the reference: every element within its derived bound, nothing written
// outside the outputs.
#pragma once

#include "xeforge/ops/attention/checks/cases.hpp"
#include "xeforge/ops/checks/guarded_array.hpp"
#include "xeforge/ops/operator.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace xeforge::ops::attention {

// What one row of the outputs must be. NaN expects NaN.
struct ExpectedRow {
  std::int64_t b, h, s; // coordinates in out and lse
  std::vector<double> out, bounds;
  double lse = 0.0, lse_bound = 0.0;
};

// The input of a case and its exact result; made once, used for every variant, target and thread count.
class CaseData {
public:
  explicit CaseData(const Case& problem);
  CaseData(const CaseData&) = delete; // the options refer to its arrays

  const Case& problem() const { return problem_; }
  ConstTensorView<4> q() const { return q_.tensor<4>(); }
  ConstTensorView<4> k() const { return k_.tensor<4>(); }
  ConstTensorView<4> v() const { return v_.tensor<4>(); }
  // With every array in place; variant and target empty.
  const AttentionOptions& options() const { return options_; }
  // Shapes, strides and options, with outputs that have no memory yet.
  AttentionProblem description() const;
  // All rows, or the case's sample.
  std::span<const ExpectedRow> expected() const { return expected_; }

private:
  void set_options();
  void set_expected();

  Case problem_;
  GuardedArray q_, k_, v_;
  std::optional<GuardedArray> bias_, mask_;
  std::vector<float> slopes_, sinks_;
  std::vector<std::int32_t> begins_q_, begins_k_;
  AttentionOptions options_;
  std::vector<ExpectedRow> expected_;
};

// The same without data: enough for supports() and plan(). Arrays that are given stand at an address that is none of
// theirs. Refers to begins, which it fills.
struct CaseDescription {
  explicit CaseDescription(const Case& problem);
  CaseDescription(const CaseDescription&) = delete;
  std::vector<std::int32_t> begins_q, begins_k;
  AttentionProblem problem;
};

// Outputs of a case, guarded; nothing in them looks like a result before a run.
struct CaseOutputs {
  explicit CaseOutputs(const Case& problem);
  TensorView<4> out_view() const { return out.tensor<4>(); }
  TensorView<3> lse_view() const { return lse ? lse->tensor<3>() : TensorView<3>{}; }
  GuardedArray out;
  std::optional<GuardedArray> lse;
};

CheckOutcome check_outputs(const CaseData& data, const CaseOutputs& outputs);

// run writes the outputs of a case; an Error it throws is a failed check.
using CaseRun = std::function<void(const CaseData& data, CaseOutputs& outputs)>;
CheckOutcome check(const CaseData& data, const CaseRun& run);

// attention() with the variant and the target forced; empty: the plan's choice.
CaseRun run_through_interface(sycl::queue& queue, const Forced& forced);

} // namespace xeforge::ops::attention
