"""Looks at pages and pictures in a headless Chromium, as a user with a keyboard does.

    python3 pages_test.py SAMPLE_PAGES XEFORGE [--keep FOLDER] [--renew]

SAMPLE_PAGES writes sample pages, XEFORGE is the program. --keep leaves the pages and screenshots there; --renew writes
screenshots.json anew, what pages are compared with: look at the pictures first. Exit code 77: no Chromium here.
"""

import argparse
import base64
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import browser

SKIPPED = 77


def sample_bench():
    result = {"op": "attention", "case": "heads-1", "variant": "tiled", "target": "v4", "dtype": "bfloat16",
              "shape": {"batch": 2, "heads_q": 1}, "threads": 2, "median_ns": 1.1e7, "min_ns": 1e7, "runs": 20,
              "flops": 1.07e9, "gflops": 97.6, "roof_gflops": 210.0, "bytes": 2097152, "gbps": 0.19, "roof_gbps": None,
              "roof": "bf16 dot", "percent_of_roof": 46.5, "in_cache": True, "implausible": False, "check": "passed",
              "failure": ""}
    decode = {**result, "case": "decode", "median_ns": 3e6, "gflops": 12.0, "gbps": 16.0, "roof_gbps": 18.0,
              "roof_gflops": None, "roof": "read", "in_cache": False}
    failed = {**result, "case": "heads-2", "median_ns": 0, "min_ns": 0, "gflops": 0, "percent_of_roof": 0,
              "check": "failed", "failure": "<b>row 3</b> is wrong"}
    return {"machine": "a machine", "compiler": "clang 19", "commit": "0123abc", "date": "2026-01-02T03:04:05Z",
            "results": [result, decode, failed]}


def sample_journal():
    def step(title, before, after, verdict="kept"):
        return {"id": title, "date": "2026-01-02", "title": title, "hypothesis": "it waits", "prediction": "faster",
                "change": "wait less", "numbers": [{"name": "attention heads-1", "unit": "GFLOP/s", "before": before, "after": after}],
                "result": "as predicted", "verdict": verdict, "machine": "a machine", "compiler": "clang 19",
                "commit": "0123abc", "source": "bench.json"}
    lines = [json.dumps(step("first", 60, 80)), json.dumps(step("second", 80, 90, "reverted")), "{ damaged",
             json.dumps(step("third", 80, 97)), json.dumps({"title": "without the rest"})]
    return "\n".join(lines) + "\n"


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="xeforge-pages-")
        cls.folder = pathlib.Path(arguments.keep or cls.temporary.name).resolve()
        cls.folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([arguments.sample_pages, cls.folder], check=True)
        (cls.folder / "bench.json").write_text(json.dumps(sample_bench()))
        (cls.folder / "JOURNAL").write_text(sample_journal())
        (cls.folder / "hotspots.csv").write_text("Computing Task\tComputing Task:Total Time\tComputing Task:Instance Count\n"
                                                 "Axpy<float, 8>\t0.5\t10\n")
        subprocess.run([arguments.xeforge, "report", "-o", "report.html", "--bench", "bench.json", "--journal", "JOURNAL",
                        "--profile", "hotspots.csv"], cwd=cls.folder, check=True, stdout=subprocess.DEVNULL)
        cls.browser = browser.Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.temporary.cleanup()

    def open(self, name, medium="screen", scheme="light", width=1200):
        self.browser.allow_scripts(True)
        self.browser.resize(width)
        self.browser.use_media(medium, scheme)
        self.browser.open("/dev/null")
        self.browser.requests()
        self.browser.log("browser")
        self.browser.open(self.folder / name)

    def column(self, table, at):
        return self.browser.run("return [...document.querySelectorAll('table')[arguments[0]].tBodies[0].rows]"
                                ".map(row => row.cells[arguments[1]].textContent)", table, at)

    # ---- what a page asks for -------------------------------------------------------------------------------------

    def test_every_page_asks_for_nothing_but_itself_and_logs_nothing(self):
        for name in ("everything.html", "hostile.html", "report.html", "roofline.svg", "ladder.svg"):
            with self.subTest(name):
                self.open(name)
                self.browser.run("return document.readyState")
                asked = [address for address in self.browser.requests() if not address.startswith("data:")]
                self.assertEqual(asked, ["file://%s" % (self.folder / name)])
                self.assertEqual([entry["message"] for entry in self.browser.log("browser")], [])

    def test_the_policy_stops_a_page_that_would_ask(self):
        page = (self.folder / "everything.html").read_text()
        (self.folder / "asking.html").write_text(page.replace("</main>", "<img src='http://127.0.0.1:9/a.png'></main>"))
        self.open("asking.html")
        messages = " ".join(entry["message"] for entry in self.browser.log("browser"))
        self.assertIn("Content Security Policy", messages)

    def test_hostile_names_are_text(self):
        self.open("hostile.html")
        self.browser.press(*[browser.TAB] * 12)
        self.assertIsNone(self.browser.run("return window.wasAttacked ?? null"))
        self.assertEqual(self.browser.run("return document.querySelectorAll('img').length"), 0)
        self.assertEqual(self.browser.run("return document.scripts.length"), 1)
        self.assertTrue(self.browser.run("return document.title").startswith("</title></script>"))

    def test_the_policy_names_the_script_that_is_there(self):
        page = (self.folder / "everything.html").read_text()
        script = re.search("<script>(.*?)</script>", page, re.S).group(1)
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        self.assertIn("script-src 'sha256-%s'" % digest, page, "page_script_hash() has to be this one")

    # ---- the keyboard ---------------------------------------------------------------------------------------------

    def focused(self):
        return self.browser.run("const e = document.activeElement; return e.getAttribute('aria-label') || e.textContent")

    def tab_to(self, text):
        for _ in range(80):
            self.browser.press(browser.TAB)
            if self.focused() == text:
                return
        self.fail("the keyboard does not get to '%s'" % text)

    def sort_state(self, table=0):
        return self.browser.run("return [...document.querySelectorAll('table')[arguments[0]].tHead.rows[0].cells]"
                                ".map(header => header.getAttribute('aria-sort'))", table)

    def test_enter_and_space_on_a_header_sort_the_table(self):
        self.open("everything.html")
        self.assertEqual(self.column(0, 0), ["bravo", "alpha", "delta", "charlie"])
        self.assertEqual(self.sort_state(), [None, None])
        self.tab_to("name")
        self.browser.press(browser.ENTER)
        self.assertEqual(self.column(0, 0), ["alpha", "bravo", "charlie", "delta"])
        self.assertEqual(self.sort_state(), ["ascending", None])
        self.browser.press(browser.SPACE)
        self.assertEqual(self.column(0, 0), ["delta", "charlie", "bravo", "alpha"])
        self.assertEqual(self.sort_state(), ["descending", None])
        self.tab_to("value")
        self.browser.press(browser.ENTER)
        self.assertEqual(self.column(0, 1), ["-2", "9.5", "10", "-"], "by value, what has none comes last")
        self.browser.press(browser.ENTER)
        self.assertEqual(self.column(0, 1), ["10", "9.5", "-2", "-"])
        self.assertEqual(self.sort_state(), [None, "descending"])
        self.assertEqual(self.browser.run("return document.getElementById('sorted').textContent"),
                         "Numbers: sorted by value, descending")

    def test_a_click_sorts_as_well(self):
        self.open("everything.html")
        self.browser.run("document.querySelector('th button').click()")
        self.assertEqual(self.column(0, 0), ["alpha", "bravo", "charlie", "delta"])

    def test_points_roofs_and_steps_can_be_reached_and_say_their_values(self):
        self.open("everything.html")
        self.tab_to("Roof roof one: 110 GFLOP/s, 18 GB/s, ridge at 6.11 FLOP/byte")
        self.tab_to("far from it: 40 FLOP/byte, 60 GFLOP/s, measured")
        shown = self.browser.run("const value = document.activeElement.querySelector('.xf-value');"
                                 "return [getComputedStyle(value).opacity, value.textContent.trim()]")
        self.assertEqual(shown, ["1", "far from it: 40 FLOP/byte, 60 GFLOP/s, measured"])
        self.tab_to("Step 2 of 3, a step: 70 TFLOP/s, +6 (+9.4%) over the step before")

    def test_the_first_tab_leads_past_the_header(self):
        self.open("everything.html")
        self.browser.press(browser.TAB)
        self.assertEqual(self.focused(), "Skip to the content")
        self.browser.press(browser.ENTER)
        self.assertEqual(self.browser.run("return document.activeElement.id"), "content")

    def test_without_scripts_everything_is_there(self):
        self.browser.allow_scripts(False)
        try:
            self.browser.open(self.folder / "everything.html")
        finally:
            self.browser.allow_scripts(True)
        text = self.browser.run("return document.body.innerText")
        for words in ("Numbers", "bravo", "A crowd below two roofs", "What is folded"):
            self.assertIn(words, text)
        self.assertEqual(self.browser.run("return document.querySelectorAll('th button').length"), 0)

    def test_a_line_of_source_leads_to_its_instructions_and_back(self):
        self.open("everything.html")
        self.tab_to("line 3: 1 instruction, 16 cycles of an iteration")
        chosen = "return [...document.querySelectorAll('.code .chosen')].map(row => row.textContent.trim())"
        self.assertEqual(len(self.browser.run(chosen)), 2)
        self.assertTrue(self.browser.run(chosen)[1].startswith("dpas"))
        self.browser.run("document.querySelectorAll('.code .pane')[1].querySelector('tr[data-line]').click()")
        self.assertIn("load();", self.browser.run(chosen)[0])

    def test_lines_of_two_versions_lead_to_each_other(self):
        self.open("everything.html")
        versions = "const view = document.querySelectorAll('.code')[1];"
        self.browser.run(versions + "view.querySelectorAll('.pane')[1].querySelector('tr[data-line=\"4\"]').click()")
        chosen = versions + "return [...view.querySelectorAll('.pane')].map(pane => pane.querySelectorAll('.chosen').length)"
        self.assertEqual(self.browser.run(chosen), [1, 1, 1, 1], "line 3 before is line 4 after")
        alone = versions + "return [...view.querySelectorAll('.alone')].map(row => row.querySelector('th').textContent)"
        self.assertEqual(self.browser.run(alone), ["2", "3"], "of one version alone")

    def test_a_chart_is_drawn_for_the_width_there_is(self):
        for width, shown in ((400, "narrow"), (500, "narrow"), (800, "wide"), (1280, "wide"), (1920, "wide")):
            with self.subTest(width=width):
                self.open("everything.html", width=width)
                pictures = self.browser.run("""
                    return [...document.querySelectorAll(".picture")].filter(picture => picture.checkVisibility())
                        .map(picture => [picture.classList[1], picture.scrollWidth - picture.clientWidth,
                                         picture.querySelector("text").getBoundingClientRect().height]);
                """)
                self.assertEqual([kind for kind, _, _ in pictures], [shown] * 2)
                for _, cut, height in pictures:
                    self.assertLessEqual(cut, 0)
                    self.assertGreater(height, 12, "letters stay large enough to read")
                if width in (400, 500):
                    self.browser.screenshot(self.folder / ("everything-%d.png" % width))

    def test_code_is_in_a_font_of_fixed_width_and_its_panes_have_names(self):
        self.open("everything.html")
        fonts = self.browser.run("return [...document.querySelectorAll('.pane td')].map(cell => getComputedStyle(cell).fontFamily)")
        self.assertTrue(fonts)
        for font in fonts:
            self.assertIn("monospace", font)
        names = self.browser.run("return [...document.querySelectorAll('.pane')].map(pane => pane.getAttribute('aria-label'))")
        self.assertEqual(names[:2], ["Source of A kernel", "Instructions of A kernel"])
        self.assertEqual(len(set(names)), len(names), "no two panes are called the same")

    def test_the_colours_of_code_keep_its_text_readable(self):
        for scheme in ("light", "dark"):
            with self.subTest(scheme):
                self.open("everything.html", "screen", scheme)
                contrasts = self.browser.run("""
                    const channels = colour => colour.match(/[\\d.]+/g).map(Number);
                    const luminance = colour => {
                      const [r, g, b] = channels(colour).map(c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
                      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                    };
                    return [...document.querySelectorAll(".pane tr[data-line]")].map(row => {
                      const text = luminance(getComputedStyle(row.cells[row.cells.length - 1]).color);
                      const paper = luminance(getComputedStyle(row).backgroundColor);
                      return (Math.max(text, paper) + 0.05) / (Math.min(text, paper) + 0.05);
                    });
                """)
                self.assertTrue(contrasts)
                self.assertGreater(min(contrasts), 4.5)

    def test_no_page_is_wider_than_the_window(self):
        for width in (400, 800, 1280, 1920):
            for name in ("everything.html", "hostile.html", "report.html"):
                with self.subTest(name, width=width):
                    self.open(name, width=width)
                    self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth - innerWidth"), 0)

    # ---- how it looks ---------------------------------------------------------------------------------------------

    def colours(self):
        """Of body, a label of a chart and a header: text and what is behind it, as luminances."""
        return self.browser.run("""
            const luminance = colour => {
              const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(
                  c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
              return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const style = selector => getComputedStyle(document.querySelector(selector));
            const paper = luminance(style("body").backgroundColor), picture = luminance(style(".xf-paper").fill);
            return [[luminance(style("body").color), paper], [luminance(style(".provenance").color), paper],
                    [luminance(style("a").color), paper], [luminance(style(".xf-title").fill), picture],
                    [luminance(style(".xf-faint").fill), picture], [luminance(style(".xf-ink-0").fill), picture],
                    [luminance(style(".xf-ink-1").fill), picture]];
        """)

    def test_text_stands_out_in_light_and_dark_and_on_paper(self):
        for medium, scheme, is_dark in (("screen", "light", False), ("screen", "dark", True), ("print", "dark", False)):
            with self.subTest(medium + " " + scheme):
                self.open("everything.html", medium, scheme)
                for text, paper in self.colours():
                    self.assertEqual(paper < 0.2, is_dark)
                    contrast = (max(text, paper) + 0.05) / (min(text, paper) + 0.05)
                    self.assertGreater(contrast, 4.5)
                self.browser.screenshot(self.folder / ("everything-%s-%s.png" % (medium, scheme)))

    def test_labels_of_charts_do_not_collide_in_this_browsers_font(self):
        for name in ("roofline.svg", "ladder.svg", "roofline-narrow.svg", "ladder-narrow.svg"):
            with self.subTest(name):
                self.open(name)
                collisions = self.browser.run("""
                    const shown = [...document.querySelectorAll("text")].filter(text => !text.closest(".xf-value"));
                    const boxes = shown.map(text => [text.textContent, text.getBoundingClientRect()]);
                    const found = [];
                    boxes.forEach(([one, a], at) => boxes.slice(at + 1).forEach(([other, b]) => {
                      const inset = 1.5;
                      if (a.left + inset < b.right && b.left + inset < a.right && a.top + inset < b.bottom && b.top + inset < a.bottom)
                        found.push(one + " and " + other);
                    }));
                    const frame = document.documentElement.getBoundingClientRect();
                    for (const [text, box] of boxes)
                      if (box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom)
                        found.push(text + " leaves the picture");
                    return [boxes.length, found];
                """)
                self.assertGreater(collisions[0], 5)
                self.assertEqual(collisions[1], [])

    def test_a_narrow_window_scrolls_tables_and_pictures_not_the_page(self):
        for name in ("everything.html", "report.html"):
            with self.subTest(name):
                self.open(name, width=360)
                width, scrolls = self.browser.run("return [document.documentElement.clientWidth, document.documentElement.scrollWidth]")
                self.assertLessEqual(scrolls, width)
                self.browser.screenshot(self.folder / (name + "-narrow.png"))

    # ---- as they looked -------------------------------------------------------------------------------------------
    LOOKS = {"narrow": (400, "light"), "tablet": (800, "light"), "dark": (1280, "dark"), "wide": (1920, "light")}

    def look(self, width, scheme, style=""):
        """The sample page's height and shades, with a style added."""
        self.open("everything.html", "screen", scheme, width)
        self.browser.run("for (const each of document.querySelectorAll(arguments[0])) each.style.visibility = 'hidden'",
                         style or "nothing")
        path = self.folder / ("look-%d-%s.png" % (width, scheme))
        self.browser.screenshot(path)
        return self.browser.shades(path)

    @staticmethod
    def distance(one, other):
        """By how much two looks differ: in height, as a share, and in brightness, of all parts and of the part most apart."""
        apart = [abs(a - b) for a, b in zip(one[1], other[1])]
        return abs(one[0] - other[0]) / other[0], sum(apart) / len(apart), max(apart)

    def test_a_page_looks_as_it_did(self):
        """Other fonts move letters and lines a little; a picture, a table or a colour that is gone is more than that."""
        kept_file = pathlib.Path(__file__).with_name("screenshots.json")
        if arguments.renew:
            looks = {name: self.look(*how) for name, how in self.LOOKS.items()}
            kept_file.write_text(json.dumps(looks) + "\n")
        kept = json.loads(kept_file.read_text())
        self.assertEqual(set(kept), set(self.LOOKS))
        for name, how in self.LOOKS.items():
            with self.subTest(name):
                height, mean, most = self.distance(self.look(*how), kept[name])
                self.assertLess(height, 0.06)
                self.assertLess(mean, 2)
                self.assertLess(most, 30)

    def test_a_page_whose_pictures_or_tables_are_gone_looks_different(self):
        for style in ("svg", "table"):
            with self.subTest(style):
                _, mean, most = self.distance(self.look(800, "light", style), self.look(800, "light"))
                self.assertTrue(mean >= 2 or most >= 30, (mean, most))
        _, mean, _ = self.distance(self.look(800, "dark"), self.look(800, "light"))
        self.assertGreater(mean, 100)

    def test_on_paper_nothing_leaves_the_page(self):
        for name in ("everything.html", "report.html"):
            with self.subTest(name):
                self.open(name, "print", "light", width=680)  # A4 without its margins
                outside = self.browser.run("""
                    const edge = document.documentElement.clientWidth;
                    return [...document.querySelectorAll("table, svg, pre, p, dl")]
                        .filter(element => element.getBoundingClientRect().right > edge + 1)
                        .map(element => element.tagName + " " + element.textContent.slice(0, 60));
                """)
                self.assertEqual(outside, [])

    # ---- the report -----------------------------------------------------------------------------------------------

    def test_the_report_has_its_sections_and_says_where_figures_come_from(self):
        self.open("report.html")
        titles = self.browser.run("return [...document.querySelectorAll('h2')].map(title => title.textContent)")
        self.assertEqual(titles, ["In short", "Ladders", "Measured rates", "Machine code", "Rooflines", "Profiles", "Journal",
                                  "Operators"])
        without = self.browser.run("""
            return [...document.querySelectorAll(".table")].filter(table => !table.nextElementSibling?.matches(".provenance"))
                .map(table => table.textContent.slice(0, 60));
        """)
        self.assertEqual(without, [], "tables without provenance")
        text = self.browser.run("return document.querySelector('main').innerText")
        for words in ("a machine", "0123abc", "2026-01-02T03:04:05Z", "FAILED: <b>row 3</b> is wrong",
                      "Line 3 is left out: it is no JSON.", "Line 5 lacks: date, hypothesis", "Axpy<float, 8>",
                      "--isa takes a folder"):
            self.assertIn(words, text)
        pictures = self.browser.run("return [...document.querySelectorAll('.wide svg > title')].map(title => title.textContent)")
        self.assertEqual(pictures, ["attention heads-1", "attention on the machine it was measured on", "attention"])
        for scheme in ("light", "dark"):
            self.browser.use_media("screen", scheme)
            self.browser.screenshot(self.folder / ("report-%s.png" % scheme))
        self.browser.use_media("print", "light")
        self.browser.screenshot(self.folder / "report-print.png")

    def test_a_table_of_the_report_is_sorted_by_its_numbers(self):
        self.open("report.html")
        table = self.browser.run("return [...document.querySelectorAll('caption')].findIndex(c => c.textContent === 'Measured: attention')")
        self.assertEqual(self.column(table, 0), ["heads-1", "decode", "heads-2"])
        self.browser.run("[...document.querySelectorAll('table')[arguments[0]].querySelectorAll('th button')]"
                         ".find(button => button.textContent === 'median').click()", table)
        self.assertEqual(self.column(table, 0), ["decode", "heads-1", "heads-2"], "what was not timed comes last")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("sample_pages", type=pathlib.Path)
    parser.add_argument("xeforge", type=pathlib.Path)
    parser.add_argument("--keep")
    parser.add_argument("--renew", action="store_true")
    arguments, rest = parser.parse_known_args()
    arguments.sample_pages = arguments.sample_pages.resolve()
    arguments.xeforge = arguments.xeforge.resolve()
    if browser.missing():
        print("skipped: %s is not installed (Debian: chromium, chromium-driver); ./forge test installs both" % browser.missing())
        sys.exit(SKIPPED)
    unittest.main(argv=[sys.argv[0], *rest])
