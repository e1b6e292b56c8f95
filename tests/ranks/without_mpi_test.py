#!/usr/bin/env python3
"""What xeforge says of --ranks where the program that links MPI is missing, and of options that need --ranks."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path


class WithoutMpi(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "bin").mkdir()
        self.program = self.folder / "bin/xeforge"
        try:
            os.link(PROGRAM, self.program)
        except OSError: # another file system
            shutil.copy2(PROGRAM, self.program)

    def refusal(self, *words):
        done = subprocess.run([self.program, "run", *words], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2, done)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1)
        return done.stderr

    def test_says_what_is_missing_and_how_to_get_it(self):
        for words in (["attention", "--q", "q.npy", "--k", "k.npy", "--v", "v.npy", "--out", "o.npy", "--ranks", "context"],
                      ["softmax-topk", "--scores", "x.npy", "--k", "2", "--indices", "i.npy", "--ranks", "rows"]):
            self.assertEqual(self.refusal(*words),
                             f"xeforge: --ranks: got no {self.folder}/lib/xeforge/xeforge-mpi; expected a build with OpenMPI: "
                             "'./forge setup --with mpi' installs it, './forge build' then makes it\n")

    def test_dispatch_needs_ranks(self):
        self.assertIn("--dispatch: got d without --ranks; expected --ranks rows",
                      self.refusal("softmax-topk", "--scores", "x.npy", "--k", "2", "--indices", "i.npy", "--dispatch", "d"))

    def test_ranks_run_on_no_device(self):
        self.assertIn("--device: got bmg together with --ranks",
                      self.refusal("softmax-topk", "--scores", "x.npy", "--k", "2", "--indices", "i.npy", "--ranks", "rows",
                                   "--device", "bmg"))


PROGRAM = Path(sys.argv.pop(1)).resolve()
unittest.main()
