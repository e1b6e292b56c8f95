#!/usr/bin/env python3
"""What attention over many ranks would take: the counts of every rank, and the time of a run in a model of a network.

The counts (bytes, messages, scores, bytes held) are those of real runs, digit by digit; tests/ranks holds them against
`mpirun ... xeforge run attention --ranks context`. The times are a model's:

- A rank computes at one rate, whatever the shape of a block.
- A message takes the network's latency and its bytes over its bandwidth. Every rank has a link of its own in each direction,
  at its full rate whoever else sends. Both ends have to have begun: a ring's rank sends and receives one block at a time.
- ring: a step ends when its block is computed with, the block before it is there, and its own has left. Ranks wait for their
  neighbours alone, so a slow one is felt one rank further on at each step.
- all-gather: the blocks go round in the same way with nothing to compute, then everything is computed.
- head-parallel: messages to all other ranks one after another, then computing, then the results in the same way.

Nothing is modelled of: merging partial results, copies within a machine, congestion, noise, the time of starting.
"""

import argparse
import sys
from dataclasses import dataclass

SCHEMES = ("ring", "all-gather", "head-parallel")
SHARDS = ("contiguous", "zigzag")


@dataclass(frozen=True)
class Problem:
    """One sequence, as many keys as queries, keys and values of one depth; element: bytes of a number."""
    length: int
    heads: int
    heads_kv: int
    depth: int
    element: int
    causal: bool

    def bytes_of_key(self):
        return 2 * self.heads_kv * self.depth * self.element


@dataclass(frozen=True)
class Network:
    bandwidth: float # bytes a second
    latency: float   # seconds


# Published, with the place; latencies are of a message from program to program.
NETWORKS = {
    # Open MPI over a 40 Gb/s card, measured: 37.23 Gb/s and 1.93 us.
    # https://blogs.cisco.com/performance/mpi-over-40gb-ethernet
    "ethernet-40": Network(37.23e9 / 8, 1.93e-6),
    # The line rate of the 100 Gb/s links to the nodes of the cluster Narval; its latency is assumed to be that above.
    # https://docs.alliancecan.ca/wiki/Narval/en#High-performance_interconnect
    "hdr-100": Network(100e9 / 8, 1.93e-6),
}


@dataclass(frozen=True)
class Counts:
    """Of one rank, as `--ranks context` prints them."""
    bytes_sent: int
    messages: int
    scores: int
    bytes_held: int


def pieces(length, ranks, rank, shards):
    """The ranges of positions that a rank holds."""
    def piece(index, count):
        def begin(i):
            return length // count * i + length % count * i // count
        return begin(index), begin(index + 1)
    if shards == "contiguous":
        return [piece(rank, ranks)]
    return [piece(rank, 2 * ranks), piece(2 * ranks - 1 - rank, 2 * ranks)]


def size_of(ranges):
    return sum(end - begin for begin, end in ranges)


def pairs(queries, keys, causal):
    """Pairs of a query and a key of two ranges, with a causal mask those where the key does not come after the query."""
    (q_begin, q_end), (k_begin, k_end) = queries, keys
    if not causal:
        return (q_end - q_begin) * (k_end - k_begin)
    def up_to(query): # of the queries before it
        ends_within = max(0, min(query, k_end) - k_begin) # queries that see only some of the keys, 1 of them, 2, ...
        return ends_within * (ends_within + 1) // 2 + max(0, query - max(k_end, 0)) * (k_end - k_begin)
    return up_to(q_end) - up_to(q_begin)


def scores(problem, queries, keys):
    return problem.heads * sum(pairs(q, k, problem.causal) for q in queries for k in keys)


def heads_of(problem, ranks, rank):
    """How many heads of the queries a rank takes, and how many of the keys these read."""
    (begin, end), = pieces(problem.heads, ranks, rank, "contiguous")
    sharing = problem.heads // problem.heads_kv
    return end - begin, (end - 1) // sharing + 1 - begin // sharing if end > begin else 0


def counts(problem, ranks, scheme, shards):
    everything = [(0, problem.length)]
    shares = [pieces(problem.length, ranks, rank, shards) for rank in range(ranks)]
    sizes = [size_of(share) for share in shares]
    key = problem.bytes_of_key()
    result = []
    for rank in range(ranks):
        if scheme == "ring": # every block passes but the one that its next rank began with
            result.append(Counts((problem.length - sizes[(rank + 1) % ranks]) * key if ranks > 1 else 0, ranks - 1,
                                 scores(problem, shares[rank], everything), (2 if ranks > 1 else 1) * max(sizes) * key))
        elif scheme == "all-gather": # a range at a time
            result.append(Counts((ranks - 1) * sizes[rank] * key, (ranks - 1) * sum(end > begin for begin, end in shares[rank]),
                                 scores(problem, shares[rank], everything), problem.length * key))
        else:
            result.append(counts_of_heads(problem, ranks, rank, sizes))
    return result


def counts_of_heads(problem, ranks, rank, sizes):
    vector = problem.depth * problem.element
    own, own_kv = heads_of(problem, ranks, rank)
    sent = [vector * part for other in range(ranks) if other != rank
            for heads, heads_kv in [heads_of(problem, ranks, other)]
            for part in (sizes[rank] * heads, sizes[rank] * heads_kv, sizes[rank] * heads_kv, sizes[other] * own)]
    whole = [(0, problem.length)]
    return Counts(sum(sent), sum(part > 0 for part in sent), scores(problem, whole, whole) // problem.heads * own,
                  2 * own_kv * problem.length * vector)


@dataclass(frozen=True)
class Times:
    seconds: float   # until the last rank is done
    computing: float # of the rank that computes longest
    exposed: float   # the rest: messages that nothing hides, and waiting for slower ranks


def times(problem, ranks, scheme, shards, network, rate):
    """rate: floating-point operations of a rank in a second; a score is 4 * depth of them."""
    def compute(score_count):
        return score_count * 4 * problem.depth / rate
    def message(size):
        return network.latency + size / network.bandwidth if size else 0.0
    all_counts = counts(problem, ranks, scheme, shards)
    longest = max(compute(rank.scores) for rank in all_counts)
    if scheme == "head-parallel":
        def exchange(rank):
            return rank.messages * network.latency + rank.bytes_sent / network.bandwidth
        # Queries, keys and values before, results after it: together what the slowest rank sends.
        seconds = max(map(exchange, all_counts)) + longest
        return Times(seconds, longest, seconds - longest)
    shares = [pieces(problem.length, ranks, rank, shards) for rank in range(ranks)]
    sizes = [size_of(share) * problem.bytes_of_key() for share in shares]
    ready = [0.0] * ranks
    for step in range(ranks):
        travels = step + 1 < ranks
        done = []
        for rank in range(ranks):
            owner = (rank - step) % ranks
            end = ready[rank]
            if scheme == "ring":
                end += compute(scores(problem, shares[rank], shares[owner]))
            if travels:
                after, before = (rank + 1) % ranks, (rank - 1) % ranks
                sent = max(ready[rank], ready[after]) + message(sizes[owner])
                received = max(ready[rank], ready[before]) + message(sizes[(owner - 1) % ranks])
                end = max(end, sent, received)
            done.append(end)
        ready = done
    if scheme == "all-gather":
        ready = [start + compute(rank.scores) for start, rank in zip(ready, all_counts)]
    return Times(max(ready), longest, max(0.0, max(ready) - longest))


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 4, 16, 64, 256, 1024])
    parser.add_argument("--length", type=int, default=131072, help="of the sequence; with --weak, for each rank")
    parser.add_argument("--weak", action="store_true", help="the sequence grows with the ranks")
    parser.add_argument("--heads", type=int, default=32)
    parser.add_argument("--heads-kv", type=int, default=8)
    parser.add_argument("--depth", type=int, default=128)
    parser.add_argument("--element", type=int, default=2, help="bytes of a number")
    parser.add_argument("--full", action="store_true", help="no causal mask")
    parser.add_argument("--network", choices=sorted(NETWORKS), default="hdr-100")
    parser.add_argument("--gflops", type=float, required=True, help="of attention on one rank: measured")
    parser.add_argument("--scheme", choices=SCHEMES, nargs="+", default=["ring", "all-gather"])
    parser.add_argument("--shards", choices=SHARDS, nargs="+", default=list(SHARDS))
    return parser.parse_args(words)


def main(words):
    asked = parse(words)
    print(f"{'ranks':>5} {'length':>10} {'scheme':<13} {'shards':<10} {'seconds':>10} {'computing':>10} {'exposed':>10} "
          f"{'efficiency':>10} {'GB sent':>9} {'MB held':>9} {'balance':>8}")
    for ranks in asked.ranks:
        length = asked.length * (ranks if asked.weak else 1)
        problem = Problem(length, asked.heads, asked.heads_kv, asked.depth, asked.element, not asked.full)
        whole = [(0, length)]
        ideal = scores(problem, whole, whole) * 4 * problem.depth / (asked.gflops * 1e9) / ranks
        for scheme in asked.scheme:
            for shards in asked.shards:
                each = counts(problem, ranks, scheme, shards)
                took = times(problem, ranks, scheme, shards, NETWORKS[asked.network], asked.gflops * 1e9)
                balance = max(rank.scores for rank in each) * ranks / sum(rank.scores for rank in each)
                print(f"{ranks:>5} {length:>10} {scheme:<13} {shards:<10} {took.seconds:>10.4g} {took.computing:>10.4g} "
                      f"{took.exposed:>10.3g} {100 * ideal / took.seconds:>9.1f}% "
                      f"{max(rank.bytes_sent for rank in each) / 1e9:>9.3g} {max(rank.bytes_held for rank in each) / 1e6:>9.3g} "
                      f"{balance:>8.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
