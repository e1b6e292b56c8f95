#include "xeforge/ops/rms_norm/checks/check.hpp"

#include "xeforge/ops/checks/checked_run.hpp"
#include "xeforge/ops/checks/elements.hpp"
#include "xeforge/ops/checks/random.hpp"
#include "xeforge/ops/rms_norm/checks/fills.hpp"
#include "xeforge/ops/rms_norm/host/on_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace xeforge::ops::rms_norm {
namespace {

std::int64_t stride_of(const Case& problem, Lie lie) {
  const std::int64_t line = 64 / static_cast<std::int64_t>(size_of(problem.dtype));
  switch (lie) {
  case Lie::adjacent:
    return problem.n;
  case Lie::apart:
    return problem.n + 3;
  case Lie::aligned:
    return (problem.n + line - 1) / line * line;
  case Lie::backward:
    return -(problem.n + 5);
  case Lie::shared:
    return 0;
  }
  return 0;
}

TensorLayout rows_layout(const Case& problem, Lie lie) {
  return {problem.dtype, {problem.rows, problem.n}, {stride_of(problem, lie), 1}};
}

MatrixView matrix_of(const GuardedArray& array) {
  const TensorView<2> view = array.tensor<2>();
  return {view.data, view.dtype, view.shape[0], view.shape[1], view.strides[0]};
}
ConstMatrixView const_matrix_of(const GuardedArray& array) {
  const MatrixView view = matrix_of(array);
  return {view.data, view.dtype, view.rows, view.columns, view.row_stride};
}

void* row_of(const MatrixView& view, std::int64_t row) {
  return static_cast<std::byte*>(view.data) + row * view.row_stride * static_cast<std::int64_t>(size_of(view.dtype));
}
std::vector<double> values_of(const void* row, DType dtype, std::int64_t n) {
  std::vector<double> values;
  for (std::int64_t column = 0; column < n; ++column)
    values.push_back(load_element(row, dtype, column));
  return values;
}

// Rows that share memory are filled once.
void fill(const Case& problem, Array array, const GuardedArray& target) {
  for (std::int64_t row = 0; row < (problem.inputs == Lie::shared ? 1 : problem.rows); ++row)
    fill_row(problem, array, row, row_of(matrix_of(target), row));
}

// All, or as many as the case asks for: the first, the last, and others at random.
std::vector<std::int64_t> rows_to_check(const Case& problem) {
  std::vector<std::int64_t> rows{0, problem.rows - 1};
  Random random(seed_of(problem.name));
  if (problem.rows_checked == 0)
    for (std::int64_t row = 1; row + 1 < problem.rows; ++row)
      rows.push_back(row);
  while (static_cast<std::int64_t>(rows.size()) < problem.rows_checked)
    rows.push_back(random.below(problem.rows));
  std::ranges::sort(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

// --- comparing -------------------------------------------------------------------------------------------------------

// An element that may be as large as the largest number may come out as infinity.
bool is_acceptable(const ElementError& element, const FloatLimits& limits) {
  if (std::isnan(element.expected))
    return std::isnan(element.got);
  if (std::isinf(element.got) && element.got != element.expected)
    return std::signbit(element.got) == std::signbit(element.expected) &&
           std::fabs(element.expected) + element.allowed >= limits.largest;
  return element.absolute <= element.allowed; // false for NaN
}

// Says where the element is, in numbers and in words.
void set_place(ElementError& element, const char* array, std::int64_t row, std::size_t column) {
  element.coordinates = {{"row", row}, {"column", static_cast<std::int64_t>(column)}};
  element.text = fmt::format("{}, row {}, column {}: got {}, expected {}, off by {:.3g}, allowed {:.3g}", array, row,
                             column, element.got, element.expected, element.absolute, element.allowed);
}

// One row of an output.
struct ExpectedValues {
  const char* name;
  std::int64_t row;
  std::span<const double> exact, bounds;
};

ElementError element_error(const ExpectedValues& expected, std::size_t column, double got) {
  ElementError element;
  element.got = got;
  element.expected = expected.exact[column];
  element.allowed = expected.bounds[column];
  element.absolute = got == element.expected ? 0.0 : std::fabs(got - element.expected); // infinity is infinity
  element.relative = element.expected == 0.0 ? 0.0 : element.absolute / std::fabs(element.expected);
  return element;
}

void check_row(CheckOutcome& outcome, const MatrixView& view, const ExpectedValues& expected) {
  const FloatLimits limits = limits_of(view.dtype);
  constexpr double smallest_normal = 0x1p-126; // below it a relative error says nothing
  const auto keep = [&](ElementError& worst, ElementError element, std::size_t column) {
    set_place(element, expected.name, expected.row, column);
    worst = std::move(element);
  };
  for (std::size_t column = 0; column < expected.exact.size(); ++column) {
    const double got = load_element(row_of(view, expected.row), view.dtype, static_cast<std::int64_t>(column));
    const ElementError element = element_error(expected, column, got);
    if (element.absolute > outcome.worst_absolute.absolute || outcome.worst_absolute.coordinates.empty())
      keep(outcome.worst_absolute, element, column);
    if ((element.relative > outcome.worst_relative.relative && std::fabs(element.expected) >= smallest_normal) ||
        outcome.worst_relative.coordinates.empty())
      keep(outcome.worst_relative, element, column);
    if (!is_acceptable(element, limits)) {
      ElementError wrong;
      keep(wrong, element, column);
      return fail(outcome, wrong.text);
    }
  }
}

} // namespace

CaseData::CaseData(const Case& problem)
    : problem_(problem), x_(rows_layout(problem, problem.inputs)),
      weight_(TensorLayout{problem.weight_dtype, {1, problem.n}, {problem.n, 1}}) {
  const bool has_residual = problem.residual != Residual::none;
  fill(problem, Array::x, x_);
  fill_weight(problem, matrix_of(weight_).data);
  x_.set_surroundings(limits_of(problem.dtype).largest); // would show in every sum
  if (has_residual) {
    residual_.emplace(rows_layout(problem, problem.inputs));
    fill(problem, Array::residual, *residual_);
    residual_->set_surroundings(limits_of(problem.dtype).largest);
  }
  const std::vector<double> weights = values_of(matrix_of(weight_).data, problem.weight_dtype, problem.n);
  for (const std::int64_t row : rows_to_check(problem)) {
    const auto values = [&](const GuardedArray& array) {
      return values_of(row_of(matrix_of(array), row), problem.dtype, problem.n);
    };
    expected_.push_back({row, reference::row_of(values(x_), has_residual ? values(*residual_) : std::vector<double>{},
                                                weights, problem.eps, problem.dtype)});
  }
}

ConstMatrixView CaseData::x() const { return const_matrix_of(x_); }
ConstMatrixView CaseData::weight() const { return const_matrix_of(weight_); }

RmsNormOptions CaseData::options() const {
  RmsNormOptions options;
  options.eps = problem_.eps;
  if (residual_)
    options.residual = const_matrix_of(*residual_);
  return options;
}

RmsNormProblem description_of(const Case& problem) {
  alignas(16) static std::byte somewhere[16]{}; // an address for arrays that nobody touches
  const auto rows = [&](Lie lie) {
    return MatrixView{somewhere, problem.dtype, problem.rows, problem.n, stride_of(problem, lie)};
  };
  const auto input = [&](const MatrixView& view) {
    return ConstMatrixView{view.data, view.dtype, view.rows, view.columns, view.row_stride};
  };
  RmsNormProblem description{input(rows(problem.inputs)),
                             {somewhere, problem.weight_dtype, 1, problem.n, problem.n},
                             rows(problem.outputs),
                             {}};
  description.options.eps = problem.eps;
  if (problem.residual != Residual::none)
    description.options.residual = input(rows(problem.inputs));
  if (problem.residual == Residual::written)
    description.options.residual_out = rows(problem.outputs);
  return description;
}

CaseOutputs::CaseOutputs(const Case& problem) : out(rows_layout(problem, problem.outputs)) {
  out.set_pattern();
  if (problem.residual == Residual::written)
    residual_out.emplace(rows_layout(problem, problem.outputs)).set_pattern();
}
MatrixView CaseOutputs::out_view() const { return matrix_of(out); }
MatrixView CaseOutputs::residual_out_view() const { return residual_out ? matrix_of(*residual_out) : MatrixView{}; }

CheckOutcome check_outputs(const CaseData& data, const CaseOutputs& outputs) {
  CheckOutcome outcome;
  for (const auto& [row, exact] : data.expected()) {
    check_row(outcome, outputs.out_view(), {"out", row, exact.out, exact.out_bounds});
    if (outputs.residual_out)
      check_row(outcome, outputs.residual_out_view(), {"residual_out", row, exact.sum, exact.sum_bounds});
  }
  if (const auto damage = outputs.out.damage())
    fail(outcome, "out, " + *damage);
  if (outputs.residual_out)
    if (const auto damage = outputs.residual_out->damage())
      fail(outcome, "residual_out, " + *damage);
  return outcome;
}

CheckOutcome check(const CaseData& data, const CaseRun& run) {
  return check_run<CaseOutputs>(data, run, {},
                                [&](const CaseOutputs& outputs) { return check_outputs(data, outputs); });
}

CaseRun run_through_interface(sycl::queue& queue, const Forced& forced) {
  return [&queue, forced](const CaseData& data, CaseOutputs& outputs) {
    RmsNormOptions options = data.options();
    options.residual_out = outputs.residual_out_view();
    options.variant = forced.variant;
    options.target = forced.target;
    run_on_queue(queue, data.x(), data.weight(), outputs.out_view(), options);
  };
}

} // namespace xeforge::ops::rms_norm
