"""The operators as torch.ops.xeforge.*: schemas, results without data for tracing, gradients; and functions over them."""

from __future__ import annotations

from typing import Literal, overload

import torch
from torch.autograd import forward_ad

import xeforge

from .._arrays import flag_of, refuse_type
from .._operators import _causal, _window
from . import _checks, _gradients

# Tensors come before the star: torch has gradients for those alone.
_library = torch.library.Library("xeforge", "DEF")
_library.define(
    "softmax_topk(Tensor scores, int k, Tensor? correction_bias=None, *, str scoring='softmax', bool renormalize=True, "
    "int num_expert_group=1, int topk_group=1, float routed_scaling_factor=1.0, ScalarType? index_dtype=None, "
    "ScalarType? weight_dtype=None) -> (Tensor weights, Tensor indices)"
)
_ATTENTION = (
    "(Tensor q, Tensor k, Tensor v, Tensor? bias=None, Tensor? mask=None, Tensor? alibi_slopes=None, Tensor? sinks=None, "
    "Tensor? cu_seqlens_q=None, Tensor? cu_seqlens_k=None, *, str causal='none', int left=-1, int right=-1, "
    "float softcap=0.0, float? scale=None, str layout='bhsd', str out_layout='bhsd') -> "
)
_library.define("attention" + _ATTENTION + "Tensor")
_library.define("attention_with_lse" + _ATTENTION + "(Tensor out, Tensor lse)")
_library.define("no_backward(Tensor gradient, SymInt[] shape, ScalarType dtype) -> Tensor")
_library.define("rms_norm(Tensor x, Tensor weight, *, float eps=1e-6) -> Tensor")
_library.define("add_rms_norm(Tensor x, Tensor residual, Tensor weight, *, float eps=1e-6) -> (Tensor out, Tensor sum)")


def _expect_no_tangents(name: str, *tensors: torch.Tensor | None) -> None:
    """Operators of torch.library have no derivatives forwards: their results would have tangents of 0."""
    if forward_ad._current_level >= 0 and any(
        tensor is not None and forward_ad.unpack_dual(tensor).tangent is not None for tensor in tensors
    ):
        raise NotImplementedError(
            f"xeforge.torch.{name}: got a tensor with a tangent (forward-mode differentiation); expected tensors without, "
            "or the operations of torch"
        )


def _implement(name: str, on_cpu, without_data, backward, setup) -> None:
    _library.impl(name, on_cpu, "CPU")
    torch.library.register_fake(f"xeforge::{name}", without_data, lib=_library)
    torch.library.register_autograd(f"xeforge::{name}", backward, setup_context=setup, lib=_library)


# ---- softmax + top-K --------------------------------------------------------------------------------------------------


def _softmax_topk_on_cpu(scores, k, correction_bias=None, *, index_dtype=None, weight_dtype=None, **options):
    return xeforge.softmax_topk(
        scores,
        k,
        correction_bias=correction_bias,
        index_dtype=index_dtype or torch.int64,
        weight_dtype=weight_dtype or torch.float32,
        **options,
    )


def _softmax_topk_without_data(scores, k, correction_bias=None, *, index_dtype=None, weight_dtype=None, **options):
    _checks.check_softmax_topk(scores, k, correction_bias, index_dtype=index_dtype, weight_dtype=weight_dtype, **options)
    shape = (*scores.shape[:-1], k)
    return (
        scores.new_empty(shape, dtype=weight_dtype or torch.float32),
        scores.new_empty(shape, dtype=index_dtype or torch.int64),
    )


_implement(
    "softmax_topk",
    _softmax_topk_on_cpu,
    _softmax_topk_without_data,
    _gradients.of_softmax_topk,
    _gradients.keep_softmax_topk,
)


def softmax_topk(
    scores: torch.Tensor,
    k: int,
    *,
    scoring: str = "softmax",
    renormalize: bool = True,
    correction_bias: torch.Tensor | None = None,
    num_expert_group: int = 1,
    topk_group: int = 1,
    routed_scaling_factor: float = 1.0,
    index_dtype: torch.dtype = torch.int64,
    weight_dtype: torch.dtype = torch.float32,
) -> tuple[torch.Tensor, torch.Tensor]:
    """xeforge.softmax_topk as an operator of torch: (weights, indices). Indices are int64 by default.

    Differentiable in scores; correction_bias only affects the selection, so it gets no gradient.
    help(xeforge.softmax_topk) describes each argument.
    """
    if type(k) is bool:
        refuse_type("k", k, "an integer")
    if renormalize is not True and renormalize is not False:
        renormalize = flag_of("renormalize", renormalize)
    _expect_no_tangents("softmax_topk", scores)
    try:
        return torch.ops.xeforge.softmax_topk(
            scores,
            k,
            correction_bias,
            scoring=scoring,
            renormalize=renormalize,
            num_expert_group=num_expert_group,
            topk_group=topk_group,
            routed_scaling_factor=routed_scaling_factor,
            index_dtype=index_dtype,
            weight_dtype=weight_dtype,
        )
    except RuntimeError:
        _checks.explain(
            xeforge.softmax_topk, ("scores",), ("correction_bias",), scores=scores, k=k, scoring=scoring, renormalize=renormalize,
            correction_bias=correction_bias, num_expert_group=num_expert_group, topk_group=topk_group,
            routed_scaling_factor=routed_scaling_factor, index_dtype=index_dtype, weight_dtype=weight_dtype)  # fmt: skip
        raise


# ---- attention --------------------------------------------------------------------------------------------------------


_TENSOR_OPTIONS = ("bias", "mask", "alibi_slopes", "sinks", "cu_seqlens_q", "cu_seqlens_k")


# The dispatcher leaves out what has the schema's default, so these have the same defaults.
def _attention_on_cpu(q, k, v, *tensors, left=-1, right=-1, layout="bhsd", out_layout="bhsd", **options):
    return xeforge.attention(
        q, k, v, window=(left, right), layout=layout, out_layout=out_layout, **dict(zip(_TENSOR_OPTIONS, tensors)), **options
    )


def _attention_with_lse_on_cpu(q, k, v, *tensors, **options):
    return _attention_on_cpu(q, k, v, *tensors, return_lse=True, **options)


def _attention_without_data(q, k, v, *tensors, layout="bhsd", out_layout="bhsd", **options):
    _checks.check_attention(q, k, v, *tensors, layout=layout, out_layout=out_layout, **options)
    extents = dict(zip(layout, q.shape))
    extents["d"] = v.shape[layout.index("d")]
    return q.new_empty([extents[letter] for letter in out_layout])


def _attention_with_lse_without_data(q, k, v, *tensors, layout="bhsd", out_layout="bhsd", **options):
    out = _attention_without_data(q, k, v, *tensors, layout=layout, out_layout=out_layout, **options)
    lse = [q.shape[layout.index(letter)] for letter in "bhs"]
    return out, q.new_empty(lse, dtype=torch.float32)


for _name, _on_cpu, _without_data in (
    ("attention", _attention_on_cpu, _attention_without_data),
    ("attention_with_lse", _attention_with_lse_on_cpu, _attention_with_lse_without_data),
):
    _implement(_name, _on_cpu, _without_data, _gradients.of_attention, _gradients.keep_attention)
_library.impl("no_backward", _gradients.refuse_backward, "CPU")
torch.library.register_fake("xeforge::no_backward", lambda gradient, shape, dtype: gradient.new_empty(shape, dtype=dtype), lib=_library)


@overload
def attention(
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    *,
    bias: torch.Tensor | None = None,
    mask: torch.Tensor | None = None,
    causal: str | bool | None = None,
    window: tuple[int, int] | int | None = None,
    softcap: float | None = None,
    alibi_slopes: torch.Tensor | None = None,
    sinks: torch.Tensor | None = None,
    scale: float | None = None,
    layout: str = "bhsd",
    out_layout: str | None = None,
    cu_seqlens_q: torch.Tensor | None = None,
    cu_seqlens_k: torch.Tensor | None = None,
    return_lse: Literal[False] = False,
) -> torch.Tensor: ...
@overload
def attention(
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    *,
    bias: torch.Tensor | None = None,
    mask: torch.Tensor | None = None,
    causal: str | bool | None = None,
    window: tuple[int, int] | int | None = None,
    softcap: float | None = None,
    alibi_slopes: torch.Tensor | None = None,
    sinks: torch.Tensor | None = None,
    scale: float | None = None,
    layout: str = "bhsd",
    out_layout: str | None = None,
    cu_seqlens_q: torch.Tensor | None = None,
    cu_seqlens_k: torch.Tensor | None = None,
    return_lse: Literal[True],
) -> tuple[torch.Tensor, torch.Tensor]: ...
@overload
def attention(
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    *,
    bias: torch.Tensor | None = None,
    mask: torch.Tensor | None = None,
    causal: str | bool | None = None,
    window: tuple[int, int] | int | None = None,
    softcap: float | None = None,
    alibi_slopes: torch.Tensor | None = None,
    sinks: torch.Tensor | None = None,
    scale: float | None = None,
    layout: str = "bhsd",
    out_layout: str | None = None,
    cu_seqlens_q: torch.Tensor | None = None,
    cu_seqlens_k: torch.Tensor | None = None,
    return_lse: bool,
) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]: ...
def attention(
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    *,
    bias: torch.Tensor | None = None,
    mask: torch.Tensor | None = None,
    causal: str | bool | None = None,
    window: tuple[int, int] | int | None = None,
    softcap: float | None = None,
    alibi_slopes: torch.Tensor | None = None,
    sinks: torch.Tensor | None = None,
    scale: float | None = None,
    layout: str = "bhsd",
    out_layout: str | None = None,
    cu_seqlens_q: torch.Tensor | None = None,
    cu_seqlens_k: torch.Tensor | None = None,
    return_lse: bool = False,
) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
    """xeforge.attention as an operator of torch: out, or (out, lse). help(xeforge.attention) describes each argument.

    Under torch.autocast q, k and v are cast to its type, as for torch's own attention.
    It has no backward: a backward pass through it raises NotImplementedError.
    """
    if return_lse is not True and return_lse is not False:
        return_lse = flag_of("return_lse", return_lse)
    kind = ("none", "top_left", "bottom_right")[_causal(causal)]
    left, right = _window(window)
    _expect_no_tangents("attention", q, k, v, bias, alibi_slopes, sinks)
    if torch.is_autocast_enabled("cpu"):
        _checks.expect_tensors(q=q, k=k, v=v)
        dtype = torch.get_autocast_dtype("cpu")
        q, k, v = (tensor.to(dtype) for tensor in (q, k, v))
        bias = bias.float() if bias is not None and bias.dtype != dtype else bias
    operator = torch.ops.xeforge.attention_with_lse if return_lse else torch.ops.xeforge.attention
    try:
        return operator(
            q,
            k,
            v,
            bias,
            mask,
            alibi_slopes,
            sinks,
            cu_seqlens_q,
            cu_seqlens_k,
            causal=kind,
            left=left,
            right=right,
            softcap=softcap or 0.0,
            scale=scale,
            layout=layout,
            out_layout=out_layout or layout,
        )
    except RuntimeError:
        _checks.explain(
            xeforge.attention, ("q", "k", "v"), _TENSOR_OPTIONS, q=q, k=k, v=v, bias=bias, mask=mask, causal=causal, window=window,
            softcap=softcap, alibi_slopes=alibi_slopes, sinks=sinks, scale=scale, layout=layout, out_layout=out_layout,
            cu_seqlens_q=cu_seqlens_q, cu_seqlens_k=cu_seqlens_k)  # fmt: skip
        raise


# ---- RMS normalisation ------------------------------------------------------------------------------------------------


def _rms_norm_on_cpu(x, weight, *, eps=1e-6):
    return xeforge.rms_norm(x, weight, eps=eps)


def _add_rms_norm_on_cpu(x, residual, weight, *, eps=1e-6):
    return xeforge.rms_norm(x, weight, eps=eps, residual=residual, return_sum=True)


def _rms_norm_without_data(x, weight, *, eps=1e-6):
    _checks.check_rms_norm(x, weight, eps=eps)
    return x.new_empty(x.shape)


def _add_rms_norm_without_data(x, residual, weight, *, eps=1e-6):
    _checks.check_rms_norm(x, weight, residual, eps=eps)
    return x.new_empty(x.shape), x.new_empty(x.shape)


_implement(
    "rms_norm", _rms_norm_on_cpu, _rms_norm_without_data, _gradients.of_rms_norm, _gradients.keep_rms_norm
)
_implement(
    "add_rms_norm",
    _add_rms_norm_on_cpu,
    _add_rms_norm_without_data,
    _gradients.of_add_rms_norm,
    _gradients.keep_add_rms_norm,
)


@overload
def rms_norm(x: torch.Tensor, weight: torch.Tensor, *, eps: float = 1e-6, residual: None = None) -> torch.Tensor: ...
@overload
def rms_norm(x: torch.Tensor, weight: torch.Tensor, *, eps: float = 1e-6, residual: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]: ...
@overload
def rms_norm(x: torch.Tensor, weight: torch.Tensor, *, eps: float = 1e-6, residual: torch.Tensor | None) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]: ...
def rms_norm(
    x: torch.Tensor, weight: torch.Tensor, *, eps: float = 1e-6, residual: torch.Tensor | None = None
) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
    """xeforge.rms_norm as an operator of torch: out, or with a residual (out, x + residual).

    Differentiable in x, weight and residual. help(xeforge.rms_norm) says what each argument is.
    """
    _expect_no_tangents("rms_norm", x, weight, residual)
    try:
        if residual is None:
            return torch.ops.xeforge.rms_norm(x, weight, eps=eps)
        return torch.ops.xeforge.add_rms_norm(x, residual, weight, eps=eps)
    except RuntimeError:
        _checks.explain(xeforge.rms_norm, ("x", "weight"), ("residual",), x=x, weight=weight, eps=eps, residual=residual)
        raise
