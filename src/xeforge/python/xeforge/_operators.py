"""The operators as functions of arrays."""

from __future__ import annotations

import inspect
import operator as operators
from typing import Any, NamedTuple

from . import _native
from ._arrays import ArgumentError, dtype_number, flag_of, shown, was_written

_SCORINGS = {"softmax": 0, "sigmoid": 1}
_CAUSALS = {None: 0, False: 0, "none": 0, "top_left": 1, "bottom_right": 2, True: 2}
_INDEX_DTYPES = {"int32": 3, "int64": 4}
_RUN, _PLAN = 0, 1
_FLOAT32 = 2


def _one_of(names: dict) -> str:
    return "one of " + ", ".join(repr(name) for name in names)


def _named(argument: str, value: Any, names: dict) -> int:
    try:
        return names[value]
    except (KeyError, TypeError):
        raise ArgumentError(argument, shown(value), _one_of(names)) from None


def _causal(value: Any) -> int:
    """True and False are names here; numbers that equal them are none."""
    if value is None or isinstance(value, str):
        return _named("causal", value, _CAUSALS)
    return _CAUSALS[flag_of("causal", value, _one_of(_CAUSALS))]


def _bound(number: Any) -> int:
    if isinstance(number, bool):
        raise TypeError
    return operators.index(number)


def _window(window: Any) -> tuple[int, int]:
    if window is None:
        return (-1, -1)
    if type(window) is tuple and len(window) == 2 and type(window[0]) is type(window[1]) is int:
        if -1 <= window[0] < 2**63 and -1 <= window[1] < 2**63:  # without what follows, which takes a microsecond
            return window
    try:
        both = _bound(window)
        left, right = both, both
    except TypeError:
        try:
            left, right = map(_bound, window)
        except (TypeError, ValueError):
            left = right = -2
    if min(left, right) < -1 or max(left, right) >= 2**63:
        raise ArgumentError("window", shown(window), "a number of keys to both sides, or a pair (left, right), -1 for no limit")
    return (left, right)


def softmax_topk(
    scores: Any,
    k: int,
    *,
    scoring: str = "softmax",
    renormalize: bool = True,
    correction_bias: Any = None,
    num_expert_group: int = 1,
    topk_group: int = 1,
    routed_scaling_factor: float = 1.0,
    index_dtype: Any = "int32",
    weight_dtype: Any = "float32",
    out: tuple[Any, Any] | None = None,
    variant: str | None = None,
    target: str | None = None,
) -> tuple[Any, Any]:
    """The k best entries of each row after softmax (or sigmoid): (weights, indices), best first.

    For the routers of mixture-of-experts models, and for block selection in sparse attention; one pass over the scores.

    Arguments
        scores (..., n)       float16, bfloat16 or float32; numpy, torch, jax, or anything with __dlpack__ or a buffer;
                              any strides, without a copy; 1 to 8 dimensions, n 1 to 65,536, the others also 0
        k                     an integer, 1 to n
        scoring               "softmax" or "sigmoid"
        renormalize           if true, the weights of a row sum to routed_scaling_factor; if not, they are the probabilities times it
        correction_bias (n,)  added to the probabilities for the selection only
        num_expert_group      number of groups of columns; only columns of the topk_group best groups are selected. A group's
        topk_group            score is its largest, or with a correction_bias the sum of its two largest biased probabilities
        routed_scaling_factor multiplies the weights
        index_dtype           "int32" or "int64", or the dtype of numpy, torch or jax
        weight_dtype          "float32", or the type of the scores
        out                   (weights, indices) to write into, instead of new arrays; their types are what counts then
        variant, target       an implementation or instruction set by name (see plan)

    Returns weights (..., k) and indices (..., k), in the array type of scores; without rows both are empty (of plain buffers,
    whose results are memoryviews, this is refused).

    Of equal scores, the lower column comes first. Scores of -inf rank behind all numbers, whatever their bias; NaN ranks last
    and has weight 0. Same bits on every run.

    Raises ArgumentError (a ValueError) or ArgumentTypeError (a TypeError) with argument, got and expected,
    before anything is written to out.

    >>> import numpy, xeforge
    >>> weights, indices = xeforge.softmax_topk(numpy.array([[0.0, 2.0, 1.0]], "float32"), 2)
    >>> indices
    array([[1, 2]], dtype=int32)
    """
    result = _native.softmax_topk(
        _RUN,
        scores,
        k,
        0 if scoring == "softmax" else _named("scoring", scoring, _SCORINGS),
        renormalize,
        correction_bias,
        num_expert_group,
        topk_group,
        routed_scaling_factor,
        3 if index_dtype == "int32" else dtype_number("index_dtype", index_dtype, ("int32", "int64")),
        _FLOAT32 if weight_dtype == "float32" else dtype_number("weight_dtype", weight_dtype, ("float32", "float16", "bfloat16")),
        out,
        variant,
        target,
    )
    if out is not None:
        was_written(*out)
    return result


def attention(
    q: Any,
    k: Any,
    v: Any,
    *,
    bias: Any = None,
    mask: Any = None,
    causal: str | bool | None = None,
    window: tuple[int, int] | int | None = None,
    softcap: float | None = None,
    alibi_slopes: Any = None,
    sinks: Any = None,
    scale: float | None = None,
    layout: str = "bhsd",
    out_layout: str | None = None,
    cu_seqlens_q: Any = None,
    cu_seqlens_k: Any = None,
    return_lse: bool = False,
    out: Any = None,
    variant: str | None = None,
    target: str | None = None,
) -> Any:
    """softmax(scale * q k^T + bias, masked) v in one pass, without an array of the size of the scores.

    Arguments (b batch, h heads, s sequence, d depth)
        q (b, heads_q, seq_q, d_qk)   float16, bfloat16 or float32; numpy, torch, jax, or anything with __dlpack__ or a
        k (b, heads_kv, seq_k, d_qk)  buffer; any strides, without a copy; all of one type. heads_kv divides heads_q:
        v (b, heads_kv, seq_k, d_v)   query head i reads key and value head i // (heads_q // heads_kv).
                                      Every extent is at least 1; d_qk and d_v at most 512, seq_k 2**24, seq_q 2**30
        bias                          added to the scores: broadcasts to (b, heads_q, seq_q, seq_k); float32 or q's type
        mask                          bool, broadcasts likewise; True keeps the score
        causal                        "top_left" (key j for query i if j <= i), "bottom_right" or True
                                      (j <= i + seq_k - seq_q), None
        window                        (left, right): numbers of keys before and after key i + seq_k - seq_q, itself included;
                                      -1 for no limit. For causal="top_left", too, this is query i's place among the keys
        softcap                       c: scores become c * tanh(score / c); at least 1e-30
        alibi_slopes                  (heads_q,) or (b, heads_q): slope * |i + seq_k - seq_q - j| is subtracted, likewise
                                      whatever causal is
        sinks (heads_q,)              logits added only to the denominator
        scale                         1 / sqrt(d_qk) if not given
        layout                        order of the dimensions of q, k and v: "bhsd", "bshd", "sbhd" or "bhds"
        out_layout                    the same for the result; layout if not given
        cu_seqlens_q, cu_seqlens_k    int32 or int64: starts of concatenated sequences of different lengths, in arrays of
                                      batch 1, and the total length at the end; a sequence may be empty. seq_q and seq_k
                                      above are then those of each sequence
        return_lse                    also return the logarithm of each row's sum of exp(score)
        out                           an array to write into
        variant, target               an implementation or instruction set by name (see plan)

    Returns out (b, heads_q, seq_q, d_v) in out_layout, or (out, lse) with lse (b, heads_q, seq_q) float32; in the array
    type of q. A query without keys gets 0, and lse -inf. Values of masked keys should be finite.

    Applied to a score in this order: scale, softcap, ALiBi, bias, masks. lse is a natural logarithm.

    Raises ArgumentError (a ValueError) or ArgumentTypeError (a TypeError) with argument, got and expected,
    before anything is written to out. Use xeforge.supports to check first.

    >>> import numpy, xeforge
    >>> q = k = v = numpy.ones((1, 2, 4, 8), "float32")
    >>> xeforge.attention(q, k, v, causal=True).shape
    (1, 2, 4, 8)
    """
    left, right = (-1, -1) if window is None else _window(window)
    result = _native.attention(
        _RUN,
        q,
        k,
        v,
        bias,
        mask,
        0 if causal is None else 2 if causal is True else _causal(causal),
        left,
        right,
        0.0 if softcap is None else softcap,
        alibi_slopes,
        sinks,
        scale,
        layout,
        layout if out_layout is None else out_layout,
        cu_seqlens_q,
        cu_seqlens_k,
        return_lse,
        out,
        variant,
        target,
    )
    if out is not None:
        was_written(out)
    return result


def merge(out_a: Any, lse_a: Any, out_b: Any, lse_b: Any, *, layout: str = "bhsd") -> tuple[Any, Any]:
    """Merges attention of the same queries over two disjoint sets of keys: (out, lse) as over both sets.

    Arguments
        out_a, out_b (b, heads_q, seq_q, d_v) in layout   results of attention; every extent is at least 1
        lse_a, lse_b (b, heads_q, seq_q)                  their lse, from return_lse=True
        layout                                            as for attention: "bhsd", "bshd", "sbhd" or "bhds"

    Returns (out, lse), new arrays of the array type of out_a: out in layout, lse (b, heads_q, seq_q) float32.

    Raises ArgumentError (a ValueError) or ArgumentTypeError (a TypeError) with argument, got and expected.

    >>> import numpy, xeforge
    >>> q = k = v = numpy.ones((1, 1, 4, 8), "float32")
    >>> a = xeforge.attention(q, k[:, :, :2], v[:, :, :2], return_lse=True)
    >>> b = xeforge.attention(q, k[:, :, 2:], v[:, :, 2:], return_lse=True)
    >>> out, lse = xeforge.merge(*a, *b)
    """
    return _native.merge(out_a, lse_a, out_b, lse_b, layout)


def rms_norm(
    x: Any,
    weight: Any,
    *,
    eps: float = 1e-6,
    residual: Any = None,
    return_sum: bool = False,
    residual_out: Any = None,
    out: Any = None,
    variant: str | None = None,
    target: str | None = None,
) -> Any:
    """h / sqrt(mean(h * h) + eps) * weight row by row, with h = x + residual, or h = x without a residual.

    Arguments
        x (..., n)            float16, bfloat16 or float32; numpy, torch, jax, or anything with __dlpack__ or a buffer; any
                              strides, without a copy; 1 to 8 dimensions, n 1 to 2**20, the others also 0
        weight (n,)           of the type of x, or float32
        eps                   added to the mean of the squares; 1e-30 to 1e30
        residual (..., n)     of the shape and type of x: added first. The sum is kept in float32 for the norm
        return_sum            also return x + residual, rounded to the type of x
        residual_out          an array to write x + residual into; it may be residual itself
        out                   an array to write into; it may be x itself
        variant, target       an implementation or instruction set by name (see plan)

    Returns out (..., n), or (out, sum) if return_sum is true or residual_out is given; new arrays have the array type and
    dtype of x.

    A row with a NaN becomes NaN. Squares never overflow. Same bits on every run.

    Raises ArgumentError (a ValueError) or ArgumentTypeError (a TypeError) with argument, got and expected,
    before anything is written to out or residual_out.

    >>> import numpy, xeforge
    >>> xeforge.rms_norm(numpy.array([[3.0, -3.0]], "float32"), numpy.array([1.0, 2.0], "float32")).round(3)
    array([[ 1., -2.]], dtype=float32)
    """
    result = _native.rms_norm(_RUN, x, weight, eps, residual, return_sum, residual_out, out, variant, target)
    if out is not None or residual_out is not None:
        was_written(out, residual_out)
    return result


class Plan(NamedTuple):
    """Which implementation runs, for which instruction set, and why."""

    variant: str
    target: str
    reason: str


class Support(NamedTuple):
    """Whether a call can be run, and if not, why. True or false as a condition."""

    supported: bool
    reason: str

    def __bool__(self) -> bool:
        return self.supported


def softmax_topk_arguments(scores, k, *, scoring, renormalize, correction_bias, num_expert_group, topk_group,
                           routed_scaling_factor, index_dtype, weight_dtype, out, variant, target):
    """A call of softmax_topk in the order of the compiled part."""
    return (scores, k, _named("scoring", scoring, _SCORINGS), renormalize, correction_bias, num_expert_group, topk_group,
            routed_scaling_factor, dtype_number("index_dtype", index_dtype, ("int32", "int64")),
            dtype_number("weight_dtype", weight_dtype, ("float32", "float16", "bfloat16")), out, variant, target)


def attention_arguments(q, k, v, *, bias, mask, causal, window, softcap, alibi_slopes, sinks, scale, layout, out_layout,
                        cu_seqlens_q, cu_seqlens_k, return_lse, out, variant, target):
    """A call of attention in the order of the compiled part."""
    left, right = _window(window)
    return (q, k, v, bias, mask, _causal(causal), left, right, 0.0 if softcap is None else softcap, alibi_slopes, sinks,
            scale, layout, layout if out_layout is None else out_layout, cu_seqlens_q, cu_seqlens_k, return_lse, out, variant, target)


def rms_norm_arguments(x, weight, *, eps, residual, return_sum, residual_out, out, variant, target):
    """A call of rms_norm in the order of the compiled part."""
    return (x, weight, eps, residual, return_sum, residual_out, out, variant, target)


# Of each operator, the compiled part, and what puts a call's arguments in its order.
_COMPILED = {
    softmax_topk: (_native.softmax_topk, softmax_topk_arguments),
    attention: (_native.attention, attention_arguments),
    rms_norm: (_native.rms_norm, rms_norm_arguments),
}
_OPERATORS = "xeforge.softmax_topk, xeforge.attention or xeforge.rms_norm"


def _name_of(operator: Any) -> str:
    return getattr(operator, "__name__", None) or shown(operator)


def plan(operator: Any, *arguments: Any, **options: Any) -> Plan:
    """Which implementation operator(*arguments, **options) would run, and why; nothing is computed.

    Arguments
        operator              xeforge.softmax_topk, xeforge.attention or xeforge.rms_norm
        arguments, options    as for the call

    Returns a Plan: variant and target are the values for the operator's arguments variant= and target=; reason is one line.
    Raises what the call would raise for its types, shapes, strides and names. Neither what arrays contain nor whether they overlap
    is looked at.

    >>> import numpy, xeforge
    >>> xeforge.plan(xeforge.softmax_topk, numpy.ones((4, 64), "float32"), 8).variant
    'fold'
    """
    if not callable(operator) or operator not in _COMPILED:
        raise ArgumentError("operator", _name_of(operator), _OPERATORS)
    compiled, in_order = _COMPILED[operator]
    bound = inspect.signature(operator).bind(*arguments, **options)
    bound.apply_defaults()
    return Plan(*compiled(_PLAN, *in_order(*bound.args, **bound.kwargs)))


def supports(operator: Any, *arguments: Any, **options: Any) -> Support:
    """Whether operator(*arguments, **options) can be run; if not, reason says why.

    Arguments
        operator              xeforge.softmax_topk, xeforge.attention or xeforge.rms_norm
        arguments, options    as for the call

    Returns a Support, which is true or false as a condition; reason is the message of the error that the call would raise
    for its types, shapes, strides and names. Neither what arrays contain (offsets in cu_seqlens_q, NaN among sinks) nor whether they
    overlap is looked at.
    Raises TypeError for an invalid call: a missing argument, or an unknown name.

    >>> import numpy, xeforge
    >>> bool(xeforge.supports(xeforge.softmax_topk, numpy.ones((4, 64), "float32"), 65))
    False
    """
    if not callable(operator) or operator not in _COMPILED:
        raise ArgumentError("operator", _name_of(operator), _OPERATORS)
    try:
        plan(operator, *arguments, **options)
    except (BufferError, RuntimeError) as problem:  # of an array that cannot show its memory
        return Support(False, str(problem))
    except (ValueError, TypeError) as problem:
        if not hasattr(problem, "argument"):
            raise
        return Support(False, str(problem))
    return Support(True, "")
