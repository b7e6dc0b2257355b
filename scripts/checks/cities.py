#!/usr/bin/env python3
"""Looks at twelve cities at levels 6, 9, 11 and 12, and at the first level without a map.

  scripts/checks/cities.py

Tests/cities/places.csv says where land, sea and lakes are, from sources other than the coast that is drawn
(scripts/generate/cities.py). Each picture is drawn as SVG, names are taken off, rsvg-convert draws the rest, and the
dot at each place must have the color of what is there. At level 13, and without the finer coast from level 9 on, no
place may look like land. The status is 1 when a dot is wrong.
"""
import concurrent.futures
import csv
import io
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

import common
from common import ROOT

common.use_packages()
from PIL import Image

COAST = os.path.join(ROOT, ".build", "coast", "coast.map")
# Shows all places of a city at level 12.
SIZE = (1200, 1000)
# Colors of Sources/GeoRender/BaseMap/MapStyle.swift, with those that lines and towns on them have.
COLORS = {
    "water": [(0xb5, 0xd9, 0xec), (0x8f, 0xbf, 0xda), (0xa6, 0xcf, 0xe6)],
    "land": [(0xf7, 0xf5, 0xee), (0xf3, 0xf1, 0xe9), (0xf0, 0xec, 0xe4), (0xe9, 0xe4, 0xda)],
    "paper": [(0xed, 0xed, 0xed)],
}


def ground(svg):
    """Takes names, their dots and all that lies over the map off a picture."""
    space = "{http://www.w3.org/2000/svg}"
    root = xml.fromstring(svg)
    for group in root.findall(space + "g"):
        for element in list(group):
            style = element.get("style", "")
            is_path = element.tag == space + "path" and ("fill-rule:evenodd" in style or "linejoin:bevel" in style)
            # A view that is all land is a rect; those of shadows have masks.
            is_rect = element.tag == space + "rect" and element.get("mask") is None
            if not is_path and not is_rect:
                group.remove(element)
    return xml.tostring(root)


def kind(dot):
    return min(COLORS, key=lambda kind: min(math.dist(dot, color) for color in COLORS[kind]))


def mercator(latitude, longitude, level):
    sine = math.sin(math.radians(latitude))
    side = 256 * 2.0 ** level
    return side * (longitude + 180) / 360, side * (0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi))


def draw(program, folder, city, places, level, coast):
    """Returns what is at each place of a city's picture."""
    rows = [(float(row["latitude"]), float(row["longitude"])) for row in places]
    middle = [(min(values) + max(values)) / 2 for values in zip(*rows)]
    point = folder / "far.geojson"
    path = folder / f"{city}-{level}-{bool(coast)}.svg"
    width, height = (side << max(0, level - 12) for side in SIZE)
    subprocess.run([program, "draw", point, "--center=%.5f,%.5f" % tuple(middle), "--zoom", str(level),
                    "--map-size", f"{width}x{height}", "-o", path], check=True, stderr=subprocess.DEVNULL,
                   env={**os.environ, "GEOSCRIPT_COAST": coast, "GEOSCRIPT_BASEMAPS": "", "GEOSCRIPT_GAZETTEER": ""})
    drawn = subprocess.run(["rsvg-convert", "--unlimited"], input=ground(path.read_bytes()), check=True,
                           capture_output=True).stdout
    image = Image.open(io.BytesIO(drawn)).convert("RGB")
    x0, y0 = mercator(*middle, level)
    found = []
    for row in rows:
        x, y = mercator(*row, level)
        found.append(kind(image.getpixel((math.floor(x - x0 + width / 2), math.floor(y - y0 + height / 2)))))
    return found


def main():
    if not os.path.exists(COAST):
        print("skipped: there is no %s; scripts/setup --test makes it" % os.path.relpath(COAST, ROOT))
        return 0
    program = common.program()
    cities = {}
    with open(os.path.join(ROOT, "Tests", "cities", "places.csv"), encoding="utf-8") as file:
        for row in csv.DictReader(file):
            cities.setdefault(row["city"], []).append(row)
    views = [(level, COAST) for level in (6, 9, 11, 12, 13)] + [(9, ""), (12, "")]
    good, lines = 0, []
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = pathlib.Path(name)
        (folder / "far.geojson").write_text(json.dumps({"type": "Point", "coordinates": [-30, -40]}))
        drawn = {(city, *view): pool.submit(draw, program, folder, city, places, *view)
                 for city, places in cities.items() for view in views}
        for (city, level, coast), answer in drawn.items():
            for row, found in zip(cities[city], answer.result()):
                wanted = "land" if row["kind"] == "land" else "water"
                if coast and level < 13:
                    if level < int(row["from"]):
                        continue
                    is_right = found == wanted
                else:
                    # Where no coast is near it may be the sea.
                    is_right = found == "paper" or found == wanted == "water"
                good += is_right
                if not is_right:
                    lines.append("✘ %s at level %d%s: %s, %s (%s %s) is %s" % (
                        city, level, "" if coast else " without the coast", row["name"], row["kind"], row["latitude"],
                        row["longitude"], found))
    print("\n".join(lines[:40]))
    counts = [len(places) for places in cities.values()]
    if len(counts) != 12 or set(counts) != {20}:
        lines.append("Tests/cities/places.csv has not twenty places for each of twelve cities")
        print(lines[-1])
    common.count_checks(good, len(lines))
    print("%d places in %d pictures are right, %d are not" % (good, len(drawn), len(lines)))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
