#!/usr/bin/env python3
"""Compares bounding rects, centroids and intersectsMapRect of map shapes with those of GEOS (shapely).

  scripts/checks/overlays.py

The shapes and rects are seeded, a fifth of them across the 180th meridian; the projection here is this file's own.
Rects that touch within a millionth of a map point are left out: there rounding decides.
The status is 1 when something differs.
"""
import json
import math
import os
import subprocess
import sys
import tempfile

import common

common.use_packages()
from shapely.geometry import LineString, MultiLineString, MultiPolygon, Polygon, box

WORLD = 2.0**28

SCRIPT = """
math.randomseed(1835)
local function between(low, high) return low + (high - low) * math.random() end
local function star(latitude, longitude, low, high)
  local ring, count = {}, math.random(3, 30)
  for i = 1, count do
    local angle, size = 2 * math.pi * i / count, between(low, high)
    local east = longitude + size * math.cos(angle)
    ring[i] = { latitude = latitude + size * math.sin(angle), longitude = (east + 180) % 360 - 180 }
  end
  return ring
end
local function zigzag(latitude, longitude)
  local line = {}
  for i = 1, math.random(2, 20) do
    latitude, longitude = latitude + between(-3, 3), longitude + between(-9, 9)
    line[i] = { latitude = math.max(-84, math.min(84, latitude)), longitude = (longitude + 180) % 360 - 180 }
  end
  return line
end
local kinds = {
  function(lat, lon)
    local outer, hole = star(lat, lon, 5, 9), star(lat, lon, 0.5, 2.4)
    return { { outer, hole } }, MKPolygon.new{ coordinates = outer, interiorPolygons = { MKPolygon(hole) } }
  end,
  function(lat, lon)
    local a, b = star(lat, lon, 2, 5), star(lat + 12, lon + 10, 2, 5)
    return { { a }, { b } }, MKMultiPolygon{ MKPolygon(a), MKPolygon(b) }
  end,
  function(lat, lon)
    local line = zigzag(lat, lon)
    return { line }, MKPolyline(line)
  end,
  function(lat, lon)
    local a, b = zigzag(lat, lon), zigzag(lat, lon)
    return { a, b }, MKMultiPolyline{ MKPolyline(a), MKPolyline(b) }
  end,
}
for i = 1, 2000 do
  local kind = i % 4 + 1
  local lat, lon = between(-55, 55), i % 5 == 0 and between(172, 188) or between(-180, 180)
  local places, shape = kinds[kind](lat, lon)
  local bounds, tests = shape.boundingMapRect, {}
  local size = math.max(bounds.size.width, bounds.size.height)
  for j = 1, 10 do
    local width, height = size * math.random() ^ 3, size * math.random() ^ 3
    local rect = MKMapRectMake(bounds.origin.x + bounds.size.width * between(-0.2, 1.2) - width / 2,
      bounds.origin.y + bounds.size.height * between(-0.2, 1.2) - height / 2, width, height)
    rect.origin.x = rect.origin.x + MKMapSizeWorld.width * math.random(-1, 1)
    tests[j] = { rect.origin.x, rect.origin.y, width, height, shape:intersectsMapRect(rect) }
  end
  local middle = MKMapPointForCoordinate(shape.coordinate)
  print(geoscript.json.encode{ kind = kind, places = places, tests = tests, middle = { middle.x, middle.y },
    bounds = { bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height } })
end
"""


def answers(program):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "shapes.lua")
        with open(path, "w", encoding="utf-8") as w:
            w.write(SCRIPT)
        done = subprocess.run([program, "run", "--quiet", path], stdout=subprocess.PIPE, check=True, timeout=300)
    return [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]


def projected(places, near=None):
    """Map points, each on the shorter way from the one before; the first is the one nearest `near`."""
    points, last = [], None
    for place in places:
        x = WORLD * (place["longitude"] + 180) / 360
        sine = math.sin(math.radians(place["latitude"]))
        y = WORLD * (0.5 - math.atanh(sine) / (2 * math.pi))
        around = last if last is not None else near
        if around is not None:
            x -= WORLD * round((x - around) / WORLD)
        points.append((x, y))
        last = x
    return points


def geometry(kind, places):
    if kind <= 2:
        parts, near = [], None
        for outer, *holes in places:
            ring = projected(outer, near)
            near = ring[0][0]
            parts.append(Polygon(ring, [projected(hole, near) for hole in holes]))
        return MultiPolygon(parts) if kind == 2 else parts[0]
    first = projected(places[0])
    lines = [first] + [projected(line, first[0][0]) for line in places[1:]]
    return MultiLineString(lines) if kind == 4 else LineString(lines[0])


def faults(answer):
    """The differences, and the number of rects compared."""
    shape = geometry(answer["kind"], answer["places"])
    found, compared = [], 0
    west, north, east, south = shape.bounds
    x, y, width, height = answer["bounds"]
    shift = WORLD * round((x - west) / WORLD)
    for name, ours, theirs in (
        ("x", x - shift, west), ("y", y, north), ("width", width, east - west), ("height", height, south - north),
    ):
        if abs(ours - theirs) > 1e-4:
            found.append("has the %s %.9g instead of %.9g" % (name, ours, theirs))
    if answer["kind"] == 1:
        ours, theirs = answer["middle"], shape.centroid
        apart = (ours[0] - theirs.x + WORLD / 2) % WORLD - WORLD / 2
        if math.hypot(apart, ours[1] - theirs.y) > 1e-2:
            found.append("has its centroid %.6g, %.6g beside" % (apart, ours[1] - theirs.y))
    for x, y, width, height, ours in answer["tests"]:
        boxes = [box(x + i * WORLD, y, x + width + i * WORLD, y + height) for i in range(-2, 3)]
        theirs = any(shape.intersects(b) for b in boxes)
        if ours != theirs:
            # Pairs that barely touch, or barely do not.
            if min(shape.distance(b) for b in boxes) > 1e-6 or any(shape.intersects(b.buffer(-1e-6)) for b in boxes):
                found.append("and the rect %s: %s" % ((x, y, width, height), ours))
            continue
        compared += 1
    return found, compared


def main():
    shapes, total, bad = answers(common.program()), 0, 0
    met = sum(test[4] for shape in shapes for test in shape["tests"])
    for number, answer in enumerate(shapes):
        found, compared = faults(answer)
        total += compared
        bad += len(found)
        for fault in found[:3]:
            print("✘ shape %d %s" % (number + 1, fault))
    print("%d shapes, %d rects compared, %d met: %d faults" % (len(shapes), total, met, bad))
    sys.exit(bool(bad) or total < 19_900)


main()
