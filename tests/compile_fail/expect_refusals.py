"""Compiles SOURCE, whose cases must all be refused, each with a first error that says why.

    expect_refusals.py SOURCE COMPILER FLAG...

A case is a namespace below a line "// expect: WORDS": the first error in it, or in a template that it made the compiler
look into, has these words. What a program is told first is the reason, not what follows from it. An error that belongs
to no case is as wrong as a case without one. Where no namespace follows, the whole file is the case, and a line
"// flags: FLAG..." may follow, with folders beside SOURCE, in the place of the flag for the instruction set.
"""
import os
import re
import subprocess
import sys


class Case:
    def __init__(self, line, words, name):
        self.first, self.last, self.words, self.name, self.errors = line, line, words, name, []


def cases_of(lines):
    cases = []
    for number, line in enumerate(lines, 1):
        if match := re.fullmatch(r"// expect: (.+)", line):
            name = re.fullmatch(r"namespace (\w+) \{", lines[number])
            if number == 1 and not name:
                cases.append(Case(0, match[1], "it"))
                cases[0].last = len(lines)
                break
            assert name, f"line {number + 1}: a case is a namespace with a name"
            cases.append(Case(number, match[1], name[1]))
        elif cases and line == f"}} // namespace {cases[-1].name}":
            cases[-1].last = number
    for case in cases:
        assert case.last > case.first, f"{case.name} has no end"
    return cases


def errors_of(output):
    """Each error with the notes that follow it."""
    return re.findall(r"^\S+?:\d+:\d+: (?:fatal )?error: .*\n(?:(?!\S+?:\d+:\d+: (?:fatal )?error: ).*\n)*", output, re.MULTILINE)


def main(source, compiler, *flags):
    with open(source) as file:
        lines = file.read().splitlines()
    cases = cases_of(lines)
    own_flags = re.fullmatch(r"// flags: (.+)", lines[1])
    run = subprocess.run([compiler, "-fsyntax-only", "-ferror-limit=0", "-ftemplate-backtrace-limit=0", "-fno-color-diagnostics",
                          "-fno-caret-diagnostics", *(own_flags[1].split() if own_flags else ["-march=x86-64-v3"]), *flags, source],
                         cwd=os.path.dirname(source), capture_output=True, text=True)
    problems = [] if cases else ["there are no cases"]
    if run.returncode == 0:
        problems.append("it compiles")
    owner = cases[0] if cases and cases[0].first == 0 else None
    for error in errors_of(run.stderr):
        places = [int(line) for line in re.findall(rf"^{re.escape(source)}:(\d+):", error, re.MULTILINE)]
        if places: # else clang has said with the error before what led there
            owner = next((case for place in places for case in cases if case.first <= place <= case.last), None)
        if owner:
            owner.errors.append(error)
        else:
            problems.append(f"an error of no case:\n{error}")
    for case in cases:
        if not case.errors:
            problems.append(f"{case.name} is not refused; expected: {case.words}")
        elif case.words not in case.errors[0].splitlines()[0]:
            problems.append(f"{case.name} is refused, but its first error is not: {case.words}\n{case.errors[0]}")
    print(f"{os.path.basename(source)}: {len(cases)} cases, {len(problems)} problems", *problems, sep="\n")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
