"""Turns Natural Earth's tables into shapes in map points: land, borders, water, towns and ice."""

import collections
import math

import numpy
import shapely
from shapely.geometry import LineString, Polygon, box
from shapely.ops import linemerge, unary_union

import sources
from pack import LAND, LAKE, RIVER, BORDER, STATE, URBAN, ICE, Layer, Shape, project

# Up to which level a degree of detail serves, its tolerance in points of that level, log2 of its unit.
DETAILS = [(2.25, 0.5, 14), (4.75, 0.4, 11), (99.0, 0.0, 8)]


def point(level):
    """Returns the map points in a point of the screen."""
    return 2.0 ** (20 - level)


def level_where(length, points):
    """Returns the level at which a length in map points covers that many points."""
    return 20 + math.log2(points / max(length, 1e-9))


def rings(polygons):
    """Yields the rings of polygons in degrees, as polygons in map points."""
    for polygon in polygons:
        for ring in [polygon.exterior, *polygon.interiors]:
            yield Polygon(project(ring.coords))


def simplified(shape, greatest, tolerance):
    """Returns a shape of map points as it can be told from the whole one at no level up to `greatest`."""
    if tolerance == 0:
        return shape
    size = max(shape.bounds[2] - shape.bounds[0], shape.bounds[3] - shape.bounds[1])
    if size < 0.8 * point(greatest):
        return None
    slim = shape.simplify(tolerance * point(greatest))
    return None if slim.is_empty else slim


def areas(kind, polygons, level=lambda size: 0.0, details=DETAILS):
    """Returns the layers of polygons in degrees; `level` says from which level one of a size is drawn."""
    whole = list(rings(polygons))
    layers = []
    for greatest, tolerance, unit in details:
        shapes = []
        for ring in whole:
            size = max(ring.bounds[2] - ring.bounds[0], ring.bounds[3] - ring.bounds[1])
            least = level(size)
            slim = simplified(ring, greatest, tolerance) if least <= greatest else None
            if slim is not None:
                for part in getattr(slim, "geoms", [slim]):
                    shapes.append(Shape(numpy.array(part.exterior.coords), least, ring=True))
        layers.append(Layer(kind, greatest, unit, shapes))
    return layers


def lines(kind, found, details=DETAILS):
    """Returns the layers of (line in map points, least level)."""
    layers = []
    for greatest, tolerance, unit in details:
        shapes = [
            Shape(numpy.array(line.simplify(tolerance * point(greatest)).coords), least)
            for line, least in found if least <= greatest
        ]
        layers.append(Layer(kind, greatest, unit, shapes))
    return layers


def shared_edges(rows, same):
    """Returns as lines in map points what rings of two rows have in common, if `same` says so of the two."""
    owners = collections.defaultdict(set)
    for number, (_, polygons) in enumerate(rows):
        for polygon in polygons:
            for ring in [polygon.exterior, *polygon.interiors]:
                coords = list(ring.coords)
                for a, b in zip(coords, coords[1:]):
                    owners[min(a, b), max(a, b)].add(number)
    edges = [
        LineString(project(edge)) for edge, numbers in owners.items()
        if len(numbers) == 2 and same(*(rows[number][0] for number in sorted(numbers)))
        # The 180th meridian is where the map is cut, not a border.
        and not all(abs(abs(x) - 180) < 1e-6 for x, _ in edge)
    ]
    merged = linemerge(edges)
    return list(getattr(merged, "geoms", [merged]))


def river_lines(folder):
    """Returns the rivers; each from where its length is a tenth of a picture."""
    rivers = collections.defaultdict(list)
    for _, number, points in sources.marble(folder, "rivers_lake_centerlines"):
        if len(points) > 1:
            rivers[number].append(LineString(project(points)))
    found = []
    for parts in rivers.values():
        least = level_where(sum(part.length for part in parts), 110)
        found += [(part, least) for part in parts]
    return found


def valid(areas):
    """Returns rings of degrees as polygons that do not overlap: the Great Lakes are there as one and as five."""
    polygons = []
    for outer, *holes in areas:
        if len(outer) > 3:
            shape = shapely.make_valid(Polygon(outer, [hole for hole in holes if len(hole) > 3]))
            polygons += [part for part in getattr(shape, "geoms", [shape]) if part.geom_type == "Polygon"]
    union = unary_union(polygons)
    return [part for part in getattr(union, "geoms", [union]) if part.geom_type == "Polygon"]


def land(folder):
    """Returns all land as polygons in degrees, without lakes."""
    countries = [polygon for _, parts in sources.natural_earth(folder, "countries50") for polygon in parts]
    # Ice shelves off Antarctica count as land because they are also white; they are widened to reach the coast.
    shelves = [polygon.buffer(0.03) for polygon in valid(sources.marble_polygons(folder, "antarctic_ice_shelves_polys"))]
    union = unary_union(countries + shelves).intersection(box(-180, -90, 180, 90))
    return [without_chinks(polygon) for polygon in union.geoms if polygon.geom_type == "Polygon"]


def without_chinks(polygon):
    """Returns an area without what is open between its parts where they ought to meet."""
    if polygon.bounds[3] > -60:
        return polygon
    return Polygon(polygon.exterior)


def layers(folder):
    countries = sources.natural_earth(folder, "countries50")
    states = sources.natural_earth(folder, "states50")
    borders = shared_edges(countries, lambda a, b: True)
    inner = shared_edges(states, lambda a, b: a["iso_a2"] == b["iso_a2"])
    lakes = valid(sources.marble_polygons(folder, "lakes"))
    towns = valid(sources.marble_polygons(folder, "urban_areas"))
    ice = valid(sources.marble_polygons(folder, "glaciated_areas"))
    shelves = valid(sources.marble_polygons(folder, "antarctic_ice_shelves_polys"))
    return [
        *areas(LAND, land(folder)),
        *areas(ICE, ice + shelves, lambda size: level_where(size, 5)),
        *areas(LAKE, lakes, lambda size: level_where(size, 5)),
        *lines(RIVER, river_lines(folder)),
        *areas(URBAN, towns, lambda size: max(5.0, level_where(size, 4)), DETAILS[2:]),
        *lines(BORDER, [(line, 0.0) for line in borders]),
        *lines(STATE, [(line, 3.0) for line in inner], DETAILS[1:]),
    ]
