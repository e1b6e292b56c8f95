#!/usr/bin/env python3
"""ranks_test.py MPIRUN XEFORGE CLASS: `xeforge run ... --ranks` under mpirun with 1 to 8 processes, more than there are cores.
Results are compared with one process and with numpy; what goes wrong on one rank ends all of them."""

import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench/scale"))
import simulate

UNIT = 2.0 ** -24 # of float32


def safetensors(path, **arrays):
    header, at = {}, 0
    for name, array in arrays.items():
        header[name] = {"dtype": {"float32": "F32", "float16": "F16"}[array.dtype.name], "shape": array.shape,
                        "data_offsets": [at, at + array.nbytes]}
        at += array.nbytes
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + b"".join(array.tobytes() for array in arrays.values()))


def sparse_npy(path, shape, dtype="<f4"):
    """Zeros that take no room on the disk."""
    with path.open("wb") as file:
        np.lib.format.write_array_header_1_0(file, {"descr": dtype, "fortran_order": False, "shape": shape})
        file.truncate(file.tell() + math.prod(shape) * np.dtype(dtype).itemsize)


class Ranks(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.random = np.random.default_rng(19)

    def save(self, **arrays):
        for name, array in arrays.items():
            np.save(self.folder / f"{name}.npy", array)

    def load(self, name):
        return np.load(self.folder / name)

    def names(self):
        return {path.name for path in self.folder.iterdir()}

    def normal(self, *shape):
        return self.random.standard_normal(shape).astype(np.float32)

    def one(self, *words):
        done = subprocess.run([XEFORGE, "run", *words], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done)

    def command(self, *groups):
        """Of mpirun; a group is a number of ranks and their words."""
        words = [MPIRUN, "--oversubscribe", "--mca", "mpi_yield_when_idle", "1"]
        for i, (ranks, *rest) in enumerate(groups):
            words += [":"] * (i > 0) + ["-n", str(ranks), *rest]
        return words

    def ranks(self, count, *words):
        done = subprocess.run(self.command((count, XEFORGE, "run", *words)), cwd=self.folder, capture_output=True, text=True,
                              check=False, timeout=120)
        self.assertEqual(done.returncode, 0, done)
        return done.stdout

    def table(self, text):
        """Numbers of each rank: bytes sent, messages, scores, bytes held."""
        lines = [line.split() for line in text.splitlines()]
        return [tuple(int(word) for word in line[1:5]) for line in lines if line and line[0].isdigit()]


class Attention(Ranks):
    WORDS = ["attention", "--q", "q.npy", "--k", "k.npy", "--v", "v.npy", "--out", "o.npy", "--ranks", "context"]

    def test_all_gather_gives_the_bytes_of_one_process(self):
        self.save(q=self.normal(2, 4, 45, 24), k=self.normal(2, 2, 67, 24), v=self.normal(2, 2, 67, 40),
                  b=self.normal(4, 45, 67), m=self.random.random((67,)) < 0.9)
        options = ["--attn-bias", "b.npy", "--attn-mask", "m.npy", "--causal", "bottom_right", "--softcap", "3"]
        self.one(*self.WORDS[:-2], "--lse", "l.npy", *options)
        expected = {name: (self.folder / name).read_bytes() for name in ("o.npy", "l.npy")}
        for count, shards in ((1, "zigzag"), (3, "zigzag"), (8, "contiguous")):
            for name in expected:
                (self.folder / name).unlink()
            text = self.ranks(count, *self.WORDS, "--lse", "l.npy", *options, "--scheme", "all-gather", "--shards", shards)
            self.assertIn(f"on {count} ranks, all-gather, {shards} shards", text)
            for name, content in expected.items():
                self.assertEqual((self.folder / name).read_bytes(), content, f"{name}, {count} ranks, {shards}")

    def test_arrays_of_safetensors_in_another_order_of_dimensions(self):
        safetensors(self.folder / "in.safetensors", q=self.normal(1, 33, 4, 16), k=self.normal(1, 41, 2, 16),
                    v=self.normal(1, 41, 2, 16))
        words = ["attention", "--layout", "bshd", *(word for name in "qkv" for word in (f"--{name}", f"in.safetensors#{name}"))]
        self.one(*words, "--out", "one.safetensors#o")
        self.ranks(4, *words, "--out", "all.safetensors#o", "--ranks", "context", "--scheme", "all-gather")
        self.assertEqual((self.folder / "all.safetensors").read_bytes(), (self.folder / "one.safetensors").read_bytes())

    def test_every_scheme_puts_rows_where_they_belong(self):
        """With scores of 0 and a causal mask a row is the mean of the values so far. The kernel's sums of whole numbers are
        exact, its division is good to 4 units, its LSE to 8 (1 + log n); a merge of the ring's two parts moves their weights by
        both errors of LSE, log n + 4 units for the exponential and the quotient, and rounds two products and a sum."""
        length, heads = 101, 3
        values = self.random.integers(-8, 8, (1, heads, length, 8)).astype(np.float32)
        self.save(q=self.normal(1, heads, length, 8), k=self.normal(1, heads, length, 8), v=values)
        exact = np.cumsum(values.astype(np.float64), axis=2) / np.arange(1, length + 1)[:, None]
        log = math.log(length)
        for count in (1, 2, 4, 8):
            for scheme, shards in (("ring", "contiguous"), ("ring", "zigzag"), ("head-parallel", "zigzag")):
                merges = 2 * count if scheme == "ring" else 0
                bound = 8 * UNIT * (4 + merges * (2 * 8 * (1 + log) + log + 4 + 2))
                text = self.ranks(count, *self.WORDS, "--scale", "0", "--causal", "top_left", "--scheme", scheme, "--shards", shards)
                got = self.load("o.npy")
                self.assertLessEqual(np.abs(got - exact).max(), bound, f"{count} ranks, {scheme}, {shards}")
                self.assertEqual(sum(row[2] for row in self.table(text)), heads * length * (length + 1) // 2)
                self.assertEqual(self.names(), {"q.npy", "k.npy", "v.npy", "o.npy"})

    def test_without_mpirun_one_rank_does_everything(self):
        self.save(q=self.normal(1, 1, 5, 8), k=self.normal(1, 1, 7, 8), v=self.normal(1, 1, 7, 8))
        self.one(*self.WORDS[:-2])
        expected = (self.folder / "o.npy").read_bytes()
        self.one(*self.WORDS, "--scheme", "all-gather")
        self.assertEqual((self.folder / "o.npy").read_bytes(), expected)


class SoftmaxTopk(Ranks):
    def test_dispatch_is_a_stable_sort_by_expert(self):
        experts, k = 24, 3
        for rows, count in ((37, 1), (37, 3), (5, 8), (64, 8)):
            # Few different scores: many ties.
            self.save(x=self.random.integers(0, 9, (rows, experts)).astype(np.float32))
            words = ["softmax-topk", "--scores", "x.npy", "--k", str(k)]
            self.one(*words, "--weights", "w1.npy", "--indices", "i1.npy")
            self.ranks(count, *words, "--weights", "w.npy", "--indices", "i.npy", "--ranks", "rows", "--dispatch", "d")
            for name in "wi":
                self.assertEqual((self.folder / f"{name}.npy").read_bytes(), (self.folder / f"{name}1.npy").read_bytes())
            slots = self.load("i.npy").ravel()
            counts = np.bincount(slots, minlength=experts)
            place = np.empty(slots.size, np.int64)
            place[np.argsort(slots, kind="stable")] = np.arange(slots.size)
            np.testing.assert_array_equal(self.load("d.counts.npy"), counts)
            np.testing.assert_array_equal(self.load("d.offsets.npy"), np.concatenate([[0], np.cumsum(counts)]))
            np.testing.assert_array_equal(self.load("d.permutation.npy"), place)
            self.assertEqual(self.load("d.counts.npy").dtype, np.int64)

    def test_dispatch_alone_with_groups_and_a_bias(self):
        rows, experts = 50, 16
        self.save(x=self.normal(rows, experts), b=self.normal(experts))
        words = ["softmax-topk", "--scores", "x.npy", "--k", "2", "--scoring", "sigmoid", "--correction-bias", "b.npy",
                 "--num-expert-group", "4", "--topk-group", "2"]
        self.one(*words, "--indices", "i.npy")
        self.ranks(4, *words, "--ranks", "rows", "--dispatch", "d")
        np.testing.assert_array_equal(self.load("d.counts.npy"), np.bincount(self.load("i.npy").ravel(), minlength=experts))
        self.assertEqual(self.names(), {"x.npy", "b.npy", "i.npy", "d.counts.npy", "d.offsets.npy", "d.permutation.npy"})


class Guide(Ranks):
    """docs/guide/more-than-one-machine.md: its commands over files as they stand there."""

    def test_commands(self):
        page = (Path(__file__).resolve().parents[2] / "docs/guide/more-than-one-machine.md").read_text()
        commands = [line for block in page.split("```sh\n")[1:] for line in block.partition("```")[0].splitlines()]
        # Those of Python programs are run by tests/python.
        commands = [line for line in commands if "program.py" not in line]
        self.assertEqual([line.split()[:5] for line in commands],
                         [["mpirun", "-n", "4", "xeforge", "run"]] * 2)
        self.save(q=self.normal(1, 4, 45, 24), k=self.normal(1, 2, 45, 24), v=self.normal(1, 2, 45, 24),
                  x=self.random.integers(0, 9, (50, 24)).astype(np.float32))
        # The options of command(), as variables; mpirun first of all where the test's build has found it.
        environment = {**os.environ, "PATH": ":".join([str(Path(MPIRUN).parent), str(Path(XEFORGE).parent), os.environ["PATH"]]),
                       "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}
        for line in commands:
            done = subprocess.run(["bash", "-euc", line], cwd=self.folder, env=environment, capture_output=True, text=True, check=False,
                                  timeout=120)
            self.assertEqual(done.returncode, 0, done)
            self.assertIn("on 4 ranks", done.stdout)
        self.assertEqual(self.load("o.npy").shape, (1, 4, 45, 24))
        self.one("softmax-topk", "--scores", "x.npy", "--k", "8", "--indices", "one.npy")
        np.testing.assert_array_equal(self.load("i.npy"), self.load("one.npy"))
        self.assertEqual(self.load("d.counts.npy").sum(), 50 * 8)


class Faults(Ranks):
    """Every rank ends within seconds, and leaves no output; one line says which rank and which argument. Ends take a second or two
    where nothing else runs; a rank that waited for another for good would need all of SECONDS and more."""
    SECONDS = 30.0
    WORDS = ["attention", "--k", "k.npy", "--v", "v.npy", "--lse", "l.npy", "--ranks", "context", "--scheme", "ring"]

    def setUp(self):
        super().setUp()
        self.save(q=self.normal(1, 2, 40, 8), other=self.normal(1, 2, 32, 8), k=self.normal(1, 2, 40, 8), v=self.normal(1, 2, 40, 8))
        (self.folder / "cut.npy").write_bytes((self.folder / "k.npy").read_bytes()[:-100])
        safetensors(self.folder / "in.safetensors", k=self.normal(1, 2, 40, 8))
        (self.folder / "o.npy").write_text("old")
        self.before = self.names()

    def expect_nothing_new(self):
        self.assertEqual(self.names(), self.before)
        self.assertEqual((self.folder / "o.npy").read_text(), "old")

    def expect_soon(self, fault):
        seconds = time.monotonic() - fault
        self.assertLess(seconds, self.SECONDS, "all ranks have ended, but not soon")

    def refusal(self, *groups):
        start = time.monotonic() # before the fault, which lies in what a rank reads first
        done = subprocess.run(self.command(*groups), cwd=self.folder, capture_output=True, text=True, check=False, timeout=120)
        self.expect_soon(start)
        self.assertNotEqual(done.returncode, 0, done)
        self.assertEqual(done.stdout.replace("-", "").strip().partition("Primary job")[0], "", done)
        lines = [line for line in done.stderr.splitlines() if line.startswith("xeforge: ")]
        self.assertEqual(len(lines), 1, done)
        self.expect_nothing_new()
        return lines[0]

    def attend(self, *words, q="q.npy", out="o.npy"):
        # The last of an option's values counts.
        return [XEFORGE, "run", *self.WORDS, "--q", q, "--out", out, *words]

    def test_another_shape_option_or_file_on_one_rank(self):
        usual = self.attend()
        for words, expected in (
                (self.attend(q="other.npy"), "rank 2: --q: got (1, 2, 32, 8); expected (1, 2, 40, 8), as rank 0 has it"),
                (self.attend("--causal", "top_left"), "rank 2: --causal: got top_left; expected none, as rank 0 has it"),
                (self.attend("--scale", "2"), "rank 2: --scale: got 2; expected none, as rank 0 has it"),
                (self.attend("--shards", "contiguous"), "rank 2: --shards: got contiguous; expected zigzag, as rank 0 has it"),
                (self.attend(out="p.npy"), "rank 2: --out: got p.npy; expected o.npy, as rank 0 has it"),
                (self.attend("--window", "a"), "rank 2: --window: got 'a'"),
                (self.attend("--threads", "-3"), "rank 2: --threads: got '-3'"),
                (self.attend(q="none.npy"), "rank 2: --q: got 'none.npy'"),
                (self.attend(q="cut.npy"), "rank 2: --q: got 'cut.npy'"),
                (self.attend(q="in.safetensors#q"), "rank 2: --q: got 'in.safetensors'"),
                ([XEFORGE, "run", "softmax-topk", "--scores", "q.npy", "--k", "1", "--indices", "o.npy", "--ranks", "rows"],
                 "rank 2: command: got softmax-topk; expected attention, as rank 0 has it")):
            self.assertIn(expected, self.refusal((2, *usual), (1, *words)), words)

    def test_what_all_ranks_have_wrong(self):
        for words, expected in ((self.attend(out="nowhere/o.npy"), "rank 0: --out: got 'nowhere/o.npy'"),
                                (self.attend(out="q.npy"), "rank 0: --out"),
                                (self.attend("--variant", "xe"), "rank 0: --variant")):
            for ranks in (1, 8):
                self.assertIn(expected, self.refusal((ranks, *words)))

    def test_too_many_ranks_for_the_rows(self):
        self.save(few=self.normal(1, 2, 3, 8))
        self.before = self.names()
        self.assertRegex(self.refusal((8, *self.attend(q="few.npy"))), "rank [0-7]: --q shape: got no queries: 3 on 8 ranks")

    def test_too_little_memory_on_one_rank(self):
        # 512 MiB are mapped on each rank and two blocks of 256 MiB are allocated; a rank without arrays takes less than 300 MiB
        # of addresses. With 960 MiB only the mappings fit.
        for name in "kv":
            sparse_npy(self.folder / f"{name}.npy", (1, 1, 2**20, 64))
        self.save(q=self.normal(1, 1, 2, 64))
        limited = ["sh", "-c", 'ulimit -v 983040; exec "$@"', "sh"]
        usual = self.attend("--shards", "contiguous", "--causal", "top_left")
        self.assertIn("rank 1: memory: got too little for this rank's part; expected room for its part and two blocks",
                      self.refusal((1, *usual), (1, *limited, *usual)))

    def processes(self, mpirun):
        """Those of each rank that mpirun has started."""
        found = {}
        for process in Path("/proc").iterdir():
            try:
                if process.name.isdigit() and f"PPid:\t{mpirun}\n" in (process / "status").read_text():
                    environment = (process / "environ").read_bytes().split(b"\0")
                    found.update((int(entry.partition(b"=")[2]), int(process.name)) for entry in environment
                                 if entry.startswith(b"OMPI_COMM_WORLD_RANK="))
            except OSError: # gone meanwhile
                pass
        return found

    def lives(self, process):
        try:
            return "xeforge" in Path(f"/proc/{process}/cmdline").read_text()
        except OSError:
            return False

    def test_a_killed_rank_ends_the_others_and_leaves_nothing(self):
        for name in "qkv":
            sparse_npy(self.folder / f"{name}.npy", (1, 8, 16384, 64))
        for ranks, victim, number in ((4, 2, signal.SIGKILL), (2, 0, signal.SIGKILL), (8, 7, signal.SIGTERM)):
            with subprocess.Popen(self.command((ranks, *self.attend())), cwd=self.folder, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE) as run:
                # Once the outputs lie aside, ranks compute.
                while run.poll() is None and len(list(self.folder.glob(".xeforge-*.tmp/*"))) < 2:
                    time.sleep(0.01)
                time.sleep(0.2)
                processes = self.processes(run.pid)
                self.assertEqual(set(processes), set(range(ranks)))
                fault = time.monotonic()
                os.kill(processes[victim], number)
                output, errors = run.communicate(timeout=120)
                # mpirun may leave a little before the last process that it has killed.
                while any(map(self.lives, processes.values())) and time.monotonic() - fault < self.SECONDS:
                    time.sleep(0.01)
                self.expect_soon(fault)
            self.assertEqual([process for process in processes.values() if self.lives(process)], [])
            self.assertNotEqual(run.returncode, 0)
            self.assertRegex(errors, f"process rank {victim} with PID [0-9]+ on node .* exited on signal {int(number)}")
            self.assertNotIn("attention:", output)
            self.expect_nothing_new()


class Scale(Ranks):
    def test_the_simulation_counts_what_real_ranks_did(self):
        self.save(q=self.normal(1, 4, 203, 16), k=self.normal(1, 2, 203, 16), v=self.normal(1, 2, 203, 16))
        cases = [(ranks, scheme, shards, "top_left") for ranks in (3, 8) for scheme in simulate.SCHEMES for shards in simulate.SHARDS]
        for ranks, scheme, shards, causal in [*cases, (1, "ring", "zigzag", "top_left"), (5, "ring", "contiguous", "none")]:
            text = self.ranks(ranks, "attention", "--q", "q.npy", "--k", "k.npy", "--v", "v.npy", "--out", "o.npy",
                              "--ranks", "context", "--scheme", scheme, "--shards", shards, "--causal", causal)
            problem = simulate.Problem(length=203, heads=4, heads_kv=2, depth=16, element=4, causal=causal != "none")
            counted = [(rank.bytes_sent, rank.messages, rank.scores, rank.bytes_held)
                       for rank in simulate.counts(problem, ranks, scheme, shards)]
            self.assertEqual(self.table(text), counted, f"{ranks} ranks, {scheme}, {shards}, causal {causal}")


MPIRUN, XEFORGE, CLASS = sys.argv[1:4]
unittest.main(argv=[sys.argv[0], CLASS, *sys.argv[4:]])
