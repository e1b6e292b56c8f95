"""The operators from their definitions, in numpy and double precision. Shares no code with the package."""

import numpy as np


def softmax_topk(scores, k, scoring="softmax", renormalize=True, bias=None, groups=1, kept=1, factor=1.0):
    scores = np.asarray(scores, dtype=np.float64)
    if scoring == "softmax":
        p = np.exp(scores - scores.max(-1, keepdims=True))
        p /= p.sum(-1, keepdims=True)
    else:
        p = 1 / (1 + np.exp(-scores))
    select = scores if bias is None else p + np.asarray(bias, dtype=np.float64)
    if groups > 1:
        split = select.reshape(*select.shape[:-1], groups, -1)
        value = split.max(-1) if bias is None else np.sort(split, -1)[..., -2:].sum(-1)
        best = np.argsort(-value, axis=-1, kind="stable")[..., :kept]
        keep = np.zeros(value.shape, bool)
        np.put_along_axis(keep, best, True, -1)
        select = np.where(keep[..., None], split, -np.inf).reshape(select.shape)
    indices = np.argsort(-select, axis=-1, kind="stable")[..., :k]
    weights = np.take_along_axis(p, indices, -1)
    if renormalize:
        weights = weights / weights.sum(-1, keepdims=True)
    return weights * factor, indices


def attention(q, k, v, bias=None, mask=None, causal=None, window=(-1, -1), softcap=0.0, slopes=None, sinks=None, scale=None):
    """q, k, v as (b, h, s, d); (out, lse)."""
    q, k, v = (np.asarray(x, dtype=np.float64) for x in (q, k, v))
    group = q.shape[1] // k.shape[1]
    k, v = np.repeat(k, group, 1), np.repeat(v, group, 1)
    seq_q, seq_k = q.shape[2], k.shape[2]
    s = q @ k.swapaxes(-1, -2) * (q.shape[-1] ** -0.5 if scale is None else scale)
    if softcap:
        s = softcap * np.tanh(s / softcap)
    i, j = np.arange(seq_q)[:, None], np.arange(seq_k)[None, :]
    away = i + seq_k - seq_q - j
    if slopes is not None:
        s = s - np.asarray(slopes, np.float64)[..., :, None, None] * abs(away)
    if bias is not None:
        s = s + np.asarray(bias, np.float64)
    hide = np.zeros((seq_q, seq_k), bool)
    if causal == "top_left":
        hide |= j > i
    if causal == "bottom_right":
        hide |= away < 0
    if window[0] >= 0:
        hide |= away > window[0]
    if window[1] >= 0:
        hide |= -away > window[1]
    s = np.where(hide, -np.inf, s)
    if mask is not None:
        s = np.where(mask, s, -np.inf)
    top = s.max(-1, keepdims=True)
    if sinks is not None:
        sink = np.asarray(sinks, np.float64)[None, :, None, None]
        top = np.maximum(top, sink)
    top = np.where(np.isfinite(top), top, 0.0)
    e = np.exp(s - top)
    total = e.sum(-1, keepdims=True)
    if sinks is not None:
        total = total + np.exp(sink - top)
    with np.errstate(divide="ignore"):
        lse = (np.log(total) + top)[..., 0]
    return (e / np.where(total > 0, total, 1)) @ v, lse


def rms_norm(x, weight, eps=1e-6, residual=None):
    """(out, sum)."""
    h = np.asarray(x, np.float64)
    if residual is not None:
        h = h + np.asarray(residual, np.float64)
    return h / np.sqrt((h * h).mean(-1, keepdims=True) + eps) * np.asarray(weight, np.float64), h
