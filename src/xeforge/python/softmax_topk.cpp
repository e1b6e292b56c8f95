#include "xeforge/python/calls.hpp"

namespace xeforge::python {

// goal, scores, k, scoring, renormalize, correction_bias, num_expert_group, topk_group, routed_scaling_factor,
// index_dtype, weight_dtype, out (None or a pair), variant, target
PyObject* softmax_topk(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  if (!expect_count(count, 14))
    return nullptr;
  Goal goal;
  Array scores;
  Array correction_bias;
  Kind kind;
  Name variant, target;
  xeforge_softmax_topk_options options;
  xeforge_softmax_topk_defaults(&options, sizeof options);
  int64_t scoring = 0, index_dtype = 0, weight_dtype = 0;
  if (!goal_of(arguments[0], goal) || !find_kind(arguments[1], "scores", kind) ||
      !scores.open(arguments[1], "scores", Use::read) || !number(arguments[2], "k", options.k) ||
      !number(arguments[3], "scoring", scoring) || !correction_bias.open_optional(arguments[5], "correction_bias") ||
      !number(arguments[6], "num_expert_group", options.num_expert_group) ||
      !number(arguments[7], "topk_group", options.topk_group) ||
      !number(arguments[8], "routed_scaling_factor", options.routed_scaling_factor) ||
      !number(arguments[9], "index_dtype", index_dtype) || !number(arguments[10], "weight_dtype", weight_dtype) ||
      !variant.take(arguments[12], "variant") || !target.take(arguments[13], "target"))
    return nullptr;
  const int renormalize = PyObject_IsTrue(arguments[4]);
  if (renormalize < 0 || context() == nullptr)
    return nullptr;
  options.scoring = static_cast<xeforge_scoring>(scoring);
  options.renormalize = renormalize;
  options.correction_bias = correction_bias.tensor;
  options.variant = variant.text;
  options.target = target.text;

  xeforge_error error;
  xeforge_tensor winners = scores.tensor;
  if (goal == Goal::plan || arguments[11] == Py_None) {
    // Before anything is made of a k that makes no sense.
    if (winners.rank < 1 || options.k < 1 || options.k > winners.shape[winners.rank - 1] || goal == Goal::plan) {
      xeforge_tensor weights{}, indices{};
      weights.rank = indices.rank = 1;
      weights.dtype = static_cast<xeforge_dtype>(weight_dtype);
      indices.dtype = static_cast<xeforge_dtype>(index_dtype);
      xeforge_plan plan;
      if (xeforge_softmax_topk_plan(context(), &scores.tensor, &weights, &indices, &options, &plan, &error) !=
          XEFORGE_OK)
        return refuse(error), nullptr;
      return texts_of(plan);
    }
    winners.shape[winners.rank - 1] = options.k;
  }
  Result weights, indices;
  if (arguments[11] == Py_None) {
    if (!weights.create(kind, "weights", winners.shape, winners.rank, static_cast<xeforge_dtype>(weight_dtype)) ||
        !indices.create(kind, "indices", winners.shape, winners.rank, static_cast<xeforge_dtype>(index_dtype)))
      return nullptr;
  } else if (!PyTuple_Check(arguments[11]) || PyTuple_Size(arguments[11]) != 2) {
    PyErr_SetString(PyExc_TypeError, "out: got something else; expected a tuple of two arrays, weights and indices");
    return nullptr;
  } else if (!weights.take(PyTuple_GetItem(arguments[11], 0), "weights") ||
             !indices.take(PyTuple_GetItem(arguments[11], 1), "indices")) {
    return nullptr;
  }
  xeforge_context* const threads = context();
  xeforge_status status;
  Py_BEGIN_ALLOW_THREADS;
  status = xeforge_softmax_topk(threads, &scores.tensor, &weights.tensor(), &indices.tensor(), &options, &error);
  Py_END_ALLOW_THREADS;
  if (status != XEFORGE_OK)
    return refuse(error), nullptr;
  PyObject* const first = weights.release();
  return pair_of(first, indices.release());
}

} // namespace xeforge::python
