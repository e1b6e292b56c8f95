// Calls over several processes: what carries their messages is an object of Python, and what is wrong on one rank has to
// become an error of all before any of them goes on.
#pragma once

#include "xeforge/python/calls.hpp"

namespace xeforge::python {

// A transport whose functions are the methods send, receive, wait, poke and abandon of an object.
class Transport {
public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  ~Transport();
  bool take(PyObject* object); // false: a Python error is set

  // Collective. Whether all ranks go on: false where a Python error is set, by this rank before or for another now.
  bool agree(bool is_right);
  // The Python error for a call that failed: what a method has raised, else what the call says.
  void raise(const xeforge_error& error);
  const xeforge_transport* get() const { return &functions_; }

private:
  static int32_t send(void* self, const void* data, int64_t bytes, int32_t to);
  static int32_t receive(void* self, void* data, int64_t bytes, int32_t from);
  static int32_t wait(void* self);
  static int32_t poke(void* self);
  static void abandon(void* self);
  // Takes the result of a method; null: keeps its error.
  int32_t status_of(PyObject* result);

  PyObject* object_ = nullptr;
  xeforge_transport functions_{};
  PyObject *type_ = nullptr, *value_ = nullptr, *traceback_ = nullptr; // of the first method that raised something
};

// A bias by position that is a function of Python: function(batch, heads, queries, keys), all of them ranges, returns an
// array of float32, float16 or bfloat16 that broadcasts to their lengths.
class BiasFunction {
public:
  BiasFunction() = default;
  BiasFunction(const BiasFunction&) = delete;
  BiasFunction& operator=(const BiasFunction&) = delete;
  ~BiasFunction();
  void take(PyObject* function, xeforge_ranks_options& options); // None: there is none
  // For a call that failed, whose Python error is set: what the function raised is its cause, or what is raised where it
  // is no Exception (KeyboardInterrupt).
  void explain();

private:
  static int32_t write(void* self, int64_t batch, int64_t head, int64_t query, int64_t key,
                       const xeforge_tensor* values, xeforge_error* error);
  bool write(PyObject* result, const xeforge_tensor& values);

  PyObject *function_ = nullptr, *raised_ = nullptr;
};

// The threads of one call.
class Threads {
public:
  Threads() = default;
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() { xeforge_context_destroy(context_); }
  bool start(PyObject* count);
  xeforge_context* context() const { return context_; }

private:
  xeforge_context* context_ = nullptr;
};

PyObject* ranks_agree(PyObject*, PyObject* const* arguments, Py_ssize_t count);
PyObject* ranks_shard(PyObject*, PyObject* const* arguments, Py_ssize_t count);
PyObject* ranks_attention(PyObject*, PyObject* const* arguments, Py_ssize_t count);
PyObject* ranks_softmax_topk(PyObject*, PyObject* const* arguments, Py_ssize_t count);

} // namespace xeforge::python
