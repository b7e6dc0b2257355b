#!/usr/bin/env python3
"""Makes examples/tracks/walk-and-drive.ndjson: a recorded walk and drive, with the compass of the phone that went along.

  .build/check-venv/bin/python scripts/generate/compass.py

The fixes are those of examples/tracks/cerknica-lake.gpx from 14:58 to 15:14:11, moved in time as a whole to
4 May 2026. The recording has no compass: its readings are made up here, seeded.
- On foot the phone is held where the walk goes, within a few degrees, and looked about with now and then.
- In the car it lies on the seat, turned by 130° from where the car points; starting the engine disturbs it for a while.
- What it reads is against magnetic north, by the World Magnetic Model of the PyPI package pygeomag.
"""
import datetime
import json
import math
import pathlib
import random
import re
import sys

try:
    import pygeomag
except ImportError:
    sys.exit("pygeomag is not there: run scripts/setup --test, then .build/check-venv/bin/python %s" % sys.argv[0])

TRACKS = pathlib.Path(__file__).resolve().parents[2] / "examples" / "tracks"
FIRST = datetime.datetime(2010, 8, 5, 14, 58, tzinfo=datetime.timezone.utc)
LAST = datetime.datetime(2010, 8, 5, 15, 15, tzinfo=datetime.timezone.utc)
START = datetime.datetime(2026, 5, 4, 15, 0, tzinfo=datetime.timezone.utc)
INTO_THE_CAR = datetime.datetime(2010, 8, 5, 15, 11, 30, tzinfo=datetime.timezone.utc)
ENGINE_RUNS = INTO_THE_CAR + datetime.timedelta(seconds=45)
EVERY = datetime.timedelta(seconds=5)
SEAT = 130  # degrees from the car's front to the phone's top


def fixes():
    text = (TRACKS / "cerknica-lake.gpx").read_text(encoding="utf-8")
    for lat, lon, time in re.findall(r'<trkpt lat="([^"]+)" lon="([^"]+)".*?<time>([^<]+)', text, re.S):
        time = datetime.datetime.fromisoformat(time.replace("Z", "+00:00"))
        if FIRST <= time <= LAST:
            yield time, round(float(lat), 7), round(float(lon), 7)


def course(a, b):
    """From true north in degrees; the earth is flat between two fixes."""
    east = (b[2] - a[2]) * math.cos(math.radians(a[1]))
    return math.degrees(math.atan2(east, b[1] - a[1])) % 360


def at(time):
    return (START + (time - FIRST)).strftime("%Y-%m-%dT%H:%M:%SZ")


def readings(track):
    dice = random.Random(2)
    model = pygeomag.GeoMag(coefficients_file="wmm/WMM_2025.COF")
    time, index, look, way = track[0][0], 0, 0, None
    while time <= track[-1][0]:
        while index + 2 < len(track) and track[index + 1][0] <= time:
            index += 1
        here, there = track[index], track[index + 1]
        if here[1:] != there[1:]:
            way = course(here, there)
        declination = model.calculate(here[1], here[2], 0.55, 2026.34).d
        if time >= INTO_THE_CAR:
            disturbed = time < ENGINE_RUNS
            points = way + SEAT + (dice.uniform(-90, 90) if disturbed else dice.uniform(-4, 4))
            accuracy = -1 if disturbed else 25
        else:
            look = dice.choice((-70, -45, 45, 70)) if dice.random() < 0.04 else look * 0.3
            points, accuracy = way + look + dice.uniform(-6, 6), 10
        yield time, {"type": "heading", "time": at(time),
                     "magneticHeading": round((points - declination) % 360, 1) % 360, "headingAccuracy": accuracy}
        time += EVERY


def main():
    track = list(fixes())
    events = [(time, {"type": "location", "time": at(time), "latitude": lat, "longitude": lon,
                      "horizontalAccuracy": 10}) for time, lat, lon in track]
    events += readings(track)
    events.sort(key=lambda event: event[0])
    with open(TRACKS / "walk-and-drive.ndjson", "w", encoding="utf-8") as w:
        for _, event in events:
            w.write(json.dumps(event, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
