#!/usr/bin/env python3
"""Random kernels (generate.py) on the host and as machine code: all results have to be the same bits.

  run.py --bin build/release/bin --seeds 1 20                      20 programs, for bmg
  run.py --bin build/release/bin --seeds 7 --device pvc            one program, for another device
  run.py --bin build/release/bin --seeds 1 20 --device cpu         optimised and not, on the host
  run.py --bin build/release/bin --seeds 7 --only 3 --keep FOLDER  kernel 3 alone; FOLDER has its source and device code
  run.py --bin build/release/bin --seeds 7 --only 3 --reduce       the statements that its difference needs
  run.py --bin build/release/bin --seeds 1 20 --device nvidia_gpu_sm_90 --keep FOLDER --compile-only
  run.py --seeds 1 20 --device nvidia_gpu_sm_90 --keep FOLDER      what was compiled there, on a machine with a card

One line for each kernel that differs, with the first elements that do, the host's bits first, and one for each that
does not compile or that the device stops with an error. The last line counts. Exit status 0: all agree, 1: not all, 2: wrong
arguments, 77: the compiler for devices is not here (./forge device-tools fetches it).
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import generate

ABSENT = 77
SECONDS = 300  # of one compilation or run
SHOWN = 4  # elements of a kernel
UNOPTIMISED = "-O0"  # at the end of a program's name
FLAGS = ("-fsycl", "-O2", "-ffp-contract=off", "-Wno-tautological-compare")


def run(command, environment, folder):
    """The exit code (124: too slow) and all output."""
    try:
        done = subprocess.run([str(word) for word in command], env=environment, cwd=folder, timeout=SECONDS, text=True,
                              errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        return 124, f"ran for more than {SECONDS} s\n"


def environment_for(selector=None):
    environment = dict(os.environ)
    environment.pop("ONEAPI_DEVICE_SELECTOR", None)
    if selector:
        environment["ONEAPI_DEVICE_SELECTOR"] = selector
    return environment


def results_of(output):
    """For each kernel its lines: {(item, name): elements}, or the message that it stops with."""
    results = {}
    for line in output.splitlines():
        stops = re.fullmatch(r"kernel (\d+) stops: (.*)", line)
        shown = re.fullmatch(r"kernel (\d+) item (\d+) (\w+) (.*)", line)
        if stops:
            results[int(stops[1])] = stops[2]
        elif shown:
            results.setdefault(int(shown[1]), {})[int(shown[2]), shown[3]] = shown[4].split()
    return results


def difference(host, device):
    """What parts one kernel's two results, or None."""
    if host == device:
        return None
    for where, results in (("host", host), ("device", device)):
        if results is None:
            return f"no results on the {where}"
        if isinstance(results, str):
            return f"the {where} stops it: {results}"
    parts = [f"{name}[{lane}] of item {item}: {here}, {there}"
             for (item, name), elements in host.items()
             for lane, (here, there) in enumerate(zip(elements, device.get((item, name), [])))
             if here != there]
    more = f"; and {len(parts) - SHOWN} more" if len(parts) > SHOWN else ""
    return "; ".join(parts[:SHOWN]) + more or "another number of results"


class Comparison:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.compiler = options.bin and Path(options.bin).resolve() / "xeforge-cxx"
        self.unoptimised = options.device == "cpu"
        self.selector = "cuda:*" if options.device.startswith("nvidia") else f"xeforge:{options.device}"

    def compile(self, seed, only, statements=None):
        """The program, or None and what the compiler said."""
        options = self.options
        stem = f"seed{seed}" if only is None else f"seed{seed}-kernel{only}"
        source, target = self.folder / f"{stem}.cpp", self.folder / stem
        if self.compiler is None:
            return (target, None) if target.exists() else (None, "it was not compiled before")
        source.write_text(generate.program(seed, only, options.kernels, statements), encoding="utf-8")
        if self.unoptimised:
            lines = [(*FLAGS, source, "-o", target), (*FLAGS, "-O0", source, "-o", f"{target}{UNOPTIMISED}")]
        else:
            extra = ("--save-temps",) if options.keep else ()
            lines = [(*FLAGS, *extra, f"-fsycl-targets={options.device}", source, "-o", target)]
        for line in lines:
            code, output = run((self.compiler, *line), environment_for(), self.folder)
            if code != 0:
                break
        else:
            return target, None
        errors = [line for line in output.splitlines() if "error" in line] or output.splitlines()
        return None, errors[0] if errors else f"exit code {code}"

    def compare(self, seed, only):
        """For each kernel what is wrong with it, or None."""
        target, refusal = self.compile(seed, only)
        if target is None and only is None and self.compiler:  # one kernel at a time, to say which
            return [found for kernel in range(self.options.kernels) for found in self.compare(seed, kernel)]
        if target is None:
            return [f"seed {seed}{'' if only is None else f' kernel {only}'} does not compile: {refusal}"]
        if self.options.compile_only:
            return [None] * (1 if only is not None else self.options.kernels)
        return [found and f"seed {seed} kernel {kernel}: {found}" for kernel, found in self.differences(target)]

    def differences(self, target):
        """Each kernel of a program, and what parts its results or None."""
        other = (f"{target}{UNOPTIMISED}", None) if self.unoptimised else (target, self.selector)
        host, device = (results_of(run((program,), environment_for(selector), self.folder)[1])
                        for program, selector in ((target, None), other))
        numbers = sorted(host.keys() | device.keys()) or [self.options.only or 0]
        return [(number, difference(host.get(number), device.get(number))) for number in numbers]

    def problem_with(self, seed, kernel, statements):
        """The kind of problem that a kernel of these statements has, or None."""
        target, refusal = self.compile(seed, kernel, statements)
        if target is None:
            return re.sub(r"\S*/\S*|\d+", "", refusal)  # no paths, lines and registers
        found = self.differences(target)[0][1]
        return found and re.sub(r"0x\w+.*", "", found) if found and "stops it" in found else found and "differs"

    def reduce(self, seed, kernel):
        """Leaves out statements while the problem stays, and prints those that it needs."""
        left = list(range(len(generate.kernel_of(seed, kernel).lines)))
        problem = self.problem_with(seed, kernel, left)
        if problem is None:
            print(f"random_kernels: seed {seed} kernel {kernel}: no problem")
            return 0
        for statement in reversed(left.copy()):
            fewer = [other for other in left if other != statement]
            if self.problem_with(seed, kernel, fewer) == problem:
                left = fewer
        print(f"random_kernels: seed {seed} kernel {kernel} needs statements {' '.join(map(str, left))}:")
        for statement in left:
            print(f"  {generate.kernel_of(seed, kernel).lines[statement]}")
        self.compile(seed, kernel, left)
        return 1


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     allow_abbrev=False)
    parser.add_argument("--bin", help="the folder of xeforge-cxx (default: the programs of --keep, compiled before)")
    parser.add_argument("--seeds", required=True, nargs="+", type=int, metavar="SEED",
                        help="one, or the first and the last")
    parser.add_argument("--device", default="bmg",
                        help="an emulated device, such as bmg or pvc; nvidia_gpu_sm_90 and the like; cpu: the program "
                             "compiled without optimisation (default: bmg)")
    parser.add_argument("--only", type=int, metavar="KERNEL", help="only this kernel of each program")
    parser.add_argument("--kernels", type=int, default=generate.KERNELS,
                        help=f"of a program (default: {generate.KERNELS})")
    parser.add_argument("--keep", metavar="FOLDER", help="leave sources, programs and intermediate files there")
    parser.add_argument("--compile-only", action="store_true", help="compile into --keep, and do not run")
    parser.add_argument("--jobs", type=int, default=1, help="programs at a time (default: 1)")
    parser.add_argument("--reduce", action="store_true",
                        help="of the kernel of --only: say which statements its problem needs")
    options = parser.parse_args()
    if options.reduce and (options.only is None or len(options.seeds) > 1):
        parser.error("--reduce: expected one seed and --only")
    if len(options.seeds) > 2 or options.seeds[0] > options.seeds[-1] or options.seeds[0] < 0:
        parser.error(f"--seeds: got {' '.join(map(str, options.seeds))}; expected one, or the first and the last")
    if options.jobs < 1:
        parser.error(f"--jobs: got {options.jobs}; expected 1 or more")
    if (options.bin is None or options.compile_only) and options.keep is None:
        parser.error("--keep: expected a folder, for what is compiled apart from where it runs")
    if options.bin is None and (options.compile_only or options.reduce):
        parser.error("--bin: expected the folder of xeforge-cxx")
    if options.bin and not (Path(options.bin) / "xeforge-cxx").exists():
        parser.error(f"--bin: got {options.bin}; expected a folder with xeforge-cxx in it")
    return options


def main():
    options = arguments()
    device_tools = Path(__file__).resolve().parents[2] / ".device-tools"
    if options.bin and options.device != "cpu" and not (device_tools / "COMPLETE").exists():
        print("random_kernels: skipped: no device tools; './forge device-tools' fetches them")
        return 1 if os.environ.get("CI") == "true" else ABSENT
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options.keep or temporary).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        comparison = Comparison(options, folder)
        if options.reduce:
            return comparison.reduce(options.seeds[0], options.only)
        seeds = range(options.seeds[0], options.seeds[-1] + 1)
        kernels = problems = 0
        with ThreadPoolExecutor(options.jobs) as pool:
            for results in pool.map(lambda seed: comparison.compare(seed, options.only), seeds):
                for problem in results:
                    kernels += 1
                    if problem:
                        problems += 1
                        print(f"random_kernels: {problem}", flush=True)
    print(f"random_kernels: {len(seeds)} programs, {kernels} kernels: {problems} problems")
    return 1 if problems or not kernels else 0


if __name__ == "__main__":
    sys.exit(main())
