#!/usr/bin/env python3
"""Scripts ask a router for ways through Helsinki, and must get those that Routino finds.

  scripts/checks/routers.py

The router is scripts/fixtures/routino.py: OSRM's answers, made of Debian's Routino and the extract of Helsinki. Drawn
pairs of places, by car, on foot and by bicycle. Checked: distance and time against the totals that Routino prints, read by
other rules; the length of the line against pyproj's Geod; its places; the steps; what has no way; permission; the same
output with --jobs 2. The status is 1 when anything differs.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

from common import ROOT, count_checks, program, seed, use_packages

SCRIPT = """
local cases = geoscript.json.decode(require "cases")
local modes = { motorcar = MKDirectionsTransportTypeAutomobile, foot = MKDirectionsTransportTypeWalking,
  bicycle = MKDirectionsTransportTypeCycling }
local function item(place) return MKMapItem(MKPlacemark(CLLocationCoordinate2DMake(place[1], place[2]))) end
local app = {}
function app:didUpdateLocations(manager)
  manager:stopUpdatingLocation()
  geoscript.task(function()
    for number, case in ipairs(cases) do
      local request = MKDirections.Request()
      request.source, request.destination = item(case.from), item(case.to)
      request.transportType = modes[case.mode]
      local response, err = MKDirections(request):calculate()
      local row = { number = number, code = err and err.code or nil }
      if response then
        local route = response.routes[1]
        local eta = MKDirections(request):calculateETA()
        row.distance, row.time, row.line, row.steps = route.distance, route.expectedTravelTime, {}, {}
        row.eta, row.isEstimate = eta.expectedTravelTime, route.isEstimate or eta.isEstimate
        for i, place in ipairs(route.polyline.coordinates) do row.line[i] = { place.latitude, place.longitude } end
        for i, step in ipairs(route.steps) do row.steps[i] = { step.instructions, step.distance } end
      end
      print(geoscript.json.encode(row))
    end
  end)
end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
"""
FIX = '{"type":"location","time":1780000000,"latitude":60.169,"longitude":24.94,"horizontalAccuracy":5}\n'
good, faults = 0, []


def check(what, is_true, detail=""):
    global good
    good += bool(is_true)
    if not is_true:
        faults.append("%s: %s" % (what, detail))


def draw_cases(draw):
    def place():
        return [round(draw.uniform(60.160, 60.174), 6), round(draw.uniform(24.932, 24.956), 6)]

    cases = [{"mode": draw.choice(["motorcar", "foot", "bicycle"]), "from": place(), "to": place()} for _ in range(60)]
    # Far away from the extract, nothing is found.
    return cases + [{"mode": "motorcar", "from": place(), "to": [48.1374, 11.5755]}]


def total(rows):
    """Meters and seconds of a way, as the sections of the short file add up."""
    sections = [(float(row[2].split()[0]), float(row[3].split()[0])) for row in rows]
    return sum(a for a, _ in sections) * 1000, sum(b for _, b in sections) * 60, len(sections)


def check_case(name, row, way, case, geod):
    if way is None:
        return check(name, row.get("code") == 5, row)
    if "distance" not in row:
        return check(name, False, row)
    meters, seconds, count = total(way[1])
    check(name + " distance", abs(row["distance"] - meters) <= count + 1, (row["distance"], meters))
    # Routino prints a tenth of a minute for each section there, a hundredth for each segment in the other file.
    check(name + " time", abs(row["time"] - seconds) <= 3 * count + 0.6 * len(way[0]), (row["time"], seconds))
    check(name + " eta", row["eta"] == row["time"] and not row["isEstimate"], row["eta"])
    line = row["line"]
    check(name + " vertices", len(line) == len(way[0]), len(line))
    length = geod.line_length([p[1] for p in line], [p[0] for p in line])
    # Routino sums whole meters of the map's segments; one vertex may stand for several of them.
    check(name + " line", abs(length - row["distance"]) <= 0.005 * length + 2 * len(line), (length, row["distance"]))
    # Its ends are where Routino finds a road for that kind of travel, which may be far from the places.
    away = max(geod.inv(p[1], p[0], float(row[1]), float(row[0]))[2] for p, row in zip(line, way[0]))
    check(name + " places", away < 0.1, away)
    check(name + " steps", abs(sum(step[1] for step in row["steps"]) - row["distance"]) < 1e-6
          and row["steps"][0][0].startswith("Start") and row["steps"][-1][0] == "Arrive at the destination", row["steps"])


def main():
    use_packages()
    import pyproj
    from routino import Routino, serve
    draw = random.Random(seed())
    cases = draw_cases(draw)
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "map"))
        routino = Routino(os.path.join(ROOT, ".build", "helsinki.osm.pbf"), os.path.join(folder, "map"))
        server = serve(routino)
        files = {"ask.lua": SCRIPT, "cases.lua": "return [==[%s]==]" % json.dumps(cases), "log.ndjson": FIX}
        for name, text in files.items():
            with open(os.path.join(folder, name), "w") as w:
                w.write(text)

        def run(*words):
            return subprocess.run([program(), "run", "ask.lua", "--from", "log.ndjson", *words], cwd=folder,
                                  capture_output=True, text=True)

        router = ("--router", "osrm:http://127.0.0.1:%d" % server.server_port)
        check("permission", run(*router).returncode == 77 and not server.paths, server.paths)
        one = run(*router, "--allow-net")
        rows = [json.loads(line) for line in one.stdout.splitlines()]
        check("status", one.returncode == 0 and len(rows) == len(cases), one.stderr[-400:])
        found = 0
        for row in rows:
            case = cases[row["number"] - 1]
            way = routino.way(case["mode"], case["from"], case["to"])
            found += way is not None
            check_case("case %d %r" % (row["number"], case), row, way, case, pyproj.Geod(ellps="WGS84"))
        check("ways", found >= 30, found)
        check("jobs", run(*router, "--allow-net", "--jobs", "2").stdout == one.stdout)
        server.shutdown()
    for fault in faults[:20]:
        print("✘", fault)
    print("%d ways of Routino: %d right, %d wrong" % (found, good, len(faults)))
    count_checks(good, len(faults))
    sys.exit(1 if faults else 0)


main()
