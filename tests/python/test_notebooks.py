"""The notebooks of examples, cell by cell as a notebook runs them, and what each shows."""

import ast
import json
import os
from pathlib import Path

import pytest
import xeforge

NOTEBOOKS = sorted(Path("pages").glob("*.ipynb"))
TOOLS = os.path.join(os.path.dirname(xeforge.__file__), "share/xeforge/device-tools")


def run_cell(source, names):
    """Executes a cell; gives the value of its last expression, which a notebook shows."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def cells_of(notebook):
    document = json.loads(notebook.read_text())
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in document["cells"]}) == len(document["cells"])
    return document["cells"]


def test_there_are_notebooks():
    assert [each.stem for each in NOTEBOOKS] == ["attention_with_bias", "compiled_kernel", "softmax_topk"]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda each: each.stem)
def test_every_cell_runs_and_shows_something(notebook):
    if "xeforge.compile" in notebook.read_text() and not os.path.exists(TOOLS):
        pytest.skip("no device tools: ./forge device-tools fetches them")
    names, pages = {}, 0
    for cell in cells_of(notebook):
        assert "".join(cell["source"]).strip()
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None, "notebooks are kept without outputs"
            shown = run_cell("".join(cell["source"]), names)
            pages += hasattr(shown, "_repr_html_") and "<iframe" in shown._repr_html_()
    assert pages == {"compiled_kernel": 3}.get(notebook.stem, 0)
