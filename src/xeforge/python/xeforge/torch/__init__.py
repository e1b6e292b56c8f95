"""xeforge for torch: the operators as custom operators of torch.library, and functions for models.

    import xeforge.torch as xt

    weights, indices = xt.softmax_topk(scores, 8)           with a gradient
    out = xt.attention(q, k, v, causal=True)                inference only
    out, total = xt.rms_norm(x, weight, residual=r)         with a gradient
    out = xt.scaled_dot_product_attention(q, k, v)          arguments of torch.nn.functional's
    xt.register_transformers()                              attn_implementation="xeforge" for models of transformers
    xt.use_routers(model)                                   uses softmax_topk in the routers of a mixture-of-experts model

torch.compile and torch.export keep each call as one node. Tensors are on the CPU, of any strides, without a copy.
"""

from ._attention import scaled_dot_product_attention
from ._operators import attention, rms_norm, softmax_topk
from ._routers import route, use_routers
from ._transformers import attention_forward, register_transformers

__all__ = [
    "attention",
    "attention_forward",
    "register_transformers",
    "rms_norm",
    "route",
    "scaled_dot_product_attention",
    "softmax_topk",
    "use_routers",
]
