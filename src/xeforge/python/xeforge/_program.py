"""The command line `xeforge`, which the package brings along as a program of its own."""

import os
import sys
from pathlib import Path


def main() -> None:
    program = Path(__file__).parent / "bin" / "xeforge"
    os.execv(program, [str(program), *sys.argv[1:]])
