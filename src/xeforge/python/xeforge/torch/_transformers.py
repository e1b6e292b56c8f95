"""Attention of models of Hugging Face's transformers: what attn_implementation="xeforge" calls."""

from __future__ import annotations

import torch

from .._arrays import ArgumentError, ArgumentTypeError
from . import _checks
from ._operators import attention


_NAMES = {"q": "query", "k": "key", "v": "value", "mask": "attention_mask", "sinks": "s_aux", "scale": "scaling"}


def _first_keys_only(key, value, position_bias, length):
    """A cache that is longer than what has been seen: of a first pass only the keys of its own queries count."""
    if position_bias is not None:
        position_bias = position_bias[..., :length]
    return key[:, :, :length], value[:, :, :length], position_bias


def attention_forward(
    module: torch.nn.Module,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attention_mask: torch.Tensor | None,
    dropout: float = 0.0,
    scaling: float | None = None,
    is_causal: bool | None = None,
    position_bias: torch.Tensor | None = None,
    softcap: float | None = None,
    s_aux: torch.Tensor | None = None,
    **options,
) -> tuple[torch.Tensor, None]:
    """One layer's attention, with the arguments that transformers gives an attention function.

    Arguments
        module              the layer; its is_causal counts where is_causal is not given
        query (b, heads_q, s, d), key (b, heads_kv, keys, d), value (b, heads_kv, keys, d_v)
        attention_mask      broadcasts to (b, heads_q, s, keys): bool, or added to the scores; where it is None and the layer
                            is causal, key j for query i if j <= i
        dropout             0: there is no dropout
        scaling             1 / sqrt(d) where it is not given
        position_bias       added to the scores (T5)
        softcap             as for xeforge.attention (Gemma)
        s_aux (heads_q,)    sinks (gpt-oss)

    Returns (out, None) with out (b, s, heads_q, d_v): there are no attention weights to hand out.
    """
    if dropout != 0.0:
        raise ArgumentError("dropout", str(dropout), "0: there is no dropout; model.eval() turns it off")
    if options.get("output_attentions"):
        raise ArgumentError("output_attentions", "True", "False: only attn_implementation=\"eager\" has weights to hand out")
    if options.get("cache") is not None:
        raise ArgumentError("cache", type(options["cache"]).__name__, "none: paged caches are not supported")
    length = query.shape[2]
    if is_causal is None:
        is_causal = getattr(module, "is_causal", True)
    is_causal = is_causal and length > 1 and attention_mask is None
    if is_causal and key.shape[2] > length:
        key, value, position_bias = _first_keys_only(key, value, position_bias, length)
    mask, bias = None, position_bias
    if attention_mask is not None and attention_mask.dtype == torch.bool:
        mask = attention_mask
    elif attention_mask is not None:
        bias = attention_mask if bias is None else bias + attention_mask
    try:
        out = attention(
            query,
            key,
            value,
            bias=bias,
            mask=mask,
            causal="top_left" if is_causal else None,
            softcap=softcap,
            sinks=s_aux,
            scale=scaling,
            out_layout="bshd",
        )
    except (ArgumentError, ArgumentTypeError) as problem:
        names = {**_NAMES, "bias": "position_bias" if bias is position_bias else "attention_mask"}
        raise _checks.renamed(problem, names, {}) from None
    return out, None


def _mask_for(config, eager_mask, sdpa_mask):
    """What makes the masks of a configuration's models: those that compute their attention by themselves add masks to scores."""
    from transformers.models.auto.modeling_auto import MODEL_MAPPING

    known = MODEL_MAPPING.get(type(config), ())
    classes = known if isinstance(known, (list, tuple)) else (known,)
    calls_a_function = classes and all(model._supports_sdpa or model._supports_attention_backend for model in classes)
    return sdpa_mask if calls_a_function else eager_mask


def register_transformers() -> None:
    """Makes attn_implementation="xeforge" known to transformers, for from_pretrained, from_config and models there are.

        xeforge.torch.register_transformers()
        model = AutoModel.from_pretrained(name, attn_implementation="xeforge").eval()
        model.set_attn_implementation("xeforge")            of a model that is there already

    Inference on the CPU. A model has to call its attention through transformers' interface of attention functions; one
    that computes it by itself (MPNet of transformers 5) goes on doing so. Needs transformers 5.
    """
    try:
        from transformers import AttentionInterface, AttentionMaskInterface
        from transformers.masking_utils import eager_mask, sdpa_mask
    except ImportError as problem:
        raise ImportError(f"transformers: got {problem}; expected transformers 5") from problem
    AttentionInterface.register("xeforge", attention_forward)

    def mask(*arguments, config=None, **options):
        return _mask_for(config, eager_mask, sdpa_mask)(*arguments, config=config, **options)

    AttentionMaskInterface.register("xeforge", mask)
