"""Diagrams of pages as pictures that need no script: the part of Mermaid's language that the pages use, by dot of Graphviz.

    graph LR                        or RL, TB
      one["its text<br/>two lines"]
      one --> other["more text"]
"""

import html
import re
import subprocess

BLOCK = re.compile(r"^```mermaid\n(.*?)^```$", re.M | re.S)
NODE = r'(\w+)(?:\["([^"]*)"\])?'
LINE = re.compile(rf"{NODE}(?:\s*-->\s*{NODE})?")


def read(diagram):
    """The direction, the nodes' texts by their names, and the pairs of names that have an arrow. Raises ValueError for a line that
    is not understood."""
    first, *rest = [line.strip() for line in diagram.strip().splitlines()]
    direction = re.fullmatch(r"graph (LR|RL|TB)", first)
    if direction is None:
        raise ValueError(f"a diagram: got '{first}'; expected graph LR, RL or TB")
    texts, arrows = {}, []
    for line in rest:
        found = LINE.fullmatch(line)
        if found is None:
            raise ValueError(f"a diagram: got '{line}'; expected NODE[\"text\"], or two of them with --> between")
        for name, text in ((found[1], found[2]), (found[3], found[4])):
            if name is not None and (text is not None or name not in texts):
                texts[name] = text or name
        if found[3] is not None:
            arrows.append((found[1], found[3]))
    return direction[1], texts, arrows


def dot_of(direction, texts, arrows):
    """In Graphviz's language."""
    nodes = [f'"{name}" [label=<{text.replace("&", "&amp;")}>]' for name, text in texts.items()]
    style = f'rankdir={direction}; bgcolor=none; node [shape=box, style=rounded, fontname="sans-serif", fontsize=12, margin="0.15,0.06"]'
    return "digraph {\n" + ";\n".join([style, *nodes, *(f'"{one}" -> "{other}"' for one, other in arrows)]) + ";\n}\n"


def picture_of(diagram):
    """The diagram as SVG within a page, in the colours of its text, and for who does not see it as a list of the arrows."""
    direction, texts, arrows = read(diagram)
    drawn = subprocess.run(["dot", "-Tsvg"], input=dot_of(direction, texts, arrows), check=True, capture_output=True, text=True).stdout
    picture = drawn[drawn.index("<svg"):]
    picture = re.sub(r"<!--.*?-->\n?|<title>.*?</title>\n?", "", picture, flags=re.S)
    picture = picture.replace('stroke="black"', 'stroke="currentColor"').replace('fill="black"', 'fill="currentColor"')
    picture = picture.replace("<text ", '<text fill="currentColor" ')
    label = "; ".join(f"{texts[one]} → {texts[other]}" for one, other in arrows).replace("<br/>", " ")
    # Letters as large as those of the page; what is wider than that can be moved. No empty line: in Markdown it would end the block.
    picture = re.sub(r'<svg width="(\d+)pt" height="(\d+)pt"', rf'<svg role="img" aria-label="{html.escape(label)}" width="\1" height="\2"', picture)
    return '<div class="diagram" style="overflow-x: auto">\n' + re.sub(r"\n+", "\n", picture).strip() + "\n</div>"


def with_pictures(page):
    """The page with each of its diagrams as a picture."""
    return BLOCK.sub(lambda found: picture_of(found[1]), page)
