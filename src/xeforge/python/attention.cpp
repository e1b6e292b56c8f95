#include "xeforge/python/calls.hpp"

#include <cstring>
#include <initializer_list>

namespace xeforge::python {
namespace {

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

} // namespace

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
  xeforge_context* const threads = context();
  xeforge_status status;
  Py_BEGIN_ALLOW_THREADS;
  status = xeforge_attention(threads, &of_q, &of_k, &of_v, &of_out, wants_lse != 0 ? &lse.tensor() : nullptr, &options,
                             &error);
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
  xeforge_context* const threads = context();
  xeforge_status status;
  Py_BEGIN_ALLOW_THREADS;
  status = xeforge_merge(threads, &of_a, &lse_a.tensor, &of_b, &lse_b.tensor, &of_out, &lse.tensor(), &error);
  Py_END_ALLOW_THREADS;
  if (status != XEFORGE_OK)
    return refuse(error), nullptr;
  PyObject* const result = out.release();
  return pair_of(result, lse.release());
}

} // namespace xeforge::python
