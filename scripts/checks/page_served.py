"""Runs that serve a page, and what the checks of it ask."""
import http.client
import pathlib
import re
import signal
import subprocess
import tempfile
import time

from common import program
from page_browser import check


class Run:
    """A run with a page, until the end of the block."""

    def __init__(self, words, cwd):
        self.errors = tempfile.NamedTemporaryFile("w+", suffix=".errors")
        self.process = subprocess.Popen(
            [program(), "run", *words, "--alerts", "none", "--time-zone", "Europe/Zurich"], cwd=cwd,
            stdout=subprocess.DEVNULL, stderr=self.errors)
        self.url = self.wait(r"page: (http://[^/ ]+)/")

    def wait(self, pattern):
        for _ in range(600):
            found = re.search(pattern, pathlib.Path(self.errors.name).read_text())
            if found:
                return found.group(1)
            time.sleep(0.05)
        check("the run says " + pattern, False, pathlib.Path(self.errors.name).read_text())
        return ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.code = self.process.wait(30)


def ask(url, method, path, fields=None, body=None):
    host = url.removeprefix("http://")
    connection = http.client.HTTPConnection(host, timeout=10)
    connection.putrequest(method, path, skip_host=True)
    fields = {"Host": host, **(fields or {})}
    if body is not None:
        fields["Content-Length"] = str(len(body))
    for name, value in fields.items():
        connection.putheader(name, value)
    connection.endheaders(body)
    return connection.getresponse()


def key_of(url, cookie=None):
    text = ask(url, "GET", "/", {"Cookie": cookie} if cookie else None).read().decode()
    return re.search(r'id="key">"([0-9a-f]{64})"', text).group(1)


def until(driver, what, script):
    end = time.monotonic() + 90
    while time.monotonic() < end:
        if driver.execute_script(script):
            return
        time.sleep(0.1)
    check(what, False, driver.execute_script("return [document.body.innerText.slice(0, 400), document.URL]"))
