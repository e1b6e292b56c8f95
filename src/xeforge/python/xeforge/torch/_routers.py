"""Routers of mixtures of experts: those of transformers' models, computed by softmax_topk."""

from __future__ import annotations

import functools

import torch
from torch.nn.functional import linear

from .._arrays import ArgumentError
from ._operators import softmax_topk

# Each takes a router and its logits, and gives the options of softmax_topk and the type of the weights.


def _renormalised(router, logits):
    return {}, torch.float32


def _renormalised_in_the_type_of_logits(router, logits):
    return {}, logits.dtype


def _as_configured(router, logits):
    return {"renormalize": router.norm_topk_prob}, logits.dtype


def _sigmoid_in_groups(router, logits):
    return {
        "scoring": "sigmoid",
        "renormalize": router.norm_topk_prob,
        "correction_bias": router.e_score_correction_bias,
        "num_expert_group": router.num_group,
        "topk_group": router.topk_group,
        "routed_scaling_factor": router.routed_scaling_factor,
    }, torch.float32


_KINDS = {
    "MixtralTopKRouter": _renormalised,
    "GptOssTopKRouter": _renormalised_in_the_type_of_logits,
    "OlmoeTopKRouter": _as_configured,
    "DeepseekV3TopkRouter": _sigmoid_in_groups,
}


def _is_float32_router(router) -> bool:
    return _KINDS[type(router).__name__] is _sigmoid_in_groups


def route(router: torch.nn.Module, hidden_states: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """What router(hidden_states) of transformers gives: (logits, weights, indices), the choice by softmax_topk.

    Arguments
        router                      a MixtralTopKRouter, OlmoeTopKRouter, GptOssTopKRouter or DeepseekV3TopkRouter
        hidden_states (..., d)      what its MoE block calls it with

    Returns logits (tokens, experts), weights (tokens, k), best first, and indices (tokens, k) int64.
    """
    kind = _KINDS.get(type(router).__name__)
    if kind is None:
        raise ArgumentError("router", type(router).__name__, " or ".join(_KINDS))
    hidden_states = hidden_states.reshape(-1, router.hidden_dim)
    weight = router.weight
    if _is_float32_router(router):
        hidden_states, weight = hidden_states.float(), weight.float()
    logits = linear(hidden_states, weight, getattr(router, "bias", None))
    options, dtype = kind(router, logits)
    weights, indices = softmax_topk(logits, router.top_k, **options)
    return logits, weights.to(dtype), indices


def use_routers(model: torch.nn.Module) -> int:
    """Lets every router of model that route knows be computed by it; how many these are.

    Raises ArgumentError (a ValueError) where there is none.
    """
    routers = [module for module in model.modules() if type(module).__name__ in _KINDS]
    if not routers:
        raise ArgumentError("model", f"{type(model).__name__} without a known router", "a " + " or ".join(_KINDS) + " in it")
    for router in routers:
        router.forward = functools.partial(route, router)  # saved with the model by its name, unlike a method
    return len(routers)
