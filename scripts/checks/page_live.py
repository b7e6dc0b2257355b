#!/usr/bin/env python3
"""Serves pages of runs to headless Chromium and to clients that misbehave: they follow, come back, and nobody else gets in."""
import base64
import http.client
import json
import os
import pathlib
import socket
import subprocess
import tempfile
import threading
import time
import urllib.request

from common import ROOT, free_port, program
from page_browser import accessible, browser, check, finish, opened, quiet, ready
from page_served import Run, ask, key_of, until

GOLDEN = pathlib.Path(ROOT, "Tests", "golden")
TOKEN = "0123456789abcdef0123456789abcdef"
SCRIPT = """
local m = CLLocationManager()
m.delegate = { didEnterRegion = function(_, r) geoscript.alert{ title = "in " .. r.identifier } end }
m:startMonitoringForRegion(CLCircularRegion({ latitude = 47, longitude = 8 }, 100, "home"))
"""


def refusals(url):
    """Each request that is not the page's own is refused."""
    key = key_of(url)
    own = {"Origin": url, "X-Geoscript-Page": key}
    port = url.rsplit(":", 1)[1]
    cases = [
        ("a name that resolves to this machine", "GET", "/", {"Host": "evil.example:" + port}),
        ("another name of this machine", "GET", "/", {"Host": "localhost:" + port}),
        ("another port", "GET", "/", {"Host": "127.0.0.1:1"}),
        ("another origin", "POST", "/stream", {**own, "Origin": "http://evil.example"}),
        ("no origin", "POST", "/stream", {"X-Geoscript-Page": key}),
        ("a null origin", "POST", "/stream", {**own, "Origin": "null"}),
        ("no value of the page", "POST", "/stream", {"Origin": url}),
        ("another value", "POST", "/stream", {**own, "X-Geoscript-Page": "0" * 64}),
        ("a page of another server", "GET", "/world", {"Sec-Fetch-Site": "cross-site"}),
        ("a proxy", "GET", "/", {"X-Forwarded-For": "192.0.2.1"}),
        ("a handshake from elsewhere", "GET", "/stream", {
            "Origin": "http://evil.example", "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode()}),
    ]
    for name, method, path, fields in cases:
        answer = ask(url, method, path, fields, b"0" if method == "POST" else None)
        check(name + " is refused", answer.status == 403, answer.status)
    policy = ask(url, "GET", "/").getheader("Content-Security-Policy")
    check("the policy", policy.startswith("default-src 'self'; worker-src blob:; connect-src 'self'; "), policy)


def stream(url, key, after=0, cookie=None, seconds=30):
    """The messages of a stream, one after the other."""
    fields = {"Origin": url, "X-Geoscript-Page": key, **({"Cookie": cookie} if cookie else {})}
    answer = ask(url, "POST", "/stream", fields, str(after).encode())
    check("the stream opens", answer.status == 200, answer.status)
    answer.fp.raw._sock.settimeout(seconds)
    while True:
        line = answer.readline()
        if not line:
            return
        yield json.loads(line)


def replay(driver):
    """A replay's page is the page of the file, and stays."""
    words = ["../../../examples/geofence.lua", "--from", "../../../examples/tracks/zbevnica-hike.gpx", "--page", "127.0.0.1:0"]
    with Run(words, GOLDEN / "hike") as run:
        run.wait("the page stays at (.*) until")
        refusals(run.url)
        opened(driver, run.url + "/")
        do = driver.execute_script
        check("the page has the device", do("return Page.app.model.tracked.length") == 1)
        count = do("return Page.app.model.devices[0].fixes.count")
        check("the page has the fixes", count > 100 and count == do("return Page.app.model.devices[0].all"), count)
        check("the page has alerts", do("return Page.app.model.alerts.length") > 0)
        check("the page knows the end", "ended" in do("return document.getElementById('status').textContent"))
        do("Page.app.showAlert(Page.app.model.alerts[0])")
        check("an alert says why", do("return document.getElementById('why').innerText").strip() != "")
        do("Page.app.stepEvent(1)")
        check("a fix has its distance", "distance d" in do("return document.getElementById('why').innerText"))
        quiet(driver, "replay")
        accessible(driver, "replay")
        do("document.getElementById('dark').click()")
        accessible(driver, "replay, dark")
    check("the page's end is not the run's", run.code == 0, run.code)


def post(port, device, latitude):
    line = json.dumps({"device": device, "latitude": latitude, "longitude": 8, "horizontalAccuracy": 5, "timestamp": time.time()})
    urllib.request.urlopen("http://127.0.0.1:%d/events" % port, line.encode(), timeout=20).read()


def live(driver, folder):
    """A live page behind a token: it follows, and comes back with the next run."""
    (folder / "a.lua").write_text(SCRIPT)
    (folder / "token").write_text(TOKEN + "\n")
    phones, port = free_port(), free_port()
    words = ["a.lua", "--from", "http://127.0.0.1:%d" % phones, "--page", "127.0.0.1:%d" % port, "--page-token", "token"]
    with Run(words, folder) as run:
        run.wait("(listening for phones)")
        driver.get(run.url + "/")
        driver.find_element("id", "token").send_keys("wrong")
        driver.find_element("css selector", "button").click()
        until(driver, "a wrong token is said",
              "return document.querySelector('[role=alert]')?.textContent.includes('token is wrong')")
        accessible(driver, "log in")
        driver.get_log("browser")
        driver.get(run.url + "/?token=" + TOKEN)
        ready(driver)
        check("the token leaves the address", TOKEN not in driver.current_url, driver.current_url)
        check("the cookie is hidden from scripts", driver.execute_script("return document.cookie") == "")
        for number in range(5):
            post(phones, "rex", 47.01 if number < 3 else 47)
        until(driver, "the fixes are there", "return Page.app.model.devices[0]?.count === 5")
        until(driver, "the alert is there", "return Page.app.model.alerts.length === 1")
        until(driver, "the map shows the device", "return Page.app.map.map.queryRenderedFeatures({ layers: ['heads'] }).length === 1")
        check("it follows the newest moment", driver.execute_script("return Page.app.isLive"))
        driver.execute_script("Page.app.stepEvent(-1); Page.app.stepFix(-1)")
        check("an earlier moment is kept", not driver.execute_script("return Page.app.isLive"))
        before = driver.execute_script("return Page.app.time")
        post(phones, "max", 47)
        until(driver, "another device is there", "return Page.app.model.tracked.length === 2")
        time.sleep(1)
        check("an earlier moment stays", driver.execute_script("return Page.app.time") == before)
        driver.execute_script("document.getElementById('live').click()")
        check("Live returns to the newest moment", driver.execute_script("return Page.app.isLive"))
        accessible(driver, "live")
        quiet(driver, "live")
        # The connection breaks, and what came in the meantime comes later.
        driver.execute_script("Page.app.model.live.stream.break.abort()")
        post(phones, "rex", 47)
        until(driver, "it catches up", "return Page.app.model.devices[0].count === 6")
        check("nothing comes twice", driver.execute_script("return Page.app.model.alerts.length") == 1)
    until(driver, "the lost run is said", "return document.getElementById('status').dataset.state !== 'live'")
    driver.get_log("browser")
    with Run(words, folder) as run:
        run.wait("(listening for phones)")
        until(driver, "the next run asks for its token", "return document.getElementById('token') !== null")


def shared(driver, folder):
    """A link shows one device, follows it, and closes when it is withdrawn."""
    phones = free_port()
    words = ["a.lua", "--from", "http://127.0.0.1:%d" % phones, "--page", "127.0.0.1:0", "--page-token", "token", "--state", "state"]
    with Run(words, folder) as run:
        run.wait("(listening for phones)")
        post(phones, "rex", 47)
        post(phones, "mum", 48)
        share = [program(), "page", "share", "rex", "--until", "23:59:59", "--state", "state"]
        link = ""
        for _ in range(100):
            done = subprocess.run(share, cwd=folder, capture_output=True, text=True)
            link = done.stdout.strip()
            if link:
                break
            # The first checkpoint has not been written yet.
            time.sleep(0.1)
        check("a link is printed", link.startswith(run.url + "/share/"), done.stderr)
        driver.delete_all_cookies()
        driver.get_log("browser")
        opened(driver, link)
        do = driver.execute_script
        check("the link shows one device", do("return Page.app.model.devices.map((d) => d.name)") == ["rex"])
        check("its title is the device", do("return document.title") == "rex – geoscript")
        check("it says how long", "shared until 20" in do("return document.getElementById('subtitle').textContent"))
        check("it shows no panels", do("return document.getElementById('panels').offsetHeight") == 0)
        check("it shows no regions and no alerts", do("return [Page.app.model.regions.length, Page.app.model.alerts.length]") == [0, 0])
        post(phones, "rex", 47.001)
        until(driver, "the link follows", "return Page.app.model.devices[0].count === 2")
        until(driver, "the map shows the shared device", "return Page.app.map.map.queryRenderedFeatures({ layers: ['heads'] }).length === 1")
        accessible(driver, "shared")
        quiet(driver, "shared")
        time.sleep(3)
        subprocess.run([program(), "page", "unshare", "rex", "--state", "state"], cwd=folder, check=True)
        until(driver, "a withdrawn link says so", "return document.body.innerText.includes('This link has ended')")
        accessible(driver, "ended link")
        driver.get_log("browser")


def crowd(folder):
    """Fifty clients and one that reads nothing do not slow the run."""
    phones = free_port()
    with Run(["a.lua", "--from", "http://127.0.0.1:%d" % phones, "--page", "127.0.0.1:0"], folder) as run:
        run.wait("(listening for phones)")
        key = key_of(run.url)
        found, lock = [], threading.Lock()

        def follow():
            for message in stream(run.url, key):
                if any(device["all"] >= 2000 for device in message.get("devices", []) if isinstance(device, dict)):
                    with lock:
                        found.append(message["number"])
                    return

        clients = [threading.Thread(target=follow, daemon=True) for _ in range(50)]
        for client in clients:
            client.start()
        host, port = run.url.removeprefix("http://").split(":")
        deaf = socket.create_connection((host, int(port)))
        deaf.sendall(("POST /stream HTTP/1.1\r\nHost: %s:%s\r\nOrigin: %s\r\nX-Geoscript-Page: %s\r\nContent-Length: 1\r\n\r\n0"
                      % (host, port, run.url, key)).encode())
        start = time.monotonic()
        for part in range(20):
            lines = "".join(json.dumps({"device": "rex", "latitude": 47 + (part * 100 + i) / 1e5, "longitude": 8,
                                        "timestamp": time.time() - 2000 + part * 100 + i}) + "\n" for i in range(100))
            urllib.request.urlopen("http://127.0.0.1:%d/events" % phones, lines.encode(), timeout=20).read()
        sent = time.monotonic() - start
        for client in clients:
            client.join(30)
        check("each of fifty clients gets everything", len(found) == 50, len(found))
        check("the run is not slowed", sent < 20, "%.1f s" % sent)
        deaf.close()


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        driver = browser(offline=False)
        try:
            replay(driver)
            live(driver, folder)
            shared(driver, folder)
        finally:
            driver.quit()
        crowd(folder)
    finish("served pages: they follow, come back, and nobody else gets in")


main()
