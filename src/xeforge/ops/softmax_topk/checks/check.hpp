// Runs a case and compares what came out with the reference: indices exactly, weights within the derived bound,
// nothing written outside the outputs.
#pragma once

#include "xeforge/ops/checks/guarded_array.hpp"
#include "xeforge/ops/operator.hpp"
#include "xeforge/ops/softmax_topk/checks/cases.hpp"

#include <functional>
#include <vector>

namespace xeforge::ops::softmax_topk {

// The input of a case and its exact result; made once, used for every variant, target and thread count.
class CaseData {
public:
  explicit CaseData(const Case& problem);

  const Case& problem() const { return problem_; }
  ConstMatrixView scores() const;
  // With the correction bias in place; variant and target empty.
  const SoftmaxTopkOptions& options() const { return options_; }
  SoftmaxTopkProblem description() const;

  std::vector<double> row(std::int64_t row) const;
  // k each, best first.
  std::span<const std::int64_t> expected_indices(std::int64_t row) const;
  std::span<const double> expected_weights(std::int64_t row) const;
  std::span<const double> weight_bounds(std::int64_t row) const;

private:
  Case problem_;
  GuardedArray scores_;
  std::vector<float> bias_;
  KnownMemory known_bias_;
  SoftmaxTopkOptions options_;
  std::vector<std::int64_t> indices_;
  std::vector<double> weights_, bounds_;
};

// Outputs of a case, guarded; nothing in them looks like a result before a run.
struct CaseOutputs {
  explicit CaseOutputs(const Case& problem);
  GuardedArray weights, indices;
};

// own_counts: rows in which biased scores too close to tell apart changed places.
CheckOutcome check_outputs(const CaseData& data, const CaseOutputs& outputs);

// run writes the outputs of a case; an Error it throws is a failed check.
using CaseRun = std::function<void(const CaseData& data, CaseOutputs& outputs)>;
CheckOutcome check(const CaseData& data, const CaseRun& run);

// softmax_topk() with the variant and the target forced; empty: the plan's choice.
CaseRun run_through_interface(sycl::queue& queue, const Forced& forced);

} // namespace xeforge::ops::softmax_topk
