"""What the comparisons share: running the program, timing, options."""

import argparse
import json
import os
import pathlib
import platform
import subprocess
import time

import jsonschema
import numpy as np
import torch

SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "schema"


def fail(message):
    raise SystemExit(f"bench/peers: {message}")


def run(command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        words = done.stderr.strip() or done.stdout.strip()
        fail(f"{' '.join(map(str, command))}: exit code {done.returncode}: {words}")
    return done.stdout


class Program:
    """The command line of the program under test."""

    def __init__(self, binary, threads, folder):
        self.binary, self.threads, self.folder = binary, threads, pathlib.Path(folder)

    def version(self):
        return run([self.binary, "--version"]).strip().removeprefix("xeforge ")

    def bench_row(self, operator, name):
        """The case's row of `bench --json`: median_ns, min_ns, variant, shape, ..."""
        report = self.folder / "bench.json"
        run([self.binary, "bench", operator, "--case", name, "--threads", self.threads, "--json", report])
        rows = [row for row in json.loads(report.read_text())["results"] if row["case"] == name]
        if len(rows) != 1 or rows[0]["check"] not in (True, "passed"):
            fail(f"xeforge bench, case {name}: got {rows}; expected one row whose check passed")
        return rows[0]


def timings(compute, seconds):
    """Nanoseconds of each call, for about this long and at least five times, after a call that is not counted."""
    compute()
    times, end = [], time.perf_counter() + seconds
    while len(times) < 5 or time.perf_counter() < end:
        begin = time.perf_counter_ns()
        compute()
        times.append(time.perf_counter_ns() - begin)
    return times


def duration(nanoseconds):
    return f"{nanoseconds / 1e6:.2f} ms" if nanoseconds >= 1e6 else f"{nanoseconds / 1e3:.1f} us"


def versions(program):
    return {
        "xeforge": program.version(),
        "torch": torch.__version__,
        "numpy": np.__version__,
        "python": platform.python_version(),
    }


def arguments(description, names):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--xeforge", required=True, type=pathlib.Path, help="the program: build/release/bin/xeforge")
    parser.add_argument("--case", action="append", choices=names, help="only this case; may be repeated")
    cores = len(os.sched_getaffinity(0))
    parser.add_argument("--threads", type=int, default=cores, help="of both (default: all cores)")
    parser.add_argument("--rounds", type=int, default=5, help="how often both are measured in turn (default: 5)")
    parser.add_argument("--seconds", type=float, default=0.3, help="per formulation and round (default: 0.3)")
    parser.add_argument("--json", type=pathlib.Path, help="where the numbers go as well")
    chosen = parser.parse_args()
    if not chosen.xeforge.is_file():
        parser.error(f"--xeforge: got {str(chosen.xeforge)!r}, which is no file; expected the built program")
    if chosen.threads < 1 or chosen.rounds < 1:
        parser.error("--threads and --rounds: expected at least 1")
    if chosen.json and not chosen.json.absolute().parent.is_dir():
        parser.error(f"--json: got {str(chosen.json)!r}, whose folder is missing; expected a path that can be written")
    return chosen


def write_report(options, program, results, name):
    """The document that docs/schema/NAME.json describes; refuses to write another."""
    if options.json:
        document = {
            "format": f"xeforge-{name}-1",
            "threads": options.threads,
            "rounds": options.rounds,
            "versions": versions(program),
            "results": results,
        }
        jsonschema.validate(document, json.loads((SCHEMAS / f"{name}.json").read_text()))
        options.json.write_text(json.dumps(document, indent=1) + "\n")
