#!/usr/bin/env python3
"""Compares streets and houses with Nominatim's answers about the same extract, the centre of Helsinki.

    scripts/nominatim run scripts/check_streets.py --record
        draws 500 addresses and 500 points and writes down what Nominatim answers: Tests/streets/helsinki.tsv
    scripts/nominatim run scripts/check_streets.py --check
        whether it still answers what stands there

The addresses are drawn from Nominatim's own database with a seed; a point is up to 15 m from such an address.
The quick tests compare with what stands in the file: Tests/GeoHostTests/Gazetteer/HelsinkiTests.swift.
"""
import json
import math
import os
import pathlib
import random
import sqlite3
import struct
import sys
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).parent.parent
TABLE = ROOT / "Tests/streets/helsinki.tsv"
DATABASE = ROOT / ".build/nominatim/helsinki.sqlite"
COLUMNS = ["street", "number", "latitude", "longitude", "others", "at_latitude", "at_longitude",
           "there_street", "there_number", "there_latitude", "there_longitude"]
COUNT = 500
SEED = 6
NEAR = 15  # meters


def ask(path, **words):
    address = f"{os.environ['GEOSCRIPT_NOMINATIM']}/{path}?{urllib.parse.urlencode(words | {'format': 'jsonv2'})}"
    with urllib.request.urlopen(address, timeout=30) as answer:
        return json.load(answer)


def addresses():
    """Street, number and place of all that has them, each street and number once."""
    known = {}
    rows = sqlite3.connect(DATABASE).execute(
        "SELECT address, centroid FROM placex WHERE housenumber IS NOT NULL AND address IS NOT NULL ORDER BY place_id")
    for text, centroid in rows:
        address = json.loads(text)
        street, number = address.get("street"), address.get("housenumber")
        if street and number and not set(number) & set(";,-"):
            # A point in SpatiaLite's format: its bounds begin after six bytes.
            west, south = (double(centroid, at) for at in (6, 14))
            known.setdefault((street, number), (south, west))
    return sorted((*key, *place) for key, place in known.items())


def double(data, at):
    return struct.unpack_from("<d", data, at)[0]


def search(street, number):
    """The first answer, and the others that have the number as well: shops, entrances, the building."""
    found = ask("search", q=f"{street} {number}, Helsinki", addressdetails=1, limit=40, countrycodes="fi")
    if not found:
        return "", "", ""
    others = [f"{place['lat']},{place['lon']}" for place in found[1:]
              if place["address"].get("house_number", "").lower().replace(" ", "") == number.lower().replace(" ", "")]
    return found[0]["lat"], found[0]["lon"], " ".join(others)


def reverse(latitude, longitude):
    found = ask("reverse", lat=latitude, lon=longitude, zoom=18, addressdetails=1)
    address = found.get("address", {})
    return (address.get("road") or address.get("square") or address.get("place") or "",
            address.get("house_number", ""), found.get("lat", ""), found.get("lon", ""))


def record():
    chance = random.Random(SEED)
    rows = []
    for street, number, latitude, longitude in chance.sample(addresses(), COUNT):
        angle, distance = chance.uniform(0, 2 * math.pi), chance.uniform(0, NEAR)
        at = (f"{latitude + distance * math.cos(angle) / 111_320:.7f}",
              f"{longitude + distance * math.sin(angle) / (111_320 * math.cos(math.radians(latitude))):.7f}")
        rows.append([street, number, *search(street, number), *at, *reverse(*at)])
    with open(TABLE, "w") as table:
        for row in [COLUMNS] + rows:
            table.write("\t".join(row) + "\n")


def check():
    rows = [line.rstrip("\n").split("\t") for line in open(TABLE)][1:]
    other = [row for row in rows
             if tuple(row[2:4]) != search(row[0], row[1])[:2] or tuple(row[7:11]) != reverse(row[5], row[6])]
    for row in other[:10]:
        print("otherwise now:", *row)
    print(f"{len(rows) - len(other)} of {len(rows)} answers are those in {TABLE.relative_to(ROOT)}")
    # Its ranking of what is equal may differ between versions of PostgreSQL.
    return len(other) <= len(rows) // 50


if sys.argv[1:] == ["--record"]:
    record()
elif sys.argv[1:] == ["--check"]:
    sys.exit(0 if check() else 1)
else:
    sys.exit(__doc__)
