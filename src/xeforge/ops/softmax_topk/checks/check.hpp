// Runs a case and compares what came out with the reference: indices exactly, weights within the derived bound,
// nothing written outside the outputs.
#pragma once

#include "xeforge/ops/checks/guarded_array.hpp"
#include "xeforge/ops/softmax_topk/checks/cases.hpp"

#include <functional>
#include <string>
#include <string_view>
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

struct Deviation {
  double absolute = 0.0; // |got - expected|
  double relative = 0.0; // the same over |expected|
  double allowed = 0.0;  // bound on absolute
  std::int64_t row = 0, slot = 0;
  double got = 0.0, expected = 0.0;
};

struct CheckResult {
  bool passed = true;
  std::string failure;                      // the first one, one line; empty when passed
  std::int64_t failures = 0;                // rows that are wrong
  std::int64_t near_ties = 0;               // rows in which biased scores too close to tell apart changed places
  Deviation worst_absolute, worst_relative; // of the weights; relative only where something is expected
};
// "row 3, slot 1: got ..., expected ..., off by ..., allowed ...".
std::string describe(const Deviation& deviation);

CheckResult check_outputs(const CaseData& data, const CaseOutputs& outputs);

// run writes the outputs of a case; an Error it throws is a failed check.
using CaseRun = std::function<void(const CaseData& data, CaseOutputs& outputs)>;
CheckResult check(const CaseData& data, const CaseRun& run);

// softmax_topk() with the variant and the target forced; empty: the plan's choice.
CaseRun run_through_interface(sycl::queue& queue, std::string_view variant, std::string_view target);

} // namespace xeforge::ops::softmax_topk
