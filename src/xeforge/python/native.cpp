// The part of the Python package that is compiled: from Python's arguments to one call of the C interface, without the
// GIL, and back. Arguments come in order and complete; names, defaults and documentation stand in _operators.py.
#include "xeforge/python/calls.hpp"
#include "xeforge/python/ranks.hpp"

#include <iterator>

namespace xeforge::python {
namespace {

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

// (of softmax_topk, of attention, of rms_norm)
PyObject* largest_last_dimensions(PyObject*, PyObject*) {
  const auto of = [](xeforge_operator op) { return static_cast<long long>(xeforge_largest_last_dimension(op)); };
  return Py_BuildValue("(LLL)", of(XEFORGE_SOFTMAX_TOPK), of(XEFORGE_ATTENTION), of(XEFORGE_RMS_NORM));
}

PyObject* set_helpers(PyObject*, PyObject* arguments) {
  Helpers given;
  PyObject** const slots[] = {&given.kind_of,           &given.interface,    &given.refuse,
                              &given.refuse_of_library, &given.refuse_dtype, &given.refuse_type,
                              &given.refuse_value,      &given.flag_of,      &given.describe};
  constexpr Py_ssize_t count = std::size(slots);
  if (!expect_count(PyTuple_Size(arguments), count))
    return nullptr;
  static PyInterpreterState* const first = PyInterpreterState_Get();
  if (PyInterpreterState_Get() != first) {
    PyErr_SetString(PyExc_ImportError,
                    "xeforge: got a second interpreter of a process; expected the one that has imported it before");
    return nullptr;
  }
  for (Py_ssize_t index = 0; index < count; ++index)
    *slots[index] = Py_NewRef(PyTuple_GetItem(arguments, index));
  given.kinds = PyDict_New();
  given.requires_grad = PyUnicode_InternFromString("requires_grad");
  given.is_neg = PyUnicode_InternFromString("is_neg");
  helpers = given;
  if (helpers.kinds == nullptr || helpers.requires_grad == nullptr || helpers.is_neg == nullptr)
    return nullptr;
  Py_RETURN_NONE;
}

PyMethodDef with_array(const char* name, PyObject* (*function)(PyObject*, PyObject* const*, Py_ssize_t)) {
  return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)), METH_FASTCALL, nullptr};
}

PyMethodDef methods[] = {with_array("softmax_topk", softmax_topk),
                         with_array("attention", attention),
                         with_array("merge", merge),
                         with_array("rms_norm", rms_norm),
                         with_array("ranks_agree", ranks_agree),
                         with_array("ranks_attention", ranks_attention),
                         with_array("ranks_shard", ranks_shard),
                         with_array("ranks_softmax_topk", ranks_softmax_topk),
                         {"largest_last_dimensions", largest_last_dimensions, METH_NOARGS, nullptr},
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
