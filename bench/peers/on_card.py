#!/usr/bin/env python3
"""PyTorch and xeforge on one NVIDIA card, in one run, as `xeforge bench OPERATOR --device cuda` times: the card's events, all
in its memory, with the cache emptied before each call.

    python3 bench/peers/on_card.py --xeforge build/release/bin/xeforge [--device-code FOLDER] [--operator attention]
                                   [--case NAME ...] [--json FILE]

Needs torch for CUDA in the Python that runs it; nothing is installed. xeforge is timed before and after PyTorch: what stands
first is the mean of both medians. PyTorch is timed as it is written and compiled (torch.compile, shapes known), each as
replays of a graph; `against` is the fastest compiled formulation. Attention is timed with each backend that takes the case.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import warnings

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.attention.flex_attention import flex_attention
from torch.nn.functional import rms_norm, scaled_dot_product_attention

from formulations import Case, formulations, grouped, softmax_topk

OPERATORS = ("softmax-topk", "rms-norm", "attention")
REPLAYS = 20
ROWS = 65536
ROUTERS = [
    Case("seed-large", 1048576, 128, 8),
    Case("mixtral-65536", ROWS, 8, 2),
    Case("llama-4-65536", ROWS, 16, 1, scoring="sigmoid", renormalize=False),
    Case("gpt-oss-20b-65536", ROWS, 32, 4),
    Case("olmoe-65536", ROWS, 64, 8, renormalize=False),
    Case("gpt-oss-120b-65536", ROWS, 128, 4),
    Case("qwen3-moe-65536", ROWS, 128, 8),
    Case("deepseek-v2-65536", ROWS, 160, 6, renormalize=False, groups=8, kept_groups=3, factor=16.0),
    Case("deepseek-v3-65536", ROWS, 256, 8, scoring="sigmoid", groups=8, kept_groups=4, bias=True, factor=2.5),
    Case("kimi-k2-65536", ROWS, 384, 8, scoring="sigmoid", bias=True, factor=2.827),
    Case("block-selection-65536", ROWS, 1024, 64),
    Case("deepseek-v2-plain-65536", ROWS, 160, 6),
    Case("deepseek-v3-plain-65536", ROWS, 256, 8),
    Case("kimi-k2-plain-65536", ROWS, 384, 8),
]


def topk_sigmoid(scores, _, case):
    best, indices = torch.topk(scores, case.k, dim=-1)
    return torch.sigmoid(best.float()), indices


def best_of_groups(scores, _, case):
    """Groups by their best column."""
    probabilities = scores.float().softmax(dim=-1)
    group_scores = probabilities.view(len(scores), case.groups, -1).amax(dim=-1)
    kept = group_scores.topk(case.kept_groups, dim=-1).indices
    mask = torch.zeros_like(group_scores).scatter_(1, kept, 1.0)
    mask = mask.unsqueeze(-1).expand(-1, -1, case.n // case.groups).reshape(len(scores), -1)
    weights, indices = (probabilities * mask).topk(case.k, dim=-1)
    return weights * case.factor, indices


def biased(scores, bias, case):
    probabilities = scores.float().sigmoid()
    indices = (probabilities + bias).topk(case.k, dim=-1).indices
    weights = probabilities.gather(1, indices)
    return weights / weights.sum(dim=-1, keepdim=True) * case.factor, indices


def ways_of(case):
    if case.bias and case.groups == 1:
        return [("sigmoid, topk", biased)]
    if case.bias:
        return [("grouped topk", lambda *given: grouped(given[0].float(), *given[1:]))]
    if case.groups > 1:
        return [("grouped topk", best_of_groups)]
    if case.scoring == "sigmoid":
        return [("topk, sigmoid", topk_sigmoid)]
    if not case.renormalize:
        return [("softmax, topk", softmax_topk)]
    return [(way.name, way.compute) for way in formulations(case) if not way.name.endswith("float32")]


class Card:
    def __init__(self):
        self.cache = torch.empty(256 << 20, dtype=torch.uint8, device="cuda")

    def microseconds(self, compute):
        """Median of replays, each after the cache was filled with something else."""
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            for _ in range(3):
                compute()
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            compute()
        times = []
        for _ in range(REPLAYS + 2):
            self.cache.zero_()
            begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            begin.record()
            graph.replay()
            end.record()
            end.synchronize()
            times.append(begin.elapsed_time(end) * 1e3)
        return statistics.median(times[2:])


def xeforge_rows(options, operator):
    """What `xeforge bench` says of the card, and by case its row; refuses what did not pass its check."""
    command = [options.xeforge, "bench", operator, "--device", "cuda"]
    if options.device_code:
        command += ["--device-code", options.device_code]
    rows, device = {}, None
    for chosen in [["--case", name] for name in options.case or []] or [[]]:
        with tempfile.TemporaryDirectory(prefix="xeforge-peers-") as folder:
            report = pathlib.Path(folder) / "bench.json"
            words = [str(word) for word in [*command, *chosen, "--json", report]]
            done = subprocess.run(words, capture_output=True, text=True)
            if done.returncode != 0:
                raise SystemExit(f"on_card: {' '.join(words)}: {done.stderr.strip() or done.stdout.strip()}")
            document = json.loads(report.read_text())
        device = document["device"]
        rows.update({row["case"]: row for row in document["results"]})
    return device, rows


def time_router(card, case):
    generator = torch.Generator(device="cuda").manual_seed(case.n)
    scores = torch.randn(case.rows, case.n, generator=generator, device="cuda").half()
    bias = torch.rand(case.n, generator=generator, device="cuda")
    found = {}
    for name, compute in ways_of(case):
        found[name] = card.microseconds(lambda: compute(scores, bias, case))
        torch.compiler.reset()  # else it gives up after eight shapes
        compiled = torch.compile(lambda s, b: compute(s, b, case), dynamic=False)
        found[f"{name}, compiled"] = card.microseconds(lambda: compiled(scores, bias))
    return found


BACKENDS = {"cuDNN": SDPBackend.CUDNN_ATTENTION, "flash": SDPBackend.FLASH_ATTENTION,
            "memory-efficient": SDPBackend.EFFICIENT_ATTENTION}
TYPES = {"bf16": torch.bfloat16, "f16": torch.float16}


def attention_case(row):
    """What the name of a timed case says beyond its shape."""
    name = row["case"]
    return {"bias": "no-bias" not in name and ("bias" in name or name.startswith("sdpa-")), "causal": "causal" in name,
            "mask": name.endswith("-mask"),
            "dtype": TYPES["f16" if "f16" in name.split("-") else "bf16"]}


def time_score_mod(card, row, score_mod):
    """flex_attention, compiled."""
    shape = row["shape"]
    q, k, v = (torch.randn(shape["batch"], shape["heads_q"], shape["seq_q"], shape["d_qk"], device="cuda").to(
        attention_case(row)["dtype"]) for _ in range(3))
    torch.compiler.reset()
    compiled = torch.compile(lambda: flex_attention(
        q, k, v, score_mod=score_mod).transpose(1, 2).contiguous(), dynamic=False)
    return {"flex_attention": card.microseconds(compiled)}


def time_softcap(card, row):
    cap = 50.0
    return time_score_mod(card, row, lambda score, *_: cap * torch.tanh(score / cap))


def time_alibi(card, row):
    heads, behind = row["shape"]["heads_q"], row["shape"]["seq_k"] - row["shape"]["seq_q"]
    slopes = torch.exp2(-8.0 * torch.arange(1, heads + 1, device="cuda") / heads)
    return time_score_mod(card, row, lambda score, _, head, query, key: score - slopes[head] * (
        query + behind - key).abs())


def time_packed(card, row):
    """Sequences one after another, of the lengths that the case has."""
    shape, lengths = row["shape"], [4096, 2048, 6144, 1024, 3072]
    begins = torch.tensor([0, *lengths], device="cuda").cumsum(0).to(torch.int32)
    q, k, v = (torch.randn(sum(lengths), shape["heads_q"], shape["d_qk"], device="cuda").to(
        attention_case(row)["dtype"]) for _ in range(3))
    try:
        from torch.nn.attention.varlen import varlen_attn
    except ImportError as problem:
        return {"varlen_attn": f"refused: {problem}"}
    return {"varlen_attn": card.microseconds(
        lambda: varlen_attn(q, k, v, begins, begins, max(lengths), max(lengths)))}


def time_attention(card, row):
    if "softcap" in row["case"]:
        return time_softcap(card, row)
    if "alibi" in row["case"]:
        return time_alibi(card, row)
    if "packed" in row["case"]:
        return time_packed(card, row)
    shape, rules = row["shape"], attention_case(row)

    def normal(*extents):
        return torch.randn(*extents, device="cuda").to(rules["dtype"])

    q = normal(shape["batch"], shape["heads_q"], shape["seq_q"], shape["d_qk"])
    k, v = (normal(shape["batch"], shape["heads_kv"], shape["seq_k"], shape["d_qk"]) for _ in range(2))
    bias = normal(1, shape["heads_q"], shape["seq_q"], shape["seq_k"]) if rules["bias"] else None
    if rules["mask"]:  # three of four are kept
        bias = torch.rand(shape["batch"], 1, shape["seq_q"], shape["seq_k"], device="cuda") < 0.75
    shared = {"enable_gqa": True} if shape["heads_q"] != shape["heads_kv"] else {}
    found = {}
    for name, backend in BACKENDS.items():
        with sdpa_kernel(backend):
            try:
                found[name] = card.microseconds(lambda: scaled_dot_product_attention(
                    q, k, v, attn_mask=bias, is_causal=rules["causal"], **shared).transpose(1, 2).contiguous())
            except RuntimeError as problem:
                torch.cuda.synchronize()
                found[name] = f"refused: {str(problem).splitlines()[0][:80]}"
    return found


def time_rms_norm(card, row):
    """With a residual that is added first where the case has one by its name, and the sum as a second result."""
    rows, columns = row["shape"]["rows"], row["shape"]["columns"]
    x, residual = (torch.randn(rows, columns, device="cuda").to(getattr(torch, row["dtype"])) for _ in range(2))
    weight = torch.randn(columns, device="cuda").to(x.dtype)

    def compute(x, residual, weight):
        if "plain" in row["case"] or row["case"] == "hidden-7168":
            return rms_norm(x, (columns,), weight, 1e-6)
        total = x + residual
        return rms_norm(total, (columns,), weight, 1e-6), total

    torch.compiler.reset()
    compiled = torch.compile(compute, dynamic=False)
    return {"rms_norm": card.microseconds(lambda: compute(x, residual, weight)),
            "rms_norm, compiled": card.microseconds(lambda: compiled(x, residual, weight))}


def compare(options, operator, card):
    device, first = xeforge_rows(options, operator)
    routers = {case.name: case for case in ROUTERS}
    peers = {}
    for name, row in first.items():
        if operator == "attention":
            peers[name] = time_attention(card, row)
        elif operator == "rms-norm":
            peers[name] = time_rms_norm(card, row)
        elif name in routers:
            peers[name] = time_router(card, routers[name])
    _, second = xeforge_rows(options, operator)
    results = []
    for name, row in ((name, first[name]) for name in peers):
        own = (row["median_ns"] + second[name]["median_ns"]) / 2e3
        timed = {peer: time for peer, time in peers[name].items() if not isinstance(time, str)}
        compiled = {peer: time for peer, time in timed.items() if "compiled" in peer} or timed
        results.append({"case": name, "variant": row["variant"], "microseconds": own, "shape": row["shape"],
                        "medians_ns": [row["median_ns"], second[name]["median_ns"]],
                        "percent_of_roof": [row["percent_of_roof"], second[name]["percent_of_roof"]], "roof": row["roof"],
                        "gflops": row["gflops"], "pytorch": peers[name],
                        "times": min(compiled.values()) / own if compiled else None})
        result = results[-1]
        against = f"{result['times']:.1f} times" if result["times"] else "-"
        print(f"{name}: {row['variant']} {own:.1f} us, {row['percent_of_roof']:.0f}% of {row['roof']}, "
              f"{row['gflops'] / 1e3:.0f} TFLOPS; against {against}")
        for peer, time in peers[name].items():
            print(f"    {peer}: {time if isinstance(time, str) else f'{time:.1f} us'}", flush=True)
    return {"operator": operator, "device": device, "results": results}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--xeforge", required=True, type=pathlib.Path, help="the program: build/release/bin/xeforge")
    parser.add_argument("--device-code", help="a folder of code that --compile-only made, where no device tools are")
    parser.add_argument("--operator", choices=OPERATORS, help="default: all")
    parser.add_argument("--case", action="append", help="only this case; may be repeated; with --operator")
    parser.add_argument("--json", type=pathlib.Path, help="where the numbers go as well")
    options = parser.parse_args()
    if options.case and not options.operator:
        parser.error("--case: got no --operator; expected the operator that the case belongs to")
    if not torch.cuda.is_available():
        parser.error("got no card that torch can use; expected a machine with an NVIDIA GPU and torch for CUDA")
    warnings.filterwarnings("ignore")  # why a backend refuses a case is in the results
    card = Card()
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}")
    with torch.inference_mode():
        documents = [compare(options, operator, card)
                     for operator in ([options.operator] if options.operator else OPERATORS)]
    if options.json:
        options.json.write_text(json.dumps({"pytorch": torch.__version__, "operators": documents}, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
