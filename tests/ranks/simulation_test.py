#!/usr/bin/env python3
"""bench/scale/simulate.py on problems whose counts and times are worked out by hand or one pair at a time."""

import subprocess
import sys
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "bench/scale"))
import simulate
from simulate import Network, Problem


class Simulation(unittest.TestCase):
    def test_pairs_are_those_that_one_counts(self):
        for queries in ((0, 5), (3, 9), (7, 7), (2, 30)):
            for keys in ((0, 4), (4, 8), (5, 5), (10, 20)):
                by_hand = sum(j <= i for i in range(*queries) for j in range(*keys))
                self.assertEqual(simulate.pairs(queries, keys, True), by_hand, f"{queries} {keys}")
                self.assertEqual(simulate.pairs(queries, keys, False), len(range(*queries)) * len(range(*keys)))

    def test_pieces_cover_every_position_once(self):
        for ranks in (1, 3, 8):
            for shards in simulate.SHARDS:
                held = sorted(at for rank in range(ranks) for piece in simulate.pieces(101, ranks, rank, shards)
                              for at in range(*piece))
                self.assertEqual(held, list(range(101)))

    def test_zigzag_gives_all_ranks_the_same_scores_under_a_causal_mask(self):
        problem = Problem(length=4096, heads=2, heads_kv=1, depth=8, element=2, causal=True)
        even = {rank.scores for rank in simulate.counts(problem, 8, "ring", "zigzag")}
        self.assertEqual(even, {2 * 4096 * 4097 // 2 // 8})
        uneven = [rank.scores for rank in simulate.counts(problem, 8, "ring", "contiguous")]
        self.assertEqual(uneven[-1] / (sum(uneven) / 8), max(uneven) / (sum(uneven) / 8))
        self.assertGreater(max(uneven), 1.8 * sum(uneven) / 8)

    def test_a_ring_hides_messages_behind_computing_where_that_takes_longer(self):
        # 4 ranks of 4 positions: a block has 16 scores of 4 operations, 1 s each; a block of 32 bytes.
        problem = Problem(length=16, heads=1, heads_kv=1, depth=1, element=4, causal=False)
        self.assertEqual(simulate.times(problem, 4, "ring", "contiguous", Network(64.0, 0.25), 64.0),
                         simulate.Times(4.0, 4.0, 0.0)) # 0.75 s of a message behind 1 s of computing
        self.assertEqual(simulate.times(problem, 4, "ring", "contiguous", Network(16.0, 0.5), 64.0),
                         simulate.Times(3 * 2.5 + 1.0, 4.0, 4.5)) # 2.5 s of a message; the last block needs none
        self.assertEqual(simulate.times(problem, 4, "all-gather", "contiguous", Network(64.0, 0.25), 64.0),
                         simulate.Times(3 * 0.75 + 4.0, 4.0, 2.25))

    def test_one_rank_sends_nothing(self):
        problem = Problem(length=64, heads=4, heads_kv=2, depth=8, element=2, causal=True)
        for scheme in simulate.SCHEMES:
            for shards in simulate.SHARDS:
                rank, = simulate.counts(problem, 1, scheme, shards)
                self.assertEqual((rank.bytes_sent, rank.messages, rank.scores), (0, 0, 4 * 64 * 65 // 2))
                self.assertEqual(simulate.times(problem, 1, scheme, shards, Network(1.0, 1.0), 1e3).exposed, 0.0)

    def test_the_command_on_the_page_gives_the_rows_of_its_table(self):
        page = (REPOSITORY / "docs/scale.md").read_text()
        [command] = [block.partition("```")[0] for block in page.split("```sh\n")[1:]]
        given = {}
        for line in subprocess.run(["bash", "-euc", command], cwd=REPOSITORY, check=True, capture_output=True, text=True).stdout.splitlines()[1:]:
            ranks, _, scheme, shards, seconds, _, exposed, efficiency, *_ = line.split()
            given[ranks, scheme, shards] = (float(seconds), float(exposed), efficiency)
        rows = [[cell.strip().replace(",", "") for cell in line.split("|")[1:-1]] for line in page.splitlines() if "| ethernet-40 |" in line]
        rows = [row for row in rows if row[1] == "1488"]
        self.assertEqual(len(rows), 4)
        for ranks, _, _, how, seconds, exposed, efficiency in rows:
            expected = (float(seconds), float(exposed), efficiency)
            self.assertEqual(tuple(float(f"{value:.3g}") if isinstance(value, float) else value for value in given[ranks, *how.split()]),
                             expected, f"{ranks} {how}")


unittest.main()
