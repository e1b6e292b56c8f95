#!/usr/bin/env python3
"""manual_test.py BIN SHARE: the manual pages are those of every command and format without a complaint, and the completions
of bash, zsh and fish offer what belongs at a place. A shell, or groff, that is not on this machine is named and
left out; in continuous integration all have to be there."""

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BIN, SHARE = Path(sys.argv[1]), Path(sys.argv[2])
# Every command that the help lists.
COMMANDS = "run list check bench compare journal roof devices roofline compile isa explain explore emulate profile report".split()


def needs(program):
    is_here = shutil.which(program) is not None or os.environ.get("CI") == "true"
    return unittest.skipUnless(is_here, f"{program} is not on this machine")


def output_of(*words, **options):
    return subprocess.run(words, check=True, capture_output=True, text=True, **options).stdout


class Pages(unittest.TestCase):
    def pages(self):
        return {file.name.removesuffix(".1.gz"): file for file in sorted((SHARE / "man/man1").iterdir())}

    def test_every_command_has_a_page_that_names_its_options(self):
        self.assertLessEqual({"xeforge", "xeforge-cxx", "sycl-ls", "xeforge-device-tools", *(f"xeforge-{name}" for name in COMMANDS)}, set(self.pages()))
        for name in COMMANDS:
            text = gzip.decompress(self.pages()[f"xeforge-{name}"].read_bytes()).decode().replace("\\-", "-")
            for line in output_of(BIN / "xeforge", name, "--help").splitlines():
                if line.startswith("  -"):
                    self.assertIn(line.split()[0], text, name)

    def test_pages_say_nothing_of_the_machine_they_were_made_on(self):
        for name, file in self.pages().items():
            text = gzip.decompress(file.read_bytes()).decode()
            self.assertNotRegex(text, r"all \d+ if", name)
            self.assertNotIn(str(BIN.parent), text, name)

    @needs("groff")
    def test_pages_format_without_a_complaint(self):
        for name, file in self.pages().items():
            done = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=gzip.decompress(file.read_bytes()), capture_output=True)
            self.assertEqual((done.returncode, done.stderr), (0, b""), name)
            plain = re.sub(r".\x08|\x1b\[\d*m", "", done.stdout.decode())
            self.assertIn("SYNOPSIS", plain)
            self.assertIn(name, plain)


PLACES = [
    (["xeforge", ""], set(COMMANDS)),
    (["xeforge", "ro"], {"roof", "roofline"}),
    (["xeforge", "run", "at"], {"attention"}),
    (["xeforge", "run", "softmax-topk", "--corr"], {"--correction-bias"}),
    (["xeforge", "run", "softmax-topk", "--k", "8", "--scoring", "s"], {"softmax", "sigmoid"}),
    (["xeforge", "journal", "l"], {"list"}),
]


class Completions(unittest.TestCase):
    def expect(self, complete):
        for words, expected in PLACES:
            got = {word for word in complete(words) if word.startswith(words[-1])}
            if words[-1]:
                self.assertEqual(got, expected, words)
            else:
                self.assertLessEqual(expected, got, words)

    @needs("bash")
    def test_bash(self):
        script = SHARE / "bash-completion/completions/xeforge"
        self.expect(lambda words: output_of(
            "bash", "-euc", 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _xeforge; printf "%s\\n" "${COMPREPLY[@]}"',
            str(script), *words).split())

    @needs("zsh")
    def test_zsh(self):
        script = SHARE / "zsh/vendor-completions/_xeforge"
        program = ('compadd() { shift; print -l -- "$@" }; _files() { : }; '
                   'complete_here() { local -a words=("${(@)argv}"); local CURRENT=$#; eval "$text" }; '
                   'text=$(<$0); complete_here "$@"')
        self.expect(lambda words: output_of("zsh", "-fc", program, str(script), *words).split())

    @needs("fish")
    def test_fish(self):
        script = SHARE / "fish/vendor_completions.d/xeforge.fish"
        with tempfile.TemporaryDirectory() as home:
            self.expect(lambda words: [line.split("\t")[0] for line in output_of(
                "fish", "--no-config", "-c", "source $argv[1]; complete --do-complete $argv[2]", str(script), " ".join(words),
                env={**os.environ, "HOME": home}).splitlines()])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
