"""xeforge: fused softmax + top-K, and fused attention, on any x86-64 CPU with AVX2.

    weights, indices = xeforge.softmax_topk(scores, k)      what a router of experts needs
    out = xeforge.attention(q, k, v, causal=True)           with bias, mask, window, ALiBi, softcap, sinks, shared heads
    out, lse = xeforge.merge(out_a, lse_a, out_b, lse_b)    two partial results become one
    xeforge.plan(xeforge.attention, q, k, v)                which implementation runs, and why
    xeforge.supports(xeforge.attention, q, k, v)            whether it can, and if not, why

Arrays are numpy's, torch's, jax's, or anything with __dlpack__ or the buffer protocol, of any strides; results are of the
kind of the first. help(xeforge.attention) says what each argument is. `import xeforge.torch` has custom operators for torch.
"""

import os as _os

from . import _native
from ._arrays import ArgumentError, ArgumentTypeError
from ._operators import Plan, Support, attention, merge, plan, softmax_topk, supports

__version__ = _native.version
__all__ = ["ArgumentError", "ArgumentTypeError", "Plan", "Support", "attention", "merge", "plan", "softmax_topk", "supports"]


def targets() -> list[str]:
    """The instruction sets that kernels are compiled for and this machine runs, the most capable last."""
    return _native.targets()


_os.register_at_fork(after_in_child=_native.begin_as_child)
