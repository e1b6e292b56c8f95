"""Holds the sources against src/layers.txt: who includes whom, and that no two sources include each other.

    python3 tests/layers/layers_test.py            every test
    python3 tests/layers/layers_test.py --write    the picture in ARCHITECTURE.md anew

A source is a .hpp and the .cpp of the same name together. Standard library only."""
import fnmatch
import pathlib
import re
import sys
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
SOURCES = REPOSITORY / "src"
PAGE = REPOSITORY / "ARCHITECTURE.md"
MOST_SOURCES = 40  # in one folder
BEGIN, END = "<!-- src/layers.txt, by ./forge docs -->\n", "<!-- end -->\n"

INCLUDE = re.compile(r'\s*#\s*include\s+(["<])([^">]+)[">]')
TEST = re.compile(r"(_test|_for_test|_bench|_probe|testing)\.[ch]pp$|/test_kernels/")


class Table:
    """The rows of src/layers.txt, in their order."""

    def __init__(self, text):
        self.layers, self.patterns, self.libraries = {}, [], {}
        for number, line in enumerate(text.splitlines(), 1):
            line = line.split("#")[0].strip()
            if not line:
                continue
            kind, _, rest = line.partition(" ")
            head, colon, tail = rest.partition(":")
            if kind not in ("layer", "uses") or not colon or (kind == "layer" and "=" not in head):
                raise ValueError(f"src/layers.txt:{number}: got '{line}'; expected 'layer NAME = FOLDER... : LAYER...' "
                                 "or 'uses LIBRARY... : PLACE...'")
            if kind == "uses":
                self.libraries |= {name: tail.split() for name in head.split()}
                continue
            name, places = (part.strip() for part in head.split("="))
            for used in tail.split():
                if used not in self.layers:
                    raise ValueError(f"src/layers.txt:{number}: {name} names {used}, which is no row above it")
            self.layers[name] = tail.split()
            self.patterns += [(place, name) for place in places.split()]

    def layer_of(self, path):
        """The layer of a path below src, or None."""
        rows = [(len(place), name) for place, name in self.patterns if matches(path, place)]
        return max(rows)[1] if rows else None

    def allows(self, layer, other):
        return layer == other or other in self.layers[layer]


def matches(path, place):
    return fnmatch.fnmatch(path, place) or path.startswith(place + "/")


def product_sources():
    """Paths below src of everything that is no test."""
    found = [path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*.[ch]pp")]
    return sorted(path for path in found if not TEST.search(path))


def includes_of(path, known):
    """The sources of the project and the libraries that a source includes."""
    sources, libraries = [], []
    for line in (SOURCES / path).read_text().splitlines():
        found = INCLUDE.match(line)
        if not found:
            continue
        beside = (pathlib.PurePosixPath(path).parent / found[2]).as_posix()
        if found[2] in known or beside in known:
            sources.append(found[2] if found[2] in known else beside)
        elif found[1] == "<":
            libraries += library_of(found[2])
    return sources, libraries


def library_of(header):
    """The library from outside that a header is from, by its folder or else its own name; none for C++'s own and ours."""
    folder = header.split("/")[0]
    return [] if "." not in header or folder in ("xeforge", "sycl", "CL") else [folder]


def circles(graph):
    """Groups of nodes that reach each other, by Tarjan's algorithm without recursion."""
    index, low, stack, found = {}, {}, [], []
    for root in graph:
        work = [(root, iter(graph[root]))] if root not in index else []
        while work:
            node, children = work[-1]
            if node not in index:
                index[node] = low[node] = len(index)
                stack.append(node)
            for child in children:
                if child not in index:
                    work.append((child, iter(graph[child])))
                    break
                if child in stack:
                    low[node] = min(low[node], index[child])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = stack[stack.index(node):]
                    del stack[stack.index(node):]
                    if len(group) > 1:
                        found.append(sorted(group))
    return found


def hands_on(text):
    """Whether a header has nothing of its own: it is there for a name that programs include."""
    lines = [line.strip() for line in text.splitlines()]
    return all(line.startswith(("//", "#pragma once", "#include")) for line in lines if line)


def picture(table):
    """The table as a graph in Mermaid's language; what a used layer uses itself is not drawn again."""
    def reached(layer):
        return {other for used in table.layers[layer] for other in (used, *reached(used))}
    lines = ["```mermaid", "graph RL"]
    for layer, used in table.layers.items():
        indirect = {other for one in used for other in reached(one)}
        drawn = [one for one in used if one not in indirect]
        lines += [f"  {layer} --> {one}" for one in drawn] or [f"  {layer}"]
    return "\n".join(lines + ["```", ""])


def with_picture(page, table):
    head, _, rest = page.partition(BEGIN)
    if not rest:
        raise ValueError(f"ARCHITECTURE.md: got no line '{BEGIN.strip()}'; expected it where the picture goes")
    return head + BEGIN + picture(table) + END + rest.partition(END)[2]


class Layers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.table = Table((SOURCES / "layers.txt").read_text())
        cls.paths = product_sources()
        cls.includes = {path: includes_of(path, set(cls.paths)) for path in cls.paths}

    def test_every_source_is_in_a_layer(self):
        self.assertEqual([path for path in self.paths if self.table.layer_of(path) is None], [])

    def test_no_source_includes_a_layer_that_its_row_does_not_name(self):
        wrong = [f"{path} includes {other}: {self.table.layer_of(path)} may not use {self.table.layer_of(other)}"
                 for path in self.paths for other in self.includes[path][0]
                 if not self.table.allows(self.table.layer_of(path), self.table.layer_of(other))]
        self.assertEqual(wrong, [])

    def test_libraries_are_included_where_the_table_says(self):
        wrong = [f"{path} includes {library}" for path in self.paths for library in self.includes[path][1]
                 if not any(matches(path, place) for place in self.table.libraries.get(library, []))]
        self.assertEqual(wrong, [])

    def test_every_place_in_the_table_includes_its_library(self):
        idle = [f"{library} in {place}" for library, places in self.table.libraries.items() for place in places
                if not any(library in self.includes[path][1] and matches(path, place) for path in self.paths)]
        self.assertEqual(idle, [])

    def test_no_sources_include_each_other(self):
        def unit(path):
            return re.sub(r"\.[ch]pp$", "", path)
        graph = {unit(path): set() for path in self.paths}
        for path in self.paths:
            graph[unit(path)] |= {unit(other) for other in self.includes[path][0]} - {unit(path)}
        # Classes of SYCL that hand out each other.
        allowed = [["sycl/context", "sycl/device", "sycl/kernel_bundle", "sycl/platform"],
                   ["sycl/detail/command_slot", "sycl/detail/scheduler", "sycl/event"]]
        self.assertEqual([group for group in circles(graph) if group not in allowed], [])

    def test_no_folder_has_more_sources_than_one_can_look_over(self):
        folders = {}
        for path in SOURCES.rglob("*.[ch]pp"):
            if not hands_on(path.read_text()):
                folders.setdefault(path.parent.relative_to(SOURCES).as_posix(), []).append(path.name)
        self.assertEqual({folder: len(names) for folder, names in folders.items() if len(names) > MOST_SOURCES}, {})

    def test_the_picture_is_that_of_the_table(self):
        page = PAGE.read_text()
        self.assertEqual(page, with_picture(page, self.table), "./forge docs writes it anew")


class Defects(unittest.TestCase):
    """The test finds what it is for."""

    def test_a_row_may_only_name_rows_above(self):
        with self.assertRaisesRegex(ValueError, "a names b"):
            Table("layer a = x : b\nlayer b = y :\n")

    def test_a_row_that_is_none_is_refused(self):
        with self.assertRaisesRegex(ValueError, "layers.txt:1"):
            Table("layre a = x :\n")

    def test_the_longest_match_counts(self):
        table = Table("layer a = x :\nlayer b = x/y : a\n")
        self.assertEqual([table.layer_of(path) for path in ("x/z.hpp", "x/y/z.hpp", "w/z.hpp")], ["a", "b", None])
        self.assertFalse(table.allows("a", "b"))

    def test_libraries_are_known_by_their_headers(self):
        self.assertEqual([library_of(header) for header in ("libelf.h", "elfutils/libdw.h", "vector", "sycl/sycl.hpp")],
                         [["libelf.h"], ["elfutils"], [], []])

    def test_headers_that_only_include_are_known(self):
        self.assertTrue(hands_on("// A name.\n#pragma once\n\n#include <sycl/sycl.hpp>\n"))
        self.assertFalse(hands_on("#pragma once\n#include <sycl/sycl.hpp>\nnamespace sycl {}\n"))

    def test_circles_are_found(self):
        self.assertEqual(circles({"a": ["b"], "b": ["c"], "c": ["b"], "d": ["a"]}), [["b", "c"]])


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(with_picture(PAGE.read_text(), Table((SOURCES / "layers.txt").read_text())))
    else:
        unittest.main()
