"""The cases, and how PyTorch computes each: the obvious way, and whatever is faster or more exact."""

from dataclasses import dataclass
from typing import Callable

import torch


@dataclass(frozen=True)
class Case:
    """A case of `xeforge bench softmax-topk` of the same name: f16 scores, rows x n, k winners a row."""

    name: str
    rows: int
    n: int
    k: int
    renormalize: bool = True
    scoring: str = "softmax"
    groups: int = 1
    kept_groups: int = 1
    bias: bool = False
    factor: float = 1.0

    def options(self):
        """The same, as options of `xeforge run softmax-topk`."""
        options = ["--k", self.k, "--scoring", self.scoring, "--routed-scaling-factor", self.factor]
        options += ["--num-expert-group", self.groups, "--topk-group", self.kept_groups]
        return [str(option) for option in options] + ([] if self.renormalize else ["--no-renormalize"])

    @property
    def plain(self):
        """Whether the order of the scores alone decides, and so the comparison of columns is exact."""
        return not self.bias and self.groups == 1


CASES = [
    Case("seed", 32768, 128, 8),
    Case("mixtral", 8192, 8, 2),
    Case("olmoe", 8192, 64, 8, renormalize=False),
    Case("qwen3-moe", 8192, 128, 8),
    Case("gpt-oss-120b", 8192, 128, 4),
    Case("block-selection", 8192, 1024, 64),
    Case("deepseek-v3", 8192, 256, 8, scoring="sigmoid", groups=8, kept_groups=4, bias=True, factor=2.5),
]


@dataclass(frozen=True)
class Formulation:
    """compute(scores, bias, case) -> (weights, indices). The first one of a case is the obvious one."""

    name: str
    compute: Callable


def softmax_topk_divide(scores, _, case):
    probabilities = torch.softmax(scores, dim=-1)
    weights, indices = torch.topk(probabilities, case.k, dim=-1)
    return weights / weights.sum(dim=-1, keepdim=True), indices


def softmax_topk(scores, _, case):
    return torch.topk(torch.softmax(scores, dim=-1), case.k, dim=-1)


def topk_softmax(scores, _, case):
    """The divisor cancels the sum over the row, so the winners alone need an exponential."""
    best, indices = torch.topk(scores, case.k, dim=-1)
    return torch.softmax(best.float(), dim=-1), indices


def topk_exp(scores, _, case):
    """Without the division: one sum over the row, but no array of probabilities to search."""
    best, indices = torch.topk(scores, case.k, dim=-1)
    return torch.exp(best.float() - torch.logsumexp(scores.float(), dim=-1, keepdim=True)), indices


def grouped(scores, bias, case):
    """Grouped selection with a correction bias: groups by the sum of their two best, the k best inside the kept."""
    probabilities = scores.sigmoid() if case.scoring == "sigmoid" else scores.softmax(dim=-1)
    biased = (probabilities + bias).view(len(scores), case.groups, -1)
    group_scores = biased.topk(2, dim=-1).values.sum(dim=-1)
    kept = group_scores.topk(case.kept_groups, dim=-1).indices
    dropped = torch.ones_like(group_scores, dtype=torch.bool).scatter_(1, kept, False)
    candidates = biased.masked_fill(dropped.unsqueeze(-1), float("-inf")).view_as(scores)
    indices = candidates.topk(case.k, dim=-1).indices
    weights = probabilities.gather(1, indices)
    if case.renormalize:
        weights = weights / weights.sum(dim=-1, keepdim=True)
    return weights * case.factor, indices


def in_float32(compute):
    return lambda scores, bias, case: compute(scores.float(), bias, case)


def formulations(case):
    """f16 as it stands, and converted to float32 first: more exact, and for topk often faster."""
    if not case.plain:
        return [Formulation("grouped topk, float32", in_float32(grouped))]
    if case.renormalize:
        return [
            Formulation("softmax, topk, divide", softmax_topk_divide),
            Formulation("softmax, topk, divide, float32", in_float32(softmax_topk_divide)),
            Formulation("topk, softmax", topk_softmax),
            Formulation("topk, softmax, float32", in_float32(topk_softmax)),
        ]
    return [
        Formulation("softmax, topk", softmax_topk),
        Formulation("softmax, topk, float32", in_float32(softmax_topk)),
        Formulation("topk, exp, float32", in_float32(topk_exp)),
    ]


def exact(scores, bias, case):
    """The case in float64: the measure of every result. Columns by the scores themselves, equal ones lower first."""
    scores = scores.double()
    if not case.plain:
        return grouped(scores, bias.double(), case)
    probabilities = scores.softmax(dim=-1) if case.scoring == "softmax" else scores.sigmoid()
    indices = torch.sort(scores, dim=-1, descending=True, stable=True).indices[:, : case.k]
    weights = probabilities.gather(1, indices)
    if case.renormalize:
        weights = weights / weights.sum(dim=-1, keepdim=True)
    return weights * case.factor, indices
