#!/usr/bin/env python3
"""What people do on a served page reaches the run, in headless Chromium."""
import json
import pathlib
import subprocess
import tempfile
import time
import urllib.request

from common import free_port, program
from page_browser import accessible, browser, check, finish, opened, quiet
from page_fences import fences
from page_served import Run, ask, until

from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402 # of the environment that page_browser continues in
from selenium.webdriver.common.keys import Keys  # noqa: E402

HANDS = """
local map = MKMapView()
map.region = MKCoordinateRegionMakeWithDistance({ latitude = 30, longitude = 10 }, 20000000, 20000000)
local wide
map.delegate = { regionDidChangeAnimated = function(map)
  local span = map.region.span.longitudeDelta
  if wide and span < wide * 0.75 then print("zoomed in") end
  wide = wide or span
end }
local m, isTold = CLLocationManager(), false
m.delegate = { didUpdateLocations = function(_, list)
  if isTold then return end
  isTold = true
  geoscript.alert{ title = "made " .. tostring(list[1].sourceInformation.isSimulatedBySoftware), key = "made" }
end }
m:startUpdatingLocation()
"""


def hands(driver, folder):
    """A click is a fix, a drag a way, two taps a zoom of the script's map; an alert is acknowledged; the log plays again."""
    (folder / "h.lua").write_text(HANDS)
    with Run(["h.lua", "--page", "127.0.0.1:0", "--emulate", "--page-control"], folder) as run:
        # What the page before said when its run ended.
        driver.get("about:blank")
        driver.get_log("browser")
        opened(driver, run.url + "/")
        do = driver.execute_script
        canvas = driver.find_element("css selector", "#map canvas")
        move = lambda x, y: ActionChains(driver, 100).move_to_element_with_offset(canvas, x, y)  # noqa: E731
        driver.find_element("id", "emulate").click()
        move(-100, 0).click().perform()
        until(driver, "a click is a fix", "return Page.app.model.devices[0]?.count === 1")
        until(driver, "it is marked", "return Page.app.model.alerts[0]?.json.title === 'made true'")
        move(-100, 0).click_and_hold().perform()
        time.sleep(1.1)
        move(-50, 20).release().perform()
        until(driver, "a drag is a way", "return Page.app.model.devices[0].count >= 3")
        driver.find_element("id", "touch").click()
        move(60, 60).click().click().perform()
        until(driver, "two taps reach the script's map", "return Page.app.model.log.some((entry) => entry.json.text === 'zoomed in')")
        driver.find_element("id", "touch").click()
        do("Page.app.showAlert(Page.app.model.alerts[0])")
        do("[...document.querySelectorAll('#why button')].find((each) => each.textContent === 'Acknowledge').click()")
        until(driver, "an alert is acknowledged", "return Page.app.tools.log.includes('acknowledge')")
        accessible(driver, "hands")
        quiet(driver, "hands")
        log = do("return Page.app.tools.log")
    (folder / "touches.ndjson").write_text(log)
    again = subprocess.run(
        [program(), "run", "h.lua", "--from", "touches.ndjson", "--alerts", "text"], cwd=folder, capture_output=True, text=True)
    check("the saved log plays again", again.returncode == 0 and "made true" in again.stdout and "zoomed in" in again.stdout,
          log + again.stdout + again.stderr)


ASKS = """
local m = CLLocationManager()
m.delegate = { didEnterRegion = function(_, r) geoscript.alert{ title = "in " .. r.identifier } end }
m:startMonitoringForRegion(CLCircularRegion({ latitude = 47, longitude = 8 }, 100, "home"))
"""


def asks(driver, folder):
    """A link is made and ended by a button; a dragged rim says which alerts come; tiles are drawn."""
    (folder / "a.lua").write_text(ASKS)
    port = free_port()
    words = ["a.lua", "--from", "http://127.0.0.1:%d" % port, "--page", "127.0.0.1:0", "--page-control", "--record", "a.ndjson"]
    with Run(words, folder) as run:
        run.wait("(listening for phones)")
        # What the page before said when its run ended.
        driver.get("about:blank")
        driver.get_log("browser")
        for number in range(6):
            line = {"device": "rex", "latitude": 47.01 if number < 3 else 47.0015 + number / 1e5, "longitude": 8, "horizontalAccuracy": 5, "timestamp": time.time()}
            urllib.request.urlopen("http://127.0.0.1:%d/events" % port, json.dumps(line).encode(), timeout=20).read()
        opened(driver, run.url + "/")
        do = driver.execute_script
        until(driver, "the fixes are there", "return Page.app.model.devices[0]?.count === 6 && Page.app.model.regions.length === 1")
        text = lambda name: do("return document.getElementById(arguments[0]).innerText", name)  # noqa: E731
        driver.find_element("id", "share").click()
        until(driver, "nothing is shared", "return document.getElementById('share-list').innerText.includes('Nothing')")
        accessible(driver, "share")
        driver.find_element("css selector", "#share-form button").click()
        until(driver, "a link is made", "return document.getElementById('share-link').value.includes('/share/')")
        link = do("return document.getElementById('share-link').value")
        path = link.removeprefix(run.url)
        check("the link opens", ask(run.url, "GET", path).status == 200, link)
        check("it says whom it reaches", "this machine only" in text("share-note"), text("share-note"))
        check("the list has it", "rex" in text("share-list"), text("share-list"))
        driver.find_element("css selector", "#share-list button").click()
        until(driver, "the list is empty", "return document.getElementById('share-list').innerText.includes('Nothing')")
        check("the link has ended", ask(run.url, "GET", path).status == 410, link)
        driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        until(driver, "Esc closes the dialog", "return !document.getElementById('share-dialog').open")
        do("Page.app.whatIf.open(0)")
        time.sleep(1.5)
        accessible(driver, "what if")
        places = do("const w = Page.app.whatIf; return [w.region.center, Page.circle(...w.region.center, w.reach, 4)[1]].map((place) => w.map.project(place)).map(({ x, y }) => [x, y])")
        canvas = driver.find_element("css selector", "#map canvas")
        (ax, ay), (bx, by) = [(x - canvas.size["width"] / 2, y - canvas.size["height"] / 2) for x, y in places]
        rim = ActionChains(driver, 100).move_to_element_with_offset(canvas, bx, by).click_and_hold()
        rim.move_by_offset(bx - ax, 0).release().perform()
        radius = float(do("return Page.app.whatIf.size.value"))
        check("a drag changes the radius", abs(radius - 200) < 8, radius)
        until(driver, "an alert comes", "return document.getElementById('what-if-answer').innerText.includes('in home')")
        check("the answer counts", "1 alert more, 0 fewer, 0 as before" in text("what-if-answer"), text("what-if-answer"))
        check("the run raised nothing", do("return Page.app.model.alerts.length") == 0)
        do("const w = Page.app.whatIf; w.buffer.value = '100'; w.change(); Page.app.map.fitRegion(w.shown)")
        time.sleep(1.5)
        edge = do("const w = Page.app.whatIf; const { x, y } = w.map.project(Page.circle(...w.region.center, w.reach + 100, 4)[1]); return [x, y]")
        bx, by = edge[0] - canvas.size["width"] / 2, edge[1] - canvas.size["height"] / 2
        ActionChains(driver, 100).move_to_element_with_offset(canvas, bx, by).click_and_hold().move_by_offset(-20, 0).release().perform()
        buffer = float(do("return Page.app.whatIf.buffer.value"))
        check("a drag changes the buffer", 20 < buffer < 98, buffer)
        driver.find_element("id", "what-if-reset").click()
        driver.find_element("id", "what-if-close").click()
        do("Page.app.map.map.jumpTo({ center: [8, 47], zoom: 13 })")
        until(driver, "tiles are drawn", "return Page.app.map.map.areTilesLoaded() && Page.app.map.map.isSourceLoaded('tiles')")
        check("without a map of streets it says so", "basemap add" in text("map-note"), text("map-note"))
        quiet(driver, "asks")
        tile = ask(run.url, "GET", "/tiles/light/11/1069/720.png")
        check("a tile", tile.status == 200 and tile.read(4)[1:] == b"PNG", tile.status)
        check("no such tile", ask(run.url, "GET", "/tiles/light/11/9999/720.png").status == 404)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        driver = browser(offline=False)
        try:
            hands(driver, folder)
            fences(driver, folder)
            asks(driver, folder)
        finally:
            driver.quit()
    finish("hands on a served page: touches, positions, acknowledgements, fences, links and what if")


main()
