"""Pages at the edges: privacy zones, the 180th meridian, the ends of the map, no map, phones, links to what is not there."""
import json
import pathlib

from page_browser import check, opened, quiet

SCRIPT = "local m = CLLocationManager()\nm:startUpdatingLocation()\n"
RADIUS = 100
HOME = {"type": "Feature", "id": "home", "properties": {"radius": RADIUS}, "geometry": {"type": "Point", "coordinates": [8, 47]}}


def write(folder, name, places, device="rex"):
    """Writes a log with a fix each minute."""
    lines = [json.dumps({"type": "location", "device": device, "time": 1777889703 + 60 * n, "latitude": latitude,
                         "longitude": longitude, "horizontalAccuracy": 5}) + "\n" for n, (latitude, longitude) in enumerate(places)]
    pathlib.Path(folder, name).write_text("".join(lines))
    return name


class Edges:
    def __init__(self, driver, folder, page):
        self.driver, self.folder, self.page = driver, folder, page
        pathlib.Path(folder, "still.lua").write_text(SCRIPT)
        pathlib.Path(folder, "fence.lua").write_text(
            SCRIPT + 'm:startMonitoringForRegion(CLCircularRegion({ latitude = 47, longitude = 8 }, %d, "home"))\n' % RADIUS)
        pathlib.Path(folder, "home.geojson").write_text(json.dumps(HOME))

    def do(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def text(self, id):
        return self.do("return document.getElementById(arguments[0]).innerText", id)

    def show(self, name, words, script="still.lua", hash=""):
        path = self.page(self.folder, name, [script, *words], self.folder)
        opened(self.driver, "file://" + path + hash)
        return path

    def zones(self):
        """A track ends at the zone's edge, with and without regions; Why names the zone."""
        walk = write(self.folder, "walk.ndjson", [(47.01, 8), (47.005, 8), (47.0001, 8), (47, 8.0001)])
        for script in ("still.lua", "fence.lua"):
            self.show("zone", ["--from", walk, "--privacy-zone", "home.geojson"], script)
            edge = 47 + RADIUS / 111_180
            used = self.do("return Array.from(Page.app.device.fixes.used)")
            check(script + ": the regions used the fixes in the zone", used == [0, 1, 2, 3], used)
            self.do("Page.app.seek(Page.app.timeLine.last)")
            place = self.do("return Page.app.device.placeAt(Page.app.time).latitude")
            check(script + ": the device is at the zone's edge", abs(place - edge) < 1e-5, place)
            track = self.do("return Page.app.map.data.whole.features[0].geometry.coordinates[0].at(-1)[1]")
            check(script + ": the track ends there", abs(track - edge) < 1e-5, track)
            why = self.text("why")
            check(script + ": Why names the zone", "In the privacy zone 'home'." in why and "in place of the true position" in why, why)
            check(script + ": Why has no place", "47.00" not in why, why)
        twice = write(self.folder, "twice.ndjson", [(47.01, 8), (47, 8)])
        with open(pathlib.Path(self.folder, twice), "a+") as log:
            log.seek(0)
            log.write(log.readlines()[-1])
        self.show("twice", ["--from", twice, "--privacy-zone", "home.geojson"])
        texts = self.do("return Page.app.device.texts")
        check("what is dropped in a zone names it", "received twice (in the privacy zone 'home')" in texts, texts)
        check("it is not part of the track", self.do("return Page.app.device.fixes.used.length") == 2)
        self.do("Page.app.panels.show('why'); Page.app.why.shown = null; Page.app.why.box.replaceChildren(Page.app.why.fix(Page.app.device, 2))")
        check("its place is not shown either", "place" not in self.text("why").split("in place")[0], self.text("why"))

    def meridian(self):
        """Tracks and regions go on across the 180th meridian, and the view takes the shorter way."""
        ship = write(self.folder, "ship.ndjson", [(-17, 178 + n / 5) for n in range(10)] + [(-17, -180 + n / 5) for n in range(1, 10)])
        box = {"type": "Polygon", "coordinates": [[[179, -18], [-179, -18], [-179, -16], [179, -16], [179, -18]]]}
        pathlib.Path(self.folder, "fiji.geojson").write_text(json.dumps({"type": "Feature", "id": "fiji", "properties": {}, "geometry": box}))
        self.show("ship", ["--from", ship, "--fences", "fiji.geojson"])
        pieces = self.do("return Page.app.map.data.whole.features[0].geometry.coordinates")
        check("the track is one piece", len(pieces) == 1 and len(pieces[0]) == 19, [len(piece) for piece in pieces])
        steps = [abs(b[0] - a[0]) for a, b in zip(pieces[0], pieces[0][1:])]
        check("it does not turn back", max(steps) < 1, max(steps))
        edges = self.do("return Page.app.map.data.regions.features.find(({ properties }) => properties.role === 'edge').geometry.coordinates")
        check("the fence has no edge along the meridian", all(abs(a[0]) < 180 or abs(b[0]) < 180 for line in edges for a, b in zip(line, line[1:])), edges)
        for name, script in (("the first view", "return 0"), ("Fit", "document.getElementById('fit').click()"),
                             ("Fit of a region", "Page.app.map.fitRegion(Page.app.model.regions[0])")):
            self.do("matchMedia = () => ({ matches: true }); " + script)
            west, east = self.do("const b = Page.app.map.map.getBounds(); return [b.getWest(), b.getEast()]")
            check(name + " is narrow", 1 < east - west < 20, (west, east))
            check(name + " has the meridian in the middle", abs((west + east) / 2 % 360 - 180) < 2.5, (west, east))
        frames = self.do("""return [[[[170, 0], [190, 1]], [[-175, 5]]], [[[10, 0]], [[20, 1]]], [[[-100, 0], [100, 0]], [[150, 1]]],
          [[[-170, 0], [0, 0]], [[0, 0], [170, 0]]]].map(Page.frame)""")
        check("frames", frames == [[[170, 0], [190, 5]], [[10, 0], [20, 1]], [[-100, 0], [150, 1]], [[-170, 0], [170, 0]]], frames)
        turns = self.do("""const n = 400, fixes = { used: [...Array(n).keys()], time: Array(n).fill(0), latitude: Array(n).fill(0),
          longitude: Array.from({ length: n }, (_, i) => ((i * 10 + 180) % 360) - 180) };
          return Page.pieces(fixes, 0, n - 1).map((piece) => [Math.max(...piece.map(([x]) => Math.abs(x))), piece.length]);""")
        check("eleven turns around the world stay on the map", max(most for most, _ in turns) <= 540, turns)
        check("without a gap", sum(count - 1 for _, count in turns) == 399, turns)
        quiet(self.driver, "180th meridian")

    def poles(self):
        """Fixes beyond the end of the map are told."""
        self.show("pole", ["--from", write(self.folder, "pole.ndjson", [(84, 0), (86, 0), (87, 0)])])
        note = self.text("map-note")
        check("the map says where it ends", "The map ends at latitude ±85.05°. It shows 2 fixes beyond that at its edge" in note, note)
        self.do("Page.app.seek(Page.app.timeLine.last)")
        check("so does Why", "shows this fix at its edge" in self.text("why"), self.text("why"))
        self.do("Page.app.map.map.jumpTo({ center: [0, 20], zoom: 4 })")
        check("elsewhere it says nothing", self.text("map-note") == "", self.text("map-note"))

    def bare(self):
        """`--basemap none` has no map."""
        self.show("bare-map", ["--from", "walk.ndjson", "--basemap", "none"])
        layers = "return Page.app.map.map.queryRenderedFeatures().filter(({ source }) => ['world', 'names', 'tiles'].includes(source)).length"
        self.do("Page.app.map.map.jumpTo({ zoom: 4 })")
        check("without a map nothing is drawn", self.driver.execute_async_script(
            "const done = arguments[0]; Page.app.map.map.once('idle', () => done((() => { %s })())); Page.app.map.map.triggerRepaint()" % layers) == 0)
        check("and nobody made it", self.text("credit") == "MapLibre", self.text("credit"))
        self.do("Page.app.map.map.jumpTo({ zoom: 16 })")
        check("no streets are missed", self.text("map-note") == "", self.text("map-note"))
        quiet(self.driver, "no map")

    def what_if(self):
        """A radius below what a fence may have is refused, and no command is offered for it."""
        self.show("fence", ["--from", "walk.ndjson"], "fence.lua")
        ask = """Page.app.whatIf.open(0); const input = Page.app.whatIf.size; input.value = arguments[0];
          input.dispatchEvent(new Event('input')); Page.app.whatIf.ask(); return document.getElementById('what-if-answer').innerText"""
        for value in ("-5", "0"):
            check("a radius of " + value, self.do(ask, value) == "Radius, m: write a number of at least 0.1.", self.do(ask, value))
        check("a radius of 50", "--what-if home.radius=50" in self.do(ask, "50"), self.do(ask, "50"))

    def hints(self):
        """Follow without a device, and links to what is not there, say so."""
        write(self.folder, "two.ndjson", [(47, 8), (47.1, 8)])
        with open(pathlib.Path(self.folder, "two.ndjson"), "a") as log:
            log.write(pathlib.Path(self.folder, write(self.folder, "max.ndjson", [(47, 8.1), (47.1, 8.1)], "max")).read_text())
        path = self.show("two", ["--from", "two.ndjson"])
        self.do("document.getElementById('follow').click()")
        check("Follow needs a device", self.text("hands-note") == "Choose a device first: Follow keeps it in view", self.text("hands-note"))
        self.do("Page.app.choose(Page.app.model.tracked[0])")
        check("a chosen one ends the hint", self.text("hands-note") == "", self.text("hands-note"))
        opened(self.driver, "file://" + path + "#device=nobody&region=nowhere")
        check("a link to nobody", self.text("hands-note") == "This page has no device “nobody” and no region “nowhere”", self.text("hands-note"))
        opened(self.driver, "file://" + path + "#device=max")
        check("a link to a device", self.text("hands-note") == "" and self.do("return Page.app.device.name") == "max", self.text("hands-note"))

    def many(self):
        """Of many fixes a map shows those that have a place to themselves, also where a link or F5 begins with a place."""
        places = [(47 + n / 50_000 + n % 2 / 1e6, 8) for n in range(250)]
        path = self.show("many", ["--from", write(self.folder, "many.ndjson", 12 * places)])
        count = """const done = arguments[arguments.length - 1], { map } = Page.app.map; if (arguments[0]) map.jumpTo({ zoom: arguments[0] });
          setTimeout(() => map.once('idle', () => done([Page.app.map.data.fixes.features.length,
            new Set(map.querySourceFeatures('fixes').map(({ properties }) => properties.fix)).size])).triggerRepaint(), 400);"""
        self.do("Page.app.map.map.jumpTo({ center: [8, 47.0025] })")
        shown = {zoom: self.driver.execute_async_script(count, zoom) for zoom in (8.5, 12, 14.5, 16.5)}
        check("the map has what the page shows", all(here == there for here, there in shown.values()), shown)
        check("none far away, few from afar, all at hand", shown[8.5][0] == 0 and 10 < shown[12][0] < 50 < shown[14.5][0] < 250
              and shown[16.5][0] == 3000, shown)
        latest = self.do("Page.app.map.map.jumpTo({ zoom: 12 }); return Page.app.map.data.fixes.features[0].properties.fix")
        check("of fixes at one place the latest is shown", latest >= 2750, latest)
        opened(self.driver, "file://" + path + "#map=12/47.0025/8&device=rex")
        again = self.driver.execute_async_script(count, 0)
        check("a link with a place has its fixes", again == shown[12], (again, shown))

    def phone(self):
        """On a phone no place that is shown lies under a button."""
        corners = [(47, 8), (47.1, 8), (47.1, 8.1), (47, 8.1)]
        self.show("corners", ["--from", write(self.folder, "corners.ndjson", corners)])
        covered = """
          const map = document.getElementById('map').getBoundingClientRect();
          const boxes = [...document.querySelectorAll('#map-buttons button:not([hidden]), #credit, #map-note:not(:empty), #what-if:not([hidden])')].map((each) => each.getBoundingClientRect());
          const { longitude, latitude } = Page.app.device.fixes;
          return Array.from(longitude, (x, i) => Page.app.map.map.project([x, latitude[i]])).flatMap(({ x, y }) => {
            const isOut = x < 11 || y < 11 || x > map.width - 11 || y > map.height - 11;
            return isOut || boxes.some((box) => x + map.left > box.left - 11 && x + map.left < box.right + 11 && y + map.top > box.top - 11 && y + map.top < box.bottom + 11) ? [[x, y]] : [];
          });"""
        check("at first no place is covered", self.do(covered) == [], self.do(covered))
        self.do("matchMedia = () => ({ matches: true }); document.getElementById('fit').click()")
        check("after Fit no place is covered", self.do(covered) == [], self.do(covered))
        wide = self.do("const p = Page.app.map.map; return p.project([8.1, 47]).x - p.project([8, 47]).x")
        check("the track has more than a third of the width", wide > 130, wide)
