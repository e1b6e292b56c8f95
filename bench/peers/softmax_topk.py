"""Measures PyTorch against xeforge: fused softmax + top-K + normalise, same cores, same run, alternating.

    VENV/bin/python bench/peers/softmax_topk.py --xeforge build/release/bin/xeforge [--case seed ...] [--threads 2]
                                                [--rounds 5] [--json FILE]

Each round times every PyTorch formulation and then runs `xeforge bench softmax-topk --case NAME`, so that a slow moment
of the machine falls on both. Before anything is timed, `xeforge run softmax-topk` computes the same scores, and its
columns and weights are compared with float64. PyTorch's columns are compared too, and reported: probabilities rounded
to f16 are equal more often than scores are, and then a lower score can win. Which of two equal scores wins, PyTorch
leaves open.
"""

import statistics
import sys
import tempfile

import numpy as np
import torch

from common import Program, arguments, duration, fail, run, timings, versions, write_report
from formulations import CASES, exact, formulations

WEIGHT_TOLERANCE = 1e-5  # relative, xeforge's float32 weights against float64
NEAR_TIES = 1e-3  # share of rows in which float32 may decide otherwise than float64 where sums decide


class Xeforge(Program):
    def bench(self, case):
        row = self.bench_row("softmax-topk", case.name)
        shape = row["shape"]
        if (shape["rows"], shape["n"], shape["k"]) != (case.rows, case.n, case.k):
            fail(f"xeforge bench, case {case.name}: got {shape}; expected {case}")
        return row

    def compute(self, case, scores, bias):
        """Weights and indices of `run` for these scores, through files."""
        files = {name: self.folder / f"{name}.npy" for name in ("scores", "weights", "indices", "bias")}
        np.save(files["scores"], scores.numpy())
        command = [self.binary, "run", "softmax-topk", "--threads", self.threads, *case.options()]
        for name in ("scores", "weights", "indices"):
            command += [f"--{name}", files[name]]
        if case.bias:
            np.save(files["bias"], bias.numpy())
            command += ["--correction-bias", files["bias"]]
        run(command)
        return torch.from_numpy(np.load(files["weights"])), torch.from_numpy(np.load(files["indices"])).long()


def make_inputs(case):
    generator = torch.Generator().manual_seed(case.rows + case.n)
    scores = torch.randn(case.rows, case.n, generator=generator).half()
    return scores, torch.rand(case.n, generator=generator)


def rows_that_differ(chosen, expected):
    """Rows in which the two, in any order within the row, are not the same."""
    return int((chosen.sort(dim=-1).values != expected.sort(dim=-1).values).any(dim=-1).sum())


def compare(case, scores, indices, expected):
    """Rows with other columns than float64 chooses, and those of them that are no tie: other scores were chosen."""
    columns = rows_that_differ(indices, expected)
    if not case.plain:  # sums decide, not scores
        return {"rows_other_columns": columns, "rows_other_scores": columns}
    return {
        "rows_other_columns": columns,
        "rows_other_scores": rows_that_differ(scores.gather(1, indices), scores.gather(1, expected)),
    }


def check(case, weights, indices, expected_weights, expected_indices):
    """xeforge's result against float64: equal columns in equal order, weights within the tolerance."""
    wrong = (indices != expected_indices).any(dim=-1)
    allowed = 0 if case.plain else int(case.rows * NEAR_TIES)
    if int(wrong.sum()) > allowed:
        row = int(wrong.nonzero()[0])
        fail(
            f"case {case.name}: xeforge chose other columns than float64 in {int(wrong.sum())} rows, "
            f"first in row {row}: got {indices[row].tolist()}; expected {expected_indices[row].tolist()}"
        )
    error = (weights.double() / expected_weights - 1).abs()[~wrong].max().item()
    if not error <= WEIGHT_TOLERANCE:
        fail(f"case {case.name}: relative error of xeforge's weights: got {error:.1e}; expected {WEIGHT_TOLERANCE:.0e}")
    return {"rows_other_order": int(wrong.sum()), "largest_relative_error": error}


def measure(case, xeforge, rounds, seconds):
    scores, bias = make_inputs(case)
    expected = exact(scores, bias, case)
    checked = check(case, *xeforge.compute(case, scores, bias), *expected)
    ways = formulations(case)
    compared = {way.name: compare(case, scores, way.compute(scores, bias, case)[1], expected[1]) for way in ways}
    peer_times = {way.name: [] for way in ways}
    own = []
    for _ in range(rounds):
        for way in ways:
            peer_times[way.name] += timings(lambda: way.compute(scores, bias, case), seconds)
        own.append(xeforge.bench(case))
    median = statistics.median(row["median_ns"] for row in own)
    peers = [
        {
            "formulation": way.name,
            "median_ns": statistics.median(peer_times[way.name]),
            "min_ns": min(peer_times[way.name]),
            "runs": len(peer_times[way.name]),
            **compared[way.name],
            "times_xeforge": statistics.median(peer_times[way.name]) / median,
        }
        for way in ways
    ]
    return {
        "case": case.name,
        "rows": case.rows,
        "n": case.n,
        "k": case.k,
        "xeforge": {
            "variant": own[0]["variant"],
            "median_ns": median,
            "min_ns": min(row["min_ns"] for row in own),
            "round_medians_ns": [row["median_ns"] for row in own],
            **checked,
        },
        "pytorch": peers,
        "ratio_obvious": peers[0]["times_xeforge"],
        "ratio_fastest": min(peer["times_xeforge"] for peer in peers),
    }


LINE = "{:<15} {:>15}  {:<40} {:>10} {:>7}  {:>6}"  # 100 columns


def print_case(result):
    shape = f"{result['rows']}x{result['n']}, k {result['k']}"
    own = result["xeforge"]
    rows = [(f"xeforge, {own['variant']}"[:40], own["median_ns"], "", own["rows_other_order"])]
    for peer in result["pytorch"]:
        text = f"{peer['times_xeforge']:.1f}x"
        rows.append((f"torch: {peer['formulation']}", peer["median_ns"], text, peer["rows_other_scores"]))
    for number, (name, median, ratio, others) in enumerate(rows):
        front = (result["case"], shape) if number == 0 else ("", "")
        print(LINE.format(*front, name, duration(median), ratio, others), flush=True)


def print_summary(results):
    print()
    for result in results:
        print(
            f"{result['case']}: xeforge is {result['ratio_obvious']:.1f} times as fast as the obvious PyTorch, "
            f"{result['ratio_fastest']:.1f} times the fastest"
        )


def main():
    options = arguments("PyTorch against xeforge: softmax + top-K + normalise", [case.name for case in CASES])
    torch.set_num_threads(options.threads)
    cases = [case for case in CASES if not options.case or case.name in options.case]
    with tempfile.TemporaryDirectory(prefix="xeforge-peers-") as folder, torch.inference_mode():
        xeforge = Xeforge(options.xeforge, options.threads, folder)
        print(f"f16 scores, {options.threads} threads each, {options.rounds} rounds in turn, medians")
        print(", ".join(f"{name} {version}" for name, version in versions(xeforge).items()))
        print("differ: rows in which other scores are chosen than in float64, ties aside\n")
        print(LINE.format("case", "shape", "how", "median", "against", "differ"))
        results = []
        for case in cases:
            results.append(measure(case, xeforge, options.rounds, options.seconds))
            print_case(results[-1])
    print_summary(results)
    write_report(options, xeforge, results, "peers-softmax-topk")


if __name__ == "__main__":
    sys.exit(main())
