"""The programs that the package brings along: the command line `xeforge`, and what fetches the device tools."""

import os
import sys
from pathlib import Path


def program(name: str = "xeforge") -> str:
    return str(Path(__file__).parent / "bin" / name)


def main() -> None:
    os.execv(program(), [program(), *sys.argv[1:]])


def device_tools() -> None:
    fetch = program("xeforge-device-tools")
    os.execv(fetch, [fetch, *sys.argv[1:]])
