#include "xeforge/python/calls.hpp"

namespace xeforge::python {
namespace {

// A result of the shape and type of x: the caller's, or a new one.
bool take_or_create(Result& result, PyObject* given, const char* name, const Kind& kind, const xeforge_tensor& x) {
  return given != Py_None ? result.take(given, name) : result.create(kind, name, x.shape, x.rank, x.dtype);
}

// given_out, given_sum: None, or what the caller wants written.
PyObject* plan(const Array& x, const Array& weight, PyObject* given_out, PyObject* given_sum,
               xeforge_rms_norm_options& options, const Given& eps) {
  Result out, sum;
  if ((given_out != Py_None && !out.take(given_out, "out")) ||
      (given_sum != Py_None && !sum.take(given_sum, "residual_out")))
    return nullptr;
  options.residual_out = sum.tensor();
  xeforge_plan plan;
  xeforge_error error;
  if (xeforge_rms_norm_plan(context(), &x.tensor, &weight.tensor, given_out != Py_None ? &out.tensor() : nullptr,
                            &options, &plan, &error) != XEFORGE_OK)
    return refuse_given(error, {eps}), nullptr;
  return texts_of(plan);
}

} // namespace

// goal, x, weight, eps, residual, whether the sum is wanted, residual_out, out, variant, target
PyObject* rms_norm(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  if (!expect_count(count, 10))
    return nullptr;
  Goal goal;
  Kind kind;
  Array x, weight, residual;
  Name variant, target;
  xeforge_rms_norm_options options;
  xeforge_rms_norm_defaults(&options, sizeof options);
  if (!goal_of(arguments[0], goal) || !find_kind(arguments[1], "x", kind) || !x.open(arguments[1], "x", Use::read) ||
      !weight.open(arguments[2], "weight", Use::read) || !number(arguments[3], "eps", options.eps) ||
      !residual.open_optional(arguments[4], "residual") || !variant.take(arguments[8], "variant") ||
      !target.take(arguments[9], "target"))
    return nullptr;
  bool wants_sum = false;
  if (!flag(arguments[5], "return_sum", wants_sum) || context() == nullptr)
    return nullptr;
  options.residual = residual.tensor;
  options.variant = variant.text;
  options.target = target.text;
  const bool has_sum = wants_sum || arguments[6] != Py_None;
  if (has_sum && arguments[4] == Py_None)
    return refuse("residual", "None", "an array, where the sum with it is asked for"), nullptr;
  const Given eps{"eps", arguments[3]};
  // What is wrong is found before anything is made.
  if (goal == Goal::plan || (arguments[7] == Py_None && x.tensor.rank < 1))
    return plan(x, weight, arguments[7], arguments[6], options, eps);

  Result out, sum;
  if (!take_or_create(out, arguments[7], "out", kind, x.tensor) ||
      (has_sum && !take_or_create(sum, arguments[6], "residual_out", kind, x.tensor)))
    return nullptr;
  if (has_sum)
    options.residual_out = sum.tensor();
  xeforge_context* const threads = context();
  xeforge_error error;
  const xeforge_status status = without_gil(
      [&] { return xeforge_rms_norm(threads, &x.tensor, &weight.tensor, &out.tensor(), &options, &error); });
  if (status != XEFORGE_OK)
    return refuse_given(error, {eps}), nullptr;
  PyObject* const result = out.release();
  return has_sum ? pair_of(result, sum.release()) : result;
}

} // namespace xeforge::python
