#!/usr/bin/env python3
"""Pages in headless Chromium beside an empty page of MapLibre; prints a figure a line, as geobench does.

  scripts/bench.d/page_figures.py FOLDER     in the environment of scripts/setup --test

FOLDER keeps the logs and pages. Chromium draws in software, so figures of one machine are beside each other only.
"""
import json
import math
import os
import pathlib
import random
import resource
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "checks"))
import page_browser  # noqa: E402 # continues in its own environment
import page_served  # noqa: E402
from common import ROOT, program  # noqa: E402

FOLDER = pathlib.Path(sys.argv[1]).absolute()
START = 1_777_888_800
SCRIPT = """\
local app = {}
function app.didExitRegion(_, region) geoscript.alert{ title = "left " .. region.identifier } end
local manager = CLLocationManager.new{ delegate = app }
for i = 0, 3 do
  manager:startMonitoringForRegion(CLCircularRegion.new{ identifier = "area " .. i, radius = 400,
    center = CLLocationCoordinate2DMake(52.5 + i * 0.02, 13.4) })
end
manager:startUpdatingLocation()
"""
EMPTY = """\
<!DOCTYPE html><html><body style="margin:0"><div id="map" style="width:1280px;height:800px"></div><script>%s</script>
<script>
const map = new maplibregl.Map({ container: "map", center: [13.4, 52.5], zoom: 11, fadeDuration: 0,
  style: { version: 8, sources: {}, layers: [{ id: "ground", type: "background", paint: { "background-color": "#eee" } }] } });
globalThis.Page = { app: { map: { map } } };
map.once("idle", () => document.body.setAttribute("data-ready", ""));
</script></body></html>
"""
# The middle of the map goes around in a circle; the answer is the milliseconds of each frame.
PAN = """\
const done = arguments[0], map = Page.app.map.map, start = map.getCenter(), times = [];
const began = performance.now();
function step(now) {
  times.push(now);
  if (now - began > 3000 && times.length > 5) return done(times.slice(1).map((t, i) => t - times[i]));
  const turn = (now - began) / 1500 * Math.PI;
  map.jumpTo({ center: [start.lng + 0.02 * Math.sin(turn), start.lat + 0.02 * (1 - Math.cos(turn))] });
  requestAnimationFrame(step);
}
requestAnimationFrame(step);
"""


def say(name, value, unit):
    print(json.dumps({"name": name, "value": value, "unit": unit}), flush=True)


def log(devices, fixes, name):
    """Journeys of vans around Berlin, each place with the noise of a receiver."""
    path = FOLDER / (name + ".ndjson")
    if path.exists():
        return path
    noise = random.Random(7)
    ways = [(noise.uniform(0, 6.28), noise.uniform(0.01, 0.05)) for _ in range(devices)]
    with open(path, "w") as out:
        for n in range(fixes):
            for device, (turn, size) in enumerate(ways):
                angle = turn + 6.28 * n / 900
                out.write('{"time":%d,"device":"van %d","latitude":%.6f,"longitude":%.6f,"horizontalAccuracy":8}\n' % (
                    START + 4 * n, device, 52.52 + size * math.sin(angle) + noise.gauss(0, 5e-5),
                    13.4 + 1.6 * size * math.cos(2 * angle) + noise.gauss(0, 8e-5)))
    return path


def page(source, name):
    path = FOLDER / (name + ".html")
    subprocess.run([program(), "page", FOLDER / "s.lua", "--from", source, "-o", path, "-f", "--alerts", "none", "--quiet"],
                   check=True, stdout=subprocess.DEVNULL)
    return path


def opening(driver, path):
    """Milliseconds until the map is drawn, and of a frame while it moves: the median of three openings, and of frames."""
    times, frames = [], []
    for _ in range(3):
        driver.get("about:blank")
        began = time.monotonic()
        driver.get(path.as_uri())
        page_browser.ready(driver)
        times.append(1000 * (time.monotonic() - began))
    driver.execute_script("Page.app.map.map.jumpTo({ center: [13.4, 52.52], zoom: 12 })")
    time.sleep(1)
    driver.set_script_timeout(60)
    frames = driver.execute_async_script(PAN)
    return statistics.median(times), statistics.median(frames)


def files():
    (FOLDER / "s.lua").write_text(SCRIPT)
    library = pathlib.Path(ROOT, ".build", "data", "maplibre-gl.js").read_text()
    empty = FOLDER / "empty.html"
    empty.write_text(EMPTY % library.replace("</script", "<\\/script"))
    driver = page_browser.browser()
    try:
        nothing = opening(driver, empty)
        say("empty page", nothing[0], "ms")
        say("empty frame", nothing[1], "ms")
        bare = page(log(1, 2, "two"), "two")
        for name, devices, fixes in (("day", 1, 20_000), ("long", 1, 100_000), ("fleet", 1000, 1000)):
            path = page(log(devices, fixes, name), name)
            opened = opening(driver, path)
            say("page-%s-open" % name, opened[0] / nothing[0], "ratio")
            say("page-%s-frame" % name, opened[1] / nothing[1], "ratio")
            say("page-%s-data" % name, (path.stat().st_size - bare.stat().st_size) / 1e6, "MB")
            say("%s opens" % name, opened[0], "ms")
            say("%s frame" % name, opened[1], "ms")
    finally:
        driver.quit()


def children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def what_if():
    """A day of 50 devices with another radius ÷ a run of it."""
    source = log(50, 2000, "fifty")
    words = [FOLDER / "s.lua", "--from", source, "--alerts", "none"]
    spent = []
    for extra in (["run", *words, "--quiet"], ["page", *words, "--what-if", "area 0.radius=600"]):
        before, began = children(), time.monotonic()
        subprocess.run([program(), *extra], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        spent.append((children() - before, time.monotonic() - began))
    say("page-what-if", spent[1][0] / spent[0][0], "ratio")
    say("what if", 1000 * spent[1][1], "ms")


def spent_by(process):
    with open("/proc/%d/stat" % process.pid) as r:
        return sum(map(int, r.read().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")


READER = """\
import sys, urllib.request
url, key = sys.argv[1:]
request = urllib.request.Request(url + "/stream", b"0", {"Origin": url, "X-Geoscript-Page": key})
answer = urllib.request.urlopen(request)
try:
    while answer.read1(65536): pass
except Exception: pass  # the run has ended
"""


def live(devices, clients, seconds, looks=None):
    """The CPU seconds for each second of a run of devices that send a fix a second, with clients that read all of its page
    and draw nothing; `looks` is called with the page's address."""
    source = "sim:walk?at=52.52,13.4&radius=8000&speed=10&interval=1&devices=%d&duration=%d" % (devices, seconds + 120)
    words = [FOLDER / "s.lua", "--from", source, "--speed", "1"]
    if clients is None:
        run = subprocess.Popen([program(), "run", *words, "--alerts", "none", "--quiet"], stdout=subprocess.DEVNULL)
    else:
        served = page_served.Run([*words, "--page", "127.0.0.1:0"], FOLDER)
        run, key = served.process, page_served.key_of(served.url)
    readers = [subprocess.Popen([sys.executable, "-c", READER, served.url, key]) for _ in range(clients or 0)]
    try:
        time.sleep(5)
        if looks:
            looks(served.url)
        before = spent_by(run)
        time.sleep(seconds)
        return (spent_by(run) - before) / seconds
    finally:
        for each in [run, *readers]:
            each.kill()
            each.wait()


def look(url):
    driver = page_browser.browser(offline=False)
    try:
        page_browser.opened(driver, url + "/")
        time.sleep(5)
        say("devices on the page", driver.execute_script("return Page.app.model.tracked.length"), "devices")
        driver.set_script_timeout(60)
        say("ten thousand devices, frame", statistics.median(driver.execute_async_script(PAN)), "ms")
    finally:
        driver.quit()


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    files()
    what_if()
    # Of one core: what a page with five clients adds to a run of 1,000 fixes a second.
    say("page-live-cost", 100 * (live(1000, 5, 20) - live(1000, None, 20)), "%")
    say("ten thousand devices, cores", live(10_000, 0, 5, look), "cores")
    if page_browser.failures:
        sys.exit("\n".join(page_browser.failures))


main()
