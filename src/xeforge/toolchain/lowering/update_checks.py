"""Writes what a pass did or said of functions, on standard input, into a test as what is expected: update_checks.py TEST.ll

Under each function that the output has, the lines that begin with '; CHECK' are replaced; others are kept."""
import re
import sys


def expectations(output):
    """The lines to write under the definition of each function."""
    found, name, was_empty = {}, None, False
    for line in output.splitlines():
        said = re.match(r"(?:kernel )?(\w+): ", line) if name is None else None
        definition = re.match(r"define .*@(\w+)\(", line)
        code = line.split(" ; preds")[0].rstrip()
        if said:
            found.setdefault(said[1], []).append(f"; CHECK:      {line}")
        elif definition:
            name = definition[1]
            found[name] = [f"; CHECK-LABEL: define {{{{.*}}}}@{name}("]
        elif name and line == "}":
            name = None
        elif name and code and not code.startswith(";"):
            found[name].append(f"; CHECK{'' if was_empty else '-NEXT'}: {code}")
        was_empty = not code
    return found


def rewritten(test, found):
    result, skips = [], False
    for line in test.splitlines():
        skips = skips and line.startswith("; CHECK")
        if skips:
            continue
        result.append(line)
        definition = re.match(r"define .*@(\w+)\(", line)
        if definition:
            result += found.get(definition[1], [])
            skips = True
    return "\n".join(result) + "\n"


if __name__ == "__main__":
    path = sys.argv[1]
    found = expectations(sys.stdin.read())
    if not found:
        sys.exit(f"{path}: got no output of the pass; expected functions or refusals")
    with open(path) as file:
        text = rewritten(file.read(), found)
    with open(path, "w") as file:
        file.write(text)
