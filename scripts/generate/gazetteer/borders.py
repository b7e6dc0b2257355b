"""Borders of countries and of states, and waters, as GeoJSON: Natural Earth 1:50m of Debian's packages."""

import collections
import csv
import json
import pathlib
import sys

import shapely
from shapely.geometry import MultiPolygon, Polygon, box, mapping
from shapely.ops import unary_union

import seas

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "world_map"))
import shapes
import sources

# What Natural Earth counts as no country of ISO 3166, or does not number.
CODES = {"ATC": "AU", "CYN": "CY", "IOA": "CX", "KAS": "IN", "KOS": "XK", "SOL": "SO", "NOR": "NO", "FRA": "FR"}
# Parts of countries that have an own code: west, south, east, north of where they lie.
FAR = [
    ("FR", "GF", (-55, 2, -51, 6)), ("FR", "GP", (-62, 15.8, -60.9, 16.6)), ("FR", "MQ", (-61.3, 14.3, -60.7, 15)),
    ("FR", "RE", (55, -21.5, 56, -20.8)), ("FR", "YT", (45, -13.1, 45.4, -12.6)), ("CX", "CC", (96, -13, 98, -11)),
    ("NO", "SJ", (10, 74, 36, 81)), ("NO", "SJ", (-10, 70, -7, 72)), ("NL", "BQ", (-69, 11, -62, 18)), ("NZ", "TK", (-173, -10, -171, -8)),
]


def rounded(shape):
    """Returns a shape in steps of 0.0001°, ten meters, as a MultiPolygon."""
    shape = shapely.set_precision(shapely.make_valid(shape), 1e-4)
    parts = [part for part in getattr(shape, "geoms", [shape]) if part.geom_type == "Polygon" and part.area > 1e-6]
    return MultiPolygon(parts)


def feature(shape, kind, code, name, others):
    """Returns an area as GeoJSON; without a shape only its names are told."""
    properties = {"kind": kind, "code": code, "name": name, **{f"name:{tag}": other for tag, other in others.items()}}
    return {"type": "Feature", "properties": properties, "geometry": mapping(shape) if shape is not None else None}


def code_of(row, polygon):
    """The two letters of a part of a country: what is far away and has its own has them here."""
    code = CODES.get(row["adm0_a3"]) or row["iso_a2"]
    spot = polygon.representative_point()
    for own, territory, within in FAR:
        if code == own and shapely.box(*within).contains(spot):
            return territory
    return code


def countries(files):
    """Returns the countries by two letters."""
    found = collections.defaultdict(list)
    for row, polygons in sources.natural_earth(str(files), "countries50"):
        for polygon in polygons:
            found[code_of(row, polygon)].append(polygon)
    return {code: rounded(unary_union(parts)) for code, parts in sorted(found.items())}


def states(files, towns):
    """Returns first-level areas by GeoNames' codes, of the countries that Natural Earth's table has: most towns decide."""
    tree = shapely.STRtree(shapely.points([(town.longitude, town.latitude) for town in towns]))
    found = collections.defaultdict(list)
    for row, polygons in sources.natural_earth(str(files), "states50"):
        shape = unary_union(polygons)
        inside = collections.Counter(
            towns[index].region for index in tree.query(shape, "contains") if towns[index].country == row["iso_a2"])
        if inside:
            found[row["iso_a2"], max(inside, key=lambda code: (inside[code], code))].append((row["name"], shape))
        else:
            print(f"{row['name']}: no towns, left out")
    for area, parts in found.items():
        if len(parts) > 1:
            print(f"{area}: {[name for name, _ in parts]}")
    return {area: rounded(unary_union([shape for _, shape in parts])) for area, parts in sorted(found.items())}


def lakes(files, land):
    """Returns the lakes of lakes.csv, the smallest polygon each that has its place: the Great Lakes come as one too."""
    polygons = []
    for outer, *holes in sources.marble_polygons(str(files), "lakes"):
        if len(outer) > 3:
            shape = shapely.make_valid(Polygon(outer, [hole for hole in holes if len(hole) > 3]))
            polygons += [part for part in getattr(shape, "geoms", [shape]) if part.geom_type == "Polygon"]
    # Natural Earth counts the Caspian Sea as sea; nobody else does.
    around = box(46, 36, 56, 48).difference(land)
    polygons += [part for part in getattr(around, "geoms", [around]) if part.contains(shapely.Point(50.6, 41.8))]
    found = {}
    for row in csv.DictReader((HERE / "lakes.csv").open(newline="")):
        spot = shapely.Point(float(row["longitude"]), float(row["latitude"]))
        around = [polygon for polygon in polygons if polygon.contains(spot)]
        if not around:
            print(f"{row['name']}: Natural Earth has no such lake at 1:50m")
            continue
        found[row["name"]] = rounded(min(around, key=lambda polygon: polygon.area))
    return found


def oceans():
    """Returns oceans and seas, each without those before it."""
    found, taken = {}, Polygon()
    for name, points in seas.limits():
        shape = shapely.make_valid(Polygon(points))
        # What goes on beyond the 180th meridian comes in again on the other side.
        east = shapely.affinity.translate(shape.intersection(box(180, -90, 540, 90)), -360)
        shape = unary_union([shape.intersection(box(-180, -90, 180, 90)), east])
        rest = shape.difference(taken)
        taken = unary_union([taken, shape])
        parts = [part for part in getattr(rest, "geoms", [rest]) if part.geom_type == "Polygon" and part.area > 0.01]
        if not parts:
            print(f"{name}: nothing is left of it")
            continue
        found[name] = rounded(MultiPolygon(parts))
    return found


def write_points(path, shapes):
    """Writes a place amidst each country's largest part."""
    with path.open("w", newline="") as target:
        table = csv.writer(target, lineterminator="\n")
        table.writerow(["code", "latitude", "longitude"])
        for code, shape in shapes.items():
            largest = max(shape.geoms, key=lambda part: part.area)
            spot = largest.centroid if largest.contains(largest.centroid) else largest.representative_point()
            table.writerow([code, f"{spot.y:.3f}", f"{spot.x:.3f}"])


def write(path, features):
    shapes = [shapely.geometry.shape(each["geometry"]) for each in features if each["geometry"]]
    points = sum(map(shapely.get_num_coordinates, shapes))
    path.write_text(json.dumps(
        {"type": "FeatureCollection", "features": features}, ensure_ascii=False, separators=(",", ":")))
    print(f"{path}: {len(features)} areas, {points} points")
