"""The declared types against the module as it is: the same names, arguments, kinds and defaults."""

import ast
import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import xeforge
from xeforge import _native

PACKAGE = Path(xeforge.__file__).parent


def declared(stub):
    return ast.parse((PACKAGE / stub).read_text()).body


def functions_of(body):
    """Every declaration of each function: one with overloads has several."""
    found = {}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, []).append(node)
    return found


STUBS = functions_of(declared("__init__.pyi"))


def arguments_of(node):
    """(name, kind, default) of each; ... where there is none."""
    plain = node.args.posonlyargs + node.args.args
    defaults = [...] * (len(plain) - len(node.args.defaults)) + [ast.literal_eval(each) for each in node.args.defaults]
    result = [(each.arg, inspect.Parameter.POSITIONAL_OR_KEYWORD, value) for each, value in zip(plain, defaults)]
    if node.args.vararg:
        result.append((node.args.vararg.arg, inspect.Parameter.VAR_POSITIONAL, ...))
    for each, value in zip(node.args.kwonlyargs, node.args.kw_defaults):
        result.append((each.arg, inspect.Parameter.KEYWORD_ONLY, ... if value is None else ast.literal_eval(value)))
    if node.args.kwarg:
        result.append((node.args.kwarg.arg, inspect.Parameter.VAR_KEYWORD, ...))
    return result


def test_the_same_names_are_public():
    names = next(ast.literal_eval(node.value) for node in declared("__init__.pyi")
                 if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    assert names == xeforge.__all__ == sorted(names, key=lambda name: (name.lower() == name, name))
    classes = {node.name for node in declared("__init__.pyi") if isinstance(node, ast.ClassDef)}
    assert {name for name in classes if not name.startswith("_")} | set(STUBS) == set(names)


@pytest.mark.parametrize("name", STUBS)
def test_functions_have_the_declared_arguments(name):
    real = [(each.name, each.kind, ... if each.default is each.empty else each.default)
            for each in inspect.signature(getattr(xeforge, name)).parameters.values()]
    for node in STUBS[name]:
        is_overload = any(isinstance(each, ast.Name) and each.id == "overload" for each in node.decorator_list)
        stub = arguments_of(node)
        assert [each[:2] for each in stub] == [each[:2] for each in real]
        for (argument, _, of_stub), (_, _, of_real) in zip(stub, real):
            # One of several declarations may ask for what the function has a default for.
            assert of_stub == of_real or (is_overload and of_stub is ...), argument


@pytest.mark.parametrize("name", ["Plan", "Support"])
def test_results_have_the_declared_fields(name):
    node = next(node for node in declared("__init__.pyi") if isinstance(node, ast.ClassDef) and node.name == name)
    fields = [each.target.id for each in node.body if isinstance(each, ast.AnnAssign)]
    assert tuple(fields) == getattr(xeforge, name)._fields


@pytest.mark.parametrize("name, base", [("ArgumentError", ValueError), ("ArgumentTypeError", TypeError)])
def test_errors_have_the_declared_parts(name, base):
    node = next(node for node in declared("__init__.pyi") if isinstance(node, ast.ClassDef) and node.name == name)
    assert [each.id for each in node.bases] == [base.__name__]
    problem = getattr(xeforge, name)("k", "0", "1")
    assert isinstance(problem, base) and str(problem) == "k: got 0; expected 1"
    for each in node.body:
        if isinstance(each, ast.AnnAssign):
            assert isinstance(getattr(problem, each.target.id), str)


def test_the_compiled_part_has_what_is_declared_and_no_more():
    real = {name for name in dir(_native) if not name.startswith("__")} - {"version"}
    assert set(functions_of(declared("_native.pyi"))) == real
    assert (PACKAGE / "py.typed").is_file()


def copy_declarations(folder):
    """To where mypy takes them for the program's own, and says what is wrong with them."""
    (folder / "xeforge").mkdir()
    for stub in PACKAGE.glob("*.pyi"):
        shutil.copy(stub, folder / "xeforge")


def test_mypy_finds_the_module_as_declared_and_a_wrong_declaration(tmp_path):
    """stubtest looks at the declarations of xeforge against the module, and at wrong ones of the same functions."""
    copy_declarations(tmp_path)
    (tmp_path / "allowed").write_text("xeforge.torch\nxeforge.__main__\n")  # types stand in their sources
    declarations = (tmp_path / "xeforge/__init__.pyi").read_text()
    (tmp_path / "wrong.pyi").write_text(declarations.replace("grf: int = 128", "grf: int = 64"))
    (tmp_path / "wrong.py").write_text("from xeforge import *\nfrom xeforge import __all__\n")
    result = subprocess.run([sys.executable, "-m", "mypy.stubtest", "xeforge", "wrong", "--allowlist", "allowed"], cwd=tmp_path,
                            env={**os.environ, "MYPYPATH": "."}, capture_output=True, text=True)
    assert "error: wrong.compile is inconsistent" in result.stdout and "Found 1 error " in result.stdout, result.stdout + result.stderr


# What a program gets, and what mypy says no to, line by line.
PROGRAM = """import array
from typing_extensions import assert_type  # of Python 3.11 in typing

import numpy as np
import numpy.typing as npt
import xeforge
import xeforge.distributed as distributed

Floats = npt.NDArray[np.float32]
Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]
scores, q, flag = np.zeros((4, 16), np.float16), np.zeros((1, 2, 5, 8), np.float16), bool(input())
weights, indices = xeforge.softmax_topk(scores, np.int64(2), renormalize=np.True_)
assert_type(weights, Floats)
assert_type(indices, Int32s)
chosen = np.zeros(16)[indices]
of_numpy: Int64s = xeforge.softmax_topk(scores, 2, index_dtype=np.int64, weight_dtype="float16")[1]
by_name: Int64s = xeforge.softmax_topk(scores, 2, index_dtype="int64")[1]
assert_type(xeforge.softmax_topk(scores, 2, out=(weights, by_name))[1], Int64s)
assert_type(xeforge.softmax_topk(array.array("f", [1, 2]), 1), tuple[memoryview, memoryview])
out, lse = xeforge.attention(q, q, q, return_lse=True)
assert_type(lse, Floats)
both = xeforge.attention(q, q, q, return_lse=flag)
if isinstance(both, tuple):
    assert_type(both[1], Floats)
assert_type(xeforge.merge(out, lse, out, lse)[1], Floats)
maybe = xeforge.rms_norm(scores, scores[0], residual=scores, return_sum=flag)
normed, total = xeforge.rms_norm(scores, scores[0], residual=scores, return_sum=True)
assert_type(distributed.softmax_topk(None, scores, 2, dispatch=True), tuple[Floats, Int32s, distributed.Dispatch])
result = distributed.attention(None, q, q, q, return_lse=True, return_report=True)
assert_type(result[1], Floats)
assert_type(result[2], distributed.Report)
distributed.attention(None, q, q, q, return_lse=flag, return_report=flag)


class Mine:
    def __dlpack__(self, *, stream: int | None = None) -> object: ...


assert_type(xeforge.softmax_topk(Mine(), 2), tuple[Mine, Mine])
"""
BEGINNING = "import numpy as np\nimport xeforge\nimport xeforge.distributed\nx = np.zeros((4, 16), np.float32)\n"
MISTAKES = [
    "xeforge.softmax_topk([[1.0]], 2)",
    "xeforge.softmax_topk(x, '2')",
    "xeforge.softmax_topk(x, 2.0)",
    "xeforge.softmax_topk(x, 2, scoring='relu')",
    "xeforge.softmax_topk(x, 2, renormalize='no')",
    "xeforge.softmax_topk(x, 2, out=(x,))",
    "xeforge.attention([[1.0]], x, x)",
    "xeforge.attention(x, x, x, layout='hbsd')",
    "xeforge.attention(x, x, x, return_lse='no')",
    "xeforge.merge([1.0], x, x, x)",
    "xeforge.rms_norm([1.0], x)",
    "xeforge.distributed.attention(None, [1.0], x, x)",
]


def mypy(folder, program, *options):
    (folder / "program.py").write_text(program)
    kept = f"--cache-dir={folder.parent}/mypy"  # what it knows of numpy, for the next test
    return subprocess.run([sys.executable, "-m", "mypy", "--strict", kept, *options, "program.py"], cwd=folder, capture_output=True, text=True)


def test_results_have_the_types_that_they_are_declared_with(tmp_path):
    pytest.importorskip("mypy")
    checked = mypy(tmp_path, PROGRAM)
    assert checked.returncode == 0, checked.stdout


def test_declarations_and_results_are_the_same_for_newer_versions_of_python(tmp_path):
    pytest.importorskip("mypy")
    copy_declarations(tmp_path)
    checked = mypy(tmp_path, PROGRAM, "--python-version=3.14", "--no-warn-unused-ignores")
    assert checked.returncode == 0, checked.stdout


def test_each_mistake_is_an_error_of_the_checker(tmp_path):
    pytest.importorskip("mypy")
    checked = mypy(tmp_path, BEGINNING + "\n".join(MISTAKES))
    first = BEGINNING.count("\n") + 1
    lines = {int(line.split(":")[1]) for line in checked.stdout.splitlines() if ": error: " in line}
    assert lines == set(range(first, first + len(MISTAKES))), checked.stdout
