#!/usr/bin/env python3
"""build_wheel.py BUILD VERSION OUTPUT_FOLDER: puts the wheel together from what a build folder has.

One wheel for CPython 3.10 and newer: the compiled part uses the stable interface alone. Only the standard library is
needed here; bundling the system's libraries and naming the oldest glibc is auditwheel's work (./forge wheel).
"""

import base64
import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
TAG = "cp310-abi3-linux_x86_64"

METADATA = """\
Metadata-Version: 2.1
Name: xeforge
Version: {version}
Summary: Fused softmax + top-K, attention and RMS normalisation for x86-64 CPUs, and explicit-SIMD kernels for Xe devices inspected
License: Apache-2.0
Requires-Python: >=3.10
Classifier: Programming Language :: Python :: 3
Classifier: Operating System :: POSIX :: Linux
Classifier: License :: OSI Approved :: Apache Software License
Description-Content-Type: text/markdown

{description}
"""

WHEEL = f"Wheel-Version: 1.0\nGenerator: xeforge\nRoot-Is-Purelib: false\nTag: {TAG}\n"
ENTRY_POINTS = "[console_scripts]\nxeforge = xeforge._program:main\nxeforge-device-tools = xeforge._program:device_tools\n"


def strip(source: Path, target: Path) -> None:
    """Copies a program or library without what only debuggers read."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source.resolve(), target)
    subprocess.run(["strip", "--strip-unneeded", target], check=True)
    target.chmod(0o755)


def fill_toolchain(package: Path, build: Path) -> None:
    """What the command line compiles kernels with, as in an installation: headers, the lowering, and what fetches the rest."""
    strip(build / "lib/xeforge/xeforge-lower", package / "lib/xeforge/xeforge-lower")
    with tempfile.TemporaryDirectory() as prefix:
        subprocess.run(["cmake", "--install", build, "--prefix", prefix, "--component", "development"], check=True, stdout=subprocess.DEVNULL)
        shutil.copytree(Path(prefix) / "include", package / "include")
    (package / "share/xeforge").mkdir(parents=True)
    shutil.copy(REPOSITORY / "tools/device-tools.versions", package / "share/xeforge")
    shutil.copy(REPOSITORY / "tools/device-tools.sh", package / "bin/xeforge-device-tools")


def fill(root: Path, build: Path, version: str) -> None:
    package = root / "xeforge"
    for source in sorted((HERE / "xeforge").rglob("*")):
        if source.suffix in (".py", ".pyi") or source.name == "py.typed":
            target = package / source.relative_to(HERE / "xeforge")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    strip(build / "python/xeforge/_native.abi3.so", package / "_native.abi3.so")
    strip(build / "lib/libxeforge.so.0", package / "libxeforge.so.0")
    strip(build / "bin/xeforge", package / "bin/xeforge")
    fill_toolchain(package, build)
    info = root / f"xeforge-{version}.dist-info"
    info.mkdir()
    description = (HERE / "README.md").read_text()
    (info / "METADATA").write_text(METADATA.format(version=version, description=description))
    (info / "WHEEL").write_text(WHEEL)
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    shutil.copy(REPOSITORY / "LICENSE", info / "LICENSE")


def pack(root: Path, version: str, output: Path) -> None:
    record = f"xeforge-{version}.dist-info/RECORD"
    lines = []
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(path for path in root.rglob("*") if path.is_file()):
            name, data = file.relative_to(root).as_posix(), file.read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            lines.append(f"{name},sha256={digest},{len(data)}")
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))  # the same wheel from the same files
            entry.external_attr = (0o100000 | file.stat().st_mode & 0o777) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
        archive.writestr(record, "\n".join([*lines, f"{record},,"]) + "\n")


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit(f"build_wheel.py: got {len(sys.argv) - 1} arguments; expected BUILD VERSION OUTPUT_FOLDER")
    build, version, folder = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    output = folder / f"xeforge-{version}-{TAG}.whl"
    with tempfile.TemporaryDirectory() as root:
        fill(Path(root), build, version)
        pack(Path(root), version, output)
    print(output)


main()
