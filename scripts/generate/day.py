#!/usr/bin/env python3
"""Makes examples/tracks/day.ndjson: an invented day of one phone, for visits, pauses and radio time.

  scripts/generate/day.py >examples/tracks/day.ndjson

The places are in and around Ljubljana, the ways between them straight. At rest the phone is seen every two
minutes, on the way every ten seconds. Errors are normal with half of the stated accuracy; the seed is fixed.
"""
import datetime
import json
import math
import random

START = datetime.datetime(2026, 5, 5, 4, 30, tzinfo=datetime.timezone.utc)
METRES = 111_195  # a degree of latitude on the mean sphere
HOME, SCHOOL, OFFICE, LUNCH, SHOP = (
    (46.0790, 14.4980), (46.0742, 14.5093), (46.0493, 14.5420), (46.0478, 14.5456), (46.0655, 14.5220))

# where, minutes there, meters a second on the way to it
DAY = ((HOME, 75, 0), (SCHOOL, 3, 9), (OFFICE, 225, 11), (LUNCH, 40, 1.3), (OFFICE, 210, 1.3), (SHOP, 22, 9),
       (HOME, 100, 10))


def main():
    random.seed(5)
    second, at = 0, HOME

    def say(place, accuracy):
        time = START + datetime.timedelta(seconds=second)
        scale = METRES * math.cos(math.radians(place[0]))
        print(json.dumps({
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "latitude": round(place[0] + random.gauss(0, accuracy / 2) / METRES, 6),
            "longitude": round(place[1] + random.gauss(0, accuracy / 2) / scale, 6),
            "horizontalAccuracy": accuracy}, separators=(",", ":")))

    for place, minutes, speed in DAY:
        north = (place[0] - at[0]) * METRES
        east = (place[1] - at[1]) * METRES * math.cos(math.radians(place[0]))
        steps = int(math.hypot(north, east) / speed / 10) if speed else 0
        for step in range(1, steps):
            second += 10
            part = step / steps
            say((at[0] + (place[0] - at[0]) * part, at[1] + (place[1] - at[1]) * part), 10)
        for _ in range(minutes // 2 + 1):
            second += 120 if minutes > 3 else 60
            say(place, random.choice((10, 20, 30)))
        at = place


if __name__ == "__main__":
    main()
