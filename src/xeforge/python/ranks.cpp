#include "xeforge/python/ranks.hpp"

#include <cstring>

namespace xeforge::python {
namespace {

template <size_t Size>
void write_text(char (&buffer)[Size], PyObject* text) {
  const char* const utf8 = PyUnicode_AsUTF8AndSize(text, nullptr);
  buffer[0] = '\0';
  if (utf8 == nullptr)
    PyErr_Clear();
  else
    std::strncat(buffer, utf8, Size - 1);
}

// The Python error that is set, in words; it is set no more.
xeforge_error taken_error() {
  xeforge_error error{};
  error.status = XEFORGE_INVALID_ARGUMENT;
  PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  PyObject* const words = PyObject_CallFunctionObjArgs(helpers.describe, value, nullptr);
  if (words != nullptr && PyTuple_Check(words) && PyTuple_Size(words) == 3) {
    write_text(error.argument, PyTuple_GetItem(words, 0));
    write_text(error.got, PyTuple_GetItem(words, 1));
    write_text(error.expected, PyTuple_GetItem(words, 2));
  } else {
    PyErr_Clear();
    std::strcpy(error.argument, "call");
    std::strcpy(error.got, "an exception without words");
    std::strcpy(error.expected, "none");
  }
  Py_XDECREF(words);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(traceback);
  return error;
}

bool attribute(PyObject* object, const char* name, int32_t& value) {
  PyObject* const got = PyObject_GetAttrString(object, name);
  int64_t whole = 0;
  const bool is_there = got != nullptr && number(got, name, whole);
  Py_XDECREF(got);
  value = static_cast<int32_t>(whole);
  return is_there;
}

PyObject* memory_of(const void* data, int64_t bytes) {
  return PyMemoryView_FromMemory(static_cast<char*>(const_cast<void*>(data)), bytes, PyBUF_WRITE);
}

float float_at(const void* data, xeforge_dtype dtype, int64_t at) {
  switch (dtype) {
  case XEFORGE_FLOAT16:
    return static_cast<float>(static_cast<const _Float16*>(data)[at]);
  case XEFORGE_BFLOAT16: { // the upper half of a float
    const uint32_t bits = static_cast<uint32_t>(static_cast<const uint16_t*>(data)[at]) << 16;
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  default:
    return static_cast<const float*>(data)[at];
  }
}

// Methods are called from within calls that have released the GIL.
class Gil {
public:
  Gil() : state_(PyGILState_Ensure()) {}
  ~Gil() { PyGILState_Release(state_); }
  Gil(const Gil&) = delete;
  Gil& operator=(const Gil&) = delete;

private:
  PyGILState_STATE state_;
};

} // namespace

Transport::~Transport() {
  Py_XDECREF(type_);
  Py_XDECREF(value_);
  Py_XDECREF(traceback_);
  Py_XDECREF(object_);
}

bool Transport::take(PyObject* object) {
  if (!attribute(object, "rank", functions_.rank) || !attribute(object, "ranks", functions_.ranks))
    return false;
  Py_INCREF(object);
  object_ = object;
  functions_.struct_size = sizeof functions_;
  functions_.self = this;
  functions_.send = send;
  functions_.receive = receive;
  functions_.wait = wait;
  functions_.poke = poke;
  functions_.abandon = abandon;
  return true;
}

bool Transport::agree(bool is_right) {
  xeforge_error own{}, error;
  if (!is_right)
    own = taken_error();
  const xeforge_status status = without_gil([&] { return xeforge_ranks_agree(&functions_, &own, &error); });
  if (status != XEFORGE_OK)
    raise(error);
  return status == XEFORGE_OK;
}

void Transport::raise(const xeforge_error& error) {
  if (type_ == nullptr) {
    refuse(error);
    return;
  }
  PyErr_Restore(type_, value_, traceback_);
  type_ = value_ = traceback_ = nullptr;
}

int32_t Transport::status_of(PyObject* result) {
  if (result != nullptr) {
    Py_DECREF(result);
    return 0;
  }
  if (type_ == nullptr)
    PyErr_Fetch(&type_, &value_, &traceback_);
  else
    PyErr_Clear();
  return 1;
}

int32_t Transport::send(void* self, const void* data, int64_t bytes, int32_t to) {
  const Gil gil;
  auto* const transport = static_cast<Transport*>(self);
  return transport->status_of(PyObject_CallMethod(transport->object_, "send", "Ni", memory_of(data, bytes), to));
}
int32_t Transport::receive(void* self, void* data, int64_t bytes, int32_t from) {
  const Gil gil;
  auto* const transport = static_cast<Transport*>(self);
  return transport->status_of(PyObject_CallMethod(transport->object_, "receive", "Ni", memory_of(data, bytes), from));
}
int32_t Transport::wait(void* self) {
  const Gil gil;
  auto* const transport = static_cast<Transport*>(self);
  return transport->status_of(PyObject_CallMethod(transport->object_, "wait", nullptr));
}
int32_t Transport::poke(void* self) {
  const Gil gil;
  auto* const transport = static_cast<Transport*>(self);
  return transport->status_of(PyObject_CallMethod(transport->object_, "poke", nullptr));
}
void Transport::abandon(void* self) {
  const Gil gil;
  auto* const transport = static_cast<Transport*>(self);
  transport->status_of(PyObject_CallMethod(transport->object_, "abandon", nullptr));
}

BiasFunction::~BiasFunction() {
  Py_XDECREF(raised_);
  Py_XDECREF(function_);
}

void BiasFunction::take(PyObject* function, xeforge_ranks_options& options) {
  if (function == Py_None)
    return;
  Py_INCREF(function);
  function_ = function;
  options.bias = write;
  options.bias_self = this;
}

int32_t BiasFunction::write(void* self, int64_t batch, int64_t head, int64_t query, int64_t key,
                            const xeforge_tensor* values, xeforge_error* error) {
  const Gil gil;
  auto* const bias = static_cast<BiasFunction*>(self);
  const int64_t first[] = {batch, head, query, key};
  PyObject* ranges[4] = {};
  bool is_written = true;
  for (int axis = 0; axis < 4 && is_written; ++axis) {
    ranges[axis] =
        PyObject_CallFunction(reinterpret_cast<PyObject*>(&PyRange_Type), "LL", static_cast<long long>(first[axis]),
                              static_cast<long long>(first[axis] + values->shape[axis]));
    is_written = ranges[axis] != nullptr;
  }
  if (is_written) {
    PyObject* const result =
        PyObject_CallFunctionObjArgs(bias->function_, ranges[0], ranges[1], ranges[2], ranges[3], nullptr);
    is_written = result != nullptr && bias->write(result, *values);
    Py_XDECREF(result);
  }
  for (PyObject* const range : ranges)
    Py_XDECREF(range);
  if (is_written)
    return 0;
  PyObject *type = nullptr, *traceback = nullptr;
  PyErr_Fetch(&type, &bias->raised_, &traceback);
  PyErr_NormalizeException(&type, &bias->raised_, &traceback);
  if (traceback != nullptr)
    PyException_SetTraceback(bias->raised_, traceback);
  Py_XDECREF(traceback);
  PyErr_Restore(type, Py_NewRef(bias->raised_), nullptr);
  *error = taken_error();
  if (std::strncmp(error->argument, "bias", 4) != 0) {
    std::strcpy(error->argument, "bias");
    std::strcpy(error->expected, "a function that returns its values");
  }
  return 1;
}

bool BiasFunction::write(PyObject* result, const xeforge_tensor& values) {
  Array array;
  if (!array.open(result, "bias", Use::read))
    return false;
  const xeforge_tensor& from = array.tensor;
  if (from.dtype != XEFORGE_FLOAT16 && from.dtype != XEFORGE_BFLOAT16 && from.dtype != XEFORGE_FLOAT32)
    return refuse("bias dtype", "integers", "float32, float16 or bfloat16");
  int64_t strides[4] = {}; // of the result, as far as it has the dimension
  bool is_right = from.rank <= 4;
  for (int axis = 0; axis < from.rank && is_right; ++axis) {
    const int to = 4 - from.rank + axis;
    strides[to] = from.shape[axis] == 1 ? 0 : from.strides[axis];
    is_right = from.shape[axis] == 1 || from.shape[axis] == values.shape[to];
  }
  if (!is_right)
    return refuse("bias shape", "one that does not broadcast to its block",
                  "one that broadcasts to the lengths of batch, heads, queries and keys");
  for (int64_t b = 0; b < values.shape[0]; ++b)
    for (int64_t h = 0; h < values.shape[1]; ++h)
      for (int64_t i = 0; i < values.shape[2]; ++i)
        for (int64_t j = 0; j < values.shape[3]; ++j)
          static_cast<float*>(values.data)[b * values.strides[0] + h * values.strides[1] + i * values.strides[2] +
                                           j * values.strides[3]] =
              float_at(from.data, from.dtype, b * strides[0] + h * strides[1] + i * strides[2] + j * strides[3]);
  return true;
}

void BiasFunction::explain() {
  if (raised_ == nullptr)
    return;
  if (!PyErr_GivenExceptionMatches(raised_, PyExc_Exception)) {
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(raised_)), raised_);
    return;
  }
  PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  PyException_SetCause(value, Py_NewRef(raised_));
  PyErr_Restore(type, value, traceback);
}

bool Threads::start(PyObject* count) {
  int64_t threads = 0;
  if (!number(count, "threads", threads))
    return false;
  if (threads < 1 || threads > INT32_MAX) {
    PyErr_Format(PyExc_ValueError, "threads: got %lld; expected 1 or more", static_cast<long long>(threads));
    return false;
  }
  context_ = new_context(static_cast<int32_t>(threads));
  return context_ != nullptr;
}

// transport, argument, got, expected: what this rank found wrong before its call
PyObject* ranks_agree(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  Transport transport;
  if (!expect_count(count, 4) || !transport.take(arguments[0]))
    return nullptr;
  refuse(PyUnicode_AsUTF8AndSize(arguments[1], nullptr), PyUnicode_AsUTF8AndSize(arguments[2], nullptr),
         PyUnicode_AsUTF8AndSize(arguments[3], nullptr));
  if (!transport.agree(false))
    return nullptr;
  Py_RETURN_NONE;
}

// length, ranks, rank, shards: ((begin, end), (begin, end))
PyObject* ranks_shard(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  int64_t length = 0, ranks = 0, rank = 0, shards = 0, begins[2], ends[2];
  if (!expect_count(count, 4) || !number(arguments[0], "length", length) || !number(arguments[1], "ranks", ranks) ||
      !number(arguments[2], "rank", rank) || !number(arguments[3], "shards", shards))
    return nullptr;
  if (ranks > INT32_MAX)
    return refuse("ranks", "more than any group has", "1 or more"), nullptr;
  xeforge_error error;
  if (rank > INT32_MAX || rank < 0)
    rank = -1;
  if (xeforge_ranks_shard(length, static_cast<int32_t>(ranks), static_cast<int32_t>(rank),
                          static_cast<xeforge_shards>(shards), begins, ends, &error) != XEFORGE_OK)
    return refuse(error), nullptr;
  return Py_BuildValue("((LL)(LL))", static_cast<long long>(begins[0]), static_cast<long long>(ends[0]),
                       static_cast<long long>(begins[1]), static_cast<long long>(ends[1]));
}

} // namespace xeforge::python
