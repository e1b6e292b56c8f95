#!/usr/bin/env python3
"""measure.py XEFORGE [--weak] [--runs N] [--ranks N...]: attention over ranks on this machine, one thread each: what the busiest
rank sends, its share of the scores, and medians of how long the slowest rank computes and waits for messages. More ranks than
cores share them, and their times say nothing of more machines; counts do. Needs no numpy."""

import argparse
import math
import os
import random
import re
import statistics
import struct
import subprocess
import tempfile
from pathlib import Path

HEADS, HEADS_KV, DEPTH = 8, 2, 64
UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}


def write_npy(path, shape, numbers):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    count = math.prod(shape)
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() +
                     (numbers * (count * 4 // len(numbers) + 1))[:count * 4])


def run(program, folder, ranks, scheme, shards):
    """Of each rank: bytes sent, scores, seconds computing, seconds waiting."""
    done = subprocess.run(["mpirun", "--oversubscribe", "-n", str(ranks), program, "run", "attention", "--q", "q.npy", "--k",
                           "k.npy", "--v", "v.npy", "--out", "o.npy", "--causal", "bottom_right", "--ranks", "context",
                           "--threads", "1", "--scheme", scheme, "--shards", shards],
                          cwd=folder, check=True, capture_output=True, text=True)
    rows = re.findall(r"^ *\d+ +(\d+) +\d+ +(\d+) +\d+ +([\d.]+) (\w+) +([\d.]+) (\w+)$", done.stdout, re.MULTILINE)
    assert len(rows) == ranks, done.stdout
    return [(int(row[0]), int(row[1]), float(row[2]) * UNITS[row[3]], float(row[4]) * UNITS[row[5]]) for row in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=lambda name: str(Path(name).resolve()))
    parser.add_argument("--weak", action="store_true", help="1,024 positions for each rank, not 4,096 in all")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2, 4, 8])
    asked = parser.parse_args()
    numbers = struct.pack("<4099f", *(random.Random(19).gauss(0.0, 1.0) for _ in range(4099)))
    print(f"{os.cpu_count()} cores, {asked.runs} runs, {HEADS} heads on {HEADS_KV}, depth {DEPTH}, float32, causal")
    print(f"{'ranks':>5} {'length':>7} {'scheme':<14} {'shards':<11} {'bytes sent':>11} {'balance':>8} {'computing':>11} {'waiting':>11}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for ranks in asked.ranks:
            length = 1024 * ranks if asked.weak else 4096
            for array, heads in (("q", HEADS), ("k", HEADS_KV), ("v", HEADS_KV)):
                write_npy(folder / f"{array}.npy", (1, heads, length, DEPTH), numbers)
            for scheme in ("ring", "all-gather", "head-parallel"):
                for shards in ("contiguous", "zigzag"):
                    runs = [run(asked.program, folder, ranks, scheme, shards) for _ in range(asked.runs)]
                    scores = [row[1] for row in runs[0]]
                    computing = statistics.median(max(row[2] for row in rows) for rows in runs)
                    waiting = statistics.median(max(row[3] for row in rows) for rows in runs)
                    print(f"{ranks:>5} {length:>7} {scheme:<14} {shards:<11} {max(row[0] for row in runs[0]):>11} "
                          f"{max(scores) * ranks / sum(scores):>8.3f} {computing * 1e3:>8.1f} ms {waiting * 1e3:>8.2f} ms", flush=True)


main()
