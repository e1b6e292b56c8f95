"""xeforge explore as a reader has it: the page, who gets it, and that it follows the file.

    python3 explore_test.py XEFORGE DEVICE_TOOLS KERNEL.cpp

Exit code 77: no device tools here. What needs a browser is skipped where there is no Chromium.
"""

import argparse
import http.client
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "pages"))
import browser

SKIPPED = 77


class Explore(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="xeforge-explore-")
        self.addCleanup(self.temporary.cleanup)
        self.source = pathlib.Path(self.temporary.name) / "kernel.cpp"
        shutil.copy(arguments.kernel, self.source)
        self.scratch = pathlib.Path(self.temporary.name) / "scratch"
        self.scratch.mkdir()
        kept = {name: value for name, value in os.environ.items() if name == "XEFORGE_PCH_DIR"}
        self.program = subprocess.Popen(
            [arguments.xeforge, "explore", "kernel.cpp", "--device", "b580"], cwd=self.temporary.name, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={"PATH": "/usr/bin:/bin", "TMPDIR": str(self.scratch), **kept})
        self.addCleanup(self.stop)
        self.address = self.program.stdout.readline().strip()
        self.assertRegex(self.address, r"^http://127\.0\.0\.1:\d+/\?token=[0-9a-f]{32}$")
        self.wait_for_line("NaiveGemm:")

    def stop(self):
        self.program.terminate()
        self.program.communicate(timeout=30)

    def wait_for_line(self, words):
        """The next line of the program with these words."""
        said = []
        watchdog = threading.Timer(60, self.program.kill)
        watchdog.start()
        try:
            for line in self.program.stdout:
                said.append(line)
                if words in line:
                    return line
        finally:
            watchdog.cancel()
        self.fail("explore did not say '%s' but:\n%s" % (words, "".join(said)))

    def get(self, path, host=None, method="GET"):
        address = urllib.parse.urlsplit(self.address)
        connection = http.client.HTTPConnection("127.0.0.1", address.port, timeout=40)
        try:
            connection.putrequest(method, path, skip_host=True)
            connection.putheader("Host", host or address.netloc)
            connection.endheaders()
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def path(self):
        return "/?" + urllib.parse.urlsplit(self.address).query

    def replace(self, old, new):
        text = self.source.read_text()
        self.assertIn(old, text)
        self.source.write_text(text.replace(old, new))

    # ---- who gets the page ----------------------------------------------------------------------------------------

    def test_the_page_is_for_whoever_has_the_token(self):
        status, page = self.get(self.path())
        self.assertEqual(status, 200)
        self.assertIn("WideGemm", page)
        self.assertIn("connect-src 'self'", page)
        token = self.path().split("=")[1]
        wrong = "0" * 32 if token[0] != "0" else "1" * 32
        for path in ("/", "/?token=", "/?token=" + wrong, "/?token=" + token[:-1], "/changes?version=0"):
            with self.subTest(path):
                self.assertEqual(self.get(path), (403, "The address needs the token that xeforge explore printed.\n"))
        self.assertEqual(self.get(self.path(), host="attacker.example")[0], 403, "a page of others by a name of theirs")
        self.assertEqual(self.get(self.path(), method="POST")[0], 405)
        self.assertEqual(self.get("/other" + self.path()[1:])[0], 404)

    # ---- that it follows the file ---------------------------------------------------------------------------------

    def test_a_held_request_is_answered_when_the_file_is_saved(self):
        changes = re.search('data-changes="([^"]*)"', self.get(self.path())[1]).group(1).replace("&amp;", "&")
        answers = []
        held = threading.Thread(target=lambda: answers.append((self.get(changes)[0], time.monotonic())))
        held.start()
        time.sleep(0.5)
        self.assertEqual(answers, [], "nothing is newer")
        self.replace("launch<WideGemm, 4>", "launch<WideGemm, 2>")
        self.wait_for_line("WideGemm:")
        held.join(30)
        self.assertEqual(answers[0][0], 200)
        self.assertRegex(self.get(self.path())[1], r"WideGemm: \d+ instructions, [^<]*; other counts: \d+ cycles of the main loop for each dpas")

    def test_what_does_not_compile_is_told_and_the_last_code_stays(self):
        self.replace("const int launches", "const imt launches")
        self.wait_for_line("It does not compile")
        page = self.get(self.path())[1]
        self.assertIn("It does not compile", page)
        self.assertIn("Instructions of NaiveGemm", page)
        self.replace("const imt launches", "const int launches")
        self.wait_for_line("NaiveGemm:")

    def test_an_editor_that_writes_aside_and_renames_is_seen(self):
        aside = self.source.with_suffix(".swp")
        aside.write_text(self.source.read_text().replace("NaiveGemm", "RenamedGemm"))
        aside.rename(self.source)
        self.wait_for_line("RenamedGemm:")

    def test_a_word_for_the_device_is_told_once(self):
        self.replace("int main", "// A remark.\nint main")
        self.wait_for_line("NaiveGemm:")
        self.program.terminate()
        self.assertEqual(self.program.communicate(timeout=30)[1].count("taken as bmg"), 1)

    def test_ctrl_c_ends_it_and_leaves_nothing(self):
        self.program.send_signal(signal.SIGINT)
        self.assertEqual(self.program.wait(30), -signal.SIGINT)
        self.assertEqual(list(self.scratch.iterdir()), [])

    @unittest.skipIf(browser.missing(), "no Chromium")
    def test_a_browser_shows_the_change_by_itself(self):
        with browser.Browser() as reader:
            reader.open_address(self.address)
            now = "return document.querySelector('#section-1').innerText"
            self.assertNotIn("RenamedGemm", reader.run(now))
            self.replace("NaiveGemm", "RenamedGemm")
            end = time.monotonic() + 30
            while "RenamedGemm" not in reader.run(now):
                self.assertLess(time.monotonic(), end, "the page did not follow")
                time.sleep(0.2)
            asked = {urllib.parse.urlsplit(address).netloc for address in reader.requests() if address.startswith("http")}
            self.assertEqual(asked, {urllib.parse.urlsplit(self.address).netloc})


class Refusals(unittest.TestCase):
    def refusal(self, *words):
        result = subprocess.run([arguments.xeforge, "explore", *words], capture_output=True, text=True, timeout=60)
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        return result.stderr

    def test_what_cannot_be_explored_is_refused_at_once(self):
        kernel = str(arguments.kernel)
        self.assertIn("KERNEL.cpp: got 'absent.cpp', which is no file", self.refusal("absent.cpp", "--device", "bmg"))
        self.assertIn("--device: got 'nothing'", self.refusal(kernel, "--device", "nothing"))
        self.assertIn("--port: got", self.refusal(kernel, "--device", "bmg", "--port", "70000"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("xeforge", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("tools", type=pathlib.Path)
    parser.add_argument("kernel", type=lambda path: pathlib.Path(path).resolve())
    arguments, rest = parser.parse_known_args()
    if not (arguments.tools / "COMPLETE").exists():
        print("skipped: no device tools; './forge device-tools' fetches them")
        sys.exit(SKIPPED)
    unittest.main(argv=[sys.argv[0], *rest])
