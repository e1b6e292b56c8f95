"""Kernels as machine code and rooflines from Python: what is shown, what is refused. With the device tools, where they
are on the machine."""

import html
import io
import os
import pickle
import re
import sys

import pytest
import xeforge

TOOLS = os.path.join(os.path.dirname(xeforge.__file__), "share/xeforge/device-tools")
needs_tools = pytest.mark.skipif(not os.path.exists(TOOLS), reason="no device tools: ./forge device-tools fetches them")

SOURCE = """#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
namespace esimd = sycl::ext::intel::esimd;
void scale(sycl::queue& queue, const float* from, float* to) {
  queue.parallel_for<class Scale>(sycl::range<1>(16), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    esimd::simd<float, 16> piece;
    piece.copy_from(from + item[0] * 16);
    piece *= float(FACTOR);
    piece.copy_to(to + item[0] * 16);
  });
}
"""


def page_in(shown):
    """The page within what a notebook shows."""
    return html.unescape(re.search(r'srcdoc="([^"]*)"', shown)[1])


def test_what_takes_seconds_is_told_of_on_a_terminal_alone(tmp_path, monkeypatch):
    program = tmp_path / "program"
    program.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(3.5)\n")
    program.chmod(0o755)
    monkeypatch.setattr(xeforge._kernels, "program", lambda: str(program))
    for is_terminal, expected in ((True, r"\r\033\[Kxeforge roofline, 2 s(\r\033\[Kxeforge roofline, \d s)*\r\033\[K"), (False, "")):
        shown = io.StringIO()
        shown.isatty = lambda: is_terminal
        monkeypatch.setattr(sys, "stderr", shown)
        assert xeforge._kernels._run("roofline") == ""
        assert re.fullmatch(expected, shown.getvalue())


@needs_tools
def test_a_source_becomes_machine_code():
    code = xeforge.compile(SOURCE, "bmg", define={"FACTOR": 3})
    assert code.device == "bmg" and [kernel["name"] for kernel in code.kernels] == ["Scale"]
    assert code.kernels[0]["sends"] >= 2 and code.kernels[0]["spilled_bytes"] == 0
    assert code.binary.startswith(b"\x7fELF") and "send" in code.assembly["Scale"]
    assert "Scale" in repr(code)
    page = page_in(code._repr_html_())
    assert page == code.html and page.startswith("<!DOCTYPE html>") and "Machine code of" in page and ">Scale<" in page


@needs_tools
def test_options_reach_the_compiler(tmp_path):
    (tmp_path / "factor.hpp").write_text("#define FACTOR 2\n")
    file = tmp_path / "kernel.cpp"
    file.write_text('#include "factor.hpp"\n' + SOURCE)
    code = xeforge.compile(file, "ptl-h", grf=256, include=[tmp_path])
    assert (code.device, code.kernels[0]["grf"]) == ("ptl-h", 256)
    assert xeforge.compile(str(file), include=[str(tmp_path)]).device == "bmg"


@needs_tools
def test_a_macro_that_is_true_is_1():
    source = SOURCE + "#if !FAST || SLOW\n#error slow\n#endif\n"
    code = xeforge.compile(source, define={"FACTOR": "3", "FAST": True, "SLOW": False})
    with pytest.raises(TypeError, match="pickle its binary"):
        pickle.dumps(code)


@pytest.mark.parametrize("options, message", [
    (dict(define={"FAST": None}), "define: got 'FAST': None; expected names with numbers, bool or str"),
    (dict(define=["FAST"]), "define: got ['FAST']; expected a dict of names and values"),
    (dict(include="folder"), "include: got 'folder'; expected a list of folders"),
])
def test_options_of_another_type_are_refused(options, message):
    with pytest.raises(xeforge.ArgumentTypeError) as caught:
        xeforge.compile(SOURCE, **options)
    assert str(caught.value) == message


@needs_tools
def test_a_compiled_has_no_roofline_and_this_is_said_in_one_line():
    with pytest.raises(xeforge.ArgumentTypeError) as caught:
        xeforge.roofline(xeforge.compile(SOURCE, define={"FACTOR": 3}))
    assert str(caught.value).startswith("operator: got a Compiled; expected xeforge.softmax_topk") and "\n" not in str(caught.value)


@needs_tools
def test_an_explanation_knows_the_lines_of_the_source():
    found = xeforge.compile(SOURCE, define={"FACTOR": 3}).explain()
    lines = [line for line in found.kernels[0]["lines"] if "FACTOR" in line["text"]]
    assert lines and lines[0]["instructions"] >= 1, found.kernels[0]["lines"]
    assert all(finding["kernel"] == "Scale" for finding in found.findings)
    page = page_in(found._repr_html_())
    assert "Where the instructions of Scale come from" in page and "piece *= float(FACTOR);" in page


@needs_tools
def test_what_is_wrong_with_a_source_is_said_with_its_place():
    with pytest.raises(xeforge.ArgumentError) as problem:
        xeforge.compile(SOURCE)
    assert problem.value.argument == "<source>:8:20" and "FACTOR" in problem.value.got
    assert "kernel.cpp" not in str(problem.value) and str(problem.value).endswith("a C++ compilation of <source> without errors")
    with pytest.raises(xeforge.ArgumentError, match="none.cpp: got no such file"):
        xeforge.compile("none.cpp")


@needs_tools
def test_a_mistake_in_a_file_is_shown_under_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "half.cpp").write_text("#include <cstddef>\nint half(int x) { return x +; }\n")
    (tmp_path / "lacking.cpp").write_text("#include <sycl/sycl.hpp>\n#include <none.hpp>\n")
    for file, place, words in (("half.cpp", "half.cpp:2:29", "expected expression"), ("lacking.cpp", "lacking.cpp:2:10", "none.hpp"),
                               (tmp_path / "half.cpp", f"{tmp_path}/half.cpp:2:29", "expected expression")):
        with pytest.raises(xeforge.ArgumentError, match=words) as problem:
            xeforge.compile(file)
        assert problem.value.argument == place


@pytest.mark.parametrize("arguments, options, problem, message", [
    ((None,), {}, TypeError, "source_or_path: got None; expected C++ in a str with line breaks, or the path of a file"),
    ((b"",), {}, TypeError, "source_or_path: got b''; expected C++ in a str with line breaks, or the path of a file"),
    (("",), {}, ValueError, "source_or_path: got ''; expected C++ in a str with line breaks, or the path of a file"),
    ((".",), {}, ValueError, "source_or_path: got '.'; expected C++ in a str with line breaks, or the path of a file"),
    ((SOURCE, 3), {}, TypeError, "device: got 3; expected the name of a device"),
    ((SOURCE,), dict(grf=64), ValueError, "grf: got 64; expected 128 or 256"),
    ((SOURCE,), dict(grf=True), ValueError, "grf: got True; expected 128 or 256"),
    ((SOURCE,), dict(define={"A B": 1}), ValueError, "define: got 'A B'; expected names of macros: letters, digits and _, no digit first"),
    ((SOURCE,), dict(define={"1A": 1}), ValueError, "define: got '1A'; expected names of macros: letters, digits and _, no digit first"),
])
def test_arguments_that_cannot_be_are_refused_by_name(arguments, options, problem, message):
    with pytest.raises(problem) as caught:
        xeforge.compile(*arguments, **options)
    assert str(caught.value) == message and caught.value.argument == message.partition(":")[0]


def test_missing_tools_are_one_clear_error(tmp_path):
    with pytest.raises(xeforge.ArgumentError, match="xeforge-device-tools") as problem:
        xeforge.compile(SOURCE, tools=tmp_path / "none")
    assert problem.value.argument == "device tools"
    with pytest.raises(xeforge.ArgumentError, match="one of bmg") as problem:
        xeforge.compile(SOURCE, "rtx")
    assert (problem.value.argument, problem.value.got) == ("device", "'rtx'")


def test_a_roofline_has_bounds_and_a_picture():
    found = xeforge.roofline(xeforge.softmax_topk, case="seed", device="bmg,b580")
    assert [bound["device"] for bound in found.bounds] == ["bmg", "b580"]
    assert {bound["limit"] for bound in found.bounds} == {"memory"} and "seed" in repr(found)
    assert "<svg" in page_in(found._repr_html_())
    for wrong, got in ((print, "print"), (xeforge.merge, "merge"), (3, "3")):
        with pytest.raises(xeforge.ArgumentTypeError, match=f"^operator: got {got}; expected xeforge.softmax_topk, "):
            xeforge.roofline(wrong)
    with pytest.raises(xeforge.ArgumentError, match="^operator: got 'nothing'; expected softmax-topk, attention, rms-norm"):
        xeforge.roofline("nothing")
    with pytest.raises(xeforge.ArgumentError, match="^device: got 'none'; expected one of") as caught:
        xeforge.roofline("attention", device="none")
    assert "--" not in str(caught.value)
    with pytest.raises(xeforge.ArgumentError, match="case: got 'none'"):
        xeforge.roofline("attention", case="none")


@needs_tools
def test_words_that_look_like_options_are_none():
    with pytest.raises(xeforge.ArgumentError, match="operator: got '--help'"):
        xeforge.roofline("--help")
    with pytest.raises(xeforge.ArgumentError, match="case: got '--help'"):
        xeforge.roofline("attention", case="--help")
    with pytest.raises(xeforge.ArgumentError, match="device: got '--help'"):
        xeforge.roofline("attention", device="--help")
    with pytest.raises(xeforge.ArgumentError, match="--help"):
        xeforge.compile("--help")


@needs_tools
def test_sources_may_have_letters_of_any_language():
    assert xeforge.compile("// Größe\n" + SOURCE, define={"FACTOR": 3}).kernels
