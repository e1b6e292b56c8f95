"""Kernels as machine code, and what bounds operators: the command line's answers as objects that a notebook shows."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ._arrays import ArgumentError, ArgumentTypeError, refuse_type, refuse_value, shown
from ._operators import _COMPILED, _OPERATORS
from ._program import program

# What the command line calls the arguments.
_ARGUMENTS = {"OPERATOR": "operator", "PROGRAM": "operator", "-D": "define", "-I": "include", "KERNEL.cpp": "source_or_path"}
_OPTION = re.compile(r"(?<![\w-])--(device|grf|tools|case)\b")


def _outcome(*words: str) -> tuple[int, str, str]:
    """How the command line ends, its output and its errors. On a terminal it says from the third second on what takes so long."""
    import subprocess
    import sys

    shows = sys.stderr is not None and sys.stderr.isatty()
    with subprocess.Popen(
        [program(), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        waited = 0
        try:
            while True:
                try:
                    output, errors = process.communicate(timeout=(1 if waited else 2) if shows else None)
                    return process.returncode, output, errors
                except subprocess.TimeoutExpired:
                    waited = waited + 1 if waited else 2
                    print(f"\r\033[Kxeforge {words[0]}, {waited} s", end="", file=sys.stderr, flush=True)
        except BaseException:
            process.kill()
            raise
        finally:
            if waited:
                print("\r\033[K", end="", file=sys.stderr, flush=True)


def _run(*words: object, names: Mapping[str, str] = {}) -> str:
    """What the command line prints; what it refuses is an ArgumentError. names: of files, as the caller knows them."""
    code, output, errors = _outcome(*map(str, words))
    if code == 0:
        return output
    message = errors.strip().removeprefix("xeforge: ")
    refused = re.fullmatch(r"(.+?): got (.*); expected (.*)", message, re.DOTALL)
    if code != 2 or refused is None:
        raise RuntimeError(message or f"xeforge ended with {code}")
    parts = [_ARGUMENTS.get(refused[1], refused[1]), refused[2], refused[3]]
    for file, name in names.items():
        parts = [part.replace(file, name) for part in parts]
    raise ArgumentError(*(_OPTION.sub(r"\1", part) for part in parts))


class _TemporaryFolder:
    """A folder that lives as long as this object."""

    def __init__(self):
        import shutil
        import tempfile
        import weakref

        self.path = Path(tempfile.mkdtemp(prefix="xeforge-"))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def _text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


class Page:
    """The result of a command: report (its JSON), html (a page that needs no network), and text (its output).

    A notebook shows the page, print() the text.
    """

    def __init__(self, report: dict[str, Any], html: str, text: str):
        self.report, self.html, self.text = report, html, text

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        # In a frame of its own: neither its style nor its script meets those of the notebook.
        from html import escape

        return (f'<iframe title="xeforge" srcdoc="{escape(self.html)}" sandbox="allow-scripts" '
                'style="width:100%;height:36rem;border:0;resize:vertical"></iframe>')


class Explanation(Page):
    """An analysis of the instructions of kernels, made by Compiled.explain()."""

    @property
    def kernels(self) -> list[dict[str, Any]]:
        """Each kernel's instructions by line, block and loop, as docs/formats.md describes xeforge-explain."""
        return self.report["kernels"]

    @property
    def findings(self) -> list[dict[str, Any]]:
        """The findings, each with the kernel's name."""
        return [{"kernel": kernel["name"], **finding} for kernel in self.kernels for finding in kernel["findings"]]


class Compiled(Page):
    """Kernels as machine code, made by compile(). folder has the files during the lifetime of this object."""

    def __init__(self, source: Path, options: list[object], above: _TemporaryFolder, names: Mapping[str, str] = {}):
        import json

        self._source, self._options, self._above, self._names = source, options, above, names
        self.folder = above.path / "out"
        page = above.path / "page.html"
        text = _run("compile", *options, "-o", self.folder, "--html", page, "--", source, names=names)
        report = json.loads(_text_of(self.folder / "report.json"))
        super().__init__(report, _text_of(page), text)

    def __reduce__(self):
        raise TypeError("a Compiled: its files live as long as it does; pickle its binary, assembly or report instead")

    @property
    def device(self) -> str:
        return self.report["device"]

    @property
    def kernels(self) -> list[dict[str, Any]]:
        """Each kernel's counts, as docs/formats.md describes report.json."""
        return self.report["kernels"]

    @property
    def binary(self) -> bytes:
        """The compiled file, as a driver loads it."""
        return (self.folder / self.report["zebin"]).read_bytes()

    @property
    def assembly(self) -> dict[str, str]:
        """The listing of each kernel."""
        return {file.stem: _text_of(file) for file in sorted(self.folder.glob("*.asm"))}

    def explain(self) -> Explanation:
        """Instructions by line, block and loop, and findings; compiles again, with line information."""
        import json

        report, page = self._above.path / "explain.json", self._above.path / "explain.html"
        text = _run("explain", *self._options, "--json", report, "--html", page, "--", self._source, names=self._names)
        return Explanation(json.loads(_text_of(report)), _text_of(page), text)


class Roofline(Page):
    """What bounds an operator's cases on devices, made by roofline()."""

    @property
    def bounds(self) -> list[dict[str, Any]]:
        """One for each case and device, as docs/formats.md describes xeforge-roofline."""
        return self.report["bounds"]


def _macro(name: str, value: object) -> str:
    if isinstance(value, bool):
        value = int(value)
    if not isinstance(name, str) or not isinstance(value, (int, float, str)):
        raise ArgumentTypeError("define", f"{name!r}: {value!r}", "names with numbers, bool or str")
    if not name.isidentifier():
        raise ArgumentError("define", repr(name), "names of macros: letters, digits and _, no digit first")
    return f"{name}={value}"


def compile(
    source_or_path: str | Path,
    device: str = "bmg",
    *,
    grf: int = 128,
    include: Iterable[str | Path] = (),
    define: Mapping[str, object] | None = None,
    tools: str | Path | None = None,
) -> Compiled:
    """Compiles ESIMD kernels in C++ to machine code for a GPU; neither needs nor uses a GPU.

    Arguments
        source_or_path        C++ with SYCL_ESIMD_KERNEL lambdas or function objects: a str with line breaks is the source
                              itself, any other str is the path of a file
        device                bmg, lnl-m, ptl-h, pvc, sm_90, ...
        grf                   registers per hardware thread: 128 or 256
        include               additional include folders
        define                macros: {"K": 16}; True is 1, False is 0
        tools                 folder of the device tools; by default the one that the command xeforge-device-tools fills

    Returns a Compiled: kernels (counts of each), assembly, binary, report, and explain(). A notebook shows its tables.

    Raises ArgumentError with the place in the source where that is wrong ("kernel.cpp:8:20", "<source>:8:20" for one in a
    str), with what is missing where the device tools are.

    >>> import xeforge
    >>> code = xeforge.compile("kernel.cpp", "bmg")     # doctest: +SKIP
    >>> code.kernels[0]["spilled_bytes"]                # doctest: +SKIP
    0
    """
    expected = "C++ in a str with line breaks, or the path of a file"
    if not isinstance(source_or_path, (str, os.PathLike)):
        refuse_type("source_or_path", source_or_path, expected)
    if not str(source_or_path).strip() or ("\n" not in str(source_or_path) and Path(source_or_path).is_dir()):
        refuse_value("source_or_path", source_or_path, expected)
    if not isinstance(device, str):
        refuse_type("device", device, "the name of a device")
    if isinstance(grf, bool) or grf not in (128, 256):
        refuse_value("grf", grf, "128 or 256")
    folder = _TemporaryFolder()
    source, names = Path(source_or_path), {}
    if isinstance(source_or_path, str) and "\n" in source_or_path:
        source = folder.path / "kernel.cpp"
        source.write_text(source_or_path, encoding="utf-8")
        names = {str(source): "<source>"}
    options: list[object] = [f"--device={device}", f"--grf={grf}"]
    if isinstance(include, (str, bytes)):
        raise ArgumentTypeError("include", repr(include), "a list of folders")
    options += [f"-I{searched}" for searched in include]
    if define is not None and not isinstance(define, Mapping):
        raise ArgumentTypeError("define", repr(define), "a dict of names and values")
    options += [f"-D{_macro(name, value)}" for name, value in (define or {}).items()]
    if tools is not None:
        options.append(f"--tools={tools}")
    return Compiled(source, options, folder, names)


def roofline(operator: Any, *, case: str | None = None, device: str = "bmg,b580,lnl,ptl") -> Roofline:
    """What bounds an operator's cases on devices, from figures of the hardware that all have a source.

    Arguments
        operator              xeforge.softmax_topk, xeforge.attention or xeforge.rms_norm, or its name on the command line
        case                  only this one; without it all that are meant for timing
        device                names with commas between them; host is this machine, which is measured

    Returns a Roofline: bounds (one for each case and device) and report. A notebook shows the charts and tables.

    Raises ArgumentError where there is no such operator, case or device.

    >>> import xeforge
    >>> xeforge.roofline(xeforge.attention, case="sdpa-bf16", device="bmg").bounds[0]["limit"]
    'memory'
    """
    import json

    name = operator
    if not isinstance(operator, str):
        if not callable(operator) or operator not in _COMPILED:
            got = "a Compiled" if isinstance(operator, Compiled) else getattr(operator, "__name__", None) or shown(operator)
            raise ArgumentTypeError("operator", got, f"{_OPERATORS}; `xeforge roofline PROGRAM` is for kernels of your own")
        name = operator.__name__
    name = name.replace("_", "-")
    if name.startswith("-"):
        raise ArgumentError("operator", repr(name), "softmax-topk, attention or rms-norm")
    if not isinstance(device, str):
        refuse_type("device", device, "names with commas between them")
    folder = _TemporaryFolder()
    report, page = folder.path / "roofline.json", folder.path / "page.html"
    options = [f"--device={device}", *([f"--case={case}"] if case is not None else [])]
    text = _run("roofline", name, *options, "--json", report, "--html", page)
    return Roofline(json.loads(_text_of(report)), _text_of(page), text)
