#!/usr/bin/env python3
"""Writes the invented town of Tests/streets/town.osm.pbf as vector tiles, in the three schemas that geoscript reads.

    python3 -m venv .build/osm-venv
    .build/osm-venv/bin/pip install osmium==4.3.2 mapbox-vector-tile==2.2.0 pmtiles==3.5.0
    .build/osm-venv/bin/python scripts/generate/vector_tiles.py

Tiles are encoded by PyPI's mapbox-vector-tile and packed by SQLite and PyPI's pmtiles. The files are committed, so tests
do without these.

  town-openmaptiles.mbtiles  layers and properties as openmaptiles.org/schema names them, tiles with gzip
  town-protomaps.pmtiles     as docs.protomaps.com/basemaps/layers (version 4)
  town-shortbread.mbtiles    as shortbread-tiles.org/schema (version 1), without the names of streets' own layer
"""
import gzip
import math
import pathlib
import sqlite3

import mapbox_vector_tile as mvt
import osmium
import shapely
from pmtiles.tile import Compression, TileType, zxy_to_tileid
from pmtiles.writer import Writer
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

ROOT = pathlib.Path(__file__).resolve().parents[2]
WEST, SOUTH, EAST, NORTH = 5.0, 52.0, 5.02, 52.01
LEVELS = range(13, 15)
EXTENT, BUFFER = 4096, 64


def mercator(longitude, latitude):
    """In widths of the world, from the upper left corner."""
    sine = math.sin(math.radians(latitude))
    return longitude / 360 + 0.5, 0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)


class Town(osmium.SimpleHandler):
    """The objects of the town: (what, tags, geometry)."""

    def __init__(self):
        super().__init__()
        self.found = []

    def node(self, node):
        if "place" in node.tags:
            self.found.append(("place", dict(node.tags), Point(mercator(node.location.lon, node.location.lat))))

    def way(self, way):
        places = [mercator(n.location.lon, n.location.lat) for n in way.nodes if n.location.valid()]
        if len(places) > 1 and not way.is_closed() and len(way.tags) and way.tags.get("footway") != "sidewalk":
            self.found.append(("line", dict(way.tags), LineString(places)))

    def area(self, area):
        rings = []
        for outer in area.outer_rings():
            holes = [[mercator(n.lon, n.lat) for n in inner] for inner in area.inner_rings(outer)]
            rings.append(Polygon([mercator(n.lon, n.lat) for n in outer], holes))
        self.found.append(("area", dict(area.tags), unary_union(rings)))


def town():
    handler = Town()
    handler.apply_file(str(ROOT / "Tests/streets/town.osm.pbf"), locations=True)
    frame = box(*mercator(WEST, NORTH), *mercator(EAST, SOUTH))
    coast = [shape for what, tags, shape in handler.found if tags.get("natural") == "coastline"]
    line = shapely.line_merge(unary_union(coast))
    parts = shapely.ops.split(frame, line).geoms
    sea = max(parts, key=lambda part: part.centroid.x)
    objects = [each for each in handler.found if each[1].get("natural") != "coastline"]
    return objects + [("area", {"natural": "ocean"}, sea)]


def named(properties, tags):
    return properties | ({"name": tags["name"]} if "name" in tags else {})


def openmaptiles(what, tags):
    if what == "place":
        return [("place", named({"class": tags["place"], "rank": 9}, tags))]
    if "highway" in tags:
        kind = {"residential": "minor", "footway": "path"}.get(tags["highway"], tags["highway"])
        road = {"class": kind} | ({"subclass": "footway"} if kind == "path" else {})
        road |= {"brunnel": "bridge"} if "bridge" in tags else {}
        return [("transportation", road)] + ([("transportation_name", named({"class": kind}, tags))] if "name" in tags else [])
    if "railway" in tags:
        return [("transportation", {"class": "rail", "subclass": "rail"})]
    if tags.get("natural") == "water":
        return [("water", {"class": "lake"})]
    if tags.get("natural") == "ocean":
        return [("water", {"class": "ocean"})]
    if "building" in tags:
        return [("building", {})]
    return [("landcover", {"class": "grass", "subclass": "park"})] if tags.get("leisure") == "park" else []


def protomaps(what, tags):
    if what == "place":
        kind = "locality" if tags["place"] == "town" else "macrohood"
        return [("places", named({"kind": kind, "kind_detail": tags["place"], "population": int(tags.get("population", 0))}, tags))]
    if "highway" in tags:
        kind = {"primary": "major_road", "residential": "minor_road", "footway": "path"}[tags["highway"]]
        road = {"kind": kind, "kind_detail": tags["highway"]} | ({"is_bridge": True} if "bridge" in tags else {})
        return [("roads", named(road, tags))]
    if "railway" in tags:
        return [("roads", {"kind": "rail", "kind_detail": "rail"})]
    if tags.get("natural") in ("water", "ocean"):
        return [("water", named({"kind": "lake" if tags["natural"] == "water" else "ocean"}, tags))]
    if "building" in tags:
        return [("buildings", {"kind": "building"})]
    return [("landuse", named({"kind": "park"}, tags))] if tags.get("leisure") == "park" else []


def shortbread(what, tags):
    if what == "place":
        return [("place_labels", named({"kind": tags["place"], "population": int(tags.get("population", 0))}, tags))]
    if "highway" in tags:
        road = {"kind": tags["highway"], "bridge": "bridge" in tags, "tunnel": False, "link": False}
        return [("streets", road)] + ([("street_labels", named({"kind": tags["highway"]}, tags))] if "name" in tags else [])
    if "railway" in tags:
        return [("streets", {"kind": "rail", "rail": True})]
    if tags.get("natural") == "water":
        return [("water_polygons", {"kind": "water"})]
    if tags.get("natural") == "ocean":
        return [("ocean", {})]
    if "building" in tags:
        return [("buildings", {})]
    return [("land", {"kind": "park"})] if tags.get("leisure") == "park" else []


def tiles(objects, schema):
    """(z, x, y, bytes) of each tile."""
    for z in LEVELS:
        count = 1 << z
        first, last = mercator(WEST, NORTH), mercator(EAST, SOUTH)
        for x in range(int(first[0] * count), int(last[0] * count) + 1):
            for y in range(int(first[1] * count), int(last[1] * count) + 1):
                yield z, x, y, tile(objects, schema, x, y, count)


def tile(objects, schema, x, y, count):
    room = box(-BUFFER, -BUFFER, EXTENT + BUFFER, EXTENT + BUFFER)
    layers = {}
    for what, tags, shape in objects:
        local = shapely.affinity.affine_transform(
            shape, [count * EXTENT, 0, 0, count * EXTENT, -x * EXTENT, -y * EXTENT])
        part = local.intersection(room)
        if part.is_empty:
            continue
        for layer, properties in schema(what, tags):
            layers.setdefault(layer, []).append({"geometry": part, "properties": properties})
    return mvt.encode(
        [{"name": name, "features": features} for name, features in layers.items()],
        default_options={"extents": EXTENT, "y_coord_down": True})


def write_mbtiles(path, found, packs):
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE metadata (name text, value text)")
        base.execute("CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
        base.executemany("INSERT INTO metadata VALUES (?, ?)", [
            ("name", "Probeburg"), ("format", "pbf"), ("minzoom", str(LEVELS[0])), ("maxzoom", str(LEVELS[-1])),
            ("bounds", f"{WEST},{SOUTH},{EAST},{NORTH}"), ("attribution", "© Nobody")])
        for z, x, y, data in found:
            row = (z, x, (1 << z) - 1 - y, gzip.compress(data, mtime=0) if packs else data)
            base.execute("INSERT INTO tiles VALUES (?, ?, ?, ?)", row)


def write_pmtiles(path, found):
    with open(path, "wb") as file:
        writer = Writer(file)
        for z, x, y, data in sorted(found, key=lambda each: zxy_to_tileid(*each[:3])):
            writer.write_tile(zxy_to_tileid(z, x, y), gzip.compress(data, mtime=0))
        places = {name: round(value * 1e7) for name, value in (
            ("min_lon_e7", WEST), ("min_lat_e7", SOUTH), ("max_lon_e7", EAST), ("max_lat_e7", NORTH))}
        writer.finalize({
            "tile_type": TileType.MVT, "tile_compression": Compression.GZIP, "min_zoom": LEVELS[0],
            "max_zoom": LEVELS[-1], **places, "center_zoom": LEVELS[0],
            "center_lon_e7": places["min_lon_e7"], "center_lat_e7": places["min_lat_e7"],
        }, {"attribution": "© Nobody", "vector_layers": []})


objects = town()
folder = ROOT / "Tests/tiles"
write_mbtiles(folder / "town-openmaptiles.mbtiles", tiles(objects, openmaptiles), packs=True)
write_pmtiles(folder / "town-protomaps.pmtiles", list(tiles(objects, protomaps)))
write_mbtiles(folder / "town-shortbread.mbtiles", tiles(objects, shortbread), packs=False)
