#!/usr/bin/env python3
"""first_kernel_test.py BUILD: docs/guide/first-kernel.md as it stands there: the program, each block of commands, and what the
guide shows of their output. Exit code 77: the device tools are not here, outside continuous integration."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY, BUILD = Path(__file__).resolve().parents[2], Path(sys.argv[1]).resolve()


def blocks_of(page):
    """(language, text) of each block; languages of outputs are empty."""
    blocks, language, lines = [], None, []
    for line in page.read_text().splitlines():
        if not line.startswith("```"):
            lines.append(line)
        elif language is None:
            language, lines = line[3:], []
        else:
            blocks.append((language, "\n".join(lines) + "\n"))
            language = None
    return blocks


def main():
    if not (REPOSITORY / ".device-tools/COMPLETE").exists():
        print("no device tools; './forge device-tools' fetches them")
        sys.exit(1 if os.environ.get("CI") == "true" else 77)
    blocks = blocks_of(REPOSITORY / "docs/guide/first-kernel.md")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "build/guide").mkdir(parents=True)
        (folder / "build/release").symlink_to(BUILD)
        [program] = [text for language, text in blocks if language == "cpp"]
        (folder / "build/guide/rms_norm.cpp").write_text(program)
        runs, compared, printed = 0, 0, None
        for language, text in blocks:
            if language == "sh" and "./forge" not in text:
                done = subprocess.run(["bash", "-euc", text], cwd=folder, capture_output=True, text=True)
                if done.returncode != 0:
                    sys.exit(f"{text}ends with {done.returncode}: {done.stdout}{done.stderr}")
                runs, printed = runs + 1, done.stdout
            elif language == "":
                if not printed.startswith(text.rstrip("\n")) and text not in printed:
                    sys.exit(f"the guide shows\n{text}but the commands print\n{printed}")
                compared += 1
        if (runs, compared) != (4, 3):
            sys.exit(f"{runs} blocks were run and {compared} outputs compared; expected 4 and 3")
    print(f"{runs} blocks run, {compared} outputs compared")


main()
