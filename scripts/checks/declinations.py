#!/usr/bin/env python3
"""Compares our World Magnetic Model with pygeomag, a port of NOAA's own program, at seeded places and dates.

  scripts/checks/declinations.py

The status is 1 when something differs.
"""
import math
import random
import subprocess
import sys

from common import program, use_packages

use_packages()
import pygeomag

PLACES = 1000
DEGREES = 1e-6  # the task allows 0.01; these are two programs with the same coefficients
NANOTESLA = 1e-3


def places(seed):
    """(latitude, longitude, kilometres, year): spread evenly over the earth, the rest in the model's range."""
    r = random.Random(seed).random
    out = [(0, 180, 0, 2025.0), (0, -180, 0, 2025.0), (89.999, 45, 0, 2027.5), (-89.999, -45, 0, 2027.5),
           (71, 180, 1, 2026.25), (71, -180, 1, 2026.25), (0, 0, 0, 2029.999), (45.45, 14.02, 0.6, 2026.4)]
    while len(out) < PLACES:
        out.append((math.degrees(math.asin(2 * r() - 1)), 360 * r() - 180, 10 * r() * r(), 2025 + 5 * r()))
    return out


def main():
    given = places(1)
    text = "".join("%.17g %.17g %.17g %.17g\n" % (la, lo, km * 1000, year) for la, lo, km, year in given)
    done = subprocess.run([program("geobench"), "declinations"], input=text, capture_output=True, text=True, check=True)
    ours = [[float(x) for x in line.split()] for line in done.stdout.splitlines()]
    if len(ours) != len(given):
        print("%d places, %d answers" % (len(given), len(ours)), file=sys.stderr)
        return 1
    model = pygeomag.GeoMag(coefficients_file="wmm/WMM_2025.COF")
    wrong, worst = 0, 0.0
    for (la, lo, km, year), (declination, inclination, total) in zip(given, ours):
        theirs = model.calculate(la, lo, km, year)
        turn = abs((declination - theirs.d + 180) % 360 - 180)
        worst = max(worst, turn)
        if max(turn, abs(inclination - theirs.i)) > DEGREES or abs(total - theirs.f) > NANOTESLA:
            wrong += 1
            if wrong <= 5:
                print("%r: ours %r, pygeomag %r" % ((la, lo, km, year), (declination, inclination, total),
                                                   (theirs.d, theirs.i, theirs.f)), file=sys.stderr)
    print("declinations: %d places, %d differ, at most by %.1e°" % (len(given), wrong, worst))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
