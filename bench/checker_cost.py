#!/usr/bin/env python3
"""What checking costs: the programs of examples/guide and tests/programs that launch kernels, built without the checker, with
mem,sync,hw, and with all tools; the ratio of their times and of the memory they take. Kernels repeat in one process, so that
starting and reading debug information are not what is timed.

    bench/checker_cost.py [--driver build/release/bin/xeforge-cxx] [--rounds 5] [--json FILE]

Checked programs run on one thread; the others are told to as well (ONETBB's limit is the process's affinity)."""

import argparse
import json
import os
import pathlib
import resource
import statistics
import subprocess
import tempfile
import time

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
SOURCE = REPOSITORY / "bench" / "checker_cost.cpp"
BUILDS = {"unchecked": [], "mem,sync,hw": ["-fxeforge-check=mem,sync,hw"], "all": ["-fxeforge-check"]}
LIMITS = {"mem,sync,hw": 30, "all": 150}
MEMORY_LIMIT = 8


def run_once(program, kernel):
    """Seconds that the program says its launches took, and the most KiB it had."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(write, 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.sched_setaffinity(0, {sorted(os.sched_getaffinity(0))[0]})
        os.execv(program, [program, kernel])
    os.close(write)
    with os.fdopen(read) as output:
        text = output.read()
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        raise SystemExit(f"{program} {kernel}: ended with {status}, or something was found")
    return float(text), usage.ru_maxrss


def measure(programs, kernel, rounds):
    """By build: median seconds of a launch, KiB."""
    found = {name: ([], []) for name in programs}
    for _ in range(rounds):
        for name, program in programs.items():  # by turns
            seconds, kib = run_once(program, kernel)
            found[name][0].append(seconds)
            found[name][1].append(kib)
    return {name: (statistics.median(seconds), max(kib)) for name, (seconds, kib) in found.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--driver", default=str(REPOSITORY / "build/release/bin/xeforge-cxx"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json")
    options = parser.parse_args()
    rows, worst = [], 0
    with tempfile.TemporaryDirectory() as folder:
        programs = {}
        for name, flags in BUILDS.items():
            programs[name] = os.path.join(folder, name.replace(",", "-"))
            subprocess.run([options.driver, "-fsycl", "-O2", *flags, str(SOURCE), "-o", programs[name]], check=True)
        kernels = subprocess.run([programs["unchecked"]], capture_output=True, text=True, check=True).stdout.split()
        print(f"{'kernel':<12} {'tools':<12} {'ms':>9} {'times':>7} {'MiB':>7} {'times':>7}")
        for kernel in kernels:
            found = measure(programs, kernel, options.rounds)
            plain_seconds, plain_kib = found["unchecked"]
            for name, (seconds, kib) in found.items():
                row = {"kernel": kernel, "tools": name, "milliseconds": seconds * 1e3, "slowdown": seconds / plain_seconds,
                       "mebibytes": kib / 1024, "memory": kib / plain_kib}
                rows.append(row)
                print(f"{kernel:<12} {name:<12} {seconds * 1e3:9.2f} {row['slowdown']:7.1f} {kib / 1024:7.1f} {row['memory']:7.1f}")
                worst |= name in LIMITS and (row["slowdown"] > LIMITS[name] or row["memory"] > MEMORY_LIMIT)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"format": "xeforge-checker-cost", "rows": rows}, indent=2) + "\n")
    if worst:
        raise SystemExit(f"more than {LIMITS} times the time, or {MEMORY_LIMIT} times the memory")


main()
