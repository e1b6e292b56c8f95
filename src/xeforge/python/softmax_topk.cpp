#include "xeforge/python/calls.hpp"
#include "xeforge/python/ranks.hpp"

#include <cstdio>

namespace xeforge::python {
namespace {

// A call's arguments, which stay open for it.
struct SoftmaxTopk {
  Kind kind;
  Array scores, correction_bias;
  Name variant, target;
  xeforge_softmax_topk_options options;
  int64_t index_dtype = 0, weight_dtype = 0;
  Result weights, indices;
  PyObject *given_out = nullptr, *given_factor = nullptr;

  bool take(PyObject* const* arguments);
  bool decide(xeforge_plan* plan); // plan may be null
  bool take_results();             // those of the caller
  bool expect_weight_dtype() const;
  bool refuse(const xeforge_error& error) const {
    return refuse_given(error, {{"routed_scaling_factor", given_factor}});
  }
  bool make_results();
  int64_t columns() const { return scores.tensor.shape[scores.tensor.rank - 1]; }
  PyObject* release() {
    PyObject* const first = weights.release();
    return pair_of(first, indices.release());
  }
};

// scores, k, scoring, renormalize, correction_bias, num_expert_group, topk_group, routed_scaling_factor, index_dtype,
// weight_dtype, out (None or a pair), variant, target
constexpr Py_ssize_t count_of_softmax_topk = 13;

bool SoftmaxTopk::take(PyObject* const* arguments) {
  xeforge_softmax_topk_defaults(&options, sizeof options);
  int64_t scoring = 0;
  if (!find_kind(arguments[0], "scores", kind) || !scores.open(arguments[0], "scores", Use::read) ||
      !number(arguments[1], "k", options.k) || !number(arguments[2], "scoring", scoring) ||
      !correction_bias.open_optional(arguments[4], "correction_bias") ||
      !number(arguments[5], "num_expert_group", options.num_expert_group) ||
      !number(arguments[6], "topk_group", options.topk_group) ||
      !number(arguments[7], "routed_scaling_factor", options.routed_scaling_factor) ||
      !number(arguments[8], "index_dtype", index_dtype) || !number(arguments[9], "weight_dtype", weight_dtype) ||
      !variant.take(arguments[11], "variant") || !target.take(arguments[12], "target"))
    return false;
  bool is_renormalized = false;
  if (!flag(arguments[3], "renormalize", is_renormalized))
    return false;
  options.renormalize = is_renormalized;
  given_out = arguments[10];
  given_factor = arguments[7];
  options.scoring = static_cast<xeforge_scoring>(scoring);
  options.correction_bias = correction_bias.tensor;
  options.variant = variant.text;
  options.target = target.text;
  return true;
}

bool SoftmaxTopk::decide(xeforge_plan* plan) {
  xeforge_tensor of_weights = weights.tensor(), of_indices = indices.tensor();
  if (given_out == Py_None) {
    if (!expect_weight_dtype())
      return false;
    of_weights = of_indices = {};
    of_weights.rank = of_indices.rank = 1;
    of_weights.dtype = static_cast<xeforge_dtype>(weight_dtype);
    of_indices.dtype = static_cast<xeforge_dtype>(index_dtype);
  }
  xeforge_error error;
  return context() != nullptr && (xeforge_softmax_topk_plan(context(), &scores.tensor, &of_weights, &of_indices,
                                                            &options, plan, &error) == XEFORGE_OK ||
                                  refuse(error));
}

bool SoftmaxTopk::take_results() {
  if (given_out == Py_None)
    return true;
  constexpr const char* expected = "a tuple of two arrays, weights and indices";
  if (!PyTuple_Check(given_out))
    return refuse_type("out", given_out, expected);
  if (const Py_ssize_t length = PyTuple_Size(given_out); length != 2) {
    char got[64];
    std::snprintf(got, sizeof got, "a tuple of length %zd", length);
    return python::refuse("out", got, expected);
  }
  return weights.take(PyTuple_GetItem(given_out, 0), "out[0]") && indices.take(PyTuple_GetItem(given_out, 1), "out[1]");
}

bool SoftmaxTopk::expect_weight_dtype() const {
  const xeforge_dtype of_scores = scores.tensor.dtype;
  if (weight_dtype == XEFORGE_FLOAT32 || weight_dtype == of_scores || of_scores > XEFORGE_FLOAT32)
    return true; // other scores are refused by the operator
  char expected[64];
  std::snprintf(expected, sizeof expected, "float32 or the type of scores, %s", xeforge_dtype_name(of_scores));
  return python::refuse("weight_dtype", xeforge_dtype_name(static_cast<xeforge_dtype>(weight_dtype)), expected);
}

bool SoftmaxTopk::make_results() {
  if (given_out != Py_None)
    return take_results();
  // Before anything is made of a k that makes no sense.
  xeforge_tensor winners = scores.tensor;
  if ((winners.rank < 1 || options.k < 1 || options.k > columns()) && !decide(nullptr))
    return false;
  if (!expect_weight_dtype())
    return false;
  winners.shape[winners.rank - 1] = options.k;
  return weights.create(kind, "weights", winners.shape, winners.rank, static_cast<xeforge_dtype>(weight_dtype)) &&
         indices.create(kind, "indices", winners.shape, winners.rank, static_cast<xeforge_dtype>(index_dtype));
}

// What dispatch needs, as arrays of the caller's kind.
struct DispatchArrays {
  Result counts, offsets, permutation;
  xeforge_dispatch dispatch{};

  bool make(SoftmaxTopk& call) {
    int64_t slots = call.options.k;
    for (int32_t axis = 0; axis + 1 < call.scores.tensor.rank; ++axis)
      slots *= call.scores.tensor.shape[axis];
    const int64_t of_counts = call.columns(), of_offsets = of_counts + 1;
    if (!counts.create(call.kind, "counts", &of_counts, 1, XEFORGE_INT64) ||
        !offsets.create(call.kind, "offsets", &of_offsets, 1, XEFORGE_INT64) ||
        !permutation.create(call.kind, "permutation", &slots, 1, XEFORGE_INT64))
      return false;
    dispatch.struct_size = sizeof dispatch;
    dispatch.counts = static_cast<int64_t*>(counts.tensor().data);
    dispatch.offsets = static_cast<int64_t*>(offsets.tensor().data);
    dispatch.permutation = static_cast<int64_t*>(permutation.tensor().data);
    return true;
  }
};

} // namespace

// goal, then the call's arguments
PyObject* softmax_topk(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  if (!expect_count(count, 1 + count_of_softmax_topk))
    return nullptr;
  Goal goal;
  SoftmaxTopk call;
  if (!goal_of(arguments[0], goal) || !call.take(arguments + 1) || context() == nullptr)
    return nullptr;
  if (goal == Goal::plan) {
    xeforge_plan plan;
    return call.take_results() && call.decide(&plan) ? texts_of(plan) : nullptr;
  }
  if (!call.make_results())
    return nullptr;
  xeforge_error error;
  xeforge_context* const threads = context();
  const xeforge_status status = without_gil([&] {
    return xeforge_softmax_topk(threads, &call.scores.tensor, &call.weights.tensor(), &call.indices.tensor(),
                                &call.options, &error);
  });
  return status == XEFORGE_OK ? call.release() : (call.refuse(error), nullptr);
}

// transport, threads, whether dispatch is wanted, then the call's arguments: ((weights, indices), None) or
// ((weights, indices), (counts, offsets, permutation, first_slot))
PyObject* ranks_softmax_topk(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  Transport transport;
  if (!expect_count(count, 3 + count_of_softmax_topk) || !transport.take(arguments[0]))
    return nullptr;
  const bool wants_dispatch = arguments[2] == Py_True;
  Threads threads;
  SoftmaxTopk call;
  DispatchArrays made;
  if (!transport.agree(call.take(arguments + 3) && threads.start(arguments[1]) && call.make_results() &&
                       (!wants_dispatch || made.make(call))))
    return nullptr;
  xeforge_error error;
  const xeforge_status status = without_gil([&] {
    return xeforge_ranks_softmax_topk(threads.context(), transport.get(), &call.scores.tensor, &call.weights.tensor(),
                                      &call.indices.tensor(), &call.options, wants_dispatch ? &made.dispatch : nullptr,
                                      &error);
  });
  if (status != XEFORGE_OK)
    return transport.raise(error), nullptr;
  if (!wants_dispatch)
    return Py_BuildValue("(NO)", call.release(), Py_None);
  PyObject* const counts = made.counts.release();
  PyObject* const offsets = made.offsets.release();
  PyObject* const permutation = made.permutation.release();
  return Py_BuildValue("(N(NNNL))", call.release(), counts, offsets, permutation,
                       static_cast<long long>(made.dispatch.first_slot));
}

} // namespace xeforge::python
