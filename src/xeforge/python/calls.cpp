#include "xeforge/python/calls.hpp"

#include <cmath>
#include <cstring>
#include <cxxabi.h>
#include <limits>
#include <unistd.h>

namespace xeforge::python {
namespace {

xeforge_context* shared_context = nullptr;
int32_t threads_of_context = 0;

} // namespace

xeforge_context* new_context(int32_t threads) {
  xeforge_context* made = nullptr;
  xeforge_error error;
  if (xeforge_context_create(threads_of_context != 0 ? threads_of_context : threads, &made, &error) != XEFORGE_OK)
    PyErr_SetString(PyExc_RuntimeError, error.message);
  return made;
}

xeforge_context* context() {
  if (shared_context == nullptr)
    shared_context = new_context(0);
  return shared_context;
}

// In a child after fork the threads are gone: the child makes a context of its own, whose calls run on their caller.
PyObject* begin_as_child(PyObject*, PyObject*) {
  shared_context = nullptr; // its memory stays: nothing of it can be ended without its threads
  threads_of_context = 1;
  Py_RETURN_NONE;
}

void take_gil(PyThreadState* state) {
  try {
    PyEval_RestoreThread(state);
  } catch (abi::__forced_unwind&) {
    while (true)
      pause();
  }
}

// ---- arguments ------------------------------------------------------------------------------------------------------

bool number(PyObject* object, const char* name, int64_t& value) {
  if (PyBool_Check(object))
    return refuse_type(name, object, "an integer");
  value = PyLong_AsLongLong(object);
  if (value != -1 || !PyErr_Occurred())
    return true;
  PyErr_Clear();
  PyObject* const whole = PyNumber_Index(object);
  if (whole == nullptr) {
    PyErr_Clear();
    return refuse_type(name, object, "an integer");
  }
  value = PyLong_AsLongLong(whole);
  Py_DECREF(whole);
  if (!PyErr_Occurred())
    return true;
  PyErr_Clear();
  return refuse_value(name, object, "an integer of at most 64 bits");
}

bool flag(PyObject* object, const char* name, bool& value) {
  if (object != Py_True && object != Py_False) {
    PyObject* const known = PyObject_CallFunction(helpers.flag_of, "sO", name, object);
    Py_XDECREF(known); // True and False live on
    object = known;
  }
  value = object == Py_True;
  return object != nullptr;
}

bool number(PyObject* object, const char* name, double& value) {
  value = PyFloat_AsDouble(object);
  if (!PyErr_Occurred())
    return true;
  PyErr_Clear();
  return refuse_type(name, object, "a number");
}

bool number(PyObject* object, const char* name, float& value) {
  double wide = 0.0;
  const bool is_number = number(object, name, wide);
  value = static_cast<float>(wide);
  if (is_number && std::isinf(value) && !std::isinf(wide))
    return refuse_value(name, object, "a number that float32 can hold");
  if (value == 0 && wide != 0) // 0 often means something else than very little
    value = std::copysign(std::numeric_limits<float>::denorm_min(), static_cast<float>(wide));
  return is_number;
}

bool Name::take(PyObject* object, const char* name) {
  if (object == Py_None)
    return true;
  Py_ssize_t length = 0;
  text = PyUnicode_AsUTF8AndSize(object, &length);
  if (text != nullptr && std::strlen(text) == static_cast<std::size_t>(length))
    return true;
  PyErr_Clear();
  return refuse_type(name, object, "a name");
}

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

bool refuse_given(const xeforge_error& error, std::initializer_list<Given> numbers) {
  for (const auto& [name, object] : numbers)
    if (std::strcmp(error.argument, name) == 0)
      return refuse_value(name, object, error.expected);
  return refuse(error);
}

PyObject* texts_of(const xeforge_plan& plan) { return Py_BuildValue("(sss)", plan.variant, plan.target, plan.reason); }

bool Result::take(PyObject* given, const char* name) {
  Py_INCREF(given);
  object_ = given;
  is_given_ = true;
  return array_.open(given, name, Use::write);
}

bool Result::create(const Kind& kind, const char* name, const int64_t* shape, int32_t rank, xeforge_dtype dtype) {
  kind_ = &kind;
  if (kind.exchange != nullptr)
    return create_block(name, shape, rank, dtype);
  object_ = make(kind, shape, rank, dtype);
  return object_ != nullptr && array_.open(object_, name, Use::write);
}

bool Result::create_block(const char* name, const int64_t* shape, int32_t rank, xeforge_dtype dtype) {
  switch (block_.make(shape, rank, dtype)) {
  case exchange::Block::Outcome::made:
    array_.tensor = block_.tensor();
    return true;
  case exchange::Block::Outcome::too_large:
    return refuse(name, "a result of more bytes than can be addressed", "one that fits in memory");
  case exchange::Block::Outcome::out_of_memory:
    PyErr_NoMemory();
  }
  return false;
}

PyObject* Result::release() {
  if (block_) {
    void* array = nullptr;
    return kind_->exchange->adopt(block_.release(), &array) == 0 ? static_cast<PyObject*>(array) : nullptr;
  }
  PyObject* const object = object_;
  object_ = nullptr;
  return is_given_ ? object : finished(*kind_, object);
}

bool goal_of(PyObject* object, Goal& goal) {
  int64_t value = 0;
  if (!number(object, "goal", value))
    return false;
  goal = value == 0 ? Goal::run : Goal::plan;
  return true;
}

} // namespace xeforge::python
