// The part of the Python package that is compiled: from Python's arguments to one call of the C interface, without the
// GIL, and back. Arguments come in order and complete; names, defaults and documentation stand in _operators.py.
#include "xeforge/python/arrays.hpp"

#include <cstring>
#include <initializer_list>

namespace xeforge::python {
namespace {

// ---- the threads that calls share -----------------------------------------------------------------------------------

xeforge_context* shared_context = nullptr;
int32_t threads_of_context = 0;

xeforge_context* context() {
  if (shared_context == nullptr) {
    xeforge_error error;
    if (xeforge_context_create(threads_of_context, &shared_context, &error) != XEFORGE_OK)
      PyErr_SetString(PyExc_RuntimeError, error.message);
  }
  return shared_context;
}

// In a child after fork the threads are gone: the child makes a context of its own, whose calls run on their caller.
PyObject* begin_as_child(PyObject*, PyObject*) {
  shared_context = nullptr; // its memory stays: nothing of it can be ended without its threads
  threads_of_context = 1;
  Py_RETURN_NONE;
}

// ---- arguments ------------------------------------------------------------------------------------------------------

bool number(PyObject* object, const char* name, int64_t& value) {
  value = PyLong_AsLongLong(object);
  if (value != -1 || !PyErr_Occurred())
    return true;
  PyErr_Clear();
  PyObject* const whole = PyNumber_Index(object);
  if (whole != nullptr) {
    value = PyLong_AsLongLong(whole);
    Py_DECREF(whole);
    if (!PyErr_Occurred())
      return true;
  }
  PyErr_Clear();
  PyErr_Format(PyExc_TypeError, "%s: got %R; expected an integer", name, object);
  return false;
}

bool number(PyObject* object, const char* name, float& value) {
  value = static_cast<float>(PyFloat_AsDouble(object));
  if (!PyErr_Occurred())
    return true;
  PyErr_Clear();
  PyErr_Format(PyExc_TypeError, "%s: got %R; expected a number", name, object);
  return false;
}

// A name in UTF-8 that lives as long as this object; null for None.
class Name {
public:
  Name() = default;
  Name(const Name&) = delete;
  Name& operator=(const Name&) = delete;
  bool take(PyObject* object, const char* name) {
    if (object == Py_None)
      return true;
    text = PyUnicode_AsUTF8AndSize(object, nullptr);
    if (text != nullptr)
      return true;
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "%s: got %R; expected a name", name, object);
    return false;
  }
  const char* text = nullptr;
};

bool expect_count(Py_ssize_t got, Py_ssize_t expected) {
  if (got == expected)
    return true;
  PyErr_Format(PyExc_TypeError, "got %zd arguments; expected %zd", got, expected);
  return false;
}

PyObject* pair_of(PyObject* first, PyObject* second) {
  PyObject* const pair = first != nullptr && second != nullptr ? PyTuple_New(2) : nullptr;
  if (pair == nullptr) {
    Py_XDECREF(first);
    Py_XDECREF(second);
    return nullptr;
  }
  PyTuple_SetItem(pair, 0, first);
  PyTuple_SetItem(pair, 1, second);
  return pair;
}

PyObject* texts_of(const xeforge_plan& plan) { return Py_BuildValue("(sss)", plan.variant, plan.target, plan.reason); }

// A result of the call: given by the caller, or new. Holds a reference.
class Result {
public:
  Result() = default;
  Result(const Result&) = delete;
  Result& operator=(const Result&) = delete;
  ~Result() { Py_XDECREF(object_); }
  bool take(PyObject* given, const char* name) {
    Py_INCREF(given);
    object_ = given;
    is_given_ = true;
    return array_.open(given, name, Use::write);
  }
  bool create(const Kind& kind, const char* name, const int64_t* shape, int32_t rank, xeforge_dtype dtype) {
    kind_ = &kind;
    object_ = make(kind, shape, rank, dtype);
    return object_ != nullptr && array_.open(object_, name, Use::write);
  }
  PyObject* release() {
    PyObject* const object = object_;
    object_ = nullptr;
    return is_given_ ? object : finished(*kind_, object);
  }
  xeforge_tensor& tensor() { return array_.tensor; }

private:
  Array array_;
  PyObject* object_ = nullptr;
  const Kind* kind_ = nullptr;
  bool is_given_ = false;
};

enum class Goal { run, plan };

bool goal_of(PyObject* object, Goal& goal) {
  int64_t value = 0;
  if (!number(object, "goal", value))
    return false;
  goal = value == 0 ? Goal::run : Goal::plan;
  return true;
}

// ---- softmax + top-K ------------------------------------------------------------------------------------------------

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
  xeforge_status status;
  Py_BEGIN_ALLOW_THREADS;
  status = xeforge_softmax_topk(shared_context, &scores.tensor, &weights.tensor(), &indices.tensor(), &options, &error);
  Py_END_ALLOW_THREADS;
  if (status != XEFORGE_OK)
    return refuse(error), nullptr;
  PyObject* const first = weights.release();
  return pair_of(first, indices.release());
}

// ---- attention ------------------------------------------------------------------------------------------------------

// Where the logical dimensions b, h, s, d stand in an array of such a layout.
struct Order {
  int place[4];
};

bool order_of(PyObject* object, const char* name, Order& order) {
  const char* const text = PyUnicode_Check(object) ? PyUnicode_AsUTF8AndSize(object, nullptr) : "";
  for (const char* known : {"bhsd", "bshd", "sbhd", "bhds"})
    if (text != nullptr && std::strcmp(text, known) == 0) {
      for (int axis = 0; axis < 4; ++axis)
        order.place[axis] = static_cast<int>(std::strchr(known, "bhsd"[axis]) - known);
      return true;
    }
  PyErr_Clear();
  return refuse(name, text == nullptr || *text == '\0' ? "no layout" : text,
                "\"bhsd\", \"bshd\", \"sbhd\" or \"bhds\"");
}

// Other ranks stay as they are: the operator refuses them by name.
xeforge_tensor logical(const xeforge_tensor& array, const Order& order) {
  xeforge_tensor result = array;
  for (int axis = 0; axis < 4 && array.rank == 4; ++axis) {
    result.shape[axis] = array.shape[order.place[axis]];
    result.strides[axis] = array.strides[order.place[axis]];
  }
  return result;
}

bool create_in_order(Result& result, const Kind& kind, const Order& order, const int64_t (&shape)[4],
                     xeforge_dtype dtype) {
  int64_t extents[4];
  for (int axis = 0; axis < 4; ++axis)
    extents[order.place[axis]] = shape[axis];
  return result.create(kind, "out", extents, 4, dtype);
}

// The arrays of options; they stay open for the call.
struct OptionArrays {
  Array bias, mask, slopes, sinks, begins_q, begins_k;
};

// goal, q, k, v, bias, mask, causal, window_left, window_right, softcap, alibi_slopes, sinks, scale (None or a number),
// layout, out_layout, cu_seqlens_q, cu_seqlens_k, return_lse, out, variant, target
PyObject* attention(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  if (!expect_count(count, 21))
    return nullptr;
  Goal goal;
  Kind kind;
  Array q, k, v;
  OptionArrays given;
  Name variant, target;
  Order order, out_order;
  xeforge_attention_options options;
  xeforge_attention_defaults(&options, sizeof options);
  int64_t causal = 0;
  if (!goal_of(arguments[0], goal) || !find_kind(arguments[1], "q", kind) || !q.open(arguments[1], "q", Use::read) ||
      !k.open(arguments[2], "k", Use::read) || !v.open(arguments[3], "v", Use::read) ||
      !given.bias.open_optional(arguments[4], "bias") || !given.mask.open_optional(arguments[5], "mask") ||
      !number(arguments[6], "causal", causal) || !number(arguments[7], "window", options.window_left) ||
      !number(arguments[8], "window", options.window_right) || !number(arguments[9], "softcap", options.softcap) ||
      !given.slopes.open_optional(arguments[10], "alibi_slopes") ||
      !given.sinks.open_optional(arguments[11], "sinks") || !order_of(arguments[13], "layout", order) ||
      !order_of(arguments[14], "out_layout", out_order) ||
      !given.begins_q.open_optional(arguments[15], "cu_seqlens_q") ||
      !given.begins_k.open_optional(arguments[16], "cu_seqlens_k") || !variant.take(arguments[19], "variant") ||
      !target.take(arguments[20], "target"))
    return nullptr;
  if (arguments[12] != Py_None) {
    options.has_scale = 1;
    if (!number(arguments[12], "scale", options.scale))
      return nullptr;
  }
  const int wants_lse = PyObject_IsTrue(arguments[17]);
  if (wants_lse < 0 || context() == nullptr)
    return nullptr;
  options.causal = static_cast<xeforge_causal>(causal);
  options.attn_bias = given.bias.tensor;
  options.attn_mask = given.mask.tensor;
  options.alibi_slopes = given.slopes.tensor;
  options.sinks = given.sinks.tensor;
  options.cu_seqlens_q = given.begins_q.tensor;
  options.cu_seqlens_k = given.begins_k.tensor;
  options.variant = variant.text;
  options.target = target.text;

  const xeforge_tensor of_q = logical(q.tensor, order), of_k = logical(k.tensor, order),
                       of_v = logical(v.tensor, order);
  const int64_t shape[4] = {of_q.shape[0], of_q.shape[1], of_q.shape[2], of_v.shape[3]};
  xeforge_error error;
  if (goal == Goal::plan || of_q.rank != 4 || of_v.rank != 4) {
    char somewhere = 0; // a plan looks at no data
    const xeforge_tensor of_out = xeforge_dense_tensor(&somewhere, of_q.dtype, 4, shape);
    xeforge_plan plan;
    if (xeforge_attention_plan(context(), &of_q, &of_k, &of_v, &of_out, nullptr, &options, &plan, &error) != XEFORGE_OK)
      return refuse(error), nullptr;
    return texts_of(plan);
  }
  for (const int64_t extent : shape)
    if (extent < 1)
      return refuse("q shape", "an extent of 0", "extents of at least 1"), nullptr;

  Result out, lse;
  if (arguments[18] != Py_None ? !out.take(arguments[18], "out")
                               : !create_in_order(out, kind, out_order, shape, of_q.dtype))
    return nullptr;
  if (wants_lse != 0 && !lse.create(kind, "lse", shape, 3, XEFORGE_FLOAT32))
    return nullptr;
  const xeforge_tensor of_out = logical(out.tensor(), out_order);
  xeforge_status status;
  Py_BEGIN_ALLOW_THREADS;
  status = xeforge_attention(shared_context, &of_q, &of_k, &of_v, &of_out, wants_lse != 0 ? &lse.tensor() : nullptr,
                             &options, &error);
  Py_END_ALLOW_THREADS;
  if (status != XEFORGE_OK)
    return refuse(error), nullptr;
  PyObject* const result = out.release();
  return wants_lse != 0 ? pair_of(result, lse.release()) : result;
}

// out_a, lse_a, out_b, lse_b, layout
PyObject* merge(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  if (!expect_count(count, 5))
    return nullptr;
  Kind kind;
  Order order;
  Array out_a, lse_a, out_b, lse_b;
  if (!find_kind(arguments[0], "out_a", kind) || !out_a.open(arguments[0], "out_a", Use::read) ||
      !lse_a.open(arguments[1], "lse_a", Use::read) || !out_b.open(arguments[2], "out_b", Use::read) ||
      !lse_b.open(arguments[3], "lse_b", Use::read) || !order_of(arguments[4], "layout", order) || context() == nullptr)
    return nullptr;
  const xeforge_tensor of_a = logical(out_a.tensor, order), of_b = logical(out_b.tensor, order);
  if (of_a.rank != 4)
    return refuse("out_a shape", "another number of dimensions", "4 dimensions"), nullptr;
  const int64_t shape[4] = {of_a.shape[0], of_a.shape[1], of_a.shape[2], of_a.shape[3]};
  Result out, lse;
  if (!create_in_order(out, kind, order, shape, of_a.dtype) || !lse.create(kind, "lse", shape, 3, XEFORGE_FLOAT32))
    return nullptr;
  const xeforge_tensor of_out = logical(out.tensor(), order);
  xeforge_error error;
  xeforge_status status;
  Py_BEGIN_ALLOW_THREADS;
  status = xeforge_merge(shared_context, &of_a, &lse_a.tensor, &of_b, &lse_b.tensor, &of_out, &lse.tensor(), &error);
  Py_END_ALLOW_THREADS;
  if (status != XEFORGE_OK)
    return refuse(error), nullptr;
  PyObject* const result = out.release();
  return pair_of(result, lse.release());
}

// ---- the module -----------------------------------------------------------------------------------------------------

// The dtype's number of an array: what the Python part needs to know of weights that have the type of their scores.
PyObject* dtype_of(PyObject*, PyObject* array) {
  Array opened;
  return opened.open(array, "scores", Use::read) ? PyLong_FromLong(opened.tensor.dtype) : nullptr;
}

PyObject* targets(PyObject*, PyObject*) {
  PyObject* const names = PyList_New(0);
  for (int32_t index = 0; names != nullptr && xeforge_target_name(index) != nullptr; ++index)
    if (xeforge_target_is_available(index) != 0) {
      PyObject* const name = PyUnicode_FromString(xeforge_target_name(index));
      PyList_Append(names, name);
      Py_XDECREF(name);
    }
  return names;
}

PyObject* set_helpers(PyObject*, PyObject* arguments) {
  PyObject *kind_of = nullptr, *interface = nullptr, *refuse_function = nullptr;
  if (!PyArg_ParseTuple(arguments, "OOO", &kind_of, &interface, &refuse_function))
    return nullptr;
  helpers = {kind_of, interface, refuse_function, PyDict_New()};
  for (PyObject* object : {kind_of, interface, refuse_function})
    Py_INCREF(object);
  if (helpers.kinds == nullptr)
    return nullptr;
  Py_RETURN_NONE;
}

PyMethodDef with_array(const char* name, PyObject* (*function)(PyObject*, PyObject* const*, Py_ssize_t)) {
  return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)), METH_FASTCALL, nullptr};
}

PyMethodDef methods[] = {with_array("softmax_topk", softmax_topk),
                         with_array("attention", attention),
                         with_array("merge", merge),
                         {"dtype_of", dtype_of, METH_O, nullptr},
                         {"targets", targets, METH_NOARGS, nullptr},
                         {"begin_as_child", begin_as_child, METH_NOARGS, nullptr},
                         {"set_helpers", set_helpers, METH_VARARGS, nullptr},
                         {nullptr, nullptr, 0, nullptr}};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "xeforge._native", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr};

} // namespace
} // namespace xeforge::python

PyMODINIT_FUNC PyInit__native(void) {
  PyObject* const module = PyModule_Create(&xeforge::python::definition);
  if (module != nullptr)
    PyModule_AddStringConstant(module, "version", xeforge_version_string());
  return module;
}
