"""The site in a headless Chromium, as one reads it without a network: diagrams are pictures with all their texts.

    python3 site_test.py SITE

Exit code 77: no site (its test says why) or no Chromium here.
"""

import pathlib
import sys
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(REPOSITORY / "tests/pages"), str(REPOSITORY / "docs/site")]
sys.dont_write_bytecode = True
import browser  # noqa: E402
import diagrams  # noqa: E402

SKIPPED = 77


class Diagrams(unittest.TestCase):
    def test_each_is_shown_with_all_its_texts_and_arrows(self):
        with browser.Browser() as chromium:
            for name, shown in (("README.md", "index.html"), ("ARCHITECTURE.md", "ARCHITECTURE.html")):
                sources = diagrams.BLOCK.findall((REPOSITORY / name).read_text())
                chromium.open(SITE / shown)
                pictures = chromium.run("""
                    return [...document.querySelectorAll(".diagram > svg")].map(svg => {
                      const box = svg.getBoundingClientRect(), place = svg.parentElement;
                      const seen = [...svg.querySelectorAll("text")].filter(text => {
                        const part = text.getBoundingClientRect();
                        return part.width > 0 && part.left >= box.left - 1 && part.right <= box.right + 1 &&
                               part.top >= box.top - 1 && part.bottom <= box.bottom + 1;
                      });
                      return {width: box.width, height: box.height, reached: place.scrollWidth >= box.width - 1,
                              texts: seen.map(text => text.textContent), arrows: svg.querySelectorAll("g.edge").length};
                    });""")
                self.assertEqual(len(pictures), len(sources), name)
                self.assertGreater(len(pictures), 0, name)
                for picture, source in zip(pictures, sources):
                    _, texts, arrows = diagrams.read(source)
                    self.assertEqual(sorted(picture["texts"]), sorted(part for text in texts.values() for part in text.split("<br/>")))
                    self.assertEqual(picture["arrows"], len(arrows))
                    self.assertTrue(picture["reached"] and picture["width"] > 300 and picture["height"] > 100, picture)
                self.assertNotIn("-->", chromium.run("return document.body.innerText"), name)
            self.assertEqual([address for address in chromium.requests() if address.startswith("http")], [])

    def test_they_have_the_colour_of_the_text(self):
        with browser.Browser() as chromium:
            for scheme in ("light", "dark"):
                chromium.use_media(scheme=scheme)
                chromium.open(SITE / "index.html")
                text, page = chromium.run("""
                    return [getComputedStyle(document.querySelector(".diagram text")).fill,
                            getComputedStyle(document.querySelector(".diagram")).color];""")
                self.assertEqual(text, page, scheme)

    def test_what_is_not_understood_is_refused(self):
        for diagram in ("graph XY\n  a --> b\n", "graph LR\n  a -.-> b\n", "sequenceDiagram\n  a->>b: c\n", "graph LR\n  a{text}\n"):
            with self.assertRaisesRegex(ValueError, "a diagram: got '.*'; expected"):
                diagrams.read(diagram)


if __name__ == "__main__":
    SITE = pathlib.Path(sys.argv.pop()).resolve()
    missing = browser.missing() or (None if (SITE / "index.html").exists() else "the site")
    if missing:
        print(f"skipped: {missing} is not here")
        sys.exit(SKIPPED)
    unittest.main()
