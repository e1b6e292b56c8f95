#!/usr/bin/env python3
"""product_test.py BUILD: the target 'product', which ./forge build makes, has every file that `cmake --install` takes from the
build folder. Otherwise the README's way to install from the sources ends with a missing file."""
import os
import re
import subprocess
import sys
from pathlib import Path


def told_by_ninja(build, *words):
    outcome = subprocess.run(["ninja", "-C", str(build), "-t", *words], capture_output=True, text=True, check=True)
    return outcome.stdout.splitlines()


def installed(build):
    """Files and folders of the build folder that the scripts of the installation name, relative to it."""
    found = set()
    for script in build.rglob("cmake_install.cmake"):
        for path in re.findall(r'^\s*file\(INSTALL .*FILES "([^"]+)"\)', script.read_text(), re.M):
            if path.startswith(f"{build}/"):
                found.add(os.path.relpath(path, build) + ("/" if path.endswith("/") else ""))
    return found


def main(build):
    made = {line.rpartition(": ")[0] for line in told_by_ninja(build, "targets", "all")}
    commands = "\n".join(told_by_ninja(build, "commands", "product"))
    taken = installed(build)
    if "share/" not in taken or "bin/xeforge" not in taken:
        sys.exit(f"{build}: the installation's scripts were not understood: {sorted(taken)}")
    # What no rule makes is there when the build is configured.
    is_made = lambda path: path in made or (path.endswith("/") and any(each.startswith(path) for each in made))
    name = lambda path: str(build / path) if path.endswith("/") else path
    missing = sorted(path for path in taken if is_made(path) and name(path) not in commands)
    if missing:
        sys.exit("installed, and not made by ./forge build: " + ", ".join(missing))


main(Path(sys.argv[1]))
