#!/usr/bin/env python3
"""The scripts that make the wheel and the site say what takes so long, on a terminal alone; with stand-ins for what they start."""

import os
import pty
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
WAITING = REPOSITORY / "tools/waiting.sh"


def read_all(terminal):
    shown = b""
    try:
        while piece := os.read(terminal, 4096):
            shown += piece
    except OSError:  # its last process has closed it
        pass
    os.close(terminal)
    return shown


class Waiting(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = Path(kept.name)

    def start(self, *words, **streams):
        path = f"{self.folder}/bin:{os.environ['PATH']}"
        return subprocess.Popen(words, cwd=self.folder, env={**os.environ, "PATH": path}, stdout=subprocess.DEVNULL, **streams)

    def shown_by(self, *words):
        """The exit code, and what a terminal shows."""
        first, second = pty.openpty()
        process = self.start(*words, stderr=second)
        os.close(second)
        shown = read_all(first)
        return process.wait(timeout=20), shown

    def program(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)

    def test_a_terminal_is_told_from_the_third_second_on(self):
        code, shown = self.shown_by("bash", "-c", f"source '{WAITING}'; waiting 'the text' sh -c 'sleep 3.5; exit 7' >log 2>&1")
        self.assertEqual(code, 7)
        self.assertRegex(shown, rb"^\r\x1b\[Kthe text, 2 s(\r\x1b\[Kthe text, \d s)*\r\x1b\[K$")
        self.assertEqual((self.folder / "log").read_bytes(), b"")

    def test_nobody_else_is(self):
        process = self.start("bash", "-c", f"source '{WAITING}'; waiting 'the text' sleep 3", stderr=subprocess.PIPE)
        self.assertEqual(process.communicate(timeout=20)[1], b"")
        self.assertEqual(process.returncode, 0)

    def test_the_clock_ends_with_the_script(self):
        first, second = pty.openpty()
        process = self.start("bash", "-c", f"source '{WAITING}'; waiting 'the text' sleep 3", stderr=second)
        os.close(second)
        time.sleep(0.5)
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=20)
        start = time.monotonic()
        self.assertEqual(read_all(first), b"")  # which ends when no process has the terminal any more
        self.assertLess(time.monotonic() - start, 10)

    def test_the_site_is_made_with_it(self):
        requirements = REPOSITORY / "docs/site/requirements.txt"
        self.program("venv/bin/mkdocs", "sleep 2.5; exit 1")
        self.program("bin/python3", "sleep 2.5; mkdir -p output")
        self.program("bin/xeforge", "")
        self.program("bin/dot", "")
        (self.folder / "venv/installed-requirements.txt").write_bytes(requirements.read_bytes())
        code, shown = self.shown_by(REPOSITORY / "docs/site/build.sh", "bin/xeforge", "venv", "output")
        self.assertEqual(code, 1)  # no pages were made
        self.assertRegex(shown, rb"\r\x1b\[Kputting the pages together, 2 s.*\r\x1b\[Kmaking the site, 2 s.*\r\x1b\[K$")

    def test_the_wheel_is_made_with_it(self):
        requirements = REPOSITORY / "src/xeforge/python/wheel-requirements.txt"
        self.program("bin/python3", "sleep 2.5; echo a.whl")
        self.program("venv/bin/auditwheel", 'sleep 2.5; mkdir -p "$8"; echo >"$8/a.whl"')
        self.program("venv/bin/twine", "sleep 2.5")
        (self.folder / "venv/installed-requirements.txt").write_bytes(requirements.read_bytes())
        code, shown = self.shown_by(REPOSITORY / "src/xeforge/python/make_wheel.sh", ".", "venv", "output")
        self.assertEqual(code, 0, shown)
        for text in (b"putting the wheel together", b"bundling the libraries", b"checking the wheel"):
            self.assertIn(b"\r\x1b[K" + text + b", 2 s\r\x1b[K", shown)
        self.assertTrue((self.folder / "output/a.whl").exists())


unittest.main()
