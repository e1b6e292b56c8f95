"""What on_card.py says, with scripts in the place of xeforge, of compute-sanitizer and of the programs."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).with_name("on_card.py")

XEFORGE = """#!/bin/sh
case "$1" in
devices) cat '{here}' ;;
check)
  while [ $# -gt 0 ]; do [ "$1" = --json ] && report=$2; shift; done
  [ -z "$report" ] || cp '{report}' "$report"
  exit {code} ;;
run)
  columns={columns} weights={weights}
  while [ $# -gt 0 ]; do
    [ "$1" = --indices ] && indices=$2
    [ "$1" = --weights ] && file=$2
    [ "$1" = --device ] && columns=3 weights=7
    shift
  done
  [ $columns = none ] || echo $columns > "$indices"
  echo $weights > "$file" ;;
esac
"""
HERE = {"devices": [{"selector": "xeforge:cpu", "title": "a CPU"}, {"selector": "cuda:sm_90", "title": "A Card"}],
        "missing": []}


class OnCard(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        (self.root / "bin").mkdir()
        (self.root / "work/programs").mkdir(parents=True)

    def script(self, path, text):
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def xeforge(self, here=None, failures=(), code=0, columns="3", weights="7"):
        report = self.root / "report.json"
        report.write_text(json.dumps({"results": [{"variant": "seed", "passed": 3, "failed": len(failures),
                                                   "failures": [{"case": c, "failure": f} for c, f in failures]}]}))
        there = self.root / "here.json"
        there.write_text(json.dumps(here or HERE))
        self.script(self.root / "bin/xeforge", XEFORGE.format(here=there, report=report, code=code,
                                                                  columns=columns, weights=weights))

    def program(self, name, body):
        self.script(self.root / "work/programs" / name, "#!/bin/sh\n" + body)

    def run_script(self, *more):
        done = subprocess.run([sys.executable, SCRIPT, "--bin", self.root / "bin", "--work", self.root / "work", *more],
                              capture_output=True, text=True, check=False,
                              env={**os.environ, "PATH": "/usr/bin:/bin"})
        return done.returncode, done.stdout, done.stderr

    def test_a_machine_without_a_card_is_refused_in_one_line(self):
        self.xeforge({"devices": [{"selector": "xeforge:cpu", "title": "a CPU"}],
                      "missing": ["no libcuda.so.1, which NVIDIA's driver brings"]})
        code, _, errors = self.run_script()
        self.assertEqual(code, 2)
        self.assertEqual(errors, "on_card: got no card (no libcuda.so.1, which NVIDIA's driver brings); expected a machine "
                                 "with an NVIDIA GPU and its driver\n")

    def test_all_that_passes_is_counted_in_the_last_line(self):
        self.xeforge()
        self.program("same", 'echo "5 rows in $ONEAPI_DEVICE_SELECTOR" | tr -d "cuda:*"; echo "took $$ us"')
        code, output, _ = self.run_script()
        self.assertEqual(code, 0, output)
        self.assertIn("on_card: A Card, set ci: 26 of 26 passed (check softmax-topk 3/3; check softmax-topk at random 3/3; "
                      "check rms-norm 3/3; check rms-norm at random 3/3; check attention 3/3; "
                      "check attention at random 3/3; run 7/7; programs 1/1)", output.splitlines()[-1])
        self.assertEqual(json.loads((self.root / "work/summary.json").read_text())["device"], "A Card")

    def test_a_failed_case_is_named(self):
        self.xeforge(failures=[("mixtral", "weights, row 3")], code=1)
        code, output, _ = self.run_script()
        self.assertEqual(code, 1)
        self.assertIn("seed, case mixtral: weights, row 3", output)
        self.assertIn("25 of 31 passed", output)

    def test_a_run_with_other_results_or_none_is_a_failure(self):
        for columns, weights, complaint in (("4", "7", "other columns than on the host"),
                                            ("3", "8", "other bits of weights than on the host"),
                                            ("none", "7", "exit code 0 on the host: no output")):
            self.xeforge(columns=columns, weights=weights)
            code, output, _ = self.run_script()
            self.assertEqual(code, 1)
            self.assertIn(complaint, output)
            self.assertIn("run 0/7", output.splitlines()[-1])

    def test_a_check_that_ends_without_a_report_is_a_failure(self):
        self.script(self.root / "bin/xeforge", f"#!/bin/sh\n[ $1 = devices ] && echo '{json.dumps(HERE)}' && exit\n"
                                               "echo 'error: device: got nothing'; exit 2\n")
        code, output, _ = self.run_script()
        self.assertEqual(code, 1)
        self.assertIn("exit code 2: error: device: got nothing", output)

    def test_programs_that_fail_or_print_something_else_are_named(self):
        self.xeforge()
        self.program("differs", 'echo "${ONEAPI_DEVICE_SELECTOR:-host}"')
        self.program("ends", 'echo "out of luck"; [ -z "$ONEAPI_DEVICE_SELECTOR" ]')
        self.program("longer", 'echo a; [ -z "$ONEAPI_DEVICE_SELECTOR" ] || echo b')
        code, output, _ = self.run_script()
        self.assertEqual(code, 1)
        self.assertIn("differs: prints 'cuda:*', on the host 'host'", output)
        self.assertIn("ends: exit code 1: out of luck", output)
        self.assertIn("longer: prints another number of lines than on the host", output)
        self.assertIn("programs 0/3", output.splitlines()[-1])

    def test_what_the_sanitizer_finds_is_a_failure(self):
        self.xeforge()
        tool = self.root / "sanitizer"
        self.script(tool, "#!/bin/sh\necho \"========= ERROR SUMMARY: $([ $2 = memcheck ] && echo 2 || echo 0) errors\"\n"
                          "[ $2 != memcheck ] || exit 99\n")
        code, output, _ = self.run_script("--sanitizer", tool)
        self.assertEqual(code, 1)
        self.assertIn("compute-sanitizer memcheck 0/3; compute-sanitizer racecheck 3/3", output.splitlines()[-1])
        self.assertIn("softmax-topk: exit code 99: ERROR SUMMARY: 2 errors", output)


if __name__ == "__main__":
    unittest.main()
