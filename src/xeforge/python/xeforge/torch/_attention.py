"""scaled_dot_product_attention with the arguments of torch.nn.functional's."""

from __future__ import annotations

import torch

from .._arrays import ArgumentError, ArgumentTypeError, flag_of
from . import _checks
from ._operators import attention

_OF_TORCH = "torch.nn.functional.scaled_dot_product_attention"
_NAMES = {"q": "query", "k": "key", "v": "value", "bias": "attn_mask", "mask": "attn_mask"}


def _four_dimensions(tensor: torch.Tensor, leading: tuple[int, ...]) -> torch.Tensor:
    """(..., s, d) with leading dimensions broadcast to those that are given, as (b, h, s, d)."""
    if tensor.dim() == 4 and tensor.shape[:2] == leading:
        return tensor
    tensor = tensor.expand(*leading, *tensor.shape[-2:])
    while tensor.dim() < 4:
        tensor = tensor.unsqueeze(0)
    return tensor.flatten(0, tensor.dim() - 4) if tensor.dim() > 4 else tensor


def _mask_for(attn_mask: torch.Tensor, query: torch.Tensor) -> torch.Tensor:
    """A mask that broadcasts to (b, h, s, keys) of a query that had more or fewer than 4 dimensions."""
    if query.dim() == 4 or attn_mask.dim() <= 2:
        return attn_mask
    while attn_mask.dim() < query.dim():
        attn_mask = attn_mask.unsqueeze(0)
    if query.dim() < 4:
        return attn_mask
    return attn_mask.expand(*query.shape[:-2], *attn_mask.shape[-2:]).flatten(0, query.dim() - 4)


def _all_leading(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, own: int) -> tuple[int, ...]:
    """The dimensions before each tensor's own last ones, broadcast."""
    try:
        return torch.broadcast_shapes(query.shape[:-own], key.shape[:-own], value.shape[:-own])
    except RuntimeError:
        pass
    leading = query.shape[:-own]
    for name, tensor in (("key", key), ("value", value)):
        try:
            leading = torch.broadcast_shapes(leading, tensor.shape[:-own])
        except RuntimeError:
            hint = ", or enable_gqa=True for fewer heads" if own == 2 else ""
            raise ArgumentError(
                f"{name} shape", str(tuple(tensor.shape)), f"dimensions that broadcast to {tuple(leading)} before the last {own}{hint}"
            ) from None
    return leading


def scaled_dot_product_attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attn_mask: torch.Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> torch.Tensor:
    """What torch.nn.functional.scaled_dot_product_attention computes, by xeforge.attention.

    Arguments
        query (..., heads, s, d_qk)     float16, bfloat16 or float32, on the CPU, any strides; at least 2 dimensions; d_qk and
                                        d_v at most 512
        key (..., heads, keys, d_qk)
        value (..., heads, keys, d_v)
        attn_mask       broadcasts to (..., heads, s, keys): bool, True keeps the score; or float32 or query's type, added
        dropout_p       0: there is no dropout
        is_causal       key j for query i if j <= i; not together with attn_mask
        scale           1 / sqrt(d_qk) if not given
        enable_gqa      key and value may have fewer heads, whose number divides that of the query

    Returns (..., heads, s, d_v). A query without a key gets 0. Where a dimension is 0 it is torch's function that answers.

    Raises ArgumentError (a ValueError) or ArgumentTypeError (a TypeError) for what torch's function has to compute: dropout,
    other types such as float64, larger d_qk and d_v. Raises NotImplementedError in a backward pass, and under torch.func.
    """
    tensors = (query, key, value) if attn_mask is None else (query, key, value, attn_mask)
    for tensor in tensors:
        if not isinstance(tensor, torch.Tensor) or tensor.layout != torch.strided:
            _checks.expect_tensors(**dict(zip(("query", "key", "value", "attn_mask"), tensors)))
    if is_causal is not True and is_causal is not False:
        is_causal = flag_of("is_causal", is_causal)
    if enable_gqa is not True and enable_gqa is not False:
        enable_gqa = flag_of("enable_gqa", enable_gqa)
    if dropout_p != 0.0:
        raise ArgumentError("dropout_p", str(dropout_p), f"0; {_OF_TORCH} has dropout")
    if any(_checks.is_known(tensor.numel() == 0) for tensor in (query, key, value)):
        return torch.nn.functional.scaled_dot_product_attention(
            query, key, value, attn_mask, dropout_p, is_causal, scale=scale, enable_gqa=enable_gqa
        )
    if is_causal and attn_mask is not None:
        raise ArgumentError("attn_mask", "a mask together with is_causal", "one of the two")
    if min(query.dim(), key.dim(), value.dim()) < 2:
        raise ArgumentError("query", f"{query.dim()} dimensions", "at least 2 of query, key and value, (..., s, d)")
    has_heads = min(query.dim(), key.dim(), value.dim()) >= 3
    if enable_gqa and not has_heads:
        raise ArgumentError("enable_gqa", "True", "False for arrays without heads, which have less than 3 dimensions")
    if enable_gqa:
        leading = _all_leading(query, key, value, 3)
        q = _four_dimensions(query, (*leading, query.shape[-3]))
        k = _four_dimensions(key, (*leading, key.shape[-3]))
        v = _four_dimensions(value, (*leading, value.shape[-3]))
        all_heads = (*leading, query.shape[-3])
    else:
        all_heads = _all_leading(query, key, value, 2)
        q, k, v = (_four_dimensions(tensor, all_heads) for tensor in (query, key, value))
    bias = mask = None
    if attn_mask is not None:
        expanded = query.expand(*all_heads, *query.shape[-2:])
        if attn_mask.dtype == torch.bool:
            mask = _mask_for(attn_mask, expanded)
        else:
            bias = _mask_for(attn_mask, expanded)
    try:
        out = attention(q, k, v, bias=bias, mask=mask, causal="top_left" if is_causal else None, scale=scale)
    except (ArgumentError, ArgumentTypeError) as problem:
        given = {"query": query, "key": key, "value": value, "attn_mask": attn_mask}
        problem = _checks.renamed(problem, _NAMES, given)
        if _checks.is_beyond_attention(query, key, value):
            problem = type(problem)(problem.argument, problem.got, f"{problem.expected}; {_OF_TORCH} takes others")
        raise problem from None
    return out.reshape(*all_heads, *out.shape[-2:])
