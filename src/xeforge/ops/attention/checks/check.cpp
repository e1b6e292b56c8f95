#include "xeforge/ops/attention/checks/check.hpp"

#include "xeforge/ops/attention/checks/bound.hpp"
#include "xeforge/ops/attention/checks/case_layouts.hpp"
#include "xeforge/ops/attention/checks/fills.hpp"
#include "xeforge/ops/attention/checks/reference.hpp"
#include "xeforge/ops/attention/host/on_device.hpp"
#include "xeforge/ops/checks/checked_run.hpp"
#include "xeforge/ops/checks/elements.hpp"
#include "xeforge/ops/checks/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace xeforge::ops::attention {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

using Behind = GuardedArray::Behind;

std::vector<std::int32_t> begins_of(const std::vector<std::int32_t>& lengths) {
  std::vector<std::int32_t> begins;
  if (lengths.empty())
    return begins;
  begins.push_back(0);
  for (const std::int32_t length : lengths)
    begins.push_back(begins.back() + length);
  return begins;
}

template <int Rank>
ConstTensorView<Rank> view_at(const void* address, const TensorLayout& layout) {
  ConstTensorView<Rank> view{address, layout.dtype, {}, {}};
  std::copy_n(layout.shape.begin(), Rank, view.shape.begin());
  std::copy_n(layout.strides.begin(), Rank, view.strides.begin());
  return view;
}

// An address for arrays that nobody reads.
const void* somewhere() {
  alignas(64) static constexpr std::byte coordinates[64]{};
  return coordinates;
}

void set_outputs(AttentionProblem& description, const Case& problem) {
  description.out = view_at<4>(somewhere(), out_layout(problem));
  if (problem.lse == Lse::wanted)
    description.lse = view_at<3>(somewhere(), lse_layout(problem));
}

std::int64_t sequences_of(const Case& problem) {
  return problem.lengths_q.empty() ? problem.batch : static_cast<std::int64_t>(problem.lengths_q.size());
}

ConstTensorView<2> slopes_view(const Case& problem, const void* data) {
  const std::int64_t rows = problem.slopes == SlopeFill::per_batch_and_head ? sequences_of(problem) : 1;
  return {data, DType::f32, {rows, problem.heads_q}, {problem.heads_q, 1}};
}

// --- which rows are looked at ----------------------------------------------------------------------------------------

struct RowCoordinates {
  std::int64_t b, h, i; // sequence, query head, query of the sequence
  auto operator<=>(const RowCoordinates&) const = default;
};

// All, by head; or as many as the case asks for: the first, the last, and others at random.
std::vector<RowCoordinates> rows_of(const Case& problem, const AttentionProblem& description) {
  std::vector<RowCoordinates> rows;
  for (std::int64_t b = 0; b < sequences_of(problem); ++b)
    for (std::int64_t h = 0; h < problem.heads_q; ++h)
      for (std::int64_t i = 0; i < reference::sequence_of(description, b).queries; ++i)
        rows.push_back({b, h, i});
  const auto wanted = static_cast<std::size_t>(problem.rows_checked);
  if (wanted == 0 || wanted >= rows.size())
    return rows;
  Random random(seed_of(problem.name));
  std::swap(rows[1], rows.back());
  for (std::size_t at = 2; at < wanted; ++at)
    std::swap(rows[at], rows[at + static_cast<std::size_t>(random.below(static_cast<std::int64_t>(rows.size() - at)))]);
  rows.resize(wanted);
  std::ranges::sort(rows);
  return rows;
}

ExpectedRow expected_row(const reference::Head& head, const Bounds& bounds, const RowCoordinates& coordinates) {
  const reference::Sequence& sequence = head.sequence();
  ExpectedRow expected{sequence.array_batch, coordinates.h, sequence.first_q + coordinates.i, {}, {}};
  const std::vector<reference::Score> scores = head.scores(coordinates.i);
  reference::Row exact = head.row(scores);
  if (std::isnan(exact.lse) || exact.lse == std::numeric_limits<double>::infinity()) {
    expected.bounds.assign(exact.out.size(), 0.0);
    expected.lse = nan;
  } else {
    RowBound bound = bounds.of_row(coordinates.i, scores, exact);
    expected.bounds = std::move(bound.out);
    expected.lse = exact.lse;
    expected.lse_bound = bound.lse;
  }
  expected.out = std::move(exact.out);
  return expected;
}

// --- comparing -------------------------------------------------------------------------------------------------------

// How far one element of out is off, or one of lse.
struct Deviation {
  double absolute = 0.0;                   // |got - expected|
  double relative = 0.0;                   // the same over |expected|
  double allowed = 0.0;                    // bound on absolute
  std::int64_t b = 0, h = 0, s = 0, d = 0; // d: -1 in lse
  double got = 0.0, expected = 0.0;
};

std::string describe(const Deviation& deviation) {
  return fmt::format("(b {}, h {}, s {}{}): got {}, expected {}, off by {:.3g}, allowed {:.3g}", deviation.b,
                     deviation.h, deviation.s, deviation.d < 0 ? "" : fmt::format(", d {}", deviation.d), deviation.got,
                     deviation.expected, deviation.absolute, deviation.allowed);
}

ElementError element_error(const Deviation& deviation) {
  return {deviation.absolute, deviation.relative,
          deviation.allowed,  deviation.got,
          deviation.expected, {{"b", deviation.b}, {"h", deviation.h}, {"s", deviation.s}, {"d", deviation.d}},
          describe(deviation)};
}

// Of a case of which nothing was compared yet.
CheckOutcome no_deviations() {
  CheckOutcome outcome;
  outcome.worst_absolute = outcome.worst_relative = element_error({});
  return outcome;
}

Deviation deviation_of(const ExpectedRow& row, std::int64_t d, double got) {
  Deviation deviation;
  deviation.b = row.b;
  deviation.h = row.h;
  deviation.s = row.s;
  deviation.d = d;
  deviation.got = got;
  deviation.expected = d < 0 ? row.lse : row.out[static_cast<std::size_t>(d)];
  deviation.allowed = d < 0 ? row.lse_bound : row.bounds[static_cast<std::size_t>(d)];
  deviation.absolute = got == deviation.expected ? 0.0 : std::fabs(got - deviation.expected); // -inf is -inf
  deviation.relative = deviation.absolute / std::fabs(deviation.expected);
  return deviation;
}

// limits: of the output's type. An element that may be as large as the largest number may come out as infinity.
bool is_acceptable(const Deviation& deviation, const FloatLimits& limits) {
  // An infinite value, of which a weight that underflows makes NaN.
  if (deviation.d >= 0 && std::isinf(deviation.expected))
    return deviation.got == deviation.expected || std::isnan(deviation.got);
  if (std::isnan(deviation.expected)) // of a row with a score of +inf, the sum may be +inf as well
    return std::isnan(deviation.got) || (deviation.d < 0 && deviation.got > limits.largest);
  if (std::isinf(deviation.got) && deviation.got != deviation.expected)
    return std::signbit(deviation.got) == std::signbit(deviation.expected) &&
           std::fabs(deviation.expected) + deviation.allowed >= limits.largest;
  return deviation.absolute <= deviation.allowed; // false for NaN
}

// Below this share of the row's largest element a relative error says nothing: the sum cancels.
constexpr double smallest_share = 0.01;

void note_worst(CheckOutcome& outcome, const Deviation& deviation, double largest) {
  if (std::isnan(deviation.expected) || std::isnan(deviation.got))
    return;
  if (deviation.absolute > outcome.worst_absolute.absolute)
    outcome.worst_absolute = element_error(deviation);
  if (std::fabs(deviation.expected) >= smallest_share * largest && deviation.expected != 0.0 &&
      deviation.relative > outcome.worst_relative.relative)
    outcome.worst_relative = element_error(deviation);
}

void check_row(CheckOutcome& outcome, const TensorView<4>& out, const ExpectedRow& row) {
  const FloatLimits limits = limits_of(out.dtype);
  double largest = 0.0;
  for (const double value : row.out)
    largest = std::max(largest, std::fabs(value));
  const std::int64_t start = row.b * out.strides[0] + row.h * out.strides[1] + row.s * out.strides[2];
  for (std::int64_t d = 0; d < out.shape[3]; ++d) {
    const Deviation deviation = deviation_of(row, d, load_element(out.data, out.dtype, start + d * out.strides[3]));
    note_worst(outcome, deviation, largest);
    if (!is_acceptable(deviation, limits))
      return fail(outcome, "out " + describe(deviation));
  }
}

void check_lse(CheckOutcome& outcome, const TensorView<3>& lse, const ExpectedRow& row) {
  const std::int64_t at = row.b * lse.strides[0] + row.h * lse.strides[1] + row.s * lse.strides[2];
  const Deviation deviation = deviation_of(row, -1, load_element(lse.data, lse.dtype, at));
  if (!is_acceptable(deviation, limits_of(DType::f32)))
    fail(outcome, "lse " + describe(deviation));
}

} // namespace

CaseData::CaseData(const Case& problem)
    : problem_(problem), q_(q_layout(problem), Behind::forbidden), k_(k_layout(problem), Behind::forbidden),
      v_(v_layout(problem), Behind::forbidden), options_(problem.options) {
  for (GuardedArray* array : {&q_, &k_, &v_})
    array->set_surroundings(nan); // would be seen everywhere
  fill_q(problem_, q_.tensor<4>());
  fill_k(problem_, k_.tensor<4>());
  fill_v(problem_, v_.tensor<4>());
  set_options();
  set_expected();
}

void CaseData::set_options() {
  if (!problem_.bias.empty()) {
    bias_.emplace(bias_layout(problem_), Behind::forbidden);
    bias_->set_surroundings(nan);
    fill_bias(problem_, bias_->tensor<4>());
    options_.attn_bias = repeated_view(bias_->tensor<4>(), problem_, problem_.bias_repeat);
  }
  if (!problem_.mask.empty()) {
    mask_.emplace(mask_layout(problem_), Behind::forbidden);
    fill_mask(problem_, mask_->tensor<4>());
    options_.attn_mask = repeated_view(mask_->tensor<4>(), problem_, problem_.mask_repeat);
  }
  if (problem_.slopes != SlopeFill::none) {
    slopes_ = slopes_of(problem_, sequences_of(problem_));
    options_.alibi_slopes = slopes_view(problem_, slopes_.data());
  }
  if (problem_.sinks != SinkFill::none) {
    sinks_ = sinks_of(problem_);
    options_.sinks = {sinks_.data(), problem_.heads_q};
  }
  begins_q_ = begins_of(problem_.lengths_q);
  begins_k_ = begins_of(problem_.lengths_k);
  options_.cu_seqlens_q = begins_q_;
  options_.cu_seqlens_k = begins_k_;
}

void CaseData::set_expected() {
  const AttentionProblem description = this->description();
  std::optional<reference::Head> head;
  std::optional<Bounds> bounds;
  RowCoordinates of_head{-1, -1, 0};
  for (const RowCoordinates& coordinates : rows_of(problem_, description)) {
    if (coordinates.b != of_head.b || coordinates.h != of_head.h) {
      head.emplace(description, coordinates.b, coordinates.h);
      bounds.emplace(*head, problem_.dtype);
    }
    of_head = coordinates;
    expected_.push_back(expected_row(*head, *bounds, coordinates));
  }
}

AttentionProblem CaseData::description() const {
  AttentionProblem description{q(), k(), v(), {}, {}, options_};
  set_outputs(description, problem_);
  return description;
}

CaseDescription::CaseDescription(const Case& from)
    : begins_q(begins_of(from.lengths_q)), begins_k(begins_of(from.lengths_k)) {
  problem.q = view_at<4>(somewhere(), q_layout(from));
  problem.k = view_at<4>(somewhere(), k_layout(from));
  problem.v = view_at<4>(somewhere(), v_layout(from));
  set_outputs(problem, from);
  problem.options = from.options;
  const auto repeated = [&](const TensorLayout& layout, Repeat repeat) {
    ConstTensorView<4> view = view_at<4>(somewhere(), layout);
    return repeated_view({const_cast<void*>(view.data), view.dtype, view.shape, view.strides}, from, repeat);
  };
  if (!from.bias.empty())
    problem.options.attn_bias = repeated(bias_layout(from), from.bias_repeat);
  if (!from.mask.empty())
    problem.options.attn_mask = repeated(mask_layout(from), from.mask_repeat);
  if (from.slopes != SlopeFill::none)
    problem.options.alibi_slopes = slopes_view(from, somewhere());
  if (from.sinks != SinkFill::none)
    problem.options.sinks = {static_cast<const float*>(somewhere()), from.heads_q};
  problem.options.cu_seqlens_q = begins_q;
  problem.options.cu_seqlens_k = begins_k;
}

CaseOutputs::CaseOutputs(const Case& problem) : out(out_layout(problem)) {
  out.set_pattern();
  if (problem.lse == Lse::wanted)
    lse.emplace(lse_layout(problem)).set_pattern();
}

CheckOutcome check_outputs(const CaseData& data, const CaseOutputs& outputs) {
  CheckOutcome outcome = no_deviations();
  for (const ExpectedRow& row : data.expected()) {
    check_row(outcome, outputs.out_view(), row);
    if (outputs.lse)
      check_lse(outcome, outputs.lse_view(), row);
  }
  if (const auto damage = outputs.out.damage())
    fail(outcome, "out, " + *damage);
  if (outputs.lse)
    if (const auto damage = outputs.lse->damage())
      fail(outcome, "lse, " + *damage);
  return outcome;
}

CheckOutcome check(const CaseData& data, const CaseRun& run) {
  return check_run<CaseOutputs>(data, run, no_deviations(),
                                [&](const CaseOutputs& outputs) { return check_outputs(data, outputs); });
}

CaseRun run_through_interface(sycl::queue& queue, const Forced& forced) {
  return [&queue, forced](const CaseData& data, CaseOutputs& outputs) {
    AttentionOptions options = data.options();
    options.variant = forced.variant;
    options.target = forced.target;
    run_on_queue(queue, data.q(), data.k(), data.v(), {outputs.out_view(), outputs.lse_view()}, options);
  };
}

} // namespace xeforge::ops::attention
