#!/usr/bin/env python3
"""Compares our inverse geodesics with GeodSolve of Debian's geographiclib-tools on seeded pairs.

  scripts/checks/geodesics.py

The status is 1 when something differs.
"""
import math
import random
import subprocess
import sys

from common import program, seed

PAIRS = 20000
METRES = 1e-6  # far below any decision, far above the two programs' rounding
DEGREES = 1e-9


def pairs(seed):
    r = random.Random(seed).random
    out = [(0, 0, 0, 180), (90, 0, -90, 0), (90, 5, 90, 77), (30, 0, -30, 179.9), (10, 180, 10, -180),
           (52, 13, 52, 13), (0, 0, 0.5, 179.5), (-90, 0, 12, 34)]
    while len(out) < PAIRS:
        la, lo = math.degrees(math.asin(2 * r() - 1)), 360 * r() - 180
        if len(out) % 2:
            out.append((la, lo, math.degrees(math.asin(2 * r() - 1)), 360 * r() - 180))
        else:  # near ones, where regions are
            d = 10 ** (-6 * r())
            out.append((la, lo, max(-90, min(90, la + d * (r() - 0.5))), max(-180, min(180, lo + d * (r() - 0.5)))))
    return out


def lines(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return [[float(x) for x in line.split()] for line in done.stdout.splitlines()]


def turn(a, b):
    return abs((a - b + 180) % 360 - 180)


def main():
    given = pairs(seed())
    text = "".join("%.17f %.17f %.17f %.17f\n" % p for p in given)
    ours = lines([program("geobench"), "geodesics"], text)
    theirs = lines(["GeodSolve", "-i", "-p", "9"], text)
    if not len(ours) == len(theirs) == len(given):
        print("%d pairs, %d answers of ours, %d of GeodSolve" % (len(given), len(ours), len(theirs)), file=sys.stderr)
        return 1
    wrong = 0
    for pair, a, b in zip(given, ours, theirs):
        # Directions are meaningful only if the ends are apart.
        far = b[2] > 1
        if abs(a[2] - b[2]) > METRES or far and max(turn(a[0], b[0]), turn(a[1], b[1])) > max(DEGREES, 1e-5 / b[2]):
            wrong += 1
            if wrong <= 5:
                print("%r: ours %r, GeodSolve %r" % (pair, a, b), file=sys.stderr)
    print("geodesics: %d pairs, %d differ" % (len(given), wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
