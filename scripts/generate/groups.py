#!/usr/bin/env python3
"""Writes the tracks of the examples of groups: an invented family, convoy and fleet.

  scripts/generate/groups.py        writes examples/tracks/family.ndjson, convoy.ndjson and vans.csv
"""
import datetime
import json
import os

TRACKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "tracks")
START = 1780000000
HOME, AWAY = (45.2764, 13.7198), (45.2900, 13.7400)


def write_log(name, rows):
    with open(os.path.join(TRACKS, name), "w", encoding="utf-8") as w:
        for time, device, (latitude, longitude) in sorted(rows, key=lambda row: row[:2]):
            w.write(json.dumps({"time": START + time, "device": device, "latitude": round(latitude, 6),
                                "longitude": round(longitude, 6), "horizontalAccuracy": 8}) + "\n")


def family():
    for time in range(0, 7200, 60):
        yield time, "kid", HOME if time < 5000 else AWAY
        yield time + 7, "mom", HOME if time < 1200 or time >= 6000 else AWAY
        if time < 4000:
            yield time + 13, "dad", HOME if time < 600 or 2400 <= time < 2700 else AWAY


def convoy():
    for time in range(0, 3600, 30):
        way = time * 0.00013
        yield time, "leader", (45.2764, 13.70 + way)
        yield time + 4, "car-1", (45.2764, 13.70 + way - 0.001)
        # It waits at a crossing, then catches up.
        yield time + 9, "car-2", (45.2764, 13.70 + (min(way, 0.13) if time < 2000 else way) - 0.002)


def vans():
    for number, (van, depot) in enumerate([("v1", "north"), ("v2", "north"), ("v3", "south"), ("v4", "south")]):
        for time in range(0, 7200, 60):
            yield time + number, van, HOME if (time // 60 + number * 17) % 60 >= 25 else AWAY, depot


def main():
    write_log("family.ndjson", family())
    write_log("convoy.ndjson", convoy())
    with open(os.path.join(TRACKS, "vans.csv"), "w", encoding="utf-8") as w:
        w.write("time,device,lat,lon,depot\n")
        for time, van, (latitude, longitude), depot in sorted(vans()):
            moment = datetime.datetime.fromtimestamp(START + time, datetime.timezone.utc)
            w.write("%s,%s,%s,%s,%s\n" % (moment.strftime("%Y-%m-%dT%H:%M:%SZ"), van, latitude, longitude, depot))


main()
