#!/usr/bin/env python3
"""stage.py XEFORGE OUTPUT: puts the pages of the site together in OUTPUT, beside mkdocs.yml: every page of the repository at its
place, the files that pages link to, and a reference made from the sources and from what the program XEFORGE prints."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "src/xeforge/lab/manual"))
sys.dont_write_bytecode = True
from diagrams import with_pictures  # noqa: E402
from commands import help_of, read_commands, targets_of  # noqa: E402

PACKAGE = REPOSITORY / "src/xeforge/python/xeforge"
LINK = re.compile(r"\[([^\]]*)\]\(\s*([^)\s#]+)(#[^)\s]*)?\)")


def tracked(pattern):
    listed = subprocess.run(["git", "ls-files", pattern], cwd=REPOSITORY, check=True, capture_output=True, text=True).stdout
    return [Path(name) for name in listed.splitlines()]


def copy_page(name, pages):
    """A page at its place. Sources that it links to are copied beside, folders become what they are called."""
    def link(found):
        target = (REPOSITORY / name).parent / found[2]
        if re.match(r"[a-z]+:", found[2]) or target.suffix == ".md":
            return found[0]
        if target.is_file():
            copy = pages / target.resolve().relative_to(REPOSITORY)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(target, copy)
        return found[1] if target.is_dir() else found[0]

    (pages / name).parent.mkdir(parents=True, exist_ok=True)
    text = with_pictures(LINK.sub(link, (REPOSITORY / name).read_text()))
    # A renderer of Markdown takes one word behind the fence.
    (pages / name).write_text(re.sub(r"^```(\w+) (?:excerpt=\S+|not run)$", r"```\1", text, flags=re.M))


def described(files):
    """Signature and docstring of each function and class on the top level of these files, by name."""
    found = {}
    for file in files:
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                found[node.name] = f"{node.name}({ast.unparse(node.args)})\n\n{ast.get_docstring(node) or ''}"
            elif isinstance(node, ast.ClassDef):
                bases = ", ".join(map(ast.unparse, node.bases))
                members = [f"    .{each.name}    {ast.get_docstring(each)}" for each in node.body
                           if isinstance(each, ast.FunctionDef) and not each.name.startswith("_") and ast.get_docstring(each)]
                found[node.name] = "\n".join([f"class {node.name}({bases})", "", ast.get_docstring(node) or "", "", *members]).rstrip()
    return found


def public_names(module):
    """What the module says in __all__."""
    for node in ast.parse(module.read_text()).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return ast.literal_eval(node.value)
    sys.exit(f"stage.py: {module} has no __all__; expected the names that the reference shows")


def module_reference(module, files):
    """The functions and classes of the module, in the order of its __all__."""
    found = described(files)
    return "\n".join(f"### {name}\n\n```text\n{found[name]}\n```\n" for name in public_names(module))


def python_reference():
    """The package, then its modules that one imports by their names."""
    sections = [f"## xeforge\n\n{module_reference(PACKAGE / '__init__.py', sorted(PACKAGE.glob('_*.py')))}"]
    for path in sorted(PACKAGE.glob("[a-z]*")):
        module = path / "__init__.py" if path.is_dir() else path
        if module.suffix != ".py" or not module.exists():
            continue
        files = sorted(path.glob("*.py")) if path.is_dir() else [path]
        introduction = ast.get_docstring(ast.parse(module.read_text()))
        sections.append(f"## xeforge.{path.stem}\n\n```text\n{introduction}\n```\n\n{module_reference(module, files)}")
    return "# Python\n\nWhat `help(xeforge)` says. [The guide](../docs/guide/python.md) shows it in use.\n\n" + "\n".join(sections)


def header_reference(title, *headers):
    """headers: each with what is said about it."""
    sections = [f"`<xeforge/{header}>`{remark}\n\n```cpp\n{(REPOSITORY / 'src/xeforge' / header).read_text()}```\n"
                for header, remark in headers]
    return f"# {title}\n\n" + "\n".join(sections)


def command_reference(program):
    top = read_commands(program, ["xeforge"], targets_of(program))
    sections = [f"# Command line\n\n```text\n{help_of(program, [])}```\n"]
    for command in top.every()[1:]:
        level = "##" if len(command.words) == 2 else "###"
        usage = "\n".join([command.usage, *(f"  {each.left:28}  {each.text}" for entries in command.lists.values() for each in entries)])
        examples = "\n".join(["", "Examples:", *(f"  {each}" for each in command.examples)]) if command.examples else ""
        sections.append(f"{level} {' '.join(command.words)}\n\n{command.description}.\n\n```text\n{usage}\n{examples}\n```\n")
    return "\n".join(sections)


def main():
    if len(sys.argv) != 3:
        sys.exit(f"stage.py: got {len(sys.argv) - 1} arguments; expected XEFORGE OUTPUT")
    program, output = Path(sys.argv[1]), Path(sys.argv[2])
    pages = output / "pages"
    shutil.rmtree(output, ignore_errors=True)
    for name in tracked("*.md"):
        copy_page(name, pages)
    (pages / "reference").mkdir()
    for name, text in (("python", python_reference()), ("c", header_reference("C", ("xeforge.h", " as it is installed."))),
                       ("cpp", header_reference("C++", ("xeforge.hpp", " as it is installed."),
                                                ("xeforge_ranks.hpp", " as it is installed."),
                                                ("distributed.hpp", ", the library `xeforge::mpi`: built where MPI is found. "
                                                 "[The guide](../docs/guide/more-than-one-machine.md) shows it in use."))),
                       ("command-line", command_reference(program))):
        (pages / f"reference/{name}.md").write_text(text)
    shutil.copy(REPOSITORY / "docs/site/mkdocs.yml", output)


main()
