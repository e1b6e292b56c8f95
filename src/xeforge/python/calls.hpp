// What the compiled calls share: the threads, Python's arguments as those of the C interface, and results.
#pragma once

#include "xeforge/python/arrays.hpp"

#include <initializer_list>

namespace xeforge::python {

// The threads that all calls share, made by the first; null: a Python error is set.
xeforge_context* context();
// Of so many threads, for its caller alone, who destroys it; null: a Python error is set.
xeforge_context* new_context(int32_t threads);
PyObject* begin_as_child(PyObject*, PyObject*);

// Takes the GIL back. While Python ends, versions before 3.14 end threads that ask for it by unwinding their stack, and what
// stands there would let go of Python's objects: such a thread stays here instead, as it does since 3.14.
void take_gil(PyThreadState* state);

// What call() gives, while other threads may run Python.
template <class Call>
xeforge_status without_gil(const Call& call) {
  PyThreadState* const state = PyEval_SaveThread();
  const xeforge_status status = call();
  take_gil(state);
  return status;
}

bool number(PyObject* object, const char* name, int64_t& value);
bool number(PyObject* object, const char* name, double& value);
bool number(PyObject* object, const char* name, float& value);
// What the library says of numbers, which were rounded for it, with those that were given.
struct Given {
  const char* name;
  PyObject* object;
};
bool refuse_given(const xeforge_error& error, std::initializer_list<Given> numbers);
bool flag(PyObject* object, const char* name, bool& value);
bool expect_count(Py_ssize_t got, Py_ssize_t expected);

// A name in UTF-8 that lives as long as this object; null for None.
class Name {
public:
  Name() = default;
  Name(const Name&) = delete;
  Name& operator=(const Name&) = delete;
  bool take(PyObject* object, const char* name);
  const char* text = nullptr;
};

enum class Goal { run, plan };
bool goal_of(PyObject* object, Goal& goal);

// A result of the call: given by the caller, or new. Holds a reference.
class Result {
public:
  Result() = default;
  Result(const Result&) = delete;
  Result& operator=(const Result&) = delete;
  ~Result() { Py_XDECREF(object_); }
  bool take(PyObject* given, const char* name);
  bool create(const Kind& kind, const char* name, const int64_t* shape, int32_t rank, xeforge_dtype dtype);
  PyObject* release();
  xeforge_tensor& tensor() { return array_.tensor; }

private:
  bool create_block(const char* name, const int64_t* shape, int32_t rank, xeforge_dtype dtype);

  Array array_;
  exchange::Block block_; // becomes an array when the call is over
  PyObject* object_ = nullptr;
  const Kind* kind_ = nullptr;
  bool is_given_ = false;
};

// Takes both references, also where one is null.
PyObject* pair_of(PyObject* first, PyObject* second);
PyObject* texts_of(const xeforge_plan& plan);

// The calls, each with its arguments in order and complete: its file says which.
PyObject* softmax_topk(PyObject*, PyObject* const* arguments, Py_ssize_t count);
PyObject* attention(PyObject*, PyObject* const* arguments, Py_ssize_t count);
PyObject* merge(PyObject*, PyObject* const* arguments, Py_ssize_t count);
PyObject* rms_norm(PyObject*, PyObject* const* arguments, Py_ssize_t count);

} // namespace xeforge::python
