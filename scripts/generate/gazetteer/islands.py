"""Inhabited islands that the borders leave out, as places: airports farther from all land than a coast reaches."""

import csv
import math

import shapely

# GC-31: what lies no farther from land is on land. The borders are rounded.
REACH_KILOMETERS = 4.5
KILOMETERS_A_DEGREE = 111.2
# Inhabited, and without an airport in the list; the positions are public facts.
OTHERS = [
    ("Rimatara", "PF", -22.6373, -152.8059, "Pacific/Tahiti"), ("Tristan da Cunha", "SH", -37.0676, -12.3116, "Atlantic/St_Helena"),
    ("Pitcairn", "PN", -25.0664, -130.1005, "Pacific/Pitcairn"), ("Palmerston", "CK", -18.0411, -163.1922, "Pacific/Rarotonga"),
    ("Sark", "GG", 49.4314, -2.3611, "Europe/Guernsey"), ("Lundy", "GB", 51.1656, -4.6650, "Europe/London"),
    ("St Kilda", "GB", 57.8130, -8.5690, "Europe/London"), ("Raoul Island", "NZ", -29.2500, -177.9170, "Pacific/Auckland"),
    ("Marion Island", "ZA", -46.8760, 37.8590, "Africa/Johannesburg"), ("Gough Island", "SH", -40.3490, -9.8810, "Atlantic/St_Helena"),
]
COLUMNS = (
    "key,kind,name,alternate_names,lat,lon,country,region,county,time_zone,postal_code,city,street,house_number").split(",")


def around(latitude, longitude):
    """Returns the polygon of what is within reach of a position."""
    north = REACH_KILOMETERS / KILOMETERS_A_DEGREE
    east = north / max(0.02, math.cos(math.radians(latitude)))
    turns = [part * math.pi / 16 for part in range(32)]
    return shapely.Polygon([(longitude + east * math.sin(turn), latitude + north * math.cos(turn)) for turn in turns])


def write(path, files, countries):
    """Writes the islands as a table of `geoscript gazetteer build`."""
    parts = [part for shape in countries.values() for part in shape.geoms]
    tree = shapely.STRtree(parts)
    rows = [
        (row["iata"] or row["icao"], row["city"] or row["name"].removesuffix(" Airport"), row["country"], float(row["lat"]),
         float(row["lon"]), row["tz"])
        for row in csv.DictReader((files / "airportsdata/airports.csv").open(newline="", encoding="utf-8"))
        if row["iata"] or row["icao"]
    ] + [(other[0], *other) for other in OTHERS]
    count = 0
    with path.open("w", newline="") as target:
        table = csv.DictWriter(target, COLUMNS, restval="", lineterminator="\n")
        table.writeheader()
        for code, name, country, latitude, longitude, zone in rows:
            if len(tree.query(around(latitude, longitude), "intersects")):
                continue
            table.writerow({
                "key": f"island-{code}", "kind": "settlement", "name": name, "lat": f"{latitude:.5f}",
                "lon": f"{longitude:.5f}", "country": country, "time_zone": zone})
            count += 1
    print(f"{path}: {count} islands")
