#!/usr/bin/env python3
"""Everything that this project says of a card, in one command: the operators' checks, programs, random kernels and, where
NVIDIA's compute-sanitizer is, its four tools. `./forge test --device cuda` calls it.

  on_card.py --bin build/release/bin --work FOLDER             on a machine with a card and the device tools
  on_card.py --bin BIN --work FOLDER --prepare                 elsewhere: compiles what a card needs into FOLDER
  on_card.py --bin BIN --work FOLDER                           then on a machine with a card alone

FOLDER keeps device code (code), programs (programs), and results: check-OPERATOR.json, log.txt, summary.json. The last
line says what passed; exit code 0: all of it, 1: not all, 2: there is no card, or nothing to run.
"""

import argparse
import json
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path

OPERATORS = ("softmax-topk", "rms-norm", "attention")
SANITIZER_TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")
SECONDS = 600  # of one step
RANDOM = ("--random", "300")
RANDOM_KERNELS = range(1, 21)  # seeds of programs of tests/random_kernels
RUNS = ((128, 8), (128, 4), (64, 8), (32, 4), (16, 1), (256, 8), (384, 8))  # columns and k of `xeforge run softmax-topk`
AGREEMENT = "machine_code_agreement"
SELECTORS = {AGREEMENT: "xeforge:cpu;cuda:*"}  # of programs that use both
# Lines of a program's output that say how long something took.
TIMES = re.compile(r"\b\d[\d.,]*\s*(ns|us|ms|s|GB/s)\b")


class Runner:
    def __init__(self, options):
        self.bin = Path(options.bin).resolve()
        self.work = Path(options.work).resolve()
        self.set = options.set
        self.sanitizer = options.sanitizer
        self.code = self.work / "code"
        self.programs = self.work / "programs"
        self.work.mkdir(parents=True, exist_ok=True)
        self.log = open(self.work / "log.txt", "w", encoding="utf-8")

    def run(self, *command, selector=None, seconds=SECONDS):
        """The exit code (124: too slow) and all output, which goes to the log as well."""
        environment = dict(os.environ)
        environment.pop("ONEAPI_DEVICE_SELECTOR", None)
        environment["GTEST_FILTER"] = "-*hangs*"  # what the host ends with an error, a card waits for
        if selector:
            environment["ONEAPI_DEVICE_SELECTOR"] = selector
        start = time.monotonic()
        try:
            done = subprocess.run([str(word) for word in command], env=environment, timeout=seconds, text=True,
                                  errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, check=False)
            code, output = done.returncode, done.stdout
        except subprocess.TimeoutExpired as late:
            output = late.stdout or ""
            code, output = 124, output.decode(errors="replace") if isinstance(output, bytes) else output
        except OSError as problem:
            code, output = 127, str(problem)
        self.log.write(f"$ {' '.join(map(str, command))}\n{output}\n"
                       f"exit code {code}, {time.monotonic() - start:.1f} s\n\n")
        self.log.flush()
        return code, output

    def xeforge(self, *arguments, **settings):
        return self.run(self.bin / "xeforge", *arguments, **settings)

    # ---- what there is ------------------------------------------------------------------------------------------
    def card(self):
        """Its title, or why there is none."""
        code, output = self.xeforge("devices", "--here", "--json", "-", seconds=60)
        try:
            here = json.loads(output)
        except json.JSONDecodeError:
            return None, f"xeforge devices --here: exit code {code}: {output.strip()[:200]}"
        for device in here["devices"]:
            if device["selector"].startswith("cuda:"):
                return device["title"], None
        reasons = [reason for reason in here["missing"] if "cuda" in reason]
        return None, "; ".join(reasons) or "no device of CUDA's"

    # ---- the parts ----------------------------------------------------------------------------------------------
    def check(self, operator, name, *which):
        report = self.work / f"check-{name.replace(' ', '-')}.json"
        report.unlink(missing_ok=True)
        code, output = self.xeforge("check", operator, "--device", "cuda", *which, "--device-code", self.code,
                                    "--json", report)
        result = {"what": f"check {name}", "passed": 0, "of": 0, "notes": []}
        try:
            rows = json.loads(report.read_text(encoding="utf-8"))["results"]
        except (OSError, json.JSONDecodeError):
            result["of"] = 1
            result["notes"].append(f"exit code {code}: {last_line(output)}")
            return result
        for row in rows:
            result["passed"] += row["passed"]
            result["of"] += row["passed"] + row["failed"]
            for failure in row["failures"]:
                result["notes"].append(f"{row['variant']}, case {failure['case']}: {failure['failure']}")
        if code != 0 and result["passed"] == result["of"]:
            result["of"] += 1
            result["notes"].append(f"exit code {code}: {last_line(output)}")
        return result

    def run_files(self, columns, k):
        """`xeforge run` on the card and on the host: the same bits of columns and weights, from scores in a mapped file."""
        rows = (1 << 20) // columns  # 2 MiB: files of 1 MiB and more are mapped
        scores, shape = self.work / "scores.npy", f"({rows}, {columns})"
        header = f"{{'descr': '<f2', 'fortran_order': False, 'shape': {shape}, }}"
        header += " " * (-(len(header) + 11) % 64) + "\n"
        count = rows * columns
        bits = int.from_bytes(random.Random(1).randbytes(2 * count), "little")
        kept, added = (int.from_bytes(pattern * count, "little") for pattern in (b"\xff\x87", b"\x00\x38"))
        values = (bits & kept | added).to_bytes(2 * count, "little")  # halves from 0.5 to 2, of either sign
        scores.write_bytes(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode() + values)
        found = []
        for where, options in (("card", ("--device", "cuda", "--device-code", self.code)), ("host", ())):
            outputs = [self.work / f"{what}-{where}.npy" for what in ("indices", "weights")]
            for output in outputs:
                output.unlink(missing_ok=True)
            code, printed = self.xeforge("run", "softmax-topk", "--scores", scores, "--k", k, "--indices", outputs[0],
                                         "--weights", outputs[1], *options, seconds=120)
            if code != 0 or not all(output.exists() for output in outputs):
                return f"exit code {code} on the {where}: {last_line(printed)}"
            found.append([output.read_bytes() for output in outputs])
        if found[0][0] != found[1][0]:
            return "other columns than on the host"
        return None if found[0][1] == found[1][1] else "other bits of weights than on the host"

    def program(self, path):
        """On the card and on the host: both have to end well and print the same but for times."""
        code, on_card = self.run(path, selector=SELECTORS.get(path.name, "cuda:*"), seconds=300)
        if code != 0:
            return f"exit code {code}: {last_line(on_card)}"
        if path.name in SELECTORS:  # it has compared the two itself
            return None
        host_code, on_host = self.run(path, seconds=120)
        if host_code != 0:
            return f"exit code {host_code} on the host: {last_line(on_host)}"
        for there, here in zip(comparable(on_card), comparable(on_host)):
            if there != here:
                return f"prints '{there}', on the host '{here}'"
        if len(comparable(on_card)) != len(comparable(on_host)):
            return "prints another number of lines than on the host"
        return None

    def sanitize(self, tool, operator):
        code, output = self.run(self.sanitizer, "--tool", tool, "--error-exitcode", "99", self.bin / "xeforge", "check",
                                operator, "--device", "cuda", "--set", "smoke", "--device-code", self.code)
        found = [line.strip("= ") for line in output.splitlines() if "ERROR SUMMARY" in line or "RACECHECK SUMMARY" in line]
        clean = code == 0 and found and all(re.search(r"SUMMARY: 0 (errors|hazards)", line) for line in found)
        return None if clean else f"exit code {code}: {found[-1] if found else last_line(output)}"

    # ---- beforehand ---------------------------------------------------------------------------------------------
    def prepare(self, sources):
        problems = []
        for operator in OPERATORS:
            for which in (("--set", self.set), RANDOM):
                code, output = self.xeforge("check", operator, "--device", "cuda", *which, "--compile-only",
                                            "--device-code", self.code, seconds=3600)
                if code != 0:
                    problems.append(f"{operator}: {last_line(output)}")
        problems += self.build_programs(sources)
        return problems

    def build_programs(self, sources):
        problems = []
        self.programs.mkdir(exist_ok=True)
        for source in sources:
            target = self.programs / source.stem
            if target.exists() and target.stat().st_mtime > source.stat().st_mtime:
                continue
            code, output = self.run(self.bin / "xeforge-cxx", "-O2", "-fsycl", "-fsycl-targets=nvidia_gpu_sm_90",
                                    *flags_of(source), source, "-o", target, *libraries_of(source))
            if code != 0:
                problems.append(f"{source.name}: {last_line(output)}")
        agreement = self.programs / AGREEMENT
        if sources and not agreement.exists():
            folder = Path(__file__).resolve().parents[1] / "machine_code"
            code, output = self.run(self.bin / "xeforge-cxx", "-std=c++20", "-O2", "-fsycl",
                                    "-fsycl-targets=nvidia_gpu_sm_90", f"-I{folder}", f"-I{folder.parents[1]}",
                                    f"-I{folder.parents[1] / 'src'}", *agreement_sources(folder), "-o", agreement,
                                    "-lgtest", "-lgtest_main", seconds=1800)
            if code != 0:
                problems.append(f"{AGREEMENT}: {last_line(output)}")
        return problems


def agreement_sources(folder):
    """Kernels whose launches are compared on the host and on the card, one by one."""
    own = ("agreement", "card_agreement", "comparison_programs", "guide_programs_1", "guide_programs_2", "number_programs",
           "test_kernel_programs")
    return [folder / f"{name}.cpp" for name in own] + [
        folder.parents[1] / "src/xeforge/toolchain/binary/kernel_names.cpp"]


def last_line(output):
    lines = [line for line in output.splitlines() if line.strip()]
    return lines[-1][:300] if lines else "no output"


def comparable(output):
    return [TIMES.sub("TIME", line) for line in output.splitlines()]


def sources_of_programs(repository):
    guide = sorted((repository / "examples/guide").glob("*.cpp"))
    programs = [source for source in guide if not source.stem.endswith("_test")]
    tests = sorted((repository / "tests/programs").glob("*_test.cpp"))
    return programs + [repository / "examples/softmax_topk.cpp"] + tests


def is_test(source):
    return source.stem.endswith("_test")


def random_programs(folder, repository):
    """Programs whose results are to be the same bits, written into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    sources = []
    for seed in RANDOM_KERNELS:
        done = subprocess.run([sys.executable, "-B", repository / "tests/random_kernels/generate.py", str(seed)],
                              stdout=subprocess.PIPE, check=True)
        sources.append(folder / f"random_kernels_{seed}.cpp")
        if not sources[-1].exists() or sources[-1].read_bytes() != done.stdout:
            sources[-1].write_bytes(done.stdout)
    return sources


# Local accessors have a size that only the launch knows.
def flags_of(source):
    if source.stem.startswith("random_kernels"):
        return ("-ffp-contract=off",)
    return ("-std=c++20", "-fxeforge-local-memory=16384", f"-I{source.parent}") if is_test(source) else ()


def libraries_of(source):
    return ("-lgtest", "-lgtest_main") if is_test(source) else ()


def all_of(runner, problems):
    results = []

    def note(result):
        results.append(result)
        print(f"on_card: {result['what']}: {result['passed']} of {result['of']} passed", flush=True)
        for text in result["notes"][:5]:
            print(f"  {text}")
        if len(result["notes"]) > 5:
            print(f"  ... and {len(result['notes']) - 5} more in {runner.work / 'summary.json'}")

    for operator in OPERATORS:
        note(runner.check(operator, operator, "--set", runner.set))
        note(runner.check(operator, f"{operator} at random", *RANDOM))
    complaints = [(size, runner.run_files(*size)) for size in RUNS]
    failed = ["run softmax-topk, {} columns, k {}: {}".format(*size, complaint) for size, complaint in complaints if complaint]
    note({"what": "run", "passed": len(RUNS) - len(failed), "of": len(RUNS), "notes": failed})
    programs = sorted(path for path in runner.programs.glob("*") if path.is_file()) if runner.programs.is_dir() else []
    complaints = [(path.name, runner.program(path)) for path in programs]
    failed = [f"{name}: {complaint}" for name, complaint in complaints if complaint]
    note({"what": "programs", "passed": len(programs) - len(failed), "of": len(programs) + len(problems),
          "notes": failed + problems})
    if runner.sanitizer:
        for tool in SANITIZER_TOOLS:
            found = [(operator, runner.sanitize(tool, operator)) for operator in OPERATORS]
            bad = [f"{operator}: {text}" for operator, text in found if text]
            note({"what": f"compute-sanitizer {tool}", "passed": len(found) - len(bad), "of": len(found), "notes": bad})
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="the folder of xeforge and xeforge-cxx")
    parser.add_argument("--work", required=True, help="device code, programs and results")
    parser.add_argument("--set", default="ci", choices=("smoke", "ci", "full"), help="which cases are checked")
    parser.add_argument("--prepare", action="store_true", help="only compile what a card needs")
    parser.add_argument("--sanitizer", default=shutil.which("compute-sanitizer"),
                        help="compute-sanitizer (default: the one on the PATH, if any)")
    options = parser.parse_args()
    runner = Runner(options)
    repository = Path(__file__).resolve().parents[2]
    sources = [source for source in sources_of_programs(repository) if source.exists()]
    if sources and (runner.bin / "xeforge-cxx").exists():
        sources += random_programs(runner.work / "sources", repository)
    if options.prepare:
        problems = runner.prepare(sources)
        for problem in problems:
            print(f"on_card: {problem}")
        print(f"on_card: prepared {runner.work}: {len(problems)} problems")
        return 1 if problems else 0
    title, missing = runner.card()
    if title is None:
        print(f"on_card: got no card ({missing}); expected a machine with an NVIDIA GPU and its driver", file=sys.stderr)
        return 2
    can_build = (runner.bin / "xeforge-cxx").exists() and not list(runner.programs.glob("*"))
    problems = runner.build_programs(sources) if can_build else []
    results = all_of(runner, problems)
    passed, of = sum(result["passed"] for result in results), sum(result["of"] for result in results)
    (runner.work / "summary.json").write_text(
        json.dumps({"device": title, "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "set": options.set,
                    "results": results}, indent=1) + "\n", encoding="utf-8")
    parts = "; ".join(f"{result['what']} {result['passed']}/{result['of']}" for result in results)
    print(f"on_card: {title}, set {options.set}: {passed} of {of} passed ({parts})")
    return 0 if passed == of and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
