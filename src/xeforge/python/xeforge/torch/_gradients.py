"""Gradients of the operators, in torch's own operations."""

from __future__ import annotations

import torch

# ---- softmax + top-K --------------------------------------------------------------------------------------------------


def keep_softmax_topk(ctx, inputs, keyword_only_inputs, output):
    ctx.save_for_backward(inputs[0], output[1])
    ctx.mark_non_differentiable(output[1])
    ctx.options = keyword_only_inputs


def of_softmax_topk(ctx, grad_weights, grad_indices):
    scores, indices = ctx.saved_tensors
    is_softmax = ctx.options["scoring"] == "softmax"
    factor = ctx.options["routed_scaling_factor"]
    indices, grad = indices.long(), grad_weights.float() * factor
    # Scores that are no numbers are left out, and where there is none all weights are 0, whatever the scores.
    logits = scores.float().nan_to_num(-torch.inf, torch.inf, -torch.inf)
    p = torch.softmax(logits, -1).nan_to_num(0.0) if is_softmax else torch.sigmoid(logits)
    chosen = p.gather(-1, indices)
    if ctx.options["renormalize"]:
        # A softmax over the chosen alone, or shares of sigmoids: of logarithms, since probabilities may be too small for floats.
        of_chosen = logits.gather(-1, indices)
        share = torch.softmax(of_chosen if is_softmax else torch.nn.functional.logsigmoid(of_chosen), -1).nan_to_num(0.0)
        of_chosen = share * (grad - (grad * share).sum(-1, keepdim=True))
        of_scores = torch.zeros_like(p).scatter(-1, indices, of_chosen if is_softmax else of_chosen * (1 - chosen))
    elif is_softmax:
        of_p = torch.zeros_like(p).scatter(-1, indices, grad)
        of_scores = p * (of_p - (grad * chosen).sum(-1, keepdim=True))
    else:
        of_scores = torch.zeros_like(p).scatter(-1, indices, grad * chosen * (1 - chosen))
    return of_scores.to(scores.dtype), None, None


# ---- attention --------------------------------------------------------------------------------------------------------


def keep_attention(ctx, inputs, keyword_only_inputs, output):
    ctx.inputs = [None if tensor is None else (tensor.shape, tensor.dtype) for tensor in inputs]


# An operator of its own: torch.compile calls this where it compiles, and only a backward pass that runs is an error.
def of_attention(ctx, *gradients):
    return tuple(
        torch.ops.xeforge.no_backward(gradients[0], *kept) if kept is not None and needed else None
        for needed, kept in zip(ctx.needs_input_grad, ctx.inputs)
    )


def refuse_backward(gradient, shape, dtype):
    raise NotImplementedError(
        "xeforge.torch.attention: got a backward pass; expected inference: it has no backward, "
        "torch.nn.functional.scaled_dot_product_attention has one"
    )


# ---- RMS normalisation ------------------------------------------------------------------------------------------------


def _of_norm(h, weight, eps, grad):
    """Gradients of h / sqrt(mean(h * h) + eps) * weight in h and weight, in float; squares do not overflow."""
    h, grad = h.float(), grad.float()
    largest = h.abs().amax(-1, keepdim=True).clamp_min(1.0)
    h = h / largest
    scale = torch.rsqrt((h * h).mean(-1, keepdim=True) + eps / largest / largest)
    h = h * scale
    weighted = grad * weight.float()
    of_h = (weighted - h * (weighted * h).mean(-1, keepdim=True)) * (scale / largest)
    of_weight = (grad * h).reshape(-1, h.shape[-1]).sum(0)
    return of_h, of_weight


def keep_rms_norm(ctx, inputs, keyword_only_inputs, output):
    ctx.save_for_backward(*inputs)
    ctx.eps = keyword_only_inputs["eps"]


def of_rms_norm(ctx, grad):
    x, weight = ctx.saved_tensors
    of_x, of_weight = _of_norm(x, weight, ctx.eps, grad)
    return of_x.to(x.dtype), of_weight.to(weight.dtype)


def keep_add_rms_norm(ctx, inputs, keyword_only_inputs, output):
    ctx.save_for_backward(*inputs)
    ctx.eps = keyword_only_inputs["eps"]


def of_add_rms_norm(ctx, grad, grad_sum):
    x, residual, weight = ctx.saved_tensors
    of_h, of_weight = _of_norm(x.float() + residual.float(), weight, ctx.eps, grad)
    of_h = (of_h + grad_sum.float()).to(x.dtype)
    return of_h, of_h, of_weight.to(weight.dtype)
