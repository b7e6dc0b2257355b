#!/usr/bin/env python3
"""Compares the land of the base map with another scale of Natural Earth from another package.

  scripts/checks/world_map.py

The
package geopandas 0.14.4 holds Natural Earth's countries at 1:110m; they and ours, of 1:50m, must agree wherever no
coast of theirs is within a third of a degree, but for lakes, which they do not have.
The status is 1 when they do not.
"""
import glob
import random
import struct
import subprocess
import sys
import tempfile
import zipfile

import common

common.use_packages()
import shapely

PACKAGE = "geopandas==0.14.4"
SHAPES = "geopandas/datasets/naturalearth_lowres/naturalearth_lowres.shp"
MARGIN = 1 / 3
# The share of places on islands and in lakes that 1:110m leaves out. South of 60° it has no ice shelves.
MOST_ISLANDS, MOST_LAKES, SOUTH = 0.004, 0.006, -60


def rings(data):
    """Yields the rings of a shapefile's polygons; its form is ESRI's of 1998."""
    at = 100
    while at < len(data):
        _, length = struct.unpack_from(">ii", data, at)
        kind, *_, parts, count = struct.unpack_from("<i4dii", data, at + 8)
        if kind == 5:
            starts = [*struct.unpack_from(f"<{parts}i", data, at + 52), count]
            places = [struct.unpack_from("<2d", data, at + 52 + 4 * parts + 16 * i) for i in range(count)]
            yield from (places[a:b] for a, b in zip(starts, starts[1:]))
        at += 8 + 2 * length


def other_land():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                        "--dest", folder, PACKAGE], check=True)
        data = zipfile.ZipFile(glob.glob(folder + "/*.whl")[0]).read(SHAPES)
    # Holes go counter-clockwise; of countries the others fill them.
    return shapely.unary_union([shapely.Polygon(ring).buffer(0) for ring in rings(data)])


def main():
    land = other_land()
    shapely.prepare(land)
    r = random.Random(5)
    places = [(r.uniform(SOUTH, 84), r.uniform(-180, 180)) for _ in range(20000)]
    points = [shapely.Point(longitude, latitude) for latitude, longitude in places]
    coast = shapely.STRtree(list(shapely.get_parts(land.boundary)))
    near = set(coast.query(points, predicate="dwithin", distance=MARGIN)[0].tolist())
    program = common.program("geobench")
    asked = "".join(f"{latitude!r} {longitude!r}\n" for latitude, longitude in places)
    answers = subprocess.run([program, "world-values"], input=asked, capture_output=True, text=True, check=True)
    ours = [line == "land" for line in answers.stdout.split("\n")[:-1]]
    far = [i for i in range(len(places)) if i not in near]
    wrong = [i for i in far if ours[i] != land.contains(points[i])]
    islands = sum(ours[i] for i in wrong)
    print(f"{len(far)} places away from coasts, {sum(ours)} of {len(places)} on land; of {len(wrong)} that differ "
          f"{islands} are land here and {len(wrong) - islands} water")
    if len(ours) == len(places) and islands < MOST_ISLANDS * len(far) and len(wrong) - islands < MOST_LAKES * len(far):
        return 0
    for i in wrong:
        print("  %.3f %.3f" % places[i], "here", "land" if ours[i] else "water")
    return 1


if __name__ == "__main__":
    sys.exit(main())
