#!/usr/bin/env python3
"""Records Nominatim's answers about streets and houses in the center of Helsinki.

    scripts/fixtures/nominatim.sh run scripts/generate/helsinki.py Tests/streets/helsinki.tsv

draws 500 addresses and 500 points and writes down what Nominatim answers. The addresses are drawn from its own
database with a seed; a point is up to 5 m from such an address. HelsinkiTests compare with what stands in the file:
quick ones with the committed one, scripts/test --servers with one that it has just recorded.
"""
import json
import math
import os
import random
import sqlite3
import struct
import sys
import urllib.parse
import urllib.request

DATABASE = ".build/nominatim/helsinki.sqlite"
COLUMNS = ["street", "number", "latitude", "longitude", "others", "at_latitude", "at_longitude",
           "there_street", "there_number", "there_latitude", "there_longitude"]
COUNT = 500
SEED = 6
NEAR = 5  # meters


def ask(path, **words):
    address = f"{os.environ['CHECK_NOMINATIM']}/{path}?{urllib.parse.urlencode(words | {'format': 'jsonv2'})}"
    with urllib.request.urlopen(address, timeout=30) as answer:
        return json.load(answer)


def addresses():
    """Street, number and place of every object with an address, each street and number once."""
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
    """The first answer, and the others with the same number: shops, entrances, the building."""
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


def record(path):
    chance = random.Random(SEED)
    rows = []
    for street, number, latitude, longitude in chance.sample(addresses(), COUNT):
        angle, distance = chance.uniform(0, 2 * math.pi), chance.uniform(0, NEAR)
        at = (f"{latitude + distance * math.cos(angle) / 111_320:.7f}",
              f"{longitude + distance * math.sin(angle) / (111_320 * math.cos(math.radians(latitude))):.7f}")
        rows.append([street, number, *search(street, number), *at, *reverse(*at)])
    with open(path, "w") as table:
        for row in [COLUMNS] + rows:
            table.write("\t".join(row) + "\n")


if len(sys.argv) != 2:
    sys.exit(__doc__)
record(sys.argv[1])
