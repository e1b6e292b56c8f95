"""ranks_program.py TASK: what each rank of test_distributed.py does, over mpi4py, or with RANKS_FOLDER, RANK and RANKS in
the environment over a process group of torch. Shares no code with the package: expectations come from references.py, from
one process, and from sums of lengths."""

import contextlib
import os
import resource
import signal
import sys
import time
from datetime import timedelta

import ml_dtypes
import numpy as np
import references
import xeforge
import xeforge.distributed as distributed

UNIT = 2.0**-24
SCHEMES, SHARDS = ("ring", "all-gather", "head-parallel"), ("contiguous", "zigzag")


class Mpi:
    def __init__(self):
        from mpi4py import MPI

        self.comm, self.rank, self.ranks = MPI.COMM_WORLD, MPI.COMM_WORLD.rank, MPI.COMM_WORLD.size

    def all(self, value):
        return self.comm.allgather(value)

    def end(self):
        pass

    array, numpy = staticmethod(np.asarray), staticmethod(np.asarray)


class Torch:
    def __init__(self):
        import torch

        self.torch, self.rank, self.ranks = torch, int(os.environ["RANK"]), int(os.environ["RANKS"])
        torch.distributed.init_process_group("gloo", init_method=f"file://{os.environ['RANKS_FOLDER']}/store", rank=self.rank,
                                             world_size=self.ranks, timeout=timedelta(seconds=120))
        self.comm = torch.distributed.group.WORLD

    def all(self, value):
        values = [None] * self.ranks
        self.torch.distributed.all_gather_object(values, value)
        return values

    def end(self):
        self.torch.distributed.destroy_process_group()

    def array(self, array):
        if array.dtype == ml_dtypes.bfloat16:
            return self.torch.from_numpy(array.view(np.int16)).view(self.torch.bfloat16)
        return self.torch.from_numpy(array)

    def numpy(self, tensor):
        return (tensor.float() if tensor.dtype == self.torch.bfloat16 else tensor).numpy()


def rows(array, parts, axis=2):
    return np.concatenate([array[(slice(None),) * axis + (part,)] for part in parts], axis)


def expect(condition, *what):
    if not condition:
        raise AssertionError(what)


# ---- results ----------------------------------------------------------------------------------------------------------


def attention_cases():
    """(options of the whole, options of the definition, batch, type of elements)."""
    random = np.random.default_rng(19)
    slopes, sinks = np.array([0.5, 0.25, 0.125, 0.0625], np.float32), np.array([0.5, -1.0, 2.0, 0.0], np.float32)
    bias, mask = random.standard_normal((2, 4, 45, 67)).astype(np.float32), random.random((2, 1, 45, 67)) > 0.3
    mask[..., 0] = True
    yield {}, {}, np.float32
    yield dict(causal=True), dict(causal="bottom_right"), np.float32
    yield dict(causal="top_left", window=(9, 3)), dict(causal="top_left", window=(9, 3)), np.float32
    yield dict(softcap=1.5, scale=0.3, sinks=sinks), dict(softcap=1.5, scale=0.3, sinks=sinks), np.float32
    yield dict(alibi_slopes=slopes, mask=mask), dict(slopes=slopes, mask=mask), np.float32
    yield dict(bias=bias, mask=mask[:, :, :1], causal=True), dict(bias=bias, mask=mask[:, :, :1], causal="bottom_right"), np.float32
    yield dict(bias=bias[0, 0]), dict(bias=bias[0, 0]), np.float32
    yield dict(causal=True), dict(causal="bottom_right"), ml_dtypes.bfloat16
    yield dict(bias=bias[:, :1]), dict(bias=bias[:, :1]), np.float16


def task_results(world):
    """Every scheme and every kind of shards with every option: this rank's rows of the whole result."""
    random = np.random.default_rng(7)
    # The kernel's own error as test_attention.py has it; a merge moves its parts' weights by the errors of both LSEs,
    # 2 * 8 (1 + log n) units, and rounds an exponential, a quotient, two products and a sum; of half types each part has
    # been rounded once more, and weights sum to 1.
    merge = UNIT * (2 * 8 * (1 + np.log(67)) + np.log(67) + 4 + 2)
    kernel = {np.dtype(np.float32): 2e-6, np.dtype(np.float16): 2e-3, np.dtype(ml_dtypes.bfloat16): 2e-2}
    rounding = {np.dtype(np.float32): 2.0**-24, np.dtype(np.float16): 2.0**-11, np.dtype(ml_dtypes.bfloat16): 2.0**-8}
    count = 0
    for options, meaning, dtype in attention_cases():
        q, k, v = (random.standard_normal(shape).astype(np.float32).astype(dtype)
                   for shape in ((2, 4, 45, 24), (2, 2, 67, 24), (2, 2, 67, 40)))
        whole, whole_lse = xeforge.attention(q, k, v, return_lse=True, **options)
        exact, exact_lse = references.attention(*(x.astype(np.float64) for x in (q, k, v)), **meaning)
        for scheme in SCHEMES:
            for shards in SHARDS:
                if scheme == "all-gather" and {"bias", "alibi_slopes"} <= set(options):
                    continue
                queries = distributed.shard_of(45, world.ranks, world.rank, shards)
                keys = distributed.shard_of(67, world.ranks, world.rank, shards)
                own = {name: rows(value, queries, value.ndim - 2) if name in ("bias", "mask") and value.shape[-2] > 1 else value
                       for name, value in options.items()}
                own = {name: world.array(value) if isinstance(value, np.ndarray) else value for name, value in own.items()}
                arrays = [world.array(rows(q, queries)), world.array(rows(k, keys)), world.array(rows(v, keys))]
                results = [distributed.attention(world.comm, *arrays, scheme=scheme, shards=shards, return_lse=True, return_report=True,
                                                 **own) for _ in range(2)]
                out, lse, report = results[0]
                what = (sorted(options), np.dtype(dtype).name, scheme, shards)
                expect(type(out) is type(arrays[0]) and tuple(out.shape) == (2, 4, sum(part.stop - part.start for part in queries), 40), what)
                expect(report.scheme == scheme and scheme in report.reason, what, report)
                for first, second in zip(results[0][:2], results[1][:2]):
                    expect(world.numpy(first).tobytes() == world.numpy(second).tobytes(), what, "other bits")
                if scheme == "all-gather":
                    expect(world.numpy(out).astype(np.float32).tobytes() == rows(whole, queries).astype(np.float32).tobytes(), what)
                    expect(world.numpy(lse).tobytes() == rows(whole_lse, queries).tobytes(), what)
                dtype_of = np.dtype(dtype)
                merges = 2 * world.ranks if scheme == "ring" else 0
                largest = np.abs(v.astype(np.float64)).max()
                bound = 4 * kernel[dtype_of] * (1 + largest) + merges * merge * largest + (rounding[dtype_of] * largest if merges else 0)
                got = world.numpy(out).astype(np.float64)
                expect(np.abs(got - rows(exact, queries)).max() <= bound, what, np.abs(got - rows(exact, queries)).max(), bound)
                expect(np.allclose(world.numpy(lse), rows(exact_lse, queries), rtol=2e-5, atol=2e-5), what, "lse")
                count += 1
    expect(count == 54, count)


def task_bias(world):
    """A bias by position gives what the array of all positions gives, whatever a block broadcasts; and its errors reach all."""
    random = np.random.default_rng(23)
    q, k, v = (random.standard_normal((2, heads, length, 16)).astype(np.float32) for heads, length in ((4, 45), (2, 67), (2, 67)))
    table = random.standard_normal((4, 45 + 67)).astype(np.float32)
    distances = np.arange(67) - np.arange(45)[:, None]
    of_heads = table[:, distances + 45]  # (heads, queries, keys)
    of_keys_alone = (np.arange(67) % 9).astype(np.float32) / 4
    asked = []

    def by_distance(batch, heads, queries, keys):
        asked.append(len(batch) * len(heads) * len(queries) * len(keys))
        expect(all(isinstance(part, range) for part in (batch, heads, queries, keys)), batch)
        return world.array(table[heads.start : heads.stop, np.arange(keys.start, keys.stop) - np.arange(queries.start, queries.stop)[:, None] + 45])

    def of_keys(batch, heads, queries, keys):  # half types are exact here
        halves = of_keys_alone.astype(ml_dtypes.bfloat16 if len(keys) % 2 else np.float16)
        return world.array(halves[keys.start : keys.stop])

    def of_all(batch, heads, queries, keys):
        parts = tuple(slice(part.start, part.stop) for part in (batch, heads, queries, keys))
        return world.array(np.stack([of_heads, 2 * of_heads])[parts][..., ::-1][..., ::-1])

    for function, array in ((by_distance, of_heads), (of_keys, of_keys_alone), (of_all, np.stack([of_heads, 2 * of_heads]))):
        whole = xeforge.attention(q, k, v, bias=array, causal=True)
        for scheme in SCHEMES:
            for shards in SHARDS:
                queries, keys = (distributed.shard_of(length, world.ranks, world.rank, shards) for length in (45, 67))
                own = [world.array(rows(part, mine)) for part, mine in ((q, queries), (k, keys), (v, keys))]
                out = world.numpy(distributed.attention(world.comm, *own, scheme=scheme, shards=shards, bias=function, causal=True))
                difference = np.abs(out - rows(whole, queries)).max()
                expect(difference == 0 if scheme == "all-gather" else difference < 1e-5, function.__name__, scheme, shards, difference)
    expect(0 < max(asked) <= 2**21, asked)

    own = [world.array(rows(part, distributed.shard_of(part.shape[2], world.ranks, world.rank))) for part in (q, k, v)]
    wrong = world.rank == world.ranks - 1

    def zeros(*ranges):
        return world.array(np.zeros([len(part) for part in ranges], np.float32))

    def raises(*ranges):
        raise KeyError("no bucket")

    for function, words in ((raises, "bias: got KeyError: 'no bucket'; expected a function that returns its values"),
                            (lambda *ranges: 3, "bias: got an object of type int; expected an array"),
                            (lambda *ranges: world.array(np.zeros(1)), "bias dtype: got float64"),
                            (lambda *ranges: world.array(np.zeros(1, np.int32)), "bias dtype: got integers; expected float32"),
                            (lambda *ranges: world.array(np.zeros(1000, np.float32)), "bias shape: got one that does not broadcast")):
        for scheme in SCHEMES:
            try:
                distributed.attention(world.comm, *own, scheme=scheme, bias=function if wrong else zeros)
                raise AssertionError("nothing was raised")
            except (xeforge.ArgumentError, xeforge.ArgumentTypeError) as problem:
                expect(str(problem).startswith(f"rank {world.ranks - 1}: {words}"), scheme, problem)
                expect((problem.__cause__ is not None) == wrong, problem.__cause__)
                expect(len(set(world.all(str(problem)))) == 1, problem)

    def interrupted(*ranges):
        raise KeyboardInterrupt

    try:
        distributed.attention(world.comm, *own, scheme="ring", bias=interrupted if wrong else zeros)
        raise AssertionError("nothing was raised")
    except KeyboardInterrupt:
        expect(wrong)
    except xeforge.ArgumentError as problem:
        expect("KeyboardInterrupt" in str(problem) and not wrong, problem)
    distributed.attention(world.comm, *own, scheme="ring", bias=zeros)


def task_layouts(world):
    """Other orders of dimensions, strides, an array to write into, and sequences of different lengths."""
    random = np.random.default_rng(3)
    q, k, v = (random.standard_normal((1, 40, heads, 16)).astype(np.float32) for heads in (4, 2, 2))
    begins = np.array([0, 13, 40], np.int32)
    options = dict(layout="bshd", causal=True, cu_seqlens_q=begins, cu_seqlens_k=begins)
    apart = [np.repeat(array, 2, -1)[..., ::2] for array in (q, k, v)]  # elements of a row are not adjacent: another kernel
    whole = xeforge.attention(*apart, out_layout="bhsd", **options)
    mine = distributed.shard_of(40, world.ranks, world.rank, "zigzag")
    own = [world.array(np.repeat(rows(array, mine, 1), 2, -1)[..., ::2]) for array in apart]
    options.update(cu_seqlens_q=world.array(begins), cu_seqlens_k=world.array(begins))
    expected = rows(whole, mine)
    out = world.array(np.zeros(expected.shape, np.float32))
    for scheme in ("all-gather", "ring", "head-parallel"):
        same = distributed.attention(world.comm, *own, out=out, out_layout="bhsd", shards="zigzag", scheme=scheme, **options)
        expect(same is out, scheme)
        difference = np.abs(world.numpy(out) - expected).max()
        expect(difference == 0 if scheme == "all-gather" else difference < 1e-5, scheme, difference)


def task_dispatch(world):
    """Counts, offsets and permutation are those of a stable sort by expert, with rows in any number on each rank."""
    random = np.random.default_rng(5)
    for lengths, k in (([3 + 2 * rank for rank in range(world.ranks)], 3), ([5] + [0] * (world.ranks - 1), 2)):
        scores = random.integers(0, 9, (sum(lengths), 24)).astype(np.float32)
        first = sum(lengths[: world.rank])
        mine = slice(first, first + lengths[world.rank])
        weights, indices, dispatch = distributed.softmax_topk(world.comm, world.array(scores[mine]), k, dispatch=True)
        expected_weights, expected = references.softmax_topk(scores, k)
        expect(np.array_equal(world.numpy(indices), expected[mine]), indices)
        expect(np.allclose(world.numpy(weights), expected_weights[mine], rtol=1e-5), weights)
        slots = expected.ravel()
        place = np.empty(slots.size, np.int64)
        place[np.argsort(slots, kind="stable")] = np.arange(slots.size)
        counts = np.bincount(slots, minlength=24)
        expect(np.array_equal(world.numpy(dispatch.counts), counts), dispatch)
        expect(np.array_equal(world.numpy(dispatch.offsets), np.concatenate([[0], np.cumsum(counts)])), dispatch)
        expect(np.array_equal(world.numpy(dispatch.permutation), place[mine.start * k : mine.stop * k]), dispatch)
        expect(dispatch.first_slot == mine.start * k and world.numpy(dispatch.counts).dtype == np.int64, dispatch)
    plain = distributed.softmax_topk(world.comm, world.array(scores), 2, scoring="sigmoid")
    expect(len(plain) == 2, plain)


# ---- what is sent -----------------------------------------------------------------------------------------------------


def formula(scheme, lengths, ranks, rank):
    """Bytes that a rank sends for heads 8 over 4, depth 64, float32, and as many queries as keys on each rank."""
    of_key = 4 * (64 + 64) * 4
    if scheme == "ring":  # every block but that of the next rank, which ends there
        return sum(lengths[other] for other in range(ranks) if other != (rank + 1) % ranks) * of_key
    if scheme == "all-gather":
        return (ranks - 1) * lengths[rank] * of_key
    heads = [8 * (other + 1) // ranks - 8 * other // ranks for other in range(ranks)]
    key_heads = [len({head // 2 for head in range(8 * other // ranks, 8 * (other + 1) // ranks)}) for other in range(ranks)]
    others = [other for other in range(ranks) if other != rank]
    there = sum(lengths[rank] * 64 * 4 * (heads[other] + 2 * key_heads[other]) for other in others)
    return there + sum(lengths[other] * heads[rank] * 64 * 4 for other in others)


def task_bytes(world):
    """Bytes as they are given to the library that sends, as the report has them, and as they follow from the shapes. What
    ranks agree on travels in messages that are shorter than any part of an array here."""
    from xeforge import _transports

    kind = _transports._Torch if isinstance(world, Torch) else _transports._Mpi
    sent = []

    class Counting(kind):
        def send(self, memory, to):
            sent.append(len(memory))
            super().send(memory, to)

    setattr(_transports, kind.__name__, Counting)
    for length in (256, 301):
        for scheme in SCHEMES:
            for shards in SHARDS:
                parts = [distributed.shard_of(length, world.ranks, rank, shards) for rank in range(world.ranks)]
                lengths = [sum(part.stop - part.start for part in of_rank) for of_rank in parts]
                mine = lengths[world.rank]
                q, k, v = (world.array(np.ones((1, heads, mine, 64), np.float32)) for heads in (8, 4, 4))
                sent.clear()
                _, report = distributed.attention(world.comm, q, k, v, scheme=scheme, shards=shards, return_report=True)
                arrays = [size for size in sent if size >= 4096]
                expected = formula(scheme, lengths, world.ranks, world.rank)
                expect(sum(arrays) == report.bytes_sent == expected, scheme, shards, sum(arrays), report.bytes_sent, expected)
                expect(len(arrays) == report.messages, scheme, shards, arrays, report.messages)
                expect(0.0 <= report.waiting and 0.0 < report.computing, report)
                if scheme == "ring":
                    expect(report.bytes_held == min(2, world.ranks) * max(lengths) * 4 * 128 * 4, report)


def task_choice(world):
    """The automatic scheme follows the numbers that it is given, and says them. Of P ranks with as many heads of keys as of
    queries a ring sends (P - 1) / P of the keys and values P times, and heads need that share of four arrays once."""
    for heads_kv, expected in ((8, "head-parallel" if world.ranks > 2 else "ring"), (1, "ring")):
        q, k, v = (world.array(np.ones((1, heads, 16, 32), np.float32)) for heads in (8, heads_kv, heads_kv))
        _, report = distributed.attention(world.comm, q, k, v, capability=(1e3, 1e-6, 1e12), return_report=True)
        expect(report.scheme == expected, heads_kv, report)
        expect(report.reason.startswith(f"{expected} ends first on {world.ranks} ranks with 1e-06 GB/s"), report)
    _, report = distributed.attention(world.comm, q, k, v, return_report=True)
    expect(len(set(world.all((report.scheme, report.reason)))) == 1 and "ends first" in report.reason, report)


# ---- mistakes ---------------------------------------------------------------------------------------------------------


def task_copies(world):
    """A communicator of mpi4py is copied at its first call, and the copy is freed with it."""
    if isinstance(world, Torch):
        return
    from xeforge import _transports

    q = world.array(np.ones((1, 2, 4, 8), np.float32))
    for _ in range(2):
        comm = world.comm.Dup()
        copies = set()
        for _ in range(2):
            expect(np.allclose(np.asarray(distributed.attention(comm, q, q, q)), np.asarray(q)))
            copies.add(id(_transports.transport_of(comm)._kept))
        expect(len(copies) == 1, copies)
        kept = _transports.transport_of(comm)._kept
        comm.Free()
        expect(kept.communicator == _transports.transport_of(world.comm)._mpi.COMM_NULL)


@contextlib.contextmanager
def limited_memory(room):
    """So many bytes of addresses beside those that the process has."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm") as file:
        resource.setrlimit(resource.RLIMIT_AS, (int(file.read().split()[0]) * resource.getpagesize() + room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def task_mistakes(world):
    """What the last rank has wrong is the same error on every rank; the next call works."""
    wrong = world.rank == world.ranks - 1
    q, k, v = (world.array(np.ones((1, heads, 8, 16), np.float32)) for heads in (4, 2, 2))
    scores = world.array(np.ones((3, 8), np.float32))

    def attend(arrays=(q, k, v), **options):
        return distributed.attention(world.comm, *arrays, **{"scheme": "ring", **options})

    half = world.array(np.ones((1, 4, 8, 16), np.float16))
    short = world.array(np.ones((1, 2, 7, 16), np.float32))
    cases = [
        (lambda: attend(arrays=(half if wrong else q, k, v)), "k dtype"),
        (lambda: attend(arrays=(q, k, short) if wrong else (q, k, v)), "v shape"),
        (lambda: attend(arrays=("no array", k, v) if wrong else (q, k, v)), "q"),
        (lambda: attend(arrays=(world.array(np.ones((8, 16), np.float32)), k, v) if wrong else (q, k, v)), "q shape"),
        (lambda: attend(causal="top_left" if wrong else None), "causal"),
        (lambda: attend(causal="left" if wrong else None), "causal"),
        (lambda: attend(window="wide" if wrong else None), "window"),
        (lambda: attend(window=(3, "far") if wrong else None), "window"),
        (lambda: attend(scheme="star" if wrong else "ring"), "scheme"),
        (lambda: attend(scheme="all-gather" if wrong else "ring"), "scheme"),
        (lambda: attend(shards="zigzag" if wrong else "contiguous"), "shards"),
        (lambda: attend(layout="dshb" if wrong else "bhsd"), "layout"),
        (lambda: attend(causal="\ud800" if wrong else None), "causal"),
        (lambda: attend(mask=object() if wrong else None), "mask"),
        (lambda: attend(scale="large" if wrong else None), "scale"),
        (lambda: attend(scale=2.0 if wrong else None), "scale"),
        (lambda: attend(softcap=-1.0 if wrong else None), "softcap"),
        (lambda: attend(sinks=world.array(np.zeros(4 if not wrong else 3, np.float32))), "sinks"),
        (lambda: attend(bias=world.array(np.zeros((5 if wrong else 8, 8 * world.ranks), np.float32))), "bias shape"),
        (lambda: attend(threads=0 if wrong else None), "threads"),
        (lambda: attend(capability=(0, 0, 0) if wrong else None), "capability"),
        (lambda: attend(variant="xe"), "variant"),
        (lambda: attend(return_lse=wrong), "lse"),
        (lambda: attend(out=half if wrong else None), "out dtype"),
        (lambda: distributed.softmax_topk(world.comm, scores, 9 if wrong else 2), "k"),
        (lambda: distributed.softmax_topk(world.comm, scores, "two" if wrong else 2), "k"),
        (lambda: distributed.softmax_topk(world.comm, scores, 3 if wrong else 2), "k"),
        (lambda: distributed.softmax_topk(world.comm, scores, 2, scoring="linear" if wrong else "softmax"), "scoring"),
        (lambda: distributed.softmax_topk(world.comm, scores, 2, dispatch=wrong), "dispatch"),
        (lambda: distributed.softmax_topk(world.comm, scores, 2, dispatch="yes" if wrong else False), "dispatch"),
        (lambda: distributed.softmax_topk(world.comm, scores, 2, renormalize=1 if wrong else True), "renormalize"),
        (lambda: distributed.softmax_topk(world.comm, scores, True if wrong else 2), "k"),
        (lambda: distributed.softmax_topk(world.comm, scores, 2, weight_dtype="float16" if wrong else "float32"), "weight_dtype"),
        (lambda: distributed.softmax_topk(world.comm, scores, 2, out=(scores,) if wrong else None), "out"),
        (lambda: attend(return_report="yes" if wrong else False), "return_report"),
        (lambda: distributed.softmax_topk(world.comm, scores, 2, index_dtype="int8" if wrong else "int32"), "index_dtype"),
    ]
    for number, (call, argument) in enumerate(cases):
        try:
            call()
            said = "nothing"
        except (xeforge.ArgumentError, xeforge.ArgumentTypeError) as problem:
            said = f"{type(problem).__name__} {problem}"
            named = problem.argument.partition(": ")[2]
            # A difference between ranks needs two of them; "variant" all have wrong, and rank 0 says it.
            expect(named == argument or named.partition(" ")[0] == argument, number, problem.argument)
            expect(problem.argument.startswith("rank 0: " if argument == "variant" else f"rank {world.ranks - 1}: "), number, problem.argument)
        expect(said != "nothing" or world.ranks == 1, number, argument)
        expect(len(set(world.all(said))) == 1, number, said)
    attend()
    if world.ranks > 1:
        few = distributed.shard_of(world.ranks - 1, world.ranks, world.rank)[0]
        try:
            attend(arrays=(world.array(np.ones((1, 4, few.stop - few.start, 16), np.float32)), k, v))
            raise AssertionError("fewer queries than ranks")
        except xeforge.ArgumentError as problem:
            expect(problem.argument.endswith(": q shape"), problem)
    if world.ranks == 2:  # two blocks of 64 MiB on each rank, and room for half of one on the last
        long = world.array(np.broadcast_to(np.ones((1, 1, 1, 64), np.float32), (1, 1, 2**17, 64)))
        with limited_memory(32 << 20) if wrong else contextlib.nullcontext():
            try:
                attend(arrays=(world.array(np.ones((1, 1, 2, 64), np.float32)), long, long), causal="top_left")
                raise AssertionError("no memory")
            except xeforge.ArgumentError as problem:
                expect(problem.argument == "rank 1: memory", problem)
        attend()
    # Of comm itself no other rank can hear, so all have it wrong here.
    for comm in (None, 3, "COMM_WORLD"):
        try:
            distributed.attention(comm, q, k, v)
            raise AssertionError("a communicator that is none")
        except xeforge.ArgumentTypeError as problem:
            expect(problem.argument == "comm", problem)


def task_fault(world):
    """A rank is killed while keys and values travel. Whoever is left says when it heard of it."""
    from xeforge import _transports

    kind = _transports._Torch if isinstance(world, Torch) else _transports._Mpi

    class Mortal(kind):
        def send(self, memory, to):
            if len(memory) >= 4096 and self.rank == self.ranks - 1:
                print("killed", time.time(), flush=True)
                os.kill(os.getpid(), signal.SIGKILL)
            super().send(memory, to)

    setattr(_transports, kind.__name__, Mortal)
    q = world.array(np.ones((1, 4, 64, 64), np.float32))
    try:
        distributed.attention(world.comm, q, q, q, scheme="ring")
        print("result", time.time(), flush=True)
    except RuntimeError as problem:
        print("error", time.time(), type(problem).__name__, flush=True)
        os._exit(3)


def task_interrupt(world):
    """The others wait for rank 0, which does not come to the second call, and are interrupted. The first to hear of it ends all."""
    q = world.array(np.ones((1, 1, 4, 8), np.float32))
    distributed.attention(world.comm, q, q, q)  # the first call copies the communicator, which nothing interrupts
    if world.rank == 0:
        time.sleep(60)
        return
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        distributed.attention(world.comm, q, q, q)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        raise


TASKS = {name.removeprefix("task_"): task for name, task in list(globals().items()) if name.startswith("task_")}

if __name__ == "__main__":
    rank_of_world = Torch() if "RANKS_FOLDER" in os.environ else Mpi()
    for name in sys.argv[1:]:
        TASKS[name](rank_of_world)
    if rank_of_world.rank == 0:
        print("done", *sys.argv[1:])
    rank_of_world.end()
