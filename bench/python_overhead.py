#!/usr/bin/env python3
"""python_overhead.py: what a call from Python costs beyond the same call from C, on one row of 64 scores.

    build/release/python/test-venv/bin/python bench/python_overhead.py [LIBXEFORGE]

All ways take turns in one process. What is compared are the best turns: the others show how busy the machine was. The C call is made through ctypes with
arguments made before; an empty function called the same way shows what of that is ctypes'. A wrapper that fills the
structs by ctypes at each call is what a package without a compiled part would be.
"""

import ctypes
import statistics
import sys
import time
from pathlib import Path

import numpy as np
import xeforge

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


def tensor(array, dtype):
    result = Tensor(array.__array_interface__["data"][0], dtype, array.ndim)
    for axis, (extent, stride) in enumerate(zip(array.shape, array.strides)):
        result.shape[axis], result.strides[axis] = extent, stride // array.itemsize
    return result


def options(library):
    result = Options()
    library.xeforge_softmax_topk_defaults(ctypes.byref(result), ctypes.sizeof(result))
    result.k = K
    return result


def results():
    return np.empty((1, K), np.float32), np.empty((1, K), np.int32)


def main():
    library = ctypes.CDLL(sys.argv[1] if len(sys.argv) > 1 else str(Path(xeforge.__file__).parent / "libxeforge.so.0"))
    call, nothing = library.xeforge_softmax_topk, library.xeforge_version
    call.argtypes = nothing.argtypes = [ctypes.c_void_p] * 6
    context, error = ctypes.c_void_p(), Error()
    library.xeforge_context_create(0, ctypes.byref(context), ctypes.byref(error))
    scores = np.random.default_rng(0).standard_normal((1, 64)).astype(np.float32)
    weights, indices = results()
    structs = [tensor(scores, FLOAT32), tensor(weights, FLOAT32), tensor(indices, INT32), options(library), error]
    ready = [context, *map(ctypes.addressof, structs)]

    def by_ctypes():
        new_weights, new_indices = results()
        made = [tensor(scores, FLOAT32), tensor(new_weights, FLOAT32), tensor(new_indices, INT32), options(library), Error()]
        assert call(context, *map(ctypes.addressof, made)) == 0
        return new_weights, new_indices

    ways = {
        "nothing by ctypes": lambda: nothing(*ready),
        "C, arguments made before": lambda: call(*ready),
        "xeforge.softmax_topk": lambda: xeforge.softmax_topk(scores, K),
        "xeforge.softmax_topk, out=": lambda: xeforge.softmax_topk(scores, K, out=(weights, indices)),
        "a wrapper by ctypes": by_ctypes,
    }
    assert np.array_equal(by_ctypes()[1], xeforge.softmax_topk(scores, K)[1])
    times = {name: [] for name in ways}
    for _ in range(TURNS):
        for name, way in ways.items():
            start = time.perf_counter()
            for _ in range(CALLS):
                way()
            times[name].append((time.perf_counter() - start) / CALLS * 1e6)
    best = {name: min(each) for name, each in times.items()}
    c_call = best["C, arguments made before"] - best["nothing by ctypes"]
    print(f"{'C':28} best {c_call:6.2f} us")
    for name in list(ways)[2:]:
        print(f"{name:28} best {best[name]:6.2f} us, {best[name] - c_call:5.2f} us over C; "
              f"median {statistics.median(times[name]):6.2f} us")


main()
