// RMS normalisation for tensors of any shape and strides: rows that are matrices go to the operator as they are, others
// some at a time through memory of this call.
#include "xeforge/rms_norm.hpp"

#include "xeforge/c_interface/context.hpp"
#include "xeforge/c_interface/guarded.hpp"
#include "xeforge/c_interface/options.hpp"
#include "xeforge/c_interface/plan.hpp"
#include "xeforge/c_interface/row_blocks.hpp"
#include "xeforge/c_interface/tensors.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace xeforge::c_interface {
namespace {

constexpr std::size_t first_size = 320; // of xeforge_rms_norm_options as first published
static_assert(sizeof(xeforge_rms_norm_options) >= first_size);

xeforge_rms_norm_options defaults() {
  xeforge_rms_norm_options options{};
  options.struct_size = sizeof options;
  options.eps = RmsNormOptions{}.eps;
  return options;
}

// An array of the shape of x, as rows and, where they are one, as a matrix.
struct Operand {
  const char* name;
  Rows rows;
  std::optional<MatrixView> matrix;
};

Operand operand(const xeforge_tensor* tensor, const char* name) {
  const Rows rows = rows_of(tensor, name);
  return {name, rows, matrix_of(rows)};
}

void expect_shape(const Operand& array, const Operand& x) {
  const auto got = shape_of(array.rows.tensor), expected = shape_of(x.rows.tensor);
  if (!std::ranges::equal(got, expected))
    throw Error(std::string(array.name) + " shape", shape_text(got), shape_text(expected) + ", that of x");
}

ConstMatrixView weight_row(const Rows& weight, std::int64_t n) {
  if (weight.tensor.rank != 1 || weight.length != n)
    throw Error("weight shape", shape_text(shape_of(weight.tensor)),
                shape_text({&n, 1}) + ", a number for each column");
  return {weight.tensor.data, dtype_of(weight.tensor), 1, n, n};
}

// The weights as one row: where they lie if they are adjacent, else a copy.
class Weight {
public:
  Weight(const xeforge_tensor* tensor, std::int64_t n) : rows_(rows_of(tensor, "weight")) {
    view_ = weight_row(rows_, n);
    const bool is_adjacent = rows_.tensor.strides[0] == 1 || n <= 1;
    if (is_adjacent || (view_.dtype != DType::f16 && view_.dtype != DType::bf16 && view_.dtype != DType::f32))
      return; // what other types there are the operator refuses
    expect_memory({"weight", rows_});
    copy_.emplace(rows_, 1);
    view_ = read_view(copy_->gather(1));
  }
  Weight(const Weight&) = delete;
  Weight& operator=(const Weight&) = delete;
  const ConstMatrixView& view() const { return view_; }

private:
  Rows rows_;
  std::optional<RowBlock> copy_;
  ConstMatrixView view_;
};

struct Call {
  Operand x, out;
  std::optional<Operand> residual, residual_out;
  RmsNormOptions options; // without arrays
};

Call call_of(const xeforge_tensor* x, const xeforge_tensor* out, const xeforge_rms_norm_options& given) {
  Call call{operand(x, "x"), operand(out, "out"), {}, {}, {}};
  if (is_given(&given.residual))
    call.residual = operand(&given.residual, "residual");
  if (is_given(&given.residual_out))
    call.residual_out = operand(&given.residual_out, "residual_out");
  call.options.eps = given.eps;
  call.options.variant = name_or_empty(given.variant);
  call.options.target = name_or_empty(given.target);
  expect_shape(call.out, call.x);
  for (const auto* array : {&call.residual, &call.residual_out})
    if (*array)
      expect_shape(**array, call.x);
  return call;
}

bool is_matrices(const Call& call) {
  const auto fits = [](const std::optional<Operand>& array) { return !array || array->matrix.has_value(); };
  return call.x.matrix && call.out.matrix && fits(call.residual) && fits(call.residual_out);
}

// What the operator is asked where some arrays are no matrices: about blocks without gaps of the same size.
MatrixView matrix_or_dense(const Operand& array) {
  const Rows& rows = array.rows;
  return array.matrix.value_or(
      MatrixView{rows.tensor.data, dtype_of(rows.tensor), rows.count, rows.length, rows.length});
}

RmsNormProblem problem_of(const Call& call, const ConstMatrixView& weight) {
  RmsNormProblem problem{read_view(matrix_or_dense(call.x)), weight, matrix_or_dense(call.out), call.options};
  if (call.residual)
    problem.options.residual = read_view(matrix_or_dense(*call.residual));
  if (call.residual_out)
    problem.options.residual_out = matrix_or_dense(*call.residual_out);
  // No rows are nothing to do, and everything else about them is looked at as for one.
  for (std::int64_t* rows :
       {&problem.x.rows, &problem.out.rows, &problem.options.residual.rows, &problem.options.residual_out.rows})
    *rows = std::max<std::int64_t>(*rows, 1);
  return problem;
}

// ---- arrays that are no matrices ------------------------------------------------------------------------------------

bool are_the_same(const Operand& a, const Operand& b) {
  return a.rows.tensor.data == b.rows.tensor.data &&
         std::ranges::equal(strides_of(a.rows.tensor), strides_of(b.rows.tensor));
}

// What the operator says of matrices, for tensors of any strides: out may be x, and residual_out residual.
void expect_separate_memory(const Call& call, const ConstMatrixView& weight) {
  const auto named = [](const Operand& array) { return Named{array.name, array.rows}; };
  const xeforge_tensor row = xeforge_dense_tensor(const_cast<void*>(weight.data),
                                                  static_cast<xeforge_dtype>(weight.dtype), 1, &weight.columns);
  const Rows weight_rows = rows_of(&row, "weight");
  std::vector<const Operand*> inputs{&call.x}, outputs{&call.out};
  if (call.residual)
    inputs.push_back(&*call.residual);
  if (call.residual_out)
    outputs.push_back(&*call.residual_out);
  expect_memory({"weight", weight_rows});
  for (const auto& arrays : {inputs, outputs})
    for (const Operand* array : arrays)
      expect_memory(named(*array));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    expect_elements_apart(named(*outputs[i]));
    expect_disjoint(named(*outputs[i]), {"weight", weight_rows});
    for (std::size_t j = 0; j < inputs.size(); ++j)
      if (i != j || !are_the_same(*outputs[i], *inputs[j]))
        expect_disjoint(named(*outputs[i]), named(*inputs[j]));
  }
  if (outputs.size() == 2)
    expect_disjoint(named(*outputs[1]), named(*outputs[0]));
}

void run_in_blocks(sycl::queue& queue, const Call& call, const ConstMatrixView& weight) {
  expect_separate_memory(call, weight);
  const std::int64_t rows = call.x.rows.count, block = rows_of_a_block(call.x.rows);
  RowBlock x(call.x.rows, block), out(call.out.rows, block);
  std::optional<RowBlock> residual, residual_out;
  if (call.residual)
    residual.emplace(call.residual->rows, block);
  if (call.residual_out)
    residual_out.emplace(call.residual_out->rows, block);
  for (std::int64_t first = 0; first < rows; first += block) {
    const std::int64_t count = std::min(block, rows - first);
    RmsNormOptions options = call.options;
    if (residual)
      options.residual = read_view(residual->gather(count));
    if (residual_out)
      options.residual_out = residual_out->dense(count);
    rms_norm(queue, read_view(x.gather(count)), weight, out.dense(count), options);
    out.scatter(count);
    if (residual_out)
      residual_out->scatter(count);
  }
}

void run(sycl::queue& queue, const Call& call, const ConstMatrixView& weight) {
  const RmsNormProblem problem = problem_of(call, weight);
  const bool has_rows = call.x.rows.count > 0;
  if (has_rows && is_matrices(call))
    return rms_norm(queue, problem.x, problem.weight, problem.out, problem.options);
  plan(problem); // throws what is wrong
  if (has_rows)
    run_in_blocks(queue, call, weight);
}

// Of a problem without an out: one of the shape of x without gaps.
xeforge_tensor out_or_dense(const xeforge_tensor* out, const xeforge_tensor* x) {
  if (out != nullptr)
    return *out;
  checked(x, "x");
  return xeforge_dense_tensor(x->data, x->dtype, x->rank, x->shape);
}

} // namespace
} // namespace xeforge::c_interface

using namespace xeforge::c_interface;

void xeforge_rms_norm_defaults(xeforge_rms_norm_options* options, size_t struct_size) {
  write_defaults(options, struct_size, defaults());
}

xeforge_status xeforge_rms_norm(xeforge_context* context, const xeforge_tensor* x, const xeforge_tensor* weight,
                                const xeforge_tensor* out, const xeforge_rms_norm_options* given,
                                xeforge_error* error) {
  return guarded(error, [&] {
    sycl::queue& queue = queue_of(context);
    const Call call = call_of(x, out, read_options(given, defaults(), first_size));
    run(queue, call, Weight(weight, call.x.rows.length).view());
  });
}

xeforge_status xeforge_rms_norm_plan(xeforge_context* context, const xeforge_tensor* x, const xeforge_tensor* weight,
                                     const xeforge_tensor* out, const xeforge_rms_norm_options* given,
                                     xeforge_plan* plan, xeforge_error* error) {
  return guarded(error, [&] {
    queue_of(context);
    const xeforge_tensor dense = out_or_dense(out, x);
    const Call call = call_of(x, &dense, read_options(given, defaults(), first_size));
    const xeforge::Plan chosen =
        xeforge::plan(problem_of(call, weight_row(rows_of(weight, "weight"), call.x.rows.length)));
    write_plan(plan, chosen,
               is_matrices(call) ? ""
                                 : "; rows are gathered first, because their elements are not adjacent or not evenly "
                                   "apart");
  });
}
