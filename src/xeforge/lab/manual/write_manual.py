#!/usr/bin/env python3
"""write_manual.py BIN VERSION OUTPUT: manual pages and completions of the programs in the folder BIN, from what they print
for --help, into OUTPUT as they lie in /usr/share: man/man1, bash-completion/completions, zsh/vendor-completions,
fish/vendor_completions.d.
"""

import gzip
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

import completions  # noqa: E402
import pages  # noqa: E402
from commands import help_of, read_commands, targets_of  # noqa: E402

OTHERS = {
    "xeforge-cxx": "compile explicit-SIMD programs for this machine's CPU, and their kernels for GPUs",
    "sycl-ls": "list the devices that SYCL programs can choose",
    "xeforge-device-tools": "fetch the compiler for Xe devices, without root",
}


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def write_page(folder: Path, name: str, text: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.1.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit(f"write_manual.py: got {len(sys.argv) - 1} arguments; expected BIN VERSION OUTPUT")
    binaries, version, output = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    program = read_commands(binaries / "xeforge", ["xeforge"], targets_of(binaries / "xeforge"))
    manual = output / "man/man1"
    write_page(manual, "xeforge", pages.overview(program, version))
    for command in program.subcommands:
        write_page(manual, "-".join(command.words), pages.page(command, version))
    for name, description in OTHERS.items():
        if (binaries / name).exists():
            write_page(manual, name, pages.plain_page(name, description, help_of(binaries / name, []), version))
    write(output / "bash-completion/completions/xeforge", completions.bash(program))
    write(output / "zsh/vendor-completions/_xeforge", completions.zsh(program))
    write(output / "fish/vendor_completions.d/xeforge.fish", completions.fish(program))


main()
