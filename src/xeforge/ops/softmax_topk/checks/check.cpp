#include "xeforge/ops/softmax_topk/checks/check.hpp"

#include "xeforge/ops/checks/checked_run.hpp"
#include "xeforge/ops/checks/elements.hpp"
#include "xeforge/ops/softmax_topk/checks/bound.hpp"
#include "xeforge/ops/softmax_topk/checks/fills.hpp"
#include "xeforge/ops/softmax_topk/checks/winner_check.hpp"
#include "xeforge/ops/softmax_topk/host/on_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace xeforge::ops::softmax_topk {
namespace {

MatrixLayout scores_layout(const Case& problem) {
  return {problem.scores, problem.rows, problem.n, problem.n + problem.scores_gap};
}
MatrixLayout weights_layout(const Case& problem) {
  return {problem.weights, problem.rows, problem.options.k, problem.options.k + problem.weights_gap};
}
MatrixLayout indices_layout(const Case& problem) {
  return {problem.indices, problem.rows, problem.options.k, problem.options.k + problem.indices_gap};
}

std::size_t as_size(std::int64_t count) { return static_cast<std::size_t>(count); }

// What a row of weights must be, for the winners that were found.
struct ExpectedWeights {
  std::span<const double> exact, bounds;
};

// How far one weight is off.
struct Deviation {
  double absolute = 0.0; // |got - expected|
  double relative = 0.0; // the same over |expected|
  double allowed = 0.0;  // bound on absolute
  std::int64_t row = 0, slot = 0;
  double got = 0.0, expected = 0.0;
};

std::string describe(const Deviation& deviation) {
  return fmt::format("row {}, slot {}: got {}, expected {}, off by {:.3g}, allowed {:.3g}", deviation.row,
                     deviation.slot, deviation.got, deviation.expected, deviation.absolute, deviation.allowed);
}

ElementError element_error(const Deviation& deviation) {
  return {deviation.absolute, deviation.relative, deviation.allowed,
          deviation.got,      deviation.expected, {{"row", deviation.row}, {"slot", deviation.slot}},
          describe(deviation)};
}

// Of a case of which nothing was compared yet.
CheckOutcome no_deviations() {
  CheckOutcome outcome;
  outcome.worst_absolute = outcome.worst_relative = element_error({});
  outcome.own_counts = {0};
  return outcome;
}

// An expected weight that the type cannot hold may come out as infinity.
bool may_overflow(double expected, double allowed, const FloatLimits& limits) {
  return std::fabs(expected) + allowed >= limits.largest;
}

bool is_acceptable(const Deviation& deviation, const FloatLimits& limits) {
  if (std::isinf(deviation.got))
    return std::signbit(deviation.got) == std::signbit(deviation.expected) &&
           may_overflow(deviation.expected, deviation.allowed, limits);
  return deviation.absolute <= deviation.allowed; // false for NaN
}

void note_worst(CheckOutcome& outcome, const Deviation& deviation) {
  if (deviation.absolute > outcome.worst_absolute.absolute)
    outcome.worst_absolute = element_error(deviation);
  constexpr double smallest_normal = 0x1p-126; // below it a relative error says nothing about a float
  if (std::fabs(deviation.expected) >= smallest_normal && deviation.relative > outcome.worst_relative.relative)
    outcome.worst_relative = element_error(deviation);
}

bool check_weights(CheckOutcome& outcome, const CaseOutputs& outputs, std::int64_t row,
                   const ExpectedWeights& expected) {
  const MatrixView weights = outputs.weights.view();
  const FloatLimits limits = limits_of(weights.dtype);
  for (std::int64_t slot = 0; slot < weights.columns; ++slot) {
    Deviation deviation;
    deviation.row = row;
    deviation.slot = slot;
    deviation.got = load_element(weights.data, weights.dtype, row * weights.row_stride + slot);
    deviation.expected = expected.exact[as_size(slot)];
    deviation.allowed = expected.bounds[as_size(slot)];
    deviation.absolute = std::fabs(deviation.got - deviation.expected);
    deviation.relative = deviation.expected == 0.0 ? 0.0 : deviation.absolute / std::fabs(deviation.expected);
    note_worst(outcome, deviation);
    if (!is_acceptable(deviation, limits)) {
      fail(outcome, "weights, " + describe(deviation));
      return false;
    }
  }
  return true;
}

std::vector<std::int64_t> winners_of(const CaseOutputs& outputs, std::int64_t row) {
  const MatrixView indices = outputs.indices.view();
  std::vector<std::int64_t> winners;
  for (std::int64_t slot = 0; slot < indices.columns; ++slot) {
    const std::int64_t at = row * indices.row_stride + slot;
    winners.push_back(indices.dtype == DType::i32 ? static_cast<const std::int32_t*>(indices.data)[at]
                                                  : static_cast<const std::int64_t*>(indices.data)[at]);
  }
  return winners;
}

void check_row(CheckOutcome& outcome, const CaseData& data, const CaseOutputs& outputs, std::int64_t row) {
  const std::vector<std::int64_t> winners = winners_of(outputs, row);
  if (std::ranges::equal(winners, data.expected_indices(row))) {
    check_weights(outcome, outputs, row, {data.expected_weights(row), data.weight_bounds(row)});
    return;
  }
  const std::vector<double> scores = data.row(row);
  if (auto complaint = winner_complaint(scores, winners, data.expected_indices(row), data.options())) {
    fail(outcome, fmt::format("indices, row {}, {}", row, *complaint));
    return;
  }
  ++outcome.own_counts[0];
  const std::vector<double> exact = reference::weights(scores, winners, data.options());
  const std::vector<double> bounds = weight_bounds(scores, winners, exact, data.options(), data.problem().weights);
  check_weights(outcome, outputs, row, {exact, bounds});
}

} // namespace

CaseData::CaseData(const Case& problem)
    : problem_(problem), scores_(scores_layout(problem)), options_(problem.options) {
  const MatrixView view = scores_.view();
  fill_scores(problem_, view.data, view.row_stride);
  scores_.set_surroundings(limits_of(problem_.scores).largest); // would win everywhere
  bias_ = bias_for(problem_, row(0));
  known_bias_ = KnownMemory(bias_.data(), bias_.size() * sizeof(float));
  if (!bias_.empty())
    options_.correction_bias = {bias_.data(), problem_.n};

  for (std::int64_t r = 0; r < problem_.rows; ++r) {
    const std::vector<double> scores = row(r);
    const std::vector<std::int64_t> winners = reference::select(scores, options_);
    const std::vector<double> exact = reference::weights(scores, winners, options_);
    const std::vector<double> bounds =
        xeforge::ops::softmax_topk::weight_bounds(scores, winners, exact, options_, problem_.weights);
    indices_.insert(indices_.end(), winners.begin(), winners.end());
    weights_.insert(weights_.end(), exact.begin(), exact.end());
    bounds_.insert(bounds_.end(), bounds.begin(), bounds.end());
  }
}

ConstMatrixView CaseData::scores() const {
  const MatrixView view = scores_.view();
  return {view.data, view.dtype, view.rows, view.columns, view.row_stride};
}

SoftmaxTopkProblem CaseData::description() const {
  return {problem_.rows, problem_.n, problem_.scores, problem_.weights, problem_.indices, options_};
}

std::vector<double> CaseData::row(std::int64_t row) const {
  const MatrixView view = scores_.view();
  std::vector<double> values(as_size(view.columns));
  for (std::int64_t column = 0; column < view.columns; ++column)
    values[as_size(column)] = load_element(view.data, view.dtype, row * view.row_stride + column);
  return values;
}

template <class T>
static std::span<const T> slots_of(const std::vector<T>& all, std::int64_t row, std::int64_t k) {
  return std::span(all).subspan(as_size(row * k), as_size(k));
}
std::span<const std::int64_t> CaseData::expected_indices(std::int64_t row) const {
  return slots_of(indices_, row, options_.k);
}
std::span<const double> CaseData::expected_weights(std::int64_t row) const {
  return slots_of(weights_, row, options_.k);
}
std::span<const double> CaseData::weight_bounds(std::int64_t row) const { return slots_of(bounds_, row, options_.k); }

CaseOutputs::CaseOutputs(const Case& problem) : weights(weights_layout(problem)), indices(indices_layout(problem)) {
  weights.set_pattern();
  indices.set_pattern();
}

CheckOutcome check_outputs(const CaseData& data, const CaseOutputs& outputs) {
  CheckOutcome outcome = no_deviations();
  for (std::int64_t row = 0; row < data.problem().rows; ++row)
    check_row(outcome, data, outputs, row);
  if (const auto damage = outputs.weights.damage())
    fail(outcome, "weights, " + *damage);
  if (const auto damage = outputs.indices.damage())
    fail(outcome, "indices, " + *damage);
  return outcome;
}

CheckOutcome check(const CaseData& data, const CaseRun& run) {
  return check_run<CaseOutputs>(data, run, no_deviations(),
                                [&](const CaseOutputs& outputs) { return check_outputs(data, outputs); });
}

CaseRun run_through_interface(sycl::queue& queue, const Forced& forced) {
  return [&queue, forced](const CaseData& data, CaseOutputs& outputs) {
    SoftmaxTopkOptions options = data.options();
    options.variant = forced.variant;
    options.target = forced.target;
    run_on_queue(queue, data.scores(), outputs.weights.view(), outputs.indices.view(), options);
  };
}

} // namespace xeforge::ops::softmax_topk
