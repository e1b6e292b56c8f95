"""What is wrong with a call, said by the names of its arguments: for tensors without data, which the operators never see while
torch traces, and for calls that torch's dispatcher refuses before they do."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from typing import Any

import torch

import xeforge

from .._arrays import ArgumentError, ArgumentTypeError
from .._native import largest_last_dimensions

try:
    from torch.fx.experimental.symbolic_shapes import guard_or_false as is_known, guard_or_true as _may_be
except ImportError:  # before torch 2.7
    is_known = _may_be = bool

_FLOATS = (torch.float16, torch.bfloat16, torch.float32)
_INTEGERS = (torch.int32, torch.int64)
_LARGEST_N, _LARGEST_DEPTH, _LARGEST_ROW = largest_last_dimensions()
# A row of one element, and arrays of attention with one: what an operator says of numbers and names alone, it says of a call with these.
_ROW = memoryview(array("f", [0.0]))
_ONE_OF_EACH = _ROW.cast("B").cast("f", [1, 1, 1, 1])


def _name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


def _expect(condition: Any, argument: str, got: object, expected: str) -> None:
    """A condition on extents may be one that torch has to keep in mind; one that cannot be known yet the operator checks."""
    if not _may_be(condition):
        raise ArgumentError(argument, str(got), expected)


def _expect_type(tensor: torch.Tensor, argument: str, allowed: tuple[torch.dtype, ...], expected: str) -> None:
    if tensor.dtype not in allowed:
        raise ArgumentTypeError(f"{argument} dtype", _name(tensor.dtype), expected)


def _expect_shape(tensor: torch.Tensor, argument: str, expected: tuple) -> None:
    shape = tuple(tensor.shape)
    _expect(len(shape) == len(expected), f"{argument} shape", shape, str(expected))
    for extent, full in zip(shape, expected):
        _expect(extent == full, f"{argument} shape", shape, str(expected))


def _expect_broadcast(tensor: torch.Tensor, argument: str, full: tuple) -> None:
    shape = tuple(tensor.shape)
    expected = "up to 4 dimensions that broadcast to (" + ", ".join(map(str, full)) + ")"
    _expect(len(shape) <= len(full), f"{argument} shape", shape, expected)
    for extent, whole in zip(reversed(shape), reversed(full)):
        if not (isinstance(extent, int) and extent == 1):
            _expect(extent == whole, f"{argument} shape", shape, expected)


def _expect_row(tensor: torch.Tensor, argument: str, length: Any, types: tuple[torch.dtype, ...], expected: str) -> None:
    _expect_type(tensor, argument, types, expected)
    _expect(tensor.dim() == 1, f"{argument} shape", tuple(tensor.shape), "one dimension")
    if length is not None:
        _expect(tensor.shape[0] == length, argument, f"{tensor.shape[0]} values", str(length))


def check_softmax_topk(
    scores, k, correction_bias=None, *, scoring="softmax", num_expert_group=1, topk_group=1, routed_scaling_factor=1.0,
    index_dtype=None, weight_dtype=None, **others
):  # fmt: skip
    _expect_type(scores, "scores", _FLOATS, "float16, bfloat16 or float32")
    _expect(scores.dim() >= 1, "scores shape", tuple(scores.shape), "at least one dimension, the last of which is a row")
    n = scores.shape[-1]
    _expect(n <= _LARGEST_N if not isinstance(n, int) else 1 <= n <= _LARGEST_N, "scores columns", n, f"1 to {_LARGEST_N}")
    _expect(k >= 1, "k", k, f"1 to {n}, the number of columns")
    _expect(k <= n, "k", k, f"1 to {n}, the number of columns")
    _expect(num_expert_group >= 1, "num_expert_group", num_expert_group, f"a divisor of the number of columns, {n}")
    _expect(n % num_expert_group == 0, "num_expert_group", num_expert_group, f"a divisor of the number of columns, {n}")
    _expect(1 <= topk_group <= num_expert_group, "topk_group", topk_group, f"1 to {num_expert_group}, the number of groups")
    _expect(topk_group * (n // num_expert_group) >= k, "topk_group", f"{topk_group} groups of {n // num_expert_group} columns",
            f"groups that hold at least k = {k} columns together")  # fmt: skip
    xeforge.plan(xeforge.softmax_topk, _ROW, 1, scoring=scoring, routed_scaling_factor=routed_scaling_factor)
    if correction_bias is not None:
        _expect_row(correction_bias, "correction_bias", n, _FLOATS, "float16, bfloat16 or float32")
    if index_dtype not in (None, *_INTEGERS):
        raise ArgumentTypeError("index_dtype", str(index_dtype), "int32 or int64")
    if weight_dtype not in (None, torch.float32, scores.dtype):
        raise ArgumentTypeError("weight_dtype", str(weight_dtype), f"float32 or the type of scores, {_name(scores.dtype)}")


def _logical(tensor: torch.Tensor, layout: str) -> tuple:
    return tuple(tensor.shape[layout.index(letter)] for letter in "bhsd")


def _check_inputs(q, k, v, layout) -> tuple:
    """Full extents of the scores."""
    _expect_type(q, "q", _FLOATS, "float16, bfloat16 or float32")
    for name, tensor in (("q", q), ("k", k), ("v", v)):
        _expect_type(tensor, name, (q.dtype,), f"the type of q, {_name(q.dtype)}")
        _expect(tensor.dim() == 4, f"{name} shape", tuple(tensor.shape), "4 dimensions")
        for extent in tensor.shape:
            _expect(not isinstance(extent, int) or extent >= 1, f"{name} shape", tuple(tensor.shape), "extents of at least 1")
        _expect(tensor.shape[layout.index("d")] <= _LARGEST_DEPTH, f"{name} shape", tuple(tensor.shape), f"a depth of 1 to {_LARGEST_DEPTH}")
    of_q, of_k, of_v = (_logical(tensor, layout) for tensor in (q, k, v))
    batch, heads, queries, depth = of_q
    in_order = "" if layout == "bhsd" else ", in the order (b, h, s, d)"
    for extent, of_query in ((of_k[0], batch), (of_k[3], depth)):
        _expect(extent == of_query, "k shape", tuple(k.shape), f"({batch}, heads_kv, seq_k, {depth}), as q has it{in_order}")
    _expect(heads % of_k[1] == 0, "k shape", tuple(k.shape), f"a number of heads that divides the {heads} of q")
    for extent, of_key in zip(of_v[:3], of_k[:3]):
        _expect(extent == of_key, "v shape", tuple(v.shape), f"({of_k[0]}, {of_k[1]}, {of_k[2]}, d_v), as k has it{in_order}")
    return batch, heads, queries, of_k[2]


def check_attention(
    q, k, v, bias=None, mask=None, alibi_slopes=None, sinks=None, cu_seqlens_q=None, cu_seqlens_k=None, *, causal="none", left=-1,
    right=-1, softcap=0.0, scale=None, layout="bhsd", out_layout="bhsd"
):  # fmt: skip
    xeforge.plan(xeforge.attention, _ONE_OF_EACH, _ONE_OF_EACH, _ONE_OF_EACH, causal=causal, window=(left, right), softcap=softcap,
                 scale=scale, layout=layout, out_layout=out_layout)  # fmt: skip
    full = _check_inputs(q, k, v, layout)
    if (cu_seqlens_q is None) != (cu_seqlens_k is None):
        lacking = "cu_seqlens_q" if cu_seqlens_q is None else "cu_seqlens_k"
        raise ArgumentError(lacking, "nothing", "both cu_seqlens_q and cu_seqlens_k, or neither")
    if cu_seqlens_q is not None:
        _expect_row(cu_seqlens_q, "cu_seqlens_q", None, _INTEGERS, "int32 or int64")
        _expect_row(cu_seqlens_k, "cu_seqlens_k", cu_seqlens_q.shape[0], _INTEGERS, "int32 or int64")
        _expect(full[0] == 1, "q shape", tuple(q.shape), "a batch of 1, since cu_seqlens_q says where sequences begin")
    for name, tensor in (("bias", bias), ("mask", mask)):
        if tensor is not None and cu_seqlens_q is not None:
            raise ArgumentError(name, "an array together with cu_seqlens_q", "none, or sequences of one length")
        if tensor is not None:
            types, expected = ((torch.bool,), "bool: true keeps the score") if name == "mask" else (
                (torch.float32, q.dtype), f"float32 or the type of q, {_name(q.dtype)}")  # fmt: skip
            _expect_type(tensor, name, types, expected)
            _expect_broadcast(tensor, name, full)
    if alibi_slopes is not None:
        _expect_type(alibi_slopes, "alibi_slopes", _FLOATS, "float16, bfloat16 or float32")
        shape = tuple(alibi_slopes.shape)
        _expect(len(shape) in (1, 2), "alibi_slopes shape", shape, "(heads_q,) or (1 or batch, heads_q)")
        _expect(shape[-1] == full[1], "alibi_slopes shape", shape, f"({full[1]},), one for each head of q")
    if sinks is not None:
        _expect_row(sinks, "sinks", full[1], _FLOATS, "float16, bfloat16 or float32")


def is_beyond_attention(*tensors: torch.Tensor) -> bool:
    """Whether their types or depths are what attention does not compute."""
    return any(tensor.dtype not in _FLOATS or tensor.shape[-1] > _LARGEST_DEPTH for tensor in tensors)


def check_rms_norm(x, weight, residual=None, *, eps=1e-6):
    _expect_type(x, "x", _FLOATS, "float16, bfloat16 or float32")
    _expect(x.dim() >= 1, "x shape", tuple(x.shape), "at least one dimension, the last of which is a row")
    n = x.shape[-1]
    _expect(n <= _LARGEST_ROW if not isinstance(n, int) else 1 <= n <= _LARGEST_ROW, "x columns", n, f"1 to {_LARGEST_ROW}")
    _expect_type(weight, "weight", (torch.float32, x.dtype), f"float32 or the type of x, {_name(x.dtype)}")
    _expect_shape(weight, "weight", (n,))
    if residual is not None:
        _expect_type(residual, "residual", (x.dtype,), f"the type of x, {_name(x.dtype)}")
        _expect_shape(residual, "residual", tuple(x.shape))
    xeforge.plan(xeforge.rms_norm, _ROW, _ROW, eps=eps)


# ---- what torch refuses ------------------------------------------------------------------------------------------------


def expect_tensors(**tensors: Any) -> None:
    for name, tensor in tensors.items():
        if not isinstance(tensor, torch.Tensor):
            raise ArgumentTypeError(name, f"an object of type {type(tensor).__name__}", "a torch.Tensor")
        if tensor.layout != torch.strided:
            raise ArgumentTypeError(name, f"a tensor of layout {tensor.layout}", "a dense one, as to_dense() gives it")
        if tensor.device.type not in ("cpu", "meta"):
            raise ArgumentError(name, f"a tensor on {tensor.device}", "one on the CPU")


def explain(operator: Callable[..., Any], tensors: tuple[str, ...], optional: tuple[str, ...], **arguments: Any) -> None:
    """To be called where torch has refused a call: raises what is wrong with it as the operator says it, or returns where that knows
    of nothing. What torch says stands then, and while it compiles, where the operator without data says it. Operators of
    torch.library have no derivatives within torch.func, and torch says that with words for their authors."""
    if torch.compiler.is_compiling():
        return
    try:
        expect_tensors(**{name: arguments[name] for name in tensors})
        expect_tensors(**{name: arguments[name] for name in optional if arguments[name] is not None})
        for name in {"index_dtype", "weight_dtype"} & arguments.keys():
            if not isinstance(arguments[name], torch.dtype):
                raise ArgumentTypeError(name, repr(arguments[name]), "a torch.dtype")
        with torch.no_grad():
            xeforge.plan(operator, **arguments)
    except (ArgumentError, ArgumentTypeError) as problem:
        raise problem from None
    except Exception:
        pass
    transform = torch._C._functorch.peek_interpreter_stack()
    if transform is not None and transform.key() == torch._C._functorch.TransformType.Grad:
        raise NotImplementedError(
            f"xeforge.torch.{operator.__name__}: got a call within grad, vjp or jacrev of torch.func; expected one outside "
            "(torch.autograd.grad differentiates softmax_topk and rms_norm), or the operations of torch"
        ) from None


def renamed(problem: ArgumentError | ArgumentTypeError, names: dict[str, str], given: dict[str, Any]) -> Exception:
    """What an operator says, by the names that a function over it has for its arguments, and with the shapes of what it was given."""
    words = re.compile(r"\b(" + "|".join(map(re.escape, names)) + r")\b")
    argument, got, expected = (
        words.sub(lambda found: names[found[0]], text) for text in (problem.argument, problem.got, problem.expected)
    )
    name, _, rest = argument.partition(" ")
    if rest == "shape" and name in given:
        got = str(tuple(given[name].shape))
    return type(problem)(argument, got, expected)
