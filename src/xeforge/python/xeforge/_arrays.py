"""Kinds of arrays: how each shows its memory to the compiled part, and how a new one of its kind is made."""

from __future__ import annotations

import math
import re
import struct
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from . import _native

# As XEFORGE_FLOAT16 ... in xeforge.h.
DTYPES = {"float16": 0, "bfloat16": 1, "float32": 2, "int32": 3, "int64": 4, "bool": 5}
NAMES = {number: name for name, number in DTYPES.items()}

_BUFFER, _EXPORTER, _INTERFACE = 0, 1, 2


class _Refusal(Exception):
    def __init__(self, argument: str, got: str, expected: str, message: str | None = None):
        super().__init__(message or f"{argument}: got {got}; expected {expected}")
        self.argument, self.got, self.expected = argument, got, expected

    def __reduce__(self):
        """For copies, also in other processes."""
        return type(self), (self.argument, self.got, self.expected, str(self))


class ArgumentError(_Refusal, ValueError):
    """An argument that cannot be: its name, what was got, and what is expected instead."""


class ArgumentTypeError(_Refusal, TypeError):
    """An argument of a type, or with elements of a type, that cannot be."""


# The names that the C interface has for arguments; the results of softmax_topk stand in a tuple.
_PYTHON_NAMES = {"attn_bias": "bias", "attn_mask": "mask", "weights": "out[0]", "indices": "out[1]"}
_OTHER_NAME = re.compile(r"\battn_(?:bias|mask)\b|(?<=those of )(?:weights|indices)\b")

_FLOATS = "float16, bfloat16 or float32"
_LIKE_Q, _LIKE_X = "the type of q", "the type of x"
# The types of elements that each argument takes; all others are float16, bfloat16 or float32.
_TYPES = {
    "k": _LIKE_Q,
    "v": _LIKE_Q,
    "bias": f"float32 or {_LIKE_Q}",
    "mask": "bool: true keeps the score",
    "cu_seqlens_q": "int32 or int64",
    "cu_seqlens_k": "int32 or int64",
    "out[0]": "float32 or the type of scores",
    "out[1]": "int32 or int64",
    "out": "the type of the first argument",
    "out_b": "the type of out_a",
    "lse_a": "float32",
    "lse_b": "float32",
    "weight": f"float32 or {_LIKE_X}",
    "residual": _LIKE_X,
    "residual_out": _LIKE_X,
}


def refuse(argument: str, got: str, expected: str) -> None:
    is_of_type = argument.endswith((" dtype", "_dtype"))
    raise (ArgumentTypeError if is_of_type else ArgumentError)(argument, got, expected)


def refuse_of_library(argument: str, got: str, expected: str) -> None:
    """The same of an error of the C interface, with Python's names."""
    of_rank, mark, name = argument.rpartition(": ")  # "rank 2: k shape"
    first, *rest = name.split(" ", 1)
    got, expected = (_OTHER_NAME.sub(lambda found: _PYTHON_NAMES[found[0]], text) for text in (got, expected))
    refuse(of_rank + mark + " ".join([_PYTHON_NAMES.get(first, first), *rest]), got, expected)


def refuse_dtype(argument: str, got: str) -> None:
    raise ArgumentTypeError(f"{argument} dtype", got, _TYPES.get(argument, _FLOATS))


def shown(value: object) -> str:
    """What was given, in one line."""
    text = repr(value)
    return text if len(text) <= 80 and "\n" not in text else f"an object of type {type(value).__name__}"


def refuse_type(argument: str, got: object, expected: str) -> None:
    raise ArgumentTypeError(argument, shown(got), expected)


def refuse_value(argument: str, got: object, expected: str) -> None:
    raise ArgumentError(argument, shown(got), expected)


def flag_of(argument: str, value: object, expected: str = "True or False") -> bool:
    """A bool, or numpy's."""
    if not isinstance(value, bool) and not _is_a(value, "numpy", "bool_"):
        refuse_type(argument, value, expected)
    return bool(value)


def describe(problem: BaseException) -> tuple[str, str, str]:
    """What stands in the way, as other ranks get to know it: (argument, got, expected)."""
    parts = re.fullmatch(r"([a-z_ ]+): got (.*); expected (.*)", str(problem), re.DOTALL)
    if isinstance(problem, (ArgumentError, ArgumentTypeError)):
        words = (problem.argument, problem.got, problem.expected)
    elif isinstance(problem, MemoryError):
        words = ("memory", "too little for this rank's part", "room for its results")
    elif parts:
        words = parts.groups()
    else:
        words = ("call", f"{type(problem).__name__}: {problem}", "arguments that can be run")
    argument, got, expected = (word.encode(errors="replace").decode() for word in words)
    return argument, got, expected


def dtype_number(argument: str, dtype: object, allowed: tuple[str, ...]) -> int:
    """The number of a type given as a name, or as numpy's, torch's or jax's object for it."""
    name = dtype if isinstance(dtype, str) else getattr(dtype, "name", None) or getattr(dtype, "__name__", None) or str(dtype)
    name = name.removeprefix("torch.")
    if name not in allowed or getattr(dtype, "byteorder", "=") == ">":
        raise ArgumentTypeError(argument, repr(dtype), " or ".join(allowed))
    return DTYPES[name]


# ---- kinds ------------------------------------------------------------------------------------------------------------


class Kind(NamedTuple):
    """What the compiled part does with arrays of a type."""

    how: int
    exporter: Callable | None  # array -> a capsule of DLPack
    maker: Callable  # (shape, dtype) -> a new array
    finish: Callable | None = None  # what the maker made -> what the caller gets
    exchange: Any = None  # of tensors: DLPack's C functions, by which they are read and made without exporter and maker
    grad_is_wanted: Callable | None = None  # of tensors: () -> whether operations on them are recorded
    is_immutable: bool = False  # none of them can be a result


def _numpy_maker():
    empty, types = None, {}

    def type_of(number: int):
        if number == DTYPES["bfloat16"]:
            import ml_dtypes  # the array that is asked for has this type, so it is there

            return numpy.dtype(ml_dtypes.bfloat16)
        return numpy.dtype(NAMES[number])

    # numpy is needed where a result is made, and only then.
    def make(shape, number):
        nonlocal empty
        dtype = types.get(number)
        if dtype is None:
            global numpy
            import numpy

            empty = numpy.empty
            dtype = types[number] = type_of(number)
        return empty(shape, dtype)

    return make


# What memoryview calls the types; bfloat16 has no letter, so that no plain buffer has it, nor a result for one.
_LETTERS = {"float16": "e", "float32": "f", "int32": "i", "int64": "q"}


def _make_buffer(shape, number):
    """Of plain buffers the results are memoryviews: without a package, and numpy.asarray makes an array of one as it is."""
    if 0 in shape:  # which a memoryview cannot be made with
        raise ArgumentError("shape", f"a result of shape {tuple(shape)}", "no extent of 0 where plain buffers are given")
    letter = _LETTERS[NAMES[number]]
    return memoryview(bytearray(math.prod(shape) * struct.calcsize(letter))).cast(letter, shape)


def _torch_kind(tensor_type):
    import torch
    from torch.utils.dlpack import to_dlpack

    types = {number: getattr(torch, name) for number, name in NAMES.items()}
    grad_is_wanted = torch.is_grad_enabled

    def export(tensor, name):
        if tensor.requires_grad and grad_is_wanted():
            raise ArgumentError(name, "a tensor that requires a gradient", "a detached one, torch.no_grad(), or xeforge.torch")
        if tensor.is_neg():
            raise ArgumentError(name, "a view of negated elements, as of a conjugate's imag", "its resolve_neg()")
        return to_dlpack(tensor)

    def make(shape, number, empty=torch.empty, device=torch.device("cpu")):
        return empty(shape, dtype=types[number], device=device)

    # Where torch has DLPack's C functions, export says why a tensor cannot be read, and make is not needed.
    return Kind(_EXPORTER, export, make, None, getattr(tensor_type, "__dlpack_c_exchange_api__", None), grad_is_wanted)


def _exported(array: object, name: str):
    """A capsule that says whether the memory may be written, from whoever knows of such."""
    try:
        return array.__dlpack__(max_version=(1, 0))
    except TypeError:
        return array.__dlpack__()


def _jax_kind():
    import jax

    def of_jax(made):
        array = jax.numpy.asarray(made)
        if array.dtype != made.dtype:
            raise ArgumentError("index_dtype", str(made.dtype), f"{array.dtype}: jax has the other with jax_enable_x64 alone")
        return array

    return Kind(_EXPORTER, _exported, _numpy_maker(), of_jax, is_immutable=True)


def _is_a(array: object, module: str, *path: str) -> bool:
    """Whether it is of that class or one derived from it, where the module has been imported."""
    found = sys.modules.get(module)
    for name in path:
        found = getattr(found, name, None)
    return isinstance(found, type) and isinstance(array, found)


def was_written(*arrays: object) -> None:
    """What torch does for arrays that its own operations write: a backward pass that needs what was in one is an error."""
    for array in arrays:
        if _is_a(array, "torch", "Tensor") and not array.is_inference():
            sys.modules["torch"].autograd.graph.increment_version(array)


def kind_of(array: object, name: str) -> Kind:
    """Of an array's type; asked once for each type."""
    module = type(array).__module__.partition(".")[0]
    if _is_a(array, "numpy", "ndarray"):
        if _is_a(array, "numpy", "ma", "MaskedArray"):
            raise ArgumentTypeError(name, "a masked array, whose mask would not be heeded", "a plain one: its filled() or its data")
        return Kind(_BUFFER, None, _numpy_maker())
    if _is_a(array, "torch", "Tensor"):
        return _torch_kind(type(array))
    if module in ("jax", "jaxlib"):
        return _jax_kind()
    if hasattr(array, "__dlpack__"):
        from_dlpack = getattr(sys.modules.get(module), "from_dlpack", None)
        return Kind(_EXPORTER, _exported, _numpy_maker(), from_dlpack)
    try:
        memoryview(array)
    except TypeError:
        raise ArgumentTypeError(
            name, f"an object of type {type(array).__name__}", "an array: one with __dlpack__ or the buffer protocol"
        ) from None
    return Kind(_BUFFER, None, _make_buffer)


def interface(array: object, name: str, is_written: int):
    """Of an array with a type that the buffer protocol has no letter for: (address, dtype, shape, strides)."""
    described = getattr(array, "__array_interface__", None)
    dtype = getattr(getattr(array, "dtype", None), "name", None)
    if described is None or dtype not in DTYPES:
        got = dtype or f"elements that {type(array).__name__} does not name"
        refuse_dtype(name, got)
    if array.dtype.byteorder == ">":
        raise ArgumentTypeError(f"{name} dtype", f"{dtype} in another order of bytes", "this machine's order of bytes")
    if is_written and described["data"][1]:
        raise ArgumentError(name, "memory that cannot be written", "an array that can")
    size = array.dtype.itemsize
    if any(stride % size for stride in array.strides):
        raise ArgumentError(name, "strides that are no multiples of the element's size", "whole elements from one to the next")
    return (described["data"][0], DTYPES[dtype], array.shape, tuple(stride // size for stride in array.strides))


_native.set_helpers(
    kind_of, interface, refuse, refuse_of_library, refuse_dtype, refuse_type, refuse_value, flag_of, describe
)
