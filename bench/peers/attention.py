"""Measures PyTorch's scaled_dot_product_attention against xeforge: same cores, same run, alternating.

    VENV/bin/python bench/peers/attention.py --xeforge build/release/bin/xeforge [--case sdpa-bf16 ...] [--threads 2]
                                             [--rounds 5] [--json FILE]

PyTorch gets what the case of `xeforge bench attention` of the same name gets: inputs of those shapes and, where there
is a bias, one of the inputs' type as attn_mask; where the case's output is permuted, permute and contiguous follow.
Each round times PyTorch and then runs `xeforge bench attention --case NAME`, so that a slow moment of the machine falls
on both. Before anything is timed, `xeforge run attention` computes the same inputs, and a head of both results is
compared with float64.
"""

import json
import statistics
import struct
import sys
import tempfile
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn.functional import scaled_dot_product_attention

from common import Program, arguments, duration, fail, run, timings, versions, write_report


@dataclass(frozen=True)
class Case:
    """A case of `xeforge bench attention` of the same name."""

    name: str
    dtype: torch.dtype
    bias: bool = True
    permuted: bool = True
    causal: bool = False
    batch: int = 1
    heads_q: int = 8
    heads_kv: int = 8
    seq_q: int = 2048
    seq_k: int = 2048
    d: int = 128

    def shape(self):
        return {
            "batch": self.batch,
            "heads_q": self.heads_q,
            "heads_kv": self.heads_kv,
            "seq_q": self.seq_q,
            "seq_k": self.seq_k,
            "d_qk": self.d,
            "d_v": self.d,
        }


CASES = [
    *(Case(f"sdpa-{name}", dtype) for name, dtype in (("bf16", torch.bfloat16), ("f32", torch.float32), ("f16", torch.float16))),
    Case("sdpa-bf16-no-bias", torch.bfloat16, bias=False),
    Case("sdpa-f32-no-bias", torch.float32, bias=False),
    Case("full-4096", torch.bfloat16, bias=False, seq_q=4096, seq_k=4096),
    Case("causal-4096", torch.bfloat16, bias=False, causal=True, seq_q=4096, seq_k=4096),
    Case("decode", torch.bfloat16, bias=False, batch=8, heads_q=32, seq_q=1, seq_k=8192),
]

UNIT = {torch.bfloat16: 2**-8, torch.float16: 2**-11, torch.float32: 2**-20}
NAMES = {torch.bfloat16: "BF16", torch.float16: "F16", torch.float32: "F32"}


def save(path, tensor):
    """The one tensor "x" of a .safetensors file, which knows bfloat16."""
    data = tensor.contiguous().view(torch.uint8).numpy().tobytes()
    entry = {"dtype": NAMES[tensor.dtype], "shape": list(tensor.shape), "data_offsets": [0, len(data)]}
    header = json.dumps({"x": entry}).encode()
    path.write_bytes(struct.pack("<Q", len(header)) + header + data)


def load(path, dtype, shape):
    content = path.read_bytes()
    data = np.frombuffer(content, dtype=np.uint8, offset=8 + struct.unpack("<Q", content[:8])[0]).copy()
    return torch.from_numpy(data).view(dtype).view(shape)


class Xeforge(Program):
    def bench(self, case):
        row = self.bench_row("attention", case.name)
        if row["shape"] != case.shape():
            fail(f"xeforge bench, case {case.name}: got {row['shape']}; expected {case.shape()}")
        return row

    def compute(self, case, inputs):
        """The result of `run` for these inputs, through files, as batch x heads x queries x d."""
        command = [self.binary, "run", "attention", "--threads", self.threads]
        for option, tensor in zip(("q", "k", "v", "attn-bias"), inputs):
            if tensor is not None:
                save(self.folder / f"{option}.safetensors", tensor)
                command += [f"--{option}", f"{self.folder / option}.safetensors#x"]
        command += ["--out", f"{self.folder / 'out'}.safetensors#x"]
        run(command + (["--causal", "top_left"] if case.causal else []))
        shape = (case.batch, case.heads_q, case.seq_q, case.d)
        return load(self.folder / "out.safetensors", case.dtype, shape)


def make_inputs(case):
    """q, k, v and the bias or None."""
    generator = torch.Generator().manual_seed(case.seq_k + case.d)

    def normal(*shape):
        return torch.randn(*shape, generator=generator).to(case.dtype)

    q = normal(case.batch, case.heads_q, case.seq_q, case.d)
    k, v = (normal(case.batch, case.heads_kv, case.seq_k, case.d) for _ in range(2))
    return q, k, v, normal(1, case.heads_q, case.seq_q, case.seq_k) if case.bias else None


def attend(case, q, k, v, bias):
    shared = {"enable_gqa": True} if case.heads_q != case.heads_kv else {}
    return scaled_dot_product_attention(q, k, v, attn_mask=bias, is_causal=case.causal, **shared)


def compute(case, inputs):
    out = attend(case, *inputs)
    return out.permute(0, 2, 1, 3).contiguous() if case.permuted else out


def largest_error(case, inputs, result):
    """Of the last head of the last batch, against float64 over the same inputs."""
    q, k, v, bias = (None if tensor is None else tensor[-1, -1].double() for tensor in inputs)
    scores = q @ k.T / case.d**0.5 + (0 if bias is None else bias)
    if case.causal:
        scores = scores.masked_fill(torch.ones_like(scores, dtype=torch.bool).triu(1), float("-inf"))
    return (result[-1, -1].double() - scores.softmax(-1) @ v).abs().max().item()


def check(case, inputs, xeforge):
    ours = largest_error(case, inputs, xeforge.compute(case, inputs))
    allowed = 8 * UNIT[case.dtype]  # values are of magnitude 1, means of many of them below
    if not ours <= allowed:
        fail(f"case {case.name}: largest error of xeforge: got {ours:.1e}; expected at most {allowed:.1e}")
    return {"largest_error": ours, "largest_error_pytorch": largest_error(case, inputs, attend(case, *inputs))}


def measure(case, xeforge, rounds, seconds):
    inputs = make_inputs(case)
    checked = check(case, inputs, xeforge)
    own, peer_times = [], []
    for _ in range(rounds):
        peer_times += timings(lambda: compute(case, inputs), seconds)
        own.append(xeforge.bench(case))
    median = statistics.median(row["median_ns"] for row in own)
    return {
        "case": case.name,
        "shape": case.shape(),
        "xeforge": {
            "variant": own[0]["variant"],
            "median_ns": median,
            "min_ns": min(row["min_ns"] for row in own),
            "round_medians_ns": [row["median_ns"] for row in own],
            "percent_of_roof": statistics.median(row["percent_of_roof"] for row in own),
        },
        "pytorch": {
            "median_ns": statistics.median(peer_times),
            "min_ns": min(peer_times),
            "runs": len(peer_times),
        },
        **checked,
        "ratio": statistics.median(peer_times) / median,
    }


LINE = "{:<18} {:<8} {:>10} {:>6}  {:>10} {:>7}  {:>9} {:>9}"


def print_case(result):
    own = result["xeforge"]
    print(
        LINE.format(
            result["case"],
            own["variant"],
            duration(own["median_ns"]),
            f"{own['percent_of_roof']:.0f}",
            duration(result["pytorch"]["median_ns"]),
            f"{result['ratio']:.2f}x",
            f"{result['largest_error']:.1e}",
            f"{result['largest_error_pytorch']:.1e}",
        ),
        flush=True,
    )


def main():
    options = arguments("PyTorch against xeforge: fused attention", [case.name for case in CASES])
    torch.set_num_threads(options.threads)
    cases = [case for case in CASES if not options.case or case.name in options.case]
    with tempfile.TemporaryDirectory(prefix="xeforge-peers-") as folder, torch.inference_mode():
        xeforge = Xeforge(options.xeforge, options.threads, folder)
        print(f"{options.threads} threads each, {options.rounds} rounds in turn, medians; errors against float64")
        print(", ".join(f"{name} {version}" for name, version in versions(xeforge).items()) + "\n")
        print(LINE.format("case", "variant", "xeforge", "% roof", "PyTorch", "against", "error", "PyTorch's"))
        results = []
        for case in cases:
            results.append(measure(case, xeforge, options.rounds, options.seconds))
            print_case(results[-1])
    write_report(options, xeforge, results, "peers-attention")


if __name__ == "__main__":
    sys.exit(main())
