#!/usr/bin/env python3
"""Opens pages in headless Chromium, without a network: they load, answer, can be read by everyone, and stay small."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from common import ROOT, program
from page_browser import VENV, accessible, browser, check, finish, opened, quiet
from page_edges import Edges

from selenium.webdriver.common.keys import Keys  # noqa: E402 # of the environment that page_browser continues in

GOLDEN = pathlib.Path(ROOT, "Tests", "golden")
PARTS = pathlib.Path(ROOT, "Sources", "CPage", "Page")
MOST_BYTES = 2_500_000


def scripts():
    """The page's own code: its bounds, and the linter."""
    lines = {path.name: len(path.read_text().splitlines()) for path in PARTS.glob("*.js")}
    check("scripts of at most 264 lines", max(lines.values()) <= 264, lines)
    check("scripts of at most 3,000 lines in all", sum(lines.values()) <= 3000, sum(lines.values()))
    lint = subprocess.run([os.path.join(VENV, "bin", "oxlint"), "--deny-warnings", PARTS], capture_output=True, text=True)
    check("oxlint", lint.returncode == 0, lint.stdout)


def page(folder, name, words, cwd):
    path = os.path.join(folder, name + ".html")
    run = subprocess.run(
        [program(), "page", *words, "-o", path, "--time-zone", "Europe/Zurich", "--alerts", "none"], cwd=cwd,
        capture_output=True, text=True)
    check(name + ": the run", run.returncode == 0, run.stderr)
    return path


def answers(driver):
    """Every panel answers to the same cursor."""
    do = driver.execute_script
    text = lambda id: do("return document.getElementById(arguments[0]).innerText", id)  # noqa: E731
    do("Page.app.choose(Page.app.model.tracked[0])")
    first = text("clock")
    do("document.getElementById('lanes').focus()")
    keys = driver.switch_to.active_element
    keys.send_keys(Keys.ARROW_RIGHT)
    check("the next fix has another time", text("clock") != first, first)
    keys.send_keys(Keys.SHIFT, Keys.ARROW_RIGHT)
    do("Page.app.panels.show('why')")
    check("a fix has its distance", "distance d" in text("why"), text("why"))
    alert = do("const a = Page.app.model.alerts[0]; Page.app.showAlert(a); return a.json.title")
    check("an alert says its title", alert in text("why"), text("why"))
    check("the zone of the times", re.search(r" (CET|CEST|GMT\+[12])$", text("clock")), text("clock"))
    do("Page.app.panels.show('console')")
    check("the console has the alert", alert in text("console"))
    time.sleep(0.6)
    link = do("return location.hash")
    check("the link has time and device", "t=" in link and "device=" in link, link)
    do("Page.app.panels.show('devices')")
    do("const s = document.getElementById('search'); s.value = 'no such device'; s.dispatchEvent(new Event('input'))")
    check("the search finds nothing", "No device" in text("device-list"), text("device-list"))
    do("document.getElementById('play').click()")
    before = text("clock")
    time.sleep(1.5)
    check("it plays", text("clock") != before, before)
    do("Page.app.player.toggle(false)")
    check("the map has the track", do("return Page.app.map.map.queryRenderedFeatures({ layers: ['whole'] }).length") > 0)
    return link


GROUND = """
const done = arguments[0], { map } = Page.app.map;
for (const { id, source } of map.getStyle().layers)
  if (!['tiles', 'world'].includes(source) && id !== 'ground') map.setLayoutProperty(id, 'visibility', 'none');
map.once('idle', () => {
  map.once('render', () => {
    const [from, to] = [map.getCanvas(), document.createElement('canvas').getContext('2d')];
    to.drawImage(from, from.width / 2 - 150, from.height / 2 - 75, 300, 150, 0, 0, 300, 150);
    const counts = new Map();
    for (const color of new Uint32Array(to.getImageData(0, 0, 300, 150).data.buffer)) counts.set(color, (counts.get(color) ?? 0) + 1);
    done([...counts].sort((a, b) => b[1] - a[1]).map(([color]) => [color & 255, (color >> 8) & 255, (color >> 16) & 255]));
  });
  map.triggerRepaint();
});
map.triggerRepaint();
"""


def around(driver):
    """The colors in the middle of the map's ground, the most frequent one first."""
    return driver.execute_async_script(GROUND)


def streets(driver, folder):
    """The map of streets is in the file, light and dark; where it has no tile, a coarser one is enlarged."""
    track = pathlib.Path(folder, "walk.ndjson")
    track.write_text("".join(json.dumps({"type": "location", "device": "rex", "time": 1777889703 + 10 * n, "latitude": 52.0045 + n / 1e5,
                                         "longitude": 5.0075 + n / 1e5}) + "\n" for n in range(60)))
    script = pathlib.Path(folder, "still.lua")
    script.write_text("local m = CLLocationManager()\nm:startUpdatingLocation()\n")
    town = os.path.join(ROOT, "Tests", "streets", "town.osm.pbf")
    bare = page(folder, "bare", [str(script), "--from", str(track), "--basemap", "world"], folder)
    path = page(folder, "streets", [str(script), "--from", str(track), "--basemap", town], folder)
    opened(driver, "file://" + bare)
    colors = around(driver)
    check("without a map the ground is bare", len(colors) <= 4, len(colors))
    opened(driver, "file://" + path)
    credit = driver.execute_script("return document.getElementById('credit').textContent")
    check("the page names who made the map", "OpenStreetMap" in credit, credit)
    note = driver.execute_script("return document.getElementById('map-note').textContent")
    check("it does not say that streets are missing", note == "", note)
    light = around(driver)
    check("the map has streets", len(light) > 20, len(light))
    quiet(driver, "streets")
    driver.execute_script("document.getElementById('dark').click()")
    time.sleep(1)
    dark = around(driver)
    check("in the dark it is dark", len(dark) > 20 and sum(dark[0]) < 200 < sum(light[0]), (light[0], dark[0]))
    driver.execute_script("Page.app.map.map.jumpTo({ center: [5.2, 52.1], zoom: 13 })")
    check("outside of its tiles there are coarser ones", len(around(driver)) >= 1)
    quiet(driver, "outside of the tiles")


def main():
    scripts()
    with tempfile.TemporaryDirectory() as folder:
        hike = page(folder, "hike", ["../../../examples/geofence.lua", "--from", "../../../examples/tracks/zbevnica-hike.gpx"], GOLDEN / "hike")
        evil = pathlib.Path(folder, "evil.lua")
        name = "</script><img src=x onerror=alert(1)>"
        evil.write_text("local m = CLLocationManager()\nm.delegate = { didUpdateLocations = function() geoscript.alert{ title = %s }\n"
                        "print(%s) end }\nm:startUpdatingLocation()\n" % (json.dumps(name), json.dumps(name)))
        log = pathlib.Path(folder, "evil.ndjson")
        log.write_text("".join(json.dumps({"type": "location", "device": name, "time": 1777889703 + 60 * i, "latitude": 47 + i / 1e3,
                                           "longitude": 8}) + "\n" for i in range(20)))
        # The year 9999, as a receiver sends it whose clock is wrong; geoscript drops the fix.
        far = pathlib.Path(folder, "far.ndjson")
        far.write_text("".join(json.dumps({"type": "location", "device": "rex", "time": time, "latitude": 47, "longitude": 8}) + "\n"
                               for time in (1777889703, 1777889763, "9999-01-01T00:00:00Z", 1777889823)))
        late = page(folder, "far", [str(evil), "--from", str(far)], folder)
        bad = page(folder, "evil", [str(evil), "--from", str(log)], folder)
        check("a page is at most 2.5 MB", os.path.getsize(hike) <= MOST_BYTES, os.path.getsize(hike))
        driver = browser()
        try:
            opened(driver, "file://" + hike)
            quiet(driver, "hike")
            link = answers(driver)
            accessible(driver, "hike")
            driver.execute_script("document.getElementById('dark').click()")
            accessible(driver, "dark")
            opened(driver, "file://" + hike + link)
            check("a link shows the same", driver.execute_script("return Page.app.device?.name") in link)
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True})
            opened(driver, "file://" + hike)
            wide = driver.execute_script("return document.documentElement.scrollWidth")
            check("a phone has no sideways scrolling", wide <= 390, wide)
            driver.execute_script("document.getElementById('credit').prepend('\u00a9\u00a0OpenStreetMap contributors \u00b7 ')")
            high = driver.execute_script("return document.getElementById('credit').getBoundingClientRect().height")
            check("the credits take at most two lines", high < 32, high)
            accessible(driver, "phone")
            edges = Edges(driver, folder, page)
            edges.phone()
            driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
            opened(driver, "file://" + late)
            shown = driver.execute_script("return [Page.app.model.devices[0].all, Page.app.timeLine.first, Page.app.timeLine.last]")
            check("a fix far away does not stretch the timeline", shown[0] == 4 and shown[2] - shown[1] < 3_600_000, shown)
            opened(driver, "file://" + bad)
            quiet(driver, "names with markup")
            check("markup is text", driver.execute_script("return document.querySelectorAll('img').length") == 0)
            check("the name is whole", driver.execute_script("return Page.app.model.devices[0].name") == name)
            streets(driver, folder)
            for part in (edges.zones, edges.meridian, edges.poles, edges.bare, edges.what_if, edges.hints, edges.many, edges.phone):
                part()
        finally:
            driver.quit()
    finish("pages: all open and answer")


main()
