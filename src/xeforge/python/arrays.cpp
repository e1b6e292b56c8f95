#include "xeforge/python/arrays.hpp"

#include <cstdio>
#include <cstring>

namespace xeforge::python {

Helpers helpers;

namespace {

struct Format {
  char letter;
  Py_ssize_t size;
  xeforge_dtype dtype; // -1: known by name only
  const char* name;
};
constexpr Format formats[] = {{'e', 2, XEFORGE_FLOAT16, "float16"},
                              {'f', 4, XEFORGE_FLOAT32, "float32"},
                              {'i', 4, XEFORGE_INT32, "int32"},
                              {'l', 4, XEFORGE_INT32, "int32"},
                              {'l', 8, XEFORGE_INT64, "int64"},
                              {'q', 8, XEFORGE_INT64, "int64"},
                              {'?', 1, XEFORGE_BOOL, "bool"},
                              {'d', 8, -1, "float64"},
                              {'b', 1, -1, "int8"},
                              {'B', 1, -1, "uint8"},
                              {'h', 2, -1, "int16"},
                              {'H', 2, -1, "uint16"},
                              {'I', 4, -1, "uint32"},
                              {'L', 8, -1, "uint64"},
                              {'Q', 8, -1, "uint64"}};

const Format* find_format(const char* text, Py_ssize_t size) {
  if (text == nullptr)
    text = "B";
  if (*text == '<' || *text == '=' || *text == '@')
    ++text;
  for (const Format& format : formats)
    if (text[0] == format.letter && text[1] == '\0' && size == format.size)
      return &format;
  return nullptr;
}

bool refuse_dtype(const char* name, const char* got) {
  Py_XDECREF(PyObject_CallFunction(helpers.refuse_dtype, "ss", name, got));
  return false;
}

bool refuse_to_write(const char* name) { return refuse(name, "memory that cannot be written", "an array that can"); }

bool refuse_rank(const char* name, long rank) {
  char argument[64], got[32];
  std::snprintf(argument, sizeof argument, "%s shape", name);
  std::snprintf(got, sizeof got, "%ld dimensions", rank);
  return refuse(argument, got, "at most 8 dimensions");
}

// Takes the reference; null is not false.
bool is_false(PyObject* object) {
  Py_XDECREF(object);
  return object == Py_False;
}

// Of several elements without gaps. That is no view of a complex tensor's imaginary parts, which alone are negated when
// they are read (asking each tensor costs 0.2 us): real parts stand between those.
bool has_neighbours_only(const xeforge_tensor& tensor) {
  int64_t elements = 1;
  for (int32_t axis = tensor.rank; axis-- > 0;) {
    if (tensor.shape[axis] != 1 && tensor.strides[axis] != elements)
      return false;
    elements *= tensor.shape[axis];
  }
  return elements != 1;
}

} // namespace

bool refuse(const char* argument, const char* got, const char* expected) {
  Py_XDECREF(PyObject_CallFunction(helpers.refuse, "sss", argument, got, expected));
  return false;
}

bool refuse(const xeforge_error& error) {
  if (error.status == XEFORGE_OUT_OF_MEMORY) {
    PyErr_NoMemory();
    return false;
  }
  if (error.status != XEFORGE_INVALID_ARGUMENT) {
    PyErr_SetString(PyExc_RuntimeError, error.message);
    return false;
  }
  Py_XDECREF(PyObject_CallFunction(helpers.refuse_of_library, "sss", error.argument, error.got, error.expected));
  return false;
}

bool refuse_type(const char* argument, PyObject* got, const char* expected) {
  Py_XDECREF(PyObject_CallFunction(helpers.refuse_type, "sOs", argument, got, expected));
  return false;
}

bool refuse_value(const char* argument, PyObject* got, const char* expected) {
  Py_XDECREF(PyObject_CallFunction(helpers.refuse_value, "sOs", argument, got, expected));
  return false;
}

bool find_kind(PyObject* array, const char* name, Kind& kind) {
  PyObject* const type = reinterpret_cast<PyObject*>(Py_TYPE(array));
  PyObject* entry = PyDict_GetItemWithError(helpers.kinds, type);
  if (entry == nullptr) {
    if (PyErr_Occurred())
      return false;
    PyObject* const made = PyObject_CallFunction(helpers.kind_of, "Os", array, name);
    if (made == nullptr)
      return false;
    const int failed = PyDict_SetItem(helpers.kinds, type, made);
    entry = failed == 0 ? made : nullptr;
    Py_DECREF(made); // the dictionary has it
    if (entry == nullptr)
      return false;
  }
  kind.how = static_cast<How>(PyLong_AsLong(PyTuple_GetItem(entry, 0)));
  kind.exporter = PyTuple_GetItem(entry, 1);
  kind.maker = PyTuple_GetItem(entry, 2);
  kind.finish = PyTuple_GetItem(entry, 3);
  PyObject* const functions = PyTuple_GetItem(entry, 4);
  if (PyCapsule_IsValid(functions, "dlpack_exchange_api"))
    kind.exchange = exchange::supported(
        static_cast<const exchange::Functions*>(PyCapsule_GetPointer(functions, "dlpack_exchange_api")));
  kind.grad_is_wanted = PyTuple_GetItem(entry, 5);
  kind.is_immutable = PyTuple_GetItem(entry, 6) == Py_True;
  return true;
}

Array::~Array() {
  if (has_buffer_)
    PyBuffer_Release(&buffer_);
  Py_XDECREF(capsule_); // one that nobody consumed frees its tensor
}

bool Array::open(PyObject* array, const char* name, Use use) {
  Kind kind;
  if (!find_kind(array, name, kind))
    return false;
  if (use == Use::write && kind.is_immutable)
    return refuse_to_write(name);
  switch (kind.how) {
  case How::buffer:
    return open_buffer(array, name, use);
  case How::exporter: {
    if (kind.exchange != nullptr && open_exchanged(array, kind))
      return true;
    PyObject* const capsule = PyObject_CallFunction(kind.exporter, "Os", array, name);
    return capsule != nullptr && open_capsule(capsule, name, use);
  }
  case How::interface:
    return open_interface(array, name, use);
  }
  return false;
}

bool Array::open_buffer(PyObject* array, const char* name, Use use) {
  if (PyObject_GetBuffer(array, &buffer_, PyBUF_STRIDES | PyBUF_FORMAT | (use == Use::write ? PyBUF_WRITABLE : 0)) !=
      0) {
    // numpy says with a ValueError that a type has no letter, or that the memory cannot be written.
    if (use == Use::write && PyErr_ExceptionMatches(PyExc_BufferError)) {
      PyErr_Clear();
      return refuse_to_write(name);
    }
    if (!PyErr_ExceptionMatches(PyExc_ValueError) && !PyErr_ExceptionMatches(PyExc_BufferError))
      return false;
    PyErr_Clear();
    return open_interface(array, name, use);
  }
  has_buffer_ = true;
  const Format* const format = find_format(buffer_.format, buffer_.itemsize);
  if (format == nullptr) {
    PyBuffer_Release(&buffer_);
    has_buffer_ = false;
    return open_interface(array, name, use);
  }
  if (format->dtype < 0)
    return refuse_dtype(name, format->name);
  if (buffer_.ndim > XEFORGE_MAX_RANK)
    return refuse_rank(name, buffer_.ndim);
  tensor = {buffer_.buf, format->dtype, buffer_.ndim, {}, {}};
  Py_ssize_t dense = buffer_.itemsize; // ctypes gives no strides for its arrays, which have no gaps
  for (int axis = buffer_.ndim; axis-- > 0;) {
    tensor.shape[axis] = buffer_.shape[axis];
    const Py_ssize_t stride = buffer_.strides != nullptr ? buffer_.strides[axis] : dense;
    dense *= buffer_.shape[axis];
    if (stride % buffer_.itemsize != 0)
      return refuse(name, "strides that are no multiples of the element's size", "whole elements from one to the next");
    tensor.strides[axis] = stride / buffer_.itemsize;
  }
  return true;
}

// Without a Python error where it cannot be: the exporter then does it, or says why not. The memory is the array's, which
// the caller holds during the call.
bool Array::open_exchanged(PyObject* array, const Kind& kind) {
  exchange::Description description;
  xeforge_error error;
  const bool is_open =
      kind.exchange->describe != nullptr &&
      (is_false(PyObject_GetAttr(array, helpers.requires_grad)) ||
       is_false(PyObject_CallFunctionObjArgs(kind.grad_is_wanted, nullptr))) &&
      kind.exchange->describe(array, &description) == 0 &&
      xeforge_tensor_from_dlpack(&description, &tensor, &error) == XEFORGE_OK &&
      (has_neighbours_only(tensor) || is_false(PyObject_CallMethodObjArgs(array, helpers.is_neg, nullptr)));
  if (!is_open)
    PyErr_Clear();
  return is_open;
}

bool Array::open_capsule(PyObject* capsule, const char* name, Use use) {
  capsule_ = capsule;
  const void* described = nullptr;
  if (PyCapsule_IsValid(capsule, "dltensor"))
    described = PyCapsule_GetPointer(capsule, "dltensor");
  else if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
    const auto* const managed =
        static_cast<const exchange::Managed*>(PyCapsule_GetPointer(capsule, "dltensor_versioned"));
    if (use == Use::write && (managed->flags & exchange::read_only) != 0)
      return refuse_to_write(name);
    described = &managed->description;
  }
  if (described == nullptr)
    return refuse(name, "an object whose __dlpack__ gives no DLPack tensor", "an array");
  xeforge_error error;
  if (xeforge_tensor_from_dlpack(described, &tensor, &error) == XEFORGE_OK)
    return true;
  if (std::strcmp(error.argument, "dtype") == 0)
    return refuse_dtype(name, error.got);
  char argument[sizeof error.argument + 64];
  std::snprintf(argument, sizeof argument, "%s %s", name, error.argument);
  return refuse(argument, error.got, error.expected);
}

bool Array::open_interface(PyObject* array, const char* name, Use use) {
  PyObject* const described = PyObject_CallFunction(helpers.interface, "Osi", array, name, use == Use::write ? 1 : 0);
  if (described == nullptr)
    return false;
  capsule_ = described; // kept with the array's memory, which the caller's reference holds
  tensor.data = PyLong_AsVoidPtr(PyTuple_GetItem(described, 0));
  tensor.dtype = static_cast<xeforge_dtype>(PyLong_AsLong(PyTuple_GetItem(described, 1)));
  PyObject *const shape = PyTuple_GetItem(described, 2), *const strides = PyTuple_GetItem(described, 3);
  const Py_ssize_t rank = PyTuple_Size(shape);
  if (rank > XEFORGE_MAX_RANK)
    return refuse_rank(name, static_cast<long>(rank));
  tensor.rank = static_cast<int32_t>(rank);
  for (Py_ssize_t axis = 0; axis < rank; ++axis) {
    tensor.shape[axis] = PyLong_AsLongLong(PyTuple_GetItem(shape, axis));
    tensor.strides[axis] = PyLong_AsLongLong(PyTuple_GetItem(strides, axis));
  }
  return PyErr_Occurred() == nullptr;
}

PyObject* make(const Kind& kind, const int64_t* shape, int32_t rank, xeforge_dtype dtype) {
  PyObject* const extents = PyTuple_New(rank);
  if (extents == nullptr)
    return nullptr;
  for (int32_t axis = 0; axis < rank; ++axis)
    PyTuple_SetItem(extents, axis, PyLong_FromLongLong(shape[axis]));
  PyObject* const number = PyLong_FromLong(dtype);
  PyObject* const made = PyObject_CallFunctionObjArgs(kind.maker, extents, number, nullptr);
  Py_DECREF(extents);
  Py_XDECREF(number);
  return made;
}

PyObject* finished(const Kind& kind, PyObject* array) {
  if (array == nullptr || kind.finish == Py_None)
    return array;
  PyObject* const result = PyObject_CallFunctionObjArgs(kind.finish, array, nullptr);
  Py_DECREF(array);
  return result;
}

} // namespace xeforge::python
