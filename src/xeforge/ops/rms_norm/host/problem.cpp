#include "xeforge/ops/rms_norm/host/problem.hpp"

#include "xeforge/ops/choice.hpp"
#include "xeforge/ops/footprint.hpp"
#include "xeforge/ops/rms_norm/host/variants.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace xeforge::ops::rms_norm {
namespace {

using MaybeError = std::optional<Error>;

ConstMatrixView read_view(const MatrixView& view) {
  return {view.data, view.dtype, view.rows, view.columns, view.row_stride};
}

// The arrays that are given, with their names.
struct Named {
  std::string name;
  ConstMatrixView view;
};
std::vector<Named> inputs_of(const RmsNormProblem& problem) {
  std::vector<Named> inputs{{"x", problem.x}, {"weight", problem.weight}};
  if (problem.options.residual.data != nullptr)
    inputs.push_back({"residual", problem.options.residual});
  return inputs;
}
std::vector<Named> outputs_of(const RmsNormProblem& problem) {
  std::vector<Named> outputs{{"out", read_view(problem.out)}};
  if (problem.options.residual_out.data != nullptr)
    outputs.push_back({"residual_out", read_view(problem.options.residual_out)});
  return outputs;
}

MaybeError x_error(const RmsNormProblem& problem) {
  const ConstMatrixView& x = problem.x;
  if (x.dtype != DType::f16 && x.dtype != DType::bf16 && x.dtype != DType::f32)
    return Error("x dtype", std::string(name_of(x.dtype)), "float16, bfloat16 or float32");
  if (x.rows < 1)
    return Error("x rows", fmt::to_string(x.rows), "1 or more");
  if (x.columns < 1 || x.columns > largest_n)
    return Error("x columns", fmt::to_string(x.columns), fmt::format("1 to {}", largest_n));
  return {};
}

// rows x columns and a stride with which they fit into memory.
MaybeError shape_error(const Named& array, std::int64_t rows, std::int64_t columns) {
  const auto& [name, view] = array;
  if (view.rows != rows || view.columns != columns)
    return Error(name, fmt::format("{} x {}", view.rows, view.columns), fmt::format("{} x {}", rows, columns));
  const std::array<std::int64_t, 2> shape{rows, columns}, strides{view.row_stride, 1};
  if (!byte_range(shape, strides, view.dtype))
    return Error(name + " row stride", fmt::to_string(view.row_stride),
                 fmt::format("a stride with which {} rows fit into memory", rows));
  return {};
}

MaybeError shapes_error(const RmsNormProblem& problem) {
  const auto& [x, weight, out, options] = problem;
  if (weight.dtype != x.dtype && weight.dtype != DType::f32)
    return Error("weight dtype", std::string(name_of(weight.dtype)),
                 fmt::format("float32 or the type of x, {}", name_of(x.dtype)));
  if (MaybeError found = shape_error({"x", x}, x.rows, x.columns))
    return found;
  if (MaybeError found = shape_error({"weight", weight}, 1, x.columns))
    return found;
  std::vector<Named> as_x = outputs_of(problem);
  if (options.residual.data != nullptr)
    as_x.push_back({"residual", options.residual});
  for (const Named& array : as_x) {
    if (array.view.dtype != x.dtype)
      return Error(array.name + " dtype", std::string(name_of(array.view.dtype)),
                   fmt::format("the type of x, {}", name_of(x.dtype)));
    if (MaybeError found = shape_error(array, x.rows, x.columns))
      return found;
  }
  return {};
}

MaybeError output_strides_error(const RmsNormProblem& problem) {
  for (const Named& output : outputs_of(problem)) {
    const std::array<std::int64_t, 2> shape{output.view.rows, output.view.columns}, strides{output.view.row_stride, 1};
    if (!elements_are_apart(shape, strides))
      return Error(output.name + " row stride", fmt::to_string(output.view.row_stride),
                   fmt::format("{} or more, of either sign: rows that do not overlap", output.view.columns));
  }
  return {};
}

MaybeError options_error(const RmsNormProblem& problem) {
  const RmsNormOptions& options = problem.options;
  if (!(options.eps >= smallest_eps && options.eps <= largest_eps)) // NaN is not
    return Error("eps", fmt::to_string(options.eps), fmt::format("{} to {}", smallest_eps, largest_eps));
  if (options.residual_out.data != nullptr && options.residual.data == nullptr)
    return Error("residual_out", "an array, though there is no residual", "a residual as well, or neither");
  return target_error(options.target);
}

MaybeError variant_error(const RmsNormProblem& problem) {
  const std::string& name = problem.options.variant;
  if (name.empty())
    return {};
  const Variant* variant = find_variant(name);
  if (variant == nullptr)
    return unknown_variant(variants(), name);
  if (const std::string_view refusal = variant->refusal(problem); !refusal.empty())
    return Error("variant", fmt::format("\"{}\"", name),
                 fmt::format("a variant that accepts the problem; \"{}\" {}", name, refusal));
  return {};
}

// --- arrays ----------------------------------------------------------------------------------------------------------

// A matrix with the shape and the strides that its footprint refers to.
class Matrix {
public:
  explicit Matrix(const ConstMatrixView& view)
      : view_(view), shape_{view.rows, view.columns}, strides_{view.row_stride, 1} {}
  Footprint footprint() const { return {view_.data, view_.dtype, shape_, strides_}; }

private:
  ConstMatrixView view_;
  std::array<std::int64_t, 2> shape_, strides_;
};

bool are_the_same(const ConstMatrixView& a, const ConstMatrixView& b) {
  return a.data == b.data && (a.row_stride == b.row_stride || a.rows == 1);
}

// Each output may stand where one input does: it is read before it is written, element by element.
bool may_replace(const Named& output, const Named& input) {
  const bool is_pair =
      (output.name == "out" && input.name == "x") || (output.name == "residual_out" && input.name == "residual");
  return is_pair && are_the_same(output.view, input.view);
}

MaybeError pointer_error(const Named& array) {
  const auto& [name, view] = array;
  if (view.data == nullptr)
    return Error(name, "a null pointer", fmt::format("{} x {} {}", view.rows, view.columns, name_of(view.dtype)));
  if (reinterpret_cast<std::uintptr_t>(view.data) % size_of(view.dtype) != 0)
    return Error(name, fmt::format("address {}", fmt::ptr(view.data)),
                 fmt::format("an address that is a multiple of {}", size_of(view.dtype)));
  return {};
}

MaybeError overlap_error(const Named& output, const Named& other) {
  if (are_disjoint(Matrix(output.view).footprint(), Matrix(other.view).footprint()))
    return {};
  return Error(output.name, fmt::format("bytes that overlap those of {}", other.name), "memory of its own");
}

} // namespace

std::optional<Error> problem_error(const RmsNormProblem& problem) {
  for (const auto check : {x_error, shapes_error, output_strides_error, options_error, variant_error})
    if (MaybeError found = check(problem))
      return found;
  return {};
}

std::optional<Error> arrays_error(const RmsNormProblem& problem) {
  const std::vector<Named> inputs = inputs_of(problem), outputs = outputs_of(problem);
  for (const auto& arrays : {inputs, outputs})
    for (const Named& array : arrays)
      if (MaybeError found = pointer_error(array))
        return found;
  for (const Named& output : outputs)
    for (const Named& input : inputs)
      if (!may_replace(output, input))
        if (MaybeError found = overlap_error(output, input))
          return found;
  return outputs.size() < 2 ? MaybeError{} : overlap_error(outputs[1], outputs[0]);
}

} // namespace xeforge::ops::rms_norm
