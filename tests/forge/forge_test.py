#!/usr/bin/env python3
"""./forge while its commands take long: what signals leave behind, what a terminal is shown, which words are refused. The
programs that it starts (cmake, dpkg-query, apt-get, the built xeforge) are scripts that do nothing slowly."""

import os
import pty
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
# Works in a second process, as apt-get and cmake do, and writes down who both are.
SLOW = """#!/bin/sh
sh -c 'echo $PPID $$ >"$NOTES/pids"; exec sleep {seconds}'
"""


def is_there(process):
    """Whether it runs; one that has ended and is waited for by nobody does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError: # also where it ends while it is read
        return False


def wait_until(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


class Forge(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        shutil.copy(REPOSITORY / "forge", self.folder)
        (self.folder / "programs").mkdir()
        # Everything is installed.
        self.program("dpkg-query", '#!/bin/sh\nshift 2\nfor name; do echo "$name installed"; done\n')
        self.environment = {**os.environ, "NOTES": str(self.folder), "PATH": f"{self.folder}/programs:{os.environ['PATH']}"}

    def program(self, name, text):
        path = self.folder / "programs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def start(self, *words, **streams):
        """In a session of its own, so that a signal to its group is what Ctrl-C is."""
        return subprocess.Popen([self.folder / "forge", *words], env=self.environment, start_new_session=True, **streams)

    def pids(self):
        notes = self.folder / "pids"
        self.assertTrue(wait_until(lambda: notes.exists() and notes.read_text().endswith("\n")), "the slow program was not started")
        return [int(each) for each in notes.read_text().split()]

    def stopped_by(self, number, *words):
        """What it printed, having been stopped while the slow program ran."""
        forge = self.start(*words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        pids = self.pids()
        self.assertTrue(all(map(is_there, pids)))
        os.killpg(forge.pid, number)
        printed = forge.communicate(timeout=20)[0]
        self.assertEqual(forge.returncode, -number, printed)
        self.assertTrue(wait_until(lambda: not any(map(is_there, pids)), 2), "what it started goes on")
        return printed

    def test_signals_end_what_it_waits_for(self):
        self.program("cmake", SLOW.format(seconds=60))
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                self.assertIn("forge: stopped\n", self.stopped_by(number, "build"))
                (self.folder / "pids").unlink()

    @unittest.skipUnless(os.geteuid() == 0, "packages are installed as root only")
    def test_a_signal_is_no_reason_to_go_on_without_a_package(self):
        self.program("dpkg-query", '#!/bin/sh\nshift 2\nfor name; do [ "$name" = chromium ] || echo "$name installed"; done\n')
        self.program("apt-get", SLOW.format(seconds=60))
        (self.folder / "tools").mkdir()
        (self.folder / "tools/device-tools.sh").symlink_to("/bin/true")
        self.assertNotIn("going on", self.stopped_by(signal.SIGINT, "test"))

    def test_only_a_terminal_is_shown_marks(self):
        self.program("cmake", SLOW.format(seconds=4) + 'case $1 in --build) ;; *) mkdir -p build/release && : >build/release/build.ninja ;; esac\n')
        self.program("nproc", "#!/bin/sh\necho 1\n")
        first, second = pty.openpty()
        forge = self.start("build", stdin=second, stdout=second, stderr=second)
        os.close(second)
        shown = b""
        try:
            while piece := os.read(first, 4096):
                shown += piece
        except OSError:  # its last process has closed the terminal
            pass
        os.close(first)
        self.assertEqual(forge.wait(timeout=20), 0, shown)
        self.assertRegex(shown, rb"configuring build/release \.+ \d+ s\r\n")
        shutil.rmtree(self.folder / "build")
        forge = self.start("build", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        printed, errors = forge.communicate(timeout=60)
        self.assertEqual((forge.returncode, errors), (0, ""), printed)
        self.assertRegex(printed, r"configuring build/release  \d+ s\n")

    def test_bench_takes_every_operator_and_names_those_that_have_peers(self):
        self.program("cmake", "#!/bin/sh\nexit 0\n")
        self.program("../build/release/bin/xeforge", '#!/bin/sh\necho "xeforge $*"\n')
        for words, expected in ((["rms-norm", "--case", "seed"], "xeforge bench rms-norm --case seed\n"),
                                (["attention"], "xeforge bench attention\n"), ([], "xeforge bench softmax-topk\n")):
            forge = self.start("bench", *words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            printed = forge.communicate(timeout=20)[0]
            self.assertTrue(printed.endswith(expected), printed)
        forge = self.start("bench", "rms-norm", "--peers", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(forge.communicate(timeout=20),
                         ("", "forge: bench: --peers: got an unexpected 'rms-norm'; expected softmax-topk or attention, "
                              "which others have as well\n"))
        self.assertEqual(forge.returncode, 1)

    def test_a_preset_is_no_name_of_a_test(self):
        forge = self.start("test", "asan", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(forge.communicate(timeout=20),
                         ("", "forge: test: got an unexpected 'asan'; expected names of tests; a preset is --preset asan\n"))
        self.assertEqual(forge.returncode, 1)


if __name__ == "__main__":
    unittest.main()
