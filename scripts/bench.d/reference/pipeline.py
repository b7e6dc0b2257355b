#!/usr/bin/env python3
"""The whole task as one would build it from PyPI: orjson, shapely, lupa. The peer of `geoscript run`.

  pipeline.py --data DIR [--runs N] [--fixes N]

Reads DIR/fences.geojson and DIR/fixes.ndjson. For every line: parse it, ask the tree of bounding boxes for
candidates, keep the circles that contain the fix (haversine), compare with the circles the device was in, and
call a Lua function for each enter and exit, which reads the identifier and the coordinate. Regions reach Lua as
tables made once: with Python objects as arguments lupa 2.8 mixes them up after some 50,000 calls. Prints the CPU
time a fix, loading not counted: the median of N runs.
"""
import argparse
import itertools
import json
import math
import os
import statistics
import time

import lupa.lua54
import numpy
import orjson
import shapely

RADIUS = 6371008.8  # metres, mean radius of the earth (IUGG)
DEGREE = math.pi / 180

SCRIPT = """
local events, sum = 0, 0
local app = {}
function app.didEnterRegion(region, latitude, longitude)
  events = events + 1
  sum = sum + #region.identifier + latitude + longitude
end
app.didExitRegion = app.didEnterRegion
function app.events() return events end
return app
"""


class Region:
    __slots__ = ("identifier", "latitude", "longitude", "cos_latitude", "limit")

    def __init__(self, feature):
        self.identifier = feature["id"]
        self.longitude, self.latitude = feature["geometry"]["coordinates"]
        self.cos_latitude = math.cos(self.latitude * DEGREE)
        # The haversine of the radius: contains needs no square root and no arc sine.
        self.limit = math.sin(feature["properties"]["radius"] / RADIUS / 2) ** 2


def load(path):
    regions, boxes = [], []
    with open(path, "rb") as r:
        for line in r:
            feature = orjson.loads(line)
            region = Region(feature)
            regions.append(region)
            high = feature["properties"]["radius"] / RADIUS / DEGREE * 1.001
            wide = high / math.cos(min(89.0, abs(region.latitude) + high) * DEGREE)
            boxes.append((region.longitude - wide, region.latitude - high,
                          region.longitude + wide, region.latitude + high))
    return regions, shapely.STRtree(shapely.box(*numpy.array(boxes).T))


def run(lines, regions, tree):
    lua = lupa.lua54.LuaRuntime()
    app = lua.execute(SCRIPT)
    tables = [lua.table(identifier=region.identifier) for region in regions]
    did_enter, did_exit = app.didEnterRegion, app.didExitRegion
    inside = {}
    start = time.process_time()
    for line in lines:
        event = orjson.loads(line)
        latitude, longitude, device = event["latitude"], event["longitude"], event["device"]
        cos_latitude = math.cos(latitude * DEGREE)
        now = set()
        for i in tree.query(shapely.Point(longitude, latitude)).tolist():
            region = regions[i]
            if (math.sin((latitude - region.latitude) * DEGREE / 2) ** 2
                    + cos_latitude * region.cos_latitude
                    * math.sin((longitude - region.longitude) * DEGREE / 2) ** 2) <= region.limit:
                now.add(i)
        before = inside.get(device)
        if before is None:  # a first fix only settles where the device is
            inside[device] = now
        elif before != now:
            for i in sorted(before - now):
                did_exit(tables[i], latitude, longitude)
            for i in sorted(now - before):
                did_enter(tables[i], latitude, longitude)
            inside[device] = now
    spent = time.process_time() - start
    return spent / len(lines) * 1e6, app.events()


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--data", required=True)
    ap.add_argument("--runs", type=int, default=1)
    ap.add_argument("--fixes", type=int, default=200000, help="as many as there are, at most this")
    a = ap.parse_args()
    regions, tree = load(os.path.join(a.data, "fences.geojson"))
    with open(os.path.join(a.data, "fixes.ndjson"), "rb") as r:
        lines = list(itertools.islice(r, a.fixes))
    value = statistics.median(run(lines, regions, tree)[0] for _ in range(a.runs))
    print(json.dumps({"name": "command", "value": round(value, 3), "unit": "µs"}, ensure_ascii=False))


if __name__ == "__main__":
    main()
