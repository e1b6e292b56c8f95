"""A headless Chromium, driven with the WebDriver protocol through the standard library alone.

Everything that a page asks for and everything it logs is recorded; the network is never needed and never used.
"""

import base64
import json
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request


def missing():
    """Which program is not installed, or None."""
    for program in ("chromium", "chromedriver"):
        if shutil.which(program) is None:
            return program
    return None


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Browser:
    def __init__(self, width=1200, height=900):
        self.profile = tempfile.TemporaryDirectory(prefix="xeforge-pages-")
        self.address = "http://127.0.0.1:%d" % free_port()
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=" + self.address.rsplit(":", 1)[1]],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.session = None
        try:
            self._wait_for_the_driver()
            options = {
                "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--user-data-dir=" + self.profile.name, "--window-size=%d,%d" % (width, height)],
            }
            answer = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": {
                "browserName": "chrome",
                "goog:chromeOptions": options,
                "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
            }}})
            self.session = answer["sessionId"]
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        try:
            if self.session is not None:
                self._ask("DELETE", "/session/" + self.session)
        finally:
            self.driver.terminate()
            self.driver.wait(10)
            self.profile.cleanup()

    def _ask(self, method, path, body=None, limit=30):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        # Proxies are for the network outside; the driver is on this machine.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=limit) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError("%s %s: %s" % (method, path, error.read().decode()[:600])) from None

    def _wait_for_the_driver(self):
        end = time.monotonic() + 15
        while True:
            try:
                if self._ask("GET", "/status")["ready"]:
                    return
            except OSError:
                pass
            if time.monotonic() > end or self.driver.poll() is not None:
                raise RuntimeError("chromedriver does not answer")
            time.sleep(0.05)

    def _in_session(self, path, body):
        return self._ask("POST", "/session/%s/%s" % (self.session, path), body)

    def devtools(self, command, **parameters):
        return self._in_session("goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, path):
        self.open_address("file://" + str(path))

    def open_address(self, address):
        self._in_session("url", {"url": address})

    def run(self, script, *arguments):
        """The value that the body of a function of JavaScript returns; its arguments are in `arguments`."""
        return self._in_session("execute/sync", {"script": script, "args": list(arguments)})

    def press(self, *keys):
        """Keys as a user presses them, one after the other, wherever the focus is."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._in_session("actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def log(self, kind):
        """What has been logged since the last call, as kind "browser" (console) or "performance" (devtools events)."""
        return self._in_session("se/log", {"type": kind})

    def requests(self):
        """The addresses that were asked for since the last call."""
        addresses = []
        for entry in self.log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                addresses.append(message["params"]["request"]["url"])
        return addresses

    def use_media(self, medium="screen", scheme="light"):
        self.devtools("Emulation.setEmulatedMedia", media=medium,
                      features=[{"name": "prefers-color-scheme", "value": scheme}])

    def resize(self, width, height=900):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def allow_scripts(self, allowed):
        self.devtools("Emulation.setScriptExecutionDisabled", value=not allowed)

    def screenshot(self, path):
        """The whole page, as a PNG file."""
        size = self.devtools("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        picture = self.devtools("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))


    def shades(self, path, columns=24, rows=32):
        """The height of a picture, and the brightness of its parts (0 to 255), row by row."""
        with open(path, "rb") as file:
            picture = base64.b64encode(file.read()).decode()
        self.open("/dev/null")
        return self.run("""
            const [picture, columns, rows] = arguments;
            return (async () => {
              const image = new Image();
              image.src = "data:image/png;base64," + picture;
              await image.decode();
              const canvas = document.createElement("canvas");
              [canvas.width, canvas.height] = [columns, rows];
              const context = canvas.getContext("2d");
              context.imageSmoothingQuality = "high";
              context.drawImage(image, 0, 0, columns, rows);
              const data = context.getImageData(0, 0, columns, rows).data, shades = [];
              for (let at = 0; at < data.length; at += 4)
                shades.push(Math.round((data[at] * 2 + data[at + 1] * 5 + data[at + 2]) / 8));
              return [image.height, shades];
            })();
        """, picture, columns, rows)


TAB, ENTER, SPACE = "\ue004", "\ue007", " "
