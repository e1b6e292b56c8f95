#!/usr/bin/env python3
"""python_overhead.py: what a call from Python costs beyond the same call from C, on arrays of one row, and what torch's own
operators take for the same, where torch is installed.

    build/release/python/test-venv/bin/python bench/python_overhead.py [LIBXEFORGE]

All ways take turns in one process. What is compared are the best turns: the others show how busy the machine was. The C call is made through ctypes with
arguments made before; an empty function called the same way shows what of that is ctypes'. A wrapper that fills the
structs by ctypes at each call is what a package without a compiled part would be. xeforge gets arrays of numpy, and tensors
of torch where there is torch.
"""

import ctypes
import functools
import statistics
import sys
import time
from pathlib import Path

import numpy as np
import xeforge

try:
    import torch
except ImportError:
    torch = None

FLOAT32, INT32, K, TURNS, CALLS = 2, 3, 8, 100, 300


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("dtype", ctypes.c_int32), ("rank", ctypes.c_int32),
                ("shape", ctypes.c_int64 * 8), ("strides", ctypes.c_int64 * 8)]


class Options(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("k", ctypes.c_int64), ("scoring", ctypes.c_int32),
                ("renormalize", ctypes.c_int32), ("num_expert_group", ctypes.c_int64), ("topk_group", ctypes.c_int64),
                ("routed_scaling_factor", ctypes.c_float), ("correction_bias", Tensor), ("variant", ctypes.c_char_p),
                ("target", ctypes.c_char_p)]


class Error(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int32), ("texts", ctypes.c_char * 1856)]


class Library:
    """libxeforge.so.0 with a context and a place for its errors."""

    def __init__(self, path):
        self.functions = ctypes.CDLL(path)
        self.context, self.error = ctypes.c_void_p(), Error()
        self.functions.xeforge_context_create(0, ctypes.byref(self.context), ctypes.byref(self.error))

    def call(self, name, *structs):
        """A call whose arguments are made now; None is a null pointer. Checked once."""
        function = self.functions[name]
        arguments = [self.context, *(each if each is None else ctypes.addressof(each) for each in structs), ctypes.addressof(self.error)]
        function.argtypes = [ctypes.c_void_p] * len(arguments)
        made = functools.partial(function, *arguments)
        made.keeps = structs
        if made() != 0:
            sys.exit(f"{name}: {bytes(self.error)!r}")
        return made

    def options(self):
        result = Options()
        self.functions.xeforge_softmax_topk_defaults(ctypes.byref(result), ctypes.sizeof(result))
        result.k = K
        return result


def tensor(array):
    result = Tensor(array.__array_interface__["data"][0], INT32 if array.dtype == np.int32 else FLOAT32, array.ndim)
    for axis, (extent, stride) in enumerate(zip(array.shape, array.strides)):
        result.shape[axis], result.strides[axis] = extent, stride // array.itemsize
    return result


def floats(*shape):
    return np.random.default_rng(0).standard_normal(shape).astype(np.float32)


def topk_results():
    return np.empty((1, K), np.float32), np.empty((1, K), np.int32)


def of_softmax_topk(library):
    scores, (weights, indices) = floats(1, 64), topk_results()
    from_c = library.call("xeforge_softmax_topk", tensor(scores), tensor(weights), tensor(indices), library.options())

    def by_ctypes():
        new_weights, new_indices = topk_results()
        made = [tensor(scores), tensor(new_weights), tensor(new_indices), library.options(), Error()]
        assert from_c.func(library.context, *map(ctypes.addressof, made)) == 0
        return new_weights, new_indices

    assert np.array_equal(by_ctypes()[1], xeforge.softmax_topk(scores, K)[1])
    ways = {
        "xeforge": lambda: xeforge.softmax_topk(scores, K),
        "xeforge, out=": lambda: xeforge.softmax_topk(scores, K, out=(weights, indices)),
        "a wrapper by ctypes": by_ctypes,
    }
    if torch:
        x = torch.from_numpy(scores)

        def by_torch():
            kept, which = torch.topk(torch.softmax(x, -1), K)
            return kept / kept.sum(-1, keepdim=True), which

        to = torch.from_numpy(weights), torch.from_numpy(indices)
        ways["xeforge, tensors"] = lambda: xeforge.softmax_topk(x, K)
        ways["xeforge, tensors, out="] = lambda: xeforge.softmax_topk(x, K, out=to)
        ways["torch, softmax topk sum /"] = by_torch
    return from_c, ways


def of_attention(library):
    q, k, v, out = floats(1, 1, 1, 64), floats(1, 1, 16, 64), floats(1, 1, 16, 64), floats(1, 1, 1, 64)
    from_c = library.call("xeforge_attention", *map(tensor, (q, k, v, out)), None, None)
    ways = {"xeforge": lambda: xeforge.attention(q, k, v), "xeforge, out=": lambda: xeforge.attention(q, k, v, out=out)}
    if torch:
        x, y, z, to = map(torch.from_numpy, (q, k, v, out))
        attention = torch.nn.functional.scaled_dot_product_attention
        ways["xeforge, tensors"] = lambda: xeforge.attention(x, y, z)
        ways["xeforge, tensors, out="] = lambda: xeforge.attention(x, y, z, out=to)
        ways["torch, scaled_dot_product"] = lambda: attention(x, y, z)
    return from_c, ways


def of_rms_norm(library):
    x, weight, out = floats(1, 64), floats(64), floats(1, 64)
    from_c = library.call("xeforge_rms_norm", *map(tensor, (x, weight, out)), None)
    ways = {"xeforge": lambda: xeforge.rms_norm(x, weight), "xeforge, out=": lambda: xeforge.rms_norm(x, weight, out=out)}
    if torch:
        row, factors, to = map(torch.from_numpy, (x, weight, out))
        norm = torch.nn.functional.rms_norm
        ways["xeforge, tensors"] = lambda: xeforge.rms_norm(row, factors)
        ways["xeforge, tensors, out="] = lambda: xeforge.rms_norm(row, factors, out=to)
        ways["torch, rms_norm"] = lambda: norm(row, (64,), factors, 1e-6)
    return from_c, ways


def times_of(ways):
    """Microseconds of a call, one for each turn."""
    times = {name: [] for name in ways}
    for _ in range(TURNS):
        for name, way in ways.items():
            start = time.perf_counter()
            for _ in range(CALLS):
                way()
            times[name].append((time.perf_counter() - start) / CALLS * 1e6)
    return times


def main():
    library = Library(sys.argv[1] if len(sys.argv) > 1 else str(Path(xeforge.__file__).parent / "libxeforge.so.0"))
    if torch:
        torch.set_grad_enabled(False)
    for title, make in (("softmax_topk, a row of 64 scores, k 8", of_softmax_topk),
                        ("attention, a head of 1 query on 16 keys, d 64", of_attention),
                        ("rms_norm, a row of 64", of_rms_norm)):
        from_c, ways = make(library)
        nothing = library.functions.xeforge_version
        nothing.argtypes = from_c.func.argtypes
        times = times_of({"nothing": functools.partial(nothing, *from_c.args), "C": from_c, **ways})
        c_call = min(times["C"]) - min(times["nothing"])
        print(f"{title}\n  {'C':26} best {c_call:6.2f} us")
        for name in ways:
            best = min(times[name])
            print(f"  {name:26} best {best:6.2f} us, {best - c_call:5.2f} us over C; median {statistics.median(times[name]):6.2f} us")


main()
