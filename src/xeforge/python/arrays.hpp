// Arrays of Python programs as tensors of the C interface, without a copy: the buffer protocol, DLPack, or for types
// that neither can name (bfloat16 in numpy) the array's own description.
#pragma once

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000 // the buffer protocol is part of the stable interface from there on
#include <Python.h>

#include "xeforge/python/exchange.hpp"
#include "xeforge/xeforge.h"

namespace xeforge::python {

// What the module asks of its Python part (_arrays.py), set when it is imported.
struct Helpers {
  PyObject* kind_of = nullptr;   // type -> what Kind has
  PyObject* interface = nullptr; // (array, name, is written) -> (address, dtype, shape, strides)
  // These raise.
  PyObject* refuse = nullptr;            // for (argument, got, expected)
  PyObject* refuse_of_library = nullptr; // the same with the names of the C interface
  PyObject* refuse_dtype = nullptr;      // for (argument, name of a type)
  PyObject* refuse_type = nullptr;       // for (argument, object, expected)
  PyObject* refuse_value = nullptr;      // likewise
  PyObject* flag_of = nullptr;           // (argument, object) -> bool, or raises
  PyObject* describe = nullptr;          // exception -> (argument, got, expected)
  PyObject* kinds = nullptr;             // type -> what kind_of said
  // The names of what tensors are asked.
  PyObject* requires_grad = nullptr;
  PyObject* is_neg = nullptr;
};
extern Helpers helpers;

// How a type of arrays shows its memory; the numbers of _arrays.py.
enum class How : long { buffer = 0, exporter = 1, interface = 2 };

enum class Use { read, write };

// Of a type of arrays: borrowed references into helpers.kinds.
struct Kind {
  How how = How::buffer;
  PyObject *exporter = nullptr, *maker = nullptr, *finish = nullptr;
  const exchange::Functions* exchange = nullptr; // of tensors; null: the exporter and the maker have to do
  PyObject* grad_is_wanted = nullptr;            // of tensors: whether operations on them are recorded
  bool is_immutable = false;
};
bool find_kind(PyObject* array, const char* name, Kind& kind); // false: a Python error is set

// An array in use. Its memory stays until the end of this object.
class Array {
public:
  Array() = default;
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array();
  // False: a Python error is set. None is no error where optional: the tensor is then not given.
  bool open(PyObject* array, const char* name, Use use);
  bool open_optional(PyObject* array, const char* name) { return array == Py_None || open(array, name, Use::read); }

  xeforge_tensor tensor{};

private:
  bool open_buffer(PyObject* array, const char* name, Use use);
  bool open_exchanged(PyObject* array, const Kind& kind);
  bool open_capsule(PyObject* capsule, const char* name, Use use);
  bool open_interface(PyObject* array, const char* name, Use use);

  Py_buffer buffer_{};
  bool has_buffer_ = false;
  PyObject* capsule_ = nullptr;
};

// Raise ValueError or TypeError by the helpers; always false.
bool refuse(const char* argument, const char* got, const char* expected);
bool refuse(const xeforge_error& error); // of the C interface, whose names of arguments become Python's
bool refuse_type(const char* argument, PyObject* got, const char* expected);
bool refuse_value(const char* argument, PyObject* got, const char* expected);

// A new array of the caller's kind; null: a Python error is set.
PyObject* make(const Kind& kind, const int64_t* shape, int32_t rank, xeforge_dtype dtype);
// What the caller gets in the end; takes the reference.
PyObject* finished(const Kind& kind, PyObject* array);

} // namespace xeforge::python
