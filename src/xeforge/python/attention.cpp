#include "xeforge/python/calls.hpp"
#include "xeforge/python/ranks.hpp"

#include <cstdio>
#include <cstring>
#include <initializer_list>

namespace xeforge::python {
namespace {

// Where the logical dimensions b, h, s, d stand in an array of such a layout.
struct Order {
  int position[4];
  bool is_logical() const { return position[0] == 0 && position[1] == 1 && position[2] == 2; }
};

bool order_of(PyObject* object, const char* name, Order& order) {
  constexpr const char* expected = "\"bhsd\", \"bshd\", \"sbhd\" or \"bhds\"";
  if (!PyUnicode_Check(object))
    return refuse_type(name, object, expected);
  const char* const text = PyUnicode_AsUTF8AndSize(object, nullptr);
  for (const char* known : {"bhsd", "bshd", "sbhd", "bhds"})
    if (text != nullptr && std::strcmp(text, known) == 0) {
      for (int axis = 0; axis < 4; ++axis)
        order.position[axis] = static_cast<int>(std::strchr(known, "bhsd"[axis]) - known);
      return true;
    }
  PyErr_Clear();
  return refuse_value(name, object, expected);
}

// Other ranks stay as they are: the operator refuses them by name.
xeforge_tensor logical(const xeforge_tensor& array, const Order& order) {
  xeforge_tensor result = array;
  for (int axis = 0; axis < 4 && array.rank == 4; ++axis) {
    result.shape[axis] = array.shape[order.position[axis]];
    result.strides[axis] = array.strides[order.position[axis]];
  }
  return result;
}

bool create_in_order(Result& result, const Kind& kind, const Order& order, const int64_t (&shape)[4],
                     xeforge_dtype dtype) {
  int64_t extents[4];
  for (int axis = 0; axis < 4; ++axis)
    extents[order.position[axis]] = shape[axis];
  return result.create(kind, "out", extents, 4, dtype);
}

// "(2, 3, 4)"; without std::string, which brings newer symbols of the system along.
struct Text {
  Text(const int64_t* numbers, int32_t count) {
    int length = std::snprintf(text, sizeof text, "(");
    for (int32_t index = 0; index < count; ++index)
      length += std::snprintf(text + length, sizeof text - static_cast<size_t>(length), index == 0 ? "%lld" : ", %lld",
                              static_cast<long long>(numbers[index]));
    std::snprintf(text + length, sizeof text - static_cast<size_t>(length), count == 1 ? ",)" : ")");
  }
  char text[XEFORGE_MAX_RANK * 22 + 8];
};

// An array with the name and the order of dimensions that its caller knows it by.
struct Known {
  const char* name;
  const xeforge_tensor& array;
  const Order& order;
};

// What the operator says of an array's logical dimensions, with those that were given.
bool refuse_known(const xeforge_error& error, std::initializer_list<Known> arrays,
                  std::initializer_list<Given> numbers = {}) {
  for (const auto& [name, array, order] : arrays) {
    const size_t length = std::strlen(name);
    if (std::strncmp(error.argument, name, length) != 0 || array.rank != 4 || order.is_logical() || error.got[0] != '(')
      continue;
    const char* const of_what = error.argument + length;
    const bool is_of_shape = std::strcmp(of_what, " shape") == 0;
    if (!is_of_shape && std::strcmp(of_what, " strides") != 0)
      continue;
    char expected[sizeof error.expected + 32];
    std::snprintf(expected, sizeof expected, error.expected[0] == '(' ? "%s, in the order (b, h, s, d)" : "%s",
                  error.expected);
    return refuse(error.argument, Text(is_of_shape ? array.shape : array.strides, 4).text, expected);
  }
  return refuse_given(error, numbers);
}

// A call's arguments, which stay open for it.
struct Attention {
  Kind kind;
  Array q, k, v, bias, mask, slopes, sinks, begins_q, begins_k;
  Name variant, target;
  Order order, out_order;
  xeforge_attention_options options;
  xeforge_tensor of_q, of_k, of_v, of_out; // (b, h, s, d)
  int64_t shape[4] = {};                   // of the result, in that order
  Result out, lse;
  bool wants_lse = false;
  PyObject *given_out = nullptr, *given_softcap = nullptr, *given_scale = nullptr;

  bool take(PyObject* const* arguments);
  // Also where they have not four dimensions, which this refuses. plan may be null.
  bool decide(xeforge_plan* plan);
  bool make_results();
  bool refuse(const xeforge_error& error) {
    return refuse_known(
        error,
        {{"q", q.tensor, order}, {"k", k.tensor, order}, {"v", v.tensor, order}, {"out", out.tensor(), out_order}},
        {{"softcap", given_softcap}, {"scale", given_scale}});
  }
  const xeforge_tensor* lse_or_null() { return wants_lse ? &lse.tensor() : nullptr; }
};

// q, k, v, bias, mask, causal, window_left, window_right, softcap, alibi_slopes, sinks, scale (None or a number), layout,
// out_layout, cu_seqlens_q, cu_seqlens_k, return_lse, out, variant, target
constexpr Py_ssize_t count_of_attention = 20;

bool Attention::take(PyObject* const* arguments) {
  xeforge_attention_defaults(&options, sizeof options);
  int64_t causal = 0;
  if (!find_kind(arguments[0], "q", kind) || !q.open(arguments[0], "q", Use::read) ||
      !k.open(arguments[1], "k", Use::read) || !v.open(arguments[2], "v", Use::read) ||
      !bias.open_optional(arguments[3], "bias") || !mask.open_optional(arguments[4], "mask") ||
      !number(arguments[5], "causal", causal) || !number(arguments[6], "window", options.window_left) ||
      !number(arguments[7], "window", options.window_right) || !number(arguments[8], "softcap", options.softcap) ||
      !slopes.open_optional(arguments[9], "alibi_slopes") || !sinks.open_optional(arguments[10], "sinks") ||
      !order_of(arguments[12], "layout", order) || !order_of(arguments[13], "out_layout", out_order) ||
      !begins_q.open_optional(arguments[14], "cu_seqlens_q") ||
      !begins_k.open_optional(arguments[15], "cu_seqlens_k") || !variant.take(arguments[18], "variant") ||
      !target.take(arguments[19], "target"))
    return false;
  if (arguments[11] != Py_None) {
    options.has_scale = 1;
    if (!number(arguments[11], "scale", options.scale))
      return false;
  }
  if (!flag(arguments[16], "return_lse", wants_lse))
    return false;
  given_out = arguments[17];
  given_softcap = arguments[8];
  given_scale = arguments[11];
  options.causal = static_cast<xeforge_causal>(causal);
  options.attn_bias = bias.tensor;
  options.attn_mask = mask.tensor;
  options.alibi_slopes = slopes.tensor;
  options.sinks = sinks.tensor;
  options.cu_seqlens_q = begins_q.tensor;
  options.cu_seqlens_k = begins_k.tensor;
  options.variant = variant.text;
  options.target = target.text;
  of_q = logical(q.tensor, order);
  of_k = logical(k.tensor, order);
  of_v = logical(v.tensor, order);
  for (int axis = 0; axis < 3; ++axis)
    shape[axis] = of_q.shape[axis];
  shape[3] = of_v.shape[3];
  return true;
}

bool Attention::decide(xeforge_plan* plan) {
  char somewhere = 0; // a plan does not look at the data of these
  xeforge_tensor of_result = xeforge_dense_tensor(&somewhere, of_q.dtype, 4, shape);
  if (given_out != Py_None) {
    if (!out.take(given_out, "out"))
      return false;
    of_result = logical(out.tensor(), out_order);
  }
  xeforge_error error;
  return context() != nullptr && (xeforge_attention_plan(context(), &of_q, &of_k, &of_v, &of_result, nullptr, &options,
                                                         plan, &error) == XEFORGE_OK ||
                                  refuse(error));
}

bool Attention::make_results() {
  if (of_q.rank != 4 || of_v.rank != 4)
    return decide(nullptr);
  for (int axis = 0; axis < 4; ++axis)
    if (shape[axis] < 1)
      return python::refuse(axis < 3 ? "q shape" : "v shape", Text((axis < 3 ? q : v).tensor.shape, 4).text,
                            "extents of at least 1");
  if (given_out != Py_None ? !out.take(given_out, "out") : !create_in_order(out, kind, out_order, shape, of_q.dtype))
    return false;
  of_out = logical(out.tensor(), out_order);
  return !wants_lse || lse.create(kind, "lse", shape, 3, XEFORGE_FLOAT32);
}

} // namespace

// goal, then the call's arguments
PyObject* attention(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  if (!expect_count(count, 1 + count_of_attention))
    return nullptr;
  Goal goal;
  Attention call;
  if (!goal_of(arguments[0], goal) || !call.take(arguments + 1) || context() == nullptr)
    return nullptr;
  if (goal == Goal::plan) {
    xeforge_plan plan;
    return call.decide(&plan) ? texts_of(plan) : nullptr;
  }
  if (!call.make_results())
    return nullptr;
  xeforge_error error;
  xeforge_context* const threads = context();
  const xeforge_status status = without_gil([&] {
    return xeforge_attention(threads, &call.of_q, &call.of_k, &call.of_v, &call.of_out, call.lse_or_null(),
                             &call.options, &error);
  });
  if (status != XEFORGE_OK)
    return call.refuse(error), nullptr;
  PyObject* const result = call.out.release();
  return call.wants_lse ? pair_of(result, call.lse.release()) : result;
}

// transport, scheme, shards, bytes_per_second, latency, flops_per_second (all 0: measured), threads, a function for the
// bias or None, then the call's arguments: (out or (out, lse), report)
PyObject* ranks_attention(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  Transport transport;
  if (!expect_count(count, 8 + count_of_attention) || !transport.take(arguments[0]))
    return nullptr;
  xeforge_ranks_options options;
  xeforge_ranks_defaults(&options, sizeof options);
  int64_t scheme = 0, shards = 0;
  Threads threads;
  Attention call;
  BiasFunction bias;
  bias.take(arguments[7], options);
  if (!transport.agree(number(arguments[1], "scheme", scheme) && number(arguments[2], "shards", shards) &&
                       number(arguments[3], "capability", options.bytes_per_second) &&
                       number(arguments[4], "capability", options.latency) &&
                       number(arguments[5], "capability", options.flops_per_second) && call.take(arguments + 8) &&
                       threads.start(arguments[6]) && call.make_results()))
    return nullptr;
  options.scheme = static_cast<xeforge_scheme>(scheme);
  options.shards = static_cast<xeforge_shards>(shards);
  xeforge_ranks_report report;
  xeforge_error error;
  const xeforge_status status = without_gil([&] {
    return xeforge_ranks_attention(threads.context(), transport.get(), &call.of_q, &call.of_k, &call.of_v, &call.of_out,
                                   call.lse_or_null(), &call.options, &options, &report, &error);
  });
  if (status != XEFORGE_OK)
    return transport.raise(error), bias.explain(), nullptr;
  PyObject* const out = call.out.release();
  PyObject* const result = call.wants_lse ? pair_of(out, call.lse.release()) : out;
  return pair_of(result,
                 Py_BuildValue("(iLLLLdds)", static_cast<int>(report.scheme), static_cast<long long>(report.bytes_sent),
                               static_cast<long long>(report.messages), static_cast<long long>(report.scores),
                               static_cast<long long>(report.bytes_held), report.computing, report.waiting,
                               report.reason));
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
    return refuse("out_a shape", Text(of_a.shape, of_a.rank).text, "4 dimensions"), nullptr;
  const int64_t shape[4] = {of_a.shape[0], of_a.shape[1], of_a.shape[2], of_a.shape[3]};
  Result out, lse;
  if (!create_in_order(out, kind, order, shape, of_a.dtype) || !lse.create(kind, "lse", shape, 3, XEFORGE_FLOAT32))
    return nullptr;
  const xeforge_tensor of_out = logical(out.tensor(), order);
  xeforge_error error;
  xeforge_context* const threads = context();
  const xeforge_status status = without_gil([&] {
    return xeforge_merge(threads, &of_a, &lse_a.tensor, &of_b, &lse_b.tensor, &of_out, &lse.tensor(), &error);
  });
  if (status != XEFORGE_OK)
    return refuse_known(error, {{"out_a", out_a.tensor, order}, {"out_b", out_b.tensor, order}}), nullptr;
  PyObject* const result = out.release();
  return pair_of(result, lse.release());
}

} // namespace xeforge::python
