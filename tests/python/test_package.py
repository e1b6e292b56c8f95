"""The package as a whole: plans, help, threads, processes, the command line, and what a wheel has to be."""

import doctest
import importlib.metadata
import importlib.resources
import importlib.util
import inspect
import json
import os
import pickle
import subprocess
import sys
import sysconfig
import threading
import time
from pathlib import Path

import numpy as np
import pytest
import xeforge


def test_version_is_that_of_the_distribution():
    assert xeforge.__version__ == importlib.metadata.version("xeforge")


def test_plan_says_which_implementation_and_why():
    scores = np.ones((4, 64), np.float32)
    plan = xeforge.plan(xeforge.softmax_topk, scores, 8)
    assert plan.variant == "fold" and plan.target in xeforge.targets() and "fold" in plan.reason
    assert "gathered" in xeforge.plan(xeforge.softmax_topk, np.asfortranarray(scores), 8).reason
    assert xeforge.plan(xeforge.softmax_topk, scores, 8, variant="stream", target="v3")[:2] == ("stream", "v3")
    q = np.ones((1, 2, 64, 16), np.float32)
    assert xeforge.plan(xeforge.attention, q, q, q, causal=True).variant == "tiled"
    with pytest.raises(ValueError, match="operator: got print; expected xeforge.softmax_topk, xeforge.attention"):
        xeforge.plan(print)


def test_supports_is_true_or_says_why_not():
    q = np.ones((1, 2, 64, 16), np.float32)
    assert xeforge.supports(xeforge.attention, q, q, q)
    refused = xeforge.supports(xeforge.attention, q, q[:, :, :, :8], q)
    assert not refused and refused.reason.startswith("k shape: got (1, 2, 64, 8)")
    with pytest.raises(TypeError):
        xeforge.supports(xeforge.attention, q)


def test_supports_says_no_of_numbers_of_another_type():
    refused = xeforge.supports(xeforge.softmax_topk, np.ones((2, 8), np.float32), 2.0)
    assert not refused and refused.reason == "k: got 2.0; expected an integer"


def test_supports_looks_at_what_is_to_be_written():
    q, scores = np.ones((1, 2, 64, 16), np.float32), np.ones((4, 64), np.float32)
    weights, indices, of_row = np.zeros((4, 2), np.float32), np.zeros((4, 2), np.int32), np.ones(64, np.float32)
    assert xeforge.supports(xeforge.softmax_topk, scores, 2, out=(weights, indices))
    for out, reason in (((weights, indices[:, :1]), "out[1] shape"), ((indices, indices), "out[0] dtype"),
                        ((weights[:3], indices), "out[0] shape")):
        assert xeforge.supports(xeforge.softmax_topk, scores, 2, out=out).reason.startswith(reason)
    assert xeforge.supports(xeforge.attention, q, q, q, out=q.copy())
    assert xeforge.supports(xeforge.attention, q, q, q, out=q[:, :1]).reason.startswith("out shape")
    assert xeforge.supports(xeforge.rms_norm, scores, of_row, out=scores)
    assert xeforge.supports(xeforge.rms_norm, scores, of_row, out=scores[:2]).reason.startswith("out shape")
    refused = xeforge.supports(xeforge.rms_norm, scores, of_row, residual=scores, residual_out=weights)
    assert refused.reason.startswith("residual_out shape")


def test_errors_are_the_same_in_another_process():
    for call in (lambda: xeforge.softmax_topk(np.ones((2, 8), np.float32), 99), lambda: xeforge.softmax_topk(np.ones((2, 8)), 2)):
        with pytest.raises((ValueError, TypeError)) as caught:
            call()
        copy = pickle.loads(pickle.dumps(caught.value))
        assert type(copy) is type(caught.value) and str(copy) == str(caught.value)
        assert (copy.argument, copy.got, copy.expected) == (caught.value.argument, caught.value.got, caught.value.expected)


def test_a_process_ends_while_its_threads_compute():
    code = """import array, threading, time, xeforge
scores = memoryview(array.array("f", range(128 * 20000))).cast("B").cast("f", (20000, 128))
def compute():
    while True:
        xeforge.softmax_topk(scores, 8)
for _ in range(4):
    threading.Thread(target=compute, daemon=True).start()
time.sleep(0.1)"""
    for _ in range(4):
        subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_every_variant_can_be_named_and_gives_the_same_order():
    scores = np.random.default_rng(0).standard_normal((50, 64)).astype(np.float16)
    results = [xeforge.softmax_topk(scores, 8, variant=name, target=target)[1]
               for name in ("fold", "seed", "stream") for target in xeforge.targets()]
    for result in results:
        np.testing.assert_array_equal(result, results[0])


def test_help_describes_every_argument_what_comes_back_and_what_is_raised():
    functions = [getattr(xeforge, name) for name in xeforge.__all__ if inspect.isfunction(getattr(xeforge, name))]
    assert len(functions) == 9
    for function in functions:
        text = inspect.getdoc(function)
        for name in inspect.signature(function).parameters:
            assert name in text, (function.__name__, name)
        if inspect.signature(function).parameters:
            assert "Returns" in text and "Raises" in text and ">>>" in text, function.__name__
    for name in xeforge.__all__:
        assert getattr(xeforge, name).__doc__ and name.split(".")[-1] in xeforge.__all__
    for name in ("softmax_topk", "attention", "merge", "rms_norm", "plan", "supports", "compile", "roofline", "ArgumentError"):
        assert name in xeforge.__doc__


def test_examples_in_the_documentation_are_right():
    import xeforge._kernels
    import xeforge._operators
    import xeforge.distributed

    for module, examples in ((xeforge, 5), (xeforge._operators, 14), (xeforge._kernels, 2), (xeforge.distributed, 3)):
        result = doctest.testmod(module)
        assert result.attempted >= examples and result.failed == 0


def blocks_of(page):
    text = Path("pages", page).read_text()
    blocks = [block.partition("```")[0] for block in text.split("```python\n")[1:]]
    assert blocks
    return blocks


@pytest.mark.parametrize("page", ["repository.md", "package.md", "guide.md"])
def test_python_on_pages_runs_as_it_stands_there(page):
    for block in blocks_of(page):
        needed = {name for name in ("torch", "transformers", "jax") if f"import {name}" in block or f"import xeforge.{name}" in block}
        has_tools = importlib.resources.files(xeforge).joinpath("share/xeforge/device-tools").is_dir()
        if "xeforge.distributed" in block:
            continue  # a program of several processes: test_distributed.py
        if all(importlib.util.find_spec(name) for name in needed) and (has_tools or "xeforge.compile" not in block):
            exec(block, {})


def test_results_on_pages_are_what_runs_give():
    names = {}
    exec(blocks_of("package.md")[0], names)
    assert names["out"].shape == names["q"].shape and names["indices"].shape == (32, 8)


def test_types_are_declared():
    assert importlib.resources.files(xeforge).joinpath("py.typed").is_file()


def test_calls_from_several_threads_are_right_and_run_without_the_gil():
    scores = [np.random.default_rng(seed).standard_normal((400, 200)).astype(np.float32) for seed in range(4)]
    expected = [xeforge.softmax_topk(each, 5)[1] for each in scores]
    wrong = []

    def call(which):
        for _ in range(50):
            if not np.array_equal(xeforge.softmax_topk(scores[which], 5)[1], expected[which]):
                wrong.append(which)

    threads = [threading.Thread(target=call, args=(which,)) for which in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong

    # While a long call runs, this thread goes on.
    q = np.ones((1, 8, 3000, 128), np.float32)
    long_call = threading.Thread(target=lambda: xeforge.attention(q, q, q))
    steps = 0
    long_call.start()
    while long_call.is_alive():
        steps += 1
        time.sleep(0.001)
    assert steps > 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*")  # Python's own warning, and jax's where that is loaded
def test_a_child_after_fork_computes_too():
    scores = np.random.default_rng(0).standard_normal((5000, 64)).astype(np.float32)
    expected = xeforge.softmax_topk(scores, 8)[1]
    child = os.fork()
    if child == 0:
        os._exit(0 if np.array_equal(xeforge.softmax_topk(scores, 8)[1], expected) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_arrays_are_let_go_of():
    scores = np.ones((4, 64), np.float32)
    before = sys.getrefcount(scores)
    for _ in range(100):
        xeforge.softmax_topk(scores, 8)
        with pytest.raises(ValueError):
            xeforge.softmax_topk(scores, 80)
    assert sys.getrefcount(scores) == before
    scores.resize((2, 64), refcheck=False)  # refused while a buffer is held


def test_the_command_line_comes_with_the_package(tmp_path):
    program = os.path.join(sysconfig.get_path("scripts"), "xeforge")
    run = lambda *words: subprocess.run([program, *words], capture_output=True, text=True, cwd=tmp_path)
    assert run("--version").stdout.splitlines()[0] == f"xeforge {xeforge.__version__}"
    scores = np.random.default_rng(0).standard_normal((7, 64)).astype(np.float32)
    np.save(tmp_path / "x.npy", scores)
    done = run("run", "softmax-topk", "--scores", "x.npy", "--k", "8", "--indices", "i.npy")
    assert done.returncode == 0, done.stderr
    np.testing.assert_array_equal(np.load(tmp_path / "i.npy"), xeforge.softmax_topk(scores, 8)[1])
    targets = json.loads(run("list", "--json", "-").stdout)["targets"]
    chosen = [target["name"] for target in targets if target["chosen"]]
    assert chosen == [xeforge.plan(xeforge.softmax_topk, scores, 8).target]


def test_the_module_as_a_program_is_the_command_line(tmp_path):
    program = os.path.join(sysconfig.get_path("scripts"), "xeforge")
    for words in (["--version"], ["--help"], ["run", "no-operator"]):
        as_program, as_module = (subprocess.run([*command, *words], capture_output=True, text=True, cwd=tmp_path)
                                 for command in ([program], [sys.executable, "-m", "xeforge"]))
        assert (as_module.returncode, as_module.stdout, as_module.stderr) == (as_program.returncode, as_program.stdout, as_program.stderr)
    assert as_module.returncode == 2 and "no-operator" in as_module.stderr


def test_importing_the_package_imports_no_other():
    code = "import sys, xeforge; print([name for name in ('numpy', 'torch', 'jax') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"
