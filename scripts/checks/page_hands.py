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
from page_served import Run, ask, until

from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402 # of the environment that page_browser continues in
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import Select  # noqa: E402

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


FENCES = """
CLLocationManager.new{ delegate = {
  didEnterRegion = function(_, region) geoscript.alert{ title = "in " .. region.identifier } end,
} }:startUpdatingLocation()
"""


class FenceHand:
    """Draws and changes fences on the page of a run."""

    def __init__(self, driver, file):
        self.driver, self.file = driver, file
        self.canvas = driver.find_element("css selector", "#map canvas")

    def known(self):
        return {each["id"]: each for each in json.loads(self.file.read_text())["features"]}

    def at(self, x, y):
        return ActionChains(self.driver, 100).move_to_element_with_offset(self.canvas, x, y)

    def look(self):
        self.driver.execute_script("Page.app.map.map.jumpTo({ center: [8, 47], zoom: 14 })")

    def said(self, what, text, equals=" === '%s'"):
        until(self.driver, what, "return document.getElementById('hands-note').textContent" + equals % text)

    def save(self, name, shape=None):
        if shape:
            self.driver.find_element("id", "fence-name").send_keys(name)
        self.driver.find_element("id", "fence-save").click()
        self.said("%s is saved" % name, "Saved: " + name, ".split(' (')[0] === '%s'")
        return self.known()[name]

    def choose(self, list_name, name):
        Select(self.driver.find_element("id", list_name)).select_by_visible_text(name)


def draw_fences(hand):
    """A circle, a polygon and a corridor; then another corner in an edge, and a corner that is moved."""
    # At level 14 and 47 degrees a pixel is 3.26 m: 156,543.03 m / 2 / 2^14 * cos 47 degrees.
    hand.at(0, 0).click_and_hold().move_by_offset(50, 0).release().perform()
    circle = hand.save("circle", "Circle")
    place = circle["geometry"]["coordinates"]
    check("the circle", abs(circle["properties"]["radius"] - 163) < 3 and abs(place[0] - 8) < 1e-4, circle)
    until(hand.driver, "the circle is shown", "return Page.app.map.data.regions.features.length > 0 && Page.app.map.isFitted")
    check("the map stays under the hand", not hand.driver.execute_script("return Page.app.map.map.isMoving()"))
    hand.choose("fence-shape", "Polygon")
    for x, y in (60, -100), (160, -100), (160, 0):
        hand.at(x, y).click().perform()
    polygon = hand.save("polygon", "Polygon")
    check("the polygon", len(polygon["geometry"]["coordinates"][0]) == 4, polygon)
    hand.choose("fence-shape", "Corridor")
    hand.at(-100, 150).click().perform()
    hand.at(100, 150).click().perform()
    corridor = hand.save("corridor", "Corridor")
    check("the corridor", corridor["properties"]["width"] > 0, corridor)
    hand.choose("fence-list", "polygon")
    time.sleep(1.5)
    places = hand.driver.execute_script(
        "const fences = Page.app.tools.fences; return fences.points.map((place) => Page.app.map.map.project(place)).map(({ x, y }) => [x, y])")
    middle = [hand.canvas.size["width"] / 2, hand.canvas.size["height"] / 2]
    (ax, ay), (bx, by), _ = [(x - middle[0], y - middle[1]) for x, y in places]
    hand.at((ax + bx) / 2, (ay + by) / 2).click().perform()
    hand.at(ax, ay).click_and_hold().move_by_offset(-30, -20).release().perform()
    corner = hand.known()["polygon"]["geometry"]["coordinates"][0][0]
    moved = hand.driver.execute_script("return Page.app.tools.fences.points[0]")
    hand.driver.find_element("id", "fence-undo").click()
    back = hand.driver.execute_script("return Page.app.tools.fences.points")
    check("Undo moves a corner back", moved != corner and back[0] == corner and len(back) == 4, [moved, back])
    hand.at(ax, ay).click_and_hold().move_by_offset(-30, -20).release().perform()
    ring = hand.save("polygon")["geometry"]["coordinates"][0]
    check("a corner more, and one moved", len(ring) == 5 and ring[0] != corner, ring)


def fences_in_force(driver, hand):
    """A position in the circle raises an alert."""
    driver.find_element("id", "emulate").click()
    hand.look()
    hand.at(200, -200).click().perform()
    until(driver, "a fix outside", "return Page.app.model.devices[0]?.count === 1 && Page.app.map.isFitted")
    time.sleep(1.5)
    hand.look()
    hand.at(5, 5).click().perform()
    until(driver, "the fence is in force", "return Page.app.model.alerts[0]?.json.title === 'in circle'")


def fences(driver, folder):
    """A circle, a polygon and a corridor are drawn, changed and removed; the file has them, and they are in force."""
    (folder / "f.lua").write_text(FENCES)
    file = folder / "f.geojson"
    file.write_text('{"type":"FeatureCollection","features":[]}')
    with Run(["f.lua", "--page", "127.0.0.1:0", "--emulate", "--page-control", "--fences", "f.geojson"], folder) as run:
        driver.get("about:blank")
        driver.get_log("browser")
        opened(driver, run.url + "/")
        hand = FenceHand(driver, file)
        driver.find_element("id", "touch").click()
        hand.at(0, 0).click().perform()
        hand.said("a touch that no map hears is told", "this page knows of none", ".endsWith('%s')")
        driver.find_element("id", "edit").click()
        hand.said("the reader is told what to do", "Press the middle of the circle and drag")
        hand.look()
        accessible(driver, "fences")
        draw_fences(hand)
        until(driver, "they are shown before a device comes", "return Page.app.model.devices.length === 0 && Page.app.map.data.regions.features"
              ".filter((each) => each.properties.role === 'name').length === 3")
        fences_in_force(driver, hand)
        # The list of before is still there, and the answer replaces it.
        driver.execute_script("Page.app.tools.fences.list = []")
        driver.find_element("id", "edit").click()
        until(driver, "the list is there", "return Page.app.tools.fences.list.length === 3")
        hand.choose("fence-list", "circle")
        driver.find_element("id", "fence-remove").click()
        hand.said("the circle is removed", "Removed: circle")
        check("the file has two", sorted(hand.known()) == ["corridor", "polygon"], sorted(hand.known()))
        until(driver, "the map has two", "return Page.app.map.data.regions.features"
              ".filter((each) => each.properties.role === 'name').length === 2")
        quiet(driver, "fences")
    copies = sorted(folder.glob("f.geojson.old*"), key=lambda path: (len(path.name), path.name))
    counts = [len(json.loads(path.read_text())["features"]) for path in copies]
    check("each file of before is kept, the last two have three", counts == [0, 1, 2, 3, 3], counts)


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
