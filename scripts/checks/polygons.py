#!/usr/bin/env python3
"""Compares all enters and exits of polygons with those of GEOS (shapely), which must be the same.

  scripts/checks/polygons.py

The status is 1 when something differs.

The polygons and fixes are those of scripts/generate/workload.py. Without a buffer a device is inside where GEOS says that the polygon
covers the fix, in the plane of longitude and latitude, where edges are straight; its first fix only settles that. Pairs
whose bounding boxes are apart are not asked.
"""
import os
import struct
import subprocess
import sys

import common
from common import ROOT

common.use_packages()
from shapely.geometry import Point, Polygon
from shapely.prepared import prep

FIXES = 100000
CELL = 0.02  # degrees
WORK = ROOT + "/.build/oracle/polygons"


def read_polygons(path):
    with open(path, "rb") as r:
        data = r.read()
    assert data[:8] == b"GSPOLYS1"
    at, rings = 16, []
    for _ in range(struct.unpack_from("<Q", data, 8)[0]):
        n = struct.unpack_from("<I", data, at)[0]
        flat = struct.unpack_from("<%dd" % (2 * n), data, at + 4)
        rings.append(list(zip(flat[1::2], flat[::2])))
        at += 4 + 16 * n
    return rings


def read_fixes(path):
    with open(path, "rb") as r:
        data = r.read()
    assert data[:8] == b"GSFIXES1"
    return struct.iter_unpack("<3dfI", data[16:])


def expected():
    shapes = [Polygon(ring) for ring in read_polygons(WORK + "/polygons.bin")]
    asked = [prep(shape) for shape in shapes]
    cells = {}
    for i, shape in enumerate(shapes):
        west, south, east, north = shape.bounds
        for a in range(int(south // CELL), int(north // CELL) + 1):
            for b in range(int(west // CELL), int(east // CELL) + 1):
                cells.setdefault((a, b), []).append((i, west, south, east, north))
    inside, events = {}, []
    for t, lat, lon, _, device in read_fixes(WORK + "/fixes.bin"):
        place = Point(lon, lat)
        now = {i for i, west, south, east, north in cells.get((int(lat // CELL), int(lon // CELL)), ())
               if west <= lon <= east and south <= lat <= north and asked[i].covers(place)}
        before = inside.get(device)
        inside[device] = now
        if before is not None and before != now:
            events += ["%d,%d,%d,exit" % (t, device, i) for i in before - now]
            events += ["%d,%d,%d,enter" % (t, device, i) for i in now - before]
    return sorted(events)


def main():
    program = common.program("geobench")
    if not os.path.exists(WORK + "/summary.json"):
        subprocess.run([sys.executable, ROOT + "/scripts/generate/workload.py", "--preset", "C10k", "--fixes", str(FIXES), "--out", WORK],
                       check=True, stdout=subprocess.DEVNULL)
    ours = subprocess.run([program, "oracle", WORK, "--shapes", "polygons"], check=True, capture_output=True, text=True)
    ours, theirs = sorted(ours.stdout.splitlines()[1:]), expected()
    differences = sorted(set(ours) ^ set(theirs))
    for line in differences[:10]:
        print("only", "ours:" if line in ours else "GEOS:", line, file=sys.stderr)
    print("polygons: %d fixes, %d events, %d differ" % (FIXES, len(theirs), len(differences)))
    return 1 if differences or not theirs or len(ours) != len(theirs) else 0


if __name__ == "__main__":
    sys.exit(main())
