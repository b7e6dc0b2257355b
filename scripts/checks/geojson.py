#!/usr/bin/env python3
"""Checks with shapely the GeoJSON that geoscript writes: the rings of RFC 7946, and the intended area.

  scripts/checks/geojson.py

The status is 1 when something is wrong.

Random polygons with a hole, most of them across the 180th meridian, are written by a script. Of each:
- every polygon is valid, its outer ring counterclockwise, its holes clockwise, its rings closed (§3.1.6);
- no longitude is beyond ±180°, no edge goes across (§3.1.9);
- the areas of all parts add up to that of the shape before it was cut, in the plane of longitude and latitude.
"""
import json
import os
import subprocess
import sys
import tempfile

from common import program, use_packages

use_packages()
from shapely.geometry import Polygon, shape

SCRIPT = """
math.randomseed(7946)
local function between(low, high) return low + (high - low) * math.random() end
local function star(latitude, longitude, low, high)
  local ring, count = {}, math.random(5, 30)
  for i = 1, count do
    local angle, size = 2 * math.pi * i / count, between(low, high)
    local east = longitude + size * math.cos(angle)
    ring[i] = { latitude = latitude + size * math.sin(angle), longitude = (east + 180) % 360 - 180 }
  end
  return ring
end
local regions, meant = {}, {}
for i = 1, 500 do
  local latitude, longitude = between(-60, 60), i % 5 == 0 and between(-180, 180) or between(172, 188)
  local outer, hole = star(latitude, longitude, 5, 9), star(latitude, longitude, 1, 3)
  regions[i] = PolygonRegion.new{ coordinates = outer, holes = { hole }, identifier = tostring(i) }
  meant[i] = { outer, hole }
end
for i = 1, 500 do
  meant[500 + i] = meant[i]
  regions[500 + i] = MKPolygon.new{ coordinates = meant[i][1], interiorPolygons = { MKPolygon(meant[i][2]) } }
end
print(geoscript.json.encode(meant))
print(geoscript.geoJSON(regions))
"""


def written(program):
    """The intended polygons, and the features that were written."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "write.lua")
        with open(path, "w", encoding="utf-8") as w:
            w.write(SCRIPT)
        done = subprocess.run([program, "run", "--quiet", path], stdout=subprocess.PIPE, check=True, timeout=60)
    meant, text = done.stdout.decode("utf-8").split("\n", 1)
    return json.loads(meant), json.loads(text)["features"]


def unwrapped(ring):
    """The ring in the plane, with each longitude on the shorter way from the one before."""
    places, last = [], ring[0]["longitude"]
    for place in ring:
        last += (place["longitude"] - last + 180) % 360 - 180
        places.append((last, place["latitude"]))
    return places


def area(rings):
    outer, hole = (Polygon(unwrapped(ring)).area for ring in rings)
    return outer - hole


def faults(feature, meant):
    geometry = shape(feature["geometry"])
    parts = list(geometry.geoms) if geometry.geom_type == "MultiPolygon" else [geometry]
    for part in parts:
        if not part.is_valid:
            yield "is not valid"
        if not part.exterior.is_ccw or any(ring.is_ccw for ring in part.interiors):
            yield "has a ring the wrong way around"
        for ring in [part.exterior, *part.interiors]:
            longitudes = [place[0] for place in ring.coords]
            if max(map(abs, longitudes)) > 180:
                yield "is beyond 180°"
            if any(abs(a - b) > 180 for a, b in zip(longitudes, longitudes[1:])):
                yield "has an edge across 180°"
    coordinates = feature["geometry"]["coordinates"]
    for ring in (ring for part in (coordinates if len(parts) > 1 else [coordinates]) for ring in part):
        if ring[0] != ring[-1]:
            yield "has an open ring"
    if abs(geometry.area - area(meant)) > 1e-9 * geometry.area:
        yield "has the area %.12g instead of %.12g" % (geometry.area, area(meant))


def main():
    meant, features = written(program())
    bad = [(i + 1, fault) for i, (f, m) in enumerate(zip(features, meant)) for fault in faults(f, m)]
    cut = sum(f["geometry"]["type"] == "MultiPolygon" for f in features)
    for name, fault in bad[:20]:
        print("✘ polygon %s %s" % (name, fault))
    print("%d polygons, %d of them cut: %d faults" % (len(features), cut, len(bad)))
    sys.exit(bool(bad) or len(features) != 1000)


main()
