#!/usr/bin/env python3
"""The script's own map on the page: annotations, callouts, overlays, its own drawings and the phone's screen, in a file and live."""
import json
import pathlib
import re
import subprocess
import tempfile
import time
import urllib.request

from common import ROOT, free_port, program
from page_browser import accessible, browser, check, finish, opened, quiet
from page_served import Run, until

SCRIPT = """
local Dots = MKOverlayRenderer:subclass("Dots")
function Dots:drawMapRect(rect, scale, context)
  print("drawing")
  CGContextSetFillColorWithColor(context, UIColor:redColor())
  CGContextFillRect(context, self:rectForMapRect(self.overlay.boundingMapRect))
end
local map = MKMapView.new{}
local circle = MKCircle.circleWithCenterCoordinate({ latitude = 47, longitude = 8 }, 300)
local block = MKPolygon.polygonWithCoordinates{
  { latitude = 47.001, longitude = 8.004 }, { latitude = 47.001, longitude = 8.008 }, { latitude = 46.999, longitude = 8.008 },
}
map.delegate = {
  rendererForOverlay = function(_, overlay)
    if overlay == block then return Dots(overlay) end
    local r = overlay == circle and MKCircleRenderer(overlay) or MKPolylineRenderer(overlay)
    if overlay == circle then r.fillColor = UIColor:greenColor():colorWithAlphaComponent(0.3) end
    r.strokeColor, r.lineWidth = overlay == circle and UIColor:greenColor() or UIColor:blueColor(), 4
    return r
  end,
}
map:addOverlays{ circle, block }
local places = {}
local m = CLLocationManager()
m.delegate = { didUpdateLocations = function(_, locations)
  places[#places + 1] = locations[#locations].coordinate
  if #places == 1 then map:setRegion_animated(MKCoordinateRegionMakeWithDistance(places[1], 3000, 3000), false) end
  if #places ~= 3 then return end
  local stop = { coordinate = places[3], title = "Stop <b>1</b>", subtitle = "three fixes" }
  map:addAnnotation(stop)
  map:addOverlay(MKPolyline.polylineWithCoordinates(places))
  map:selectAnnotation_animated(stop, false)
end }
m:startUpdatingLocation()
"""


def fix(number):
    return {"type": "location", "device": "rex", "time": 1777889703 + 60 * number, "latitude": 47 + number / 2000, "longitude": 8,
            "horizontalAccuracy": 5}


def roles(driver):
    return driver.execute_script("return Page.app.map.data.screen.features.map(({ properties }) => properties.role).sort().join(' ')")


def shows(driver, name):
    """What the layer shows now."""
    do = driver.execute_script
    check(name + ": everything on the map", roles(driver) == "area circle line pin view", roles(driver))
    line = do("return Page.app.map.data.screen.features.find(({ properties }) => properties.role === 'line').properties")
    check(name + ": the renderer's color and width", line["stroke"] == "#0000ff" and line["width"] == 4, line)
    until(driver, name + ": the callout, as text",
          "return document.querySelector('.maplibregl-popup')?.textContent === 'Stop <b>1</b>three fixes'")
    until(driver, name + ": the script's drawing", "return Page.app.map.map.getStyle().layers.some(({ id, type }) => type === 'raster' && id.startsWith('screen-'))")
    red = """const source = Object.entries(Page.app.map.map.getStyle().sources).find(([id]) => id.startsWith('screen-'))[0];
      const canvas = Page.app.map.map.getSource(source).getCanvas();
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      let [red, other] = [0, 0];
      for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 0) data[i] > 200 && data[i + 1] < 60 ? red++ : other++;
      return [red, other, data.length / 4]"""
    found = do(red)
    check(name + ": the drawing alone, over nothing", found[0] > 500 and found[1] < found[0] / 10 and found[0] < found[2] / 4, found)


def file(driver, folder):
    (folder / "log.ndjson").write_text("".join(json.dumps(fix(number)) + "\n" for number in range(6)))
    words = ["map.lua", "--from", "log.ndjson", "--alerts", "none"]
    plain = subprocess.run([program(), "run", *words, "--json"], cwd=folder, capture_output=True, text=True)
    page = subprocess.run([program(), "page", *words, "--json", "-o", "day.html"], cwd=folder, capture_output=True, text=True)
    check("the page does not change what the run prints", re.sub(r'"seconds":[^,}]*', "", plain.stdout) == re.sub(
        r'"seconds":[^,}]*', "", page.stdout), page.stdout)
    check("nobody hears the drawing", "drawing" not in page.stdout + page.stderr)
    opened(driver, "file://%s/day.html" % folder)
    do = driver.execute_script
    check("the layer is off at first", roles(driver) == "" and not do("return document.getElementById('screen').hidden"))
    do("document.getElementById('screen').click(); Page.app.seek(Page.app.timeLine.last)")
    shows(driver, "file")
    accessible(driver, "the script's map")
    do("Page.app.seek(Page.app.timeLine.first)")
    check("at the beginning it shows what was there", roles(driver) == "area circle view", roles(driver))
    until(driver, "no callout then", "return !document.querySelector('.maplibregl-popup')")
    do("Page.app.seek(Page.app.timeLine.last); document.getElementById('phone').click()")
    until(driver, "the phone's screen", "return document.getElementById('phone-screen').width > 300 && "
          "document.getElementById('phone-caption').textContent.startsWith('rex')")
    accessible(driver, "the phone's screen")
    do("document.getElementById('dark').click()")
    until(driver, "dark keeps the layer", "return Page.app.map.map.getLayer('screen-pin') && Page.app.map.map.querySourceFeatures('screen').length > 0")
    do("document.getElementById('screen').click()")
    check("it goes off again", roles(driver) == "")
    quiet(driver, "file")
    masked = subprocess.run([program(), "page", *words, "--privacy-zone", "zone.geojson", "-o", "masked.html"], cwd=folder, capture_output=True, text=True)
    check("under a privacy zone the page has no map of the script", masked.returncode == 0 and '"maps":' not in (
        folder / "masked.html").read_text(), masked.stderr)


def live(driver, folder):
    phones, port = free_port(), free_port()
    with Run(["map.lua", "--from", "http://127.0.0.1:%d" % phones, "--page", "127.0.0.1:%d" % port], folder) as run:
        run.wait("(listening for phones)")
        for number in range(3):
            line = {**fix(number), "time": time.time() - 10 + number}
            urllib.request.urlopen("http://127.0.0.1:%d/events" % phones, json.dumps(line).encode(), timeout=20).read()
        opened(driver, run.url + "/")
        until(driver, "the script's map is offered", "return !document.getElementById('screen').hidden")
        driver.execute_script("document.getElementById('screen').click(); document.getElementById('phone').click()")
        until(driver, "the callout comes live", "return document.querySelector('.maplibregl-popup')")
        shows(driver, "live")
        until(driver, "the phone's screen comes live", "return document.getElementById('phone-screen').width > 300")
        quiet(driver, "live")
    check("the run's end", run.code == 143, run.code)


def main():
    driver = browser(offline=False)
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "map.lua").write_text(SCRIPT)
            (folder / "zone.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [{
                "type": "Feature", "id": "home", "properties": {"radius": 100}, "geometry": {"type": "Point", "coordinates": [8, 47]}}]}))
            file(driver, folder)
            live(driver, folder)
    finally:
        driver.quit()
    finish("the script's map on the page: all is shown")


main()
