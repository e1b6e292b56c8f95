"""xeforge: fused softmax + top-K, fused attention, and RMS normalisation, on any x86-64 CPU with AVX2.

    weights, indices = xeforge.softmax_topk(scores, k)      for routers of mixture-of-experts models
    out = xeforge.attention(q, k, v, causal=True)           with bias, mask, window, ALiBi, softcap, sinks, grouped heads
    out, lse = xeforge.merge(out_a, lse_a, out_b, lse_b)    merges two partial results
    out = xeforge.rms_norm(x, weight, residual=r)           with an optional residual and its sum
    xeforge.plan(xeforge.attention, q, k, v)                which implementation runs, and why
    xeforge.supports(xeforge.attention, q, k, v)            whether it can, and if not, why
    xeforge.compile("kernel.cpp", "bmg").explain()          your own kernels as machine code, and an analysis of it
    xeforge.roofline(xeforge.attention, case="sdpa-bf16")   what bounds an operator on devices

Arrays are numpy's, torch's, jax's, or anything with __dlpack__ or the buffer protocol, with any strides; results have the
array type of the first. float16, bfloat16 and float32. help(xeforge.attention) describes each argument.

What is wrong with an argument is an ArgumentError (a ValueError) or an ArgumentTypeError (a TypeError); both have
argument, got and expected. Calls release the GIL and may come from several threads at once.

`import xeforge.distributed` has attention and routing over communicators of mpi4py and process groups of torch;
`import xeforge.torch` has custom operators for torch, a scaled_dot_product_attention, and models of transformers.

>>> import numpy, xeforge
>>> scores = numpy.array([[0.1, 0.7, 0.4, 0.7]], "float32")
>>> weights, indices = xeforge.softmax_topk(scores, 2)      # equal scores: the lower column first
>>> indices.tolist()
[[1, 3]]
>>> xeforge.supports(xeforge.softmax_topk, scores, 5).reason
'k: got 5; expected 1 to 4, the number of columns'
"""

import os as _os

from . import _native
from ._arrays import ArgumentError, ArgumentTypeError
from ._kernels import Compiled, Explanation, Page, Roofline, compile, roofline
from ._operators import Plan, Support, attention, merge, plan, rms_norm, softmax_topk, supports

__version__ = _native.version
__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "Compiled",
    "Explanation",
    "Page",
    "Plan",
    "Roofline",
    "Support",
    "attention",
    "compile",
    "merge",
    "plan",
    "rms_norm",
    "roofline",
    "softmax_topk",
    "supports",
    "targets",
]


def targets() -> list[str]:
    """The instruction sets that kernels are compiled for and this machine can run, the most capable last."""
    return _native.targets()


_os.register_at_fork(after_in_child=_native.begin_as_child)
