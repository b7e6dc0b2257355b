"""Fences that the reader of a served page draws, changes and removes: a part of page_hands.py."""
import json
import time

from page_browser import accessible, check, opened, quiet
from page_served import Run, until

from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402 # of the environment that page_browser continues in
from selenium.webdriver.support.ui import Select  # noqa: E402

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
