#!/usr/bin/env python3
"""Pages in Markdown: links within the repository lead to files and headings that are there, and every block of code is run
by a test, or says what it is an excerpt of. Needs no network."""

import re
import subprocess
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
PAGES = sorted(REPOSITORY / name for name in
               subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=REPOSITORY,
                              check=True, capture_output=True, text=True).stdout.split("\n") if name)

# Which test runs the blocks of a language on a page.
RUN = {
    ("README.md", "python"): "python_package",
    ("README.md", "cpp"): "installed_operators",
    ("README.md", "sh"): "cli_test/readme",
    ("docs/guide/first-kernel.md", "cpp"): "first_kernel_guide",
    ("docs/guide/first-kernel.md", "sh"): "first_kernel_guide",
    ("docs/guide/find-a-bug.md", "cpp"): "xeforge_cxx_test/checker",
    ("docs/guide/find-a-bug.md", "sh"): "xeforge_cxx_test/checker",
    ("docs/guide/more-than-one-machine.md", "python"): "python_package",
    # Those of Python programs by python_package, and torchrun by ./forge test-frameworks.
    ("docs/guide/more-than-one-machine.md", "sh"): "ranks/guide",
    ("docs/guide/port-your-program.md", "cpp"): "xeforge_cxx_test/guide",
    ("docs/guide/port-your-program.md", "sh"): "xeforge_cxx_test/guide",
    ("docs/guide/port-your-program.md", "cmake"): "xeforge_cxx_test/guide",
    ("docs/guide/python.md", "python"): "python_package",
    ("docs/guide/python.md", "sh"): "way_pip",
    ("docs/guide/run-machine-code.md", "cpp"): "cli_test/emulate",
    ("docs/guide/run-machine-code.md", "python"): "cli_test/emulate",
    ("docs/guide/run-machine-code.md", "sh"): "cli_test/emulate",
    ("docs/guide/score-modification.md", "cpp"): "attention_test/score_modification",
    ("docs/guide/optimise-a-kernel.md", "sh"): "cli_test/optimise_guide",
    ("docs/guide/vendor-guide.md", "sh"): "guide_device_test",
    ("docs/guide/vendor-guide-memory.md", "sh"): "guide_device_test",
    ("docs/performance.md", "sh"): "refreshed_pages",
    ("docs/scale.md", "sh"): "scale_simulation",
    ("src/xeforge/python/README.md", "python"): "python_package",
}
NO_CODE = {"text", "mermaid", ""}


class Block:
    def __init__(self, line, information):
        self.line, self.lines = line, []
        self.language, _, self.rest = information.partition(" ")


def parts_of(page):
    """The lines outside of blocks of code, with their numbers, and the blocks."""
    text, blocks, block = [], [], None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        fence = re.match(r"\s*```(.*)$", line)
        if fence and block is None:
            block = Block(number, fence[1].strip())
        elif fence:
            blocks.append(block)
            block = None
        elif block is not None:
            block.lines.append(line)
        else:
            text.append((number, line))
    assert block is None, f"{page}: a block of code has no end"
    return text, blocks


def anchors_of(page):
    """What GitHub calls the headings of a page."""
    anchors = set()
    for _, line in parts_of(page)[0]:
        if found := re.match(r"#+\s+(.*?)\s*#*$", line):
            plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", found[1])
            name = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
            number, unique = 0, name
            while unique in anchors:
                number += 1
                unique = f"{name}-{number}"
            anchors.add(unique)
        anchors.update(re.findall(r'<a (?:name|id)="([^"]+)"', line))
    return anchors


def links_of(page):
    """(line, target) of every link and picture, also where its text goes over the end of a line."""
    text = parts_of(page)[0]
    whole = "\n".join(re.sub(r"`[^`]*`", lambda code: " " * len(code[0]), line) for _, line in text)
    for found in re.finditer(r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)|^\s*\[[^\]]+\]:\s*(\S+)", whole, re.M):
        yield text[whole.count("\n", 0, found.start())][0], found[1] or found[2]


def problem_of_link(page, target):
    if re.match(r"[a-z]+:", target):
        return None
    path, _, anchor = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    if not file.exists():
        return "there is no such file"
    if not file.is_relative_to(REPOSITORY):
        return "this is outside of the repository"
    if anchor and file.suffix == ".md" and anchor not in anchors_of(file):
        return "no heading of that page is called so"
    return None


def problem_of_block(page, block):
    name = page.relative_to(REPOSITORY).as_posix()
    if block.language in NO_CODE or (name, block.language) in RUN and not block.rest:
        return None
    if block.rest.startswith("excerpt="):
        source = [line.strip() for line in (REPOSITORY / block.rest.removeprefix("excerpt=")).read_text().splitlines()]
        wanted = [line.strip() for line in block.lines]
        places = range(len(source) - len(wanted) + 1)
        return None if any(source[at:at + len(wanted)] == wanted for at in places) else "the excerpt is not in that file"
    if block.rest == "not run":
        return None
    return f"no test is known to run {block.language} of this page; name it in RUN, or say ```{block.language} excerpt=FILE, or not run"


class Documents(unittest.TestCase):
    maxDiff = None

    def test_links_lead_somewhere(self):
        problems = [f"{page.relative_to(REPOSITORY)}:{line}: {target}: {problem}" for page in PAGES
                    for line, target in links_of(page) if (problem := problem_of_link(page, target))]
        self.assertEqual(problems, [])

    def test_blocks_of_code_are_run_or_say_why_not(self):
        problems = [f"{page.relative_to(REPOSITORY)}:{block.line}: {problem}" for page in PAGES
                    for block in parts_of(page)[1] if (problem := problem_of_block(page, block))]
        self.assertEqual(problems, [])

    def test_every_kind_that_is_run_is_still_there(self):
        there = {(page.relative_to(REPOSITORY).as_posix(), block.language) for page in PAGES for block in parts_of(page)[1]}
        self.assertEqual(set(RUN) - there, set())

    def test_what_is_wrong_would_be_found(self):
        page = REPOSITORY / "README.md"
        self.assertIn("no such file", problem_of_link(page, "docs/nothing.md"))
        self.assertIn("no heading", problem_of_link(page, "CONTRIBUTING.md#nothing"))
        self.assertIsNone(problem_of_link(page, "CONTRIBUTING.md#adding-an-operator"))
        block = Block(1, "cpp excerpt=examples/softmax_topk.cpp")
        block.lines = ["int nothing_like_this;"]
        self.assertIn("not in that file", problem_of_block(page, block))
        self.assertIn("no test is known", problem_of_block(REPOSITORY / "CHANGELOG.md", Block(1, "python")))


unittest.main()
