#!/usr/bin/env python3
"""Compares our polygons, corridors and boxes with GEOS (shapely) and GeographicLib (GeodSolve), on seeded shapes.

  scripts/checks/shapes.py

The status is 1 when something differs.

Containment: GEOS works in the plane of longitude and latitude, where the edges of RFC 7946 §3.1.1 are straight, and its
orientation test is exact. All coordinates are multiples of 2^-20 degree, so that shifting by 180 or 360 degrees and
halving are exact too. What is expected
- of an ordinary shape: what GEOS says;
- of one across the 180th meridian: what GEOS says of the same shape about the meridian of Greenwich;
- of a ring around a pole: in the plane the ring is a curve from longitude -180 to 180, and inside is all between it
  and the pole's line, so: what GEOS says of the curve closed by (180, 90) and (-180, 90), or -90.
Distances: each edge is sampled with geodesics, three times finer about the least one found. Ours may not be longer than
any sample, nor shorter than half a step allows.
"""
import math
import random
import subprocess
import sys

import common

common.use_packages()
from shapely.geometry import MultiPolygon, Point, Polygon
from shapely.prepared import prep

from shapes_drawn import on_grid, ordinary, places, polar, polygon_line, shift, star, turned, wrap

SHAPES = 900
DISTANCES = 160
METRES_PER_DEGREE = 111700.0  # the most


def containment(r):
    """The questions, and their expected answers."""
    lines, expected = [], []
    for number in range(SHAPES):
        if number % 5 == 4:
            ring, shape, sign = polar(r)
            if not shape.is_valid:
                continue
            lines.append(polygon_line([[turned(ring, r)]]))
            asked = places(r, [ring], (0, 45 * sign), 179.9)
            told = asked
        else:
            parts, where = ordinary(r, None if number % 5 < 3 else on_grid(0.3 * r()))
            polygons = [Polygon(part[0], part[1:]) for part in parts]
            if not all(p.is_valid for p in polygons) or where[2] > 60:
                continue
            shape = MultiPolygon(polygons) if len(parts) > 1 else polygons[0]
            if not shape.is_valid:
                continue
            asked = places(r, [ring for part in parts for ring in part], where, where[2])
            told = asked
            if number % 5 == 3:
                parts = shift(parts, 180)
                told = [(wrap(x + 180), y) for x, y in asked]
            elif any(abs(x) > 180 for x, _ in asked) or any(abs(x) > 180 for p in parts for g in p for x, _ in g):
                continue
            lines.append(polygon_line([[turned(ring, r) for ring in part] for part in parts]))
        prepared = prep(shape)
        for (x, y), (lon, lat) in zip(asked, told):
            lines.append("? %r %r" % (lat, lon))
            expected.append((prepared.covers(Point(x, y)), lines[-1]))
    return lines, expected


def ask(program, lines):
    done = subprocess.run([program, "shapes"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def geodesics(pairs):
    """Meters of each (lat, lon, lat, lon)."""
    text = "".join("%.17g %.17g %.17g %.17g\n" % p for p in pairs)
    done = subprocess.run(["GeodSolve", "-i", "-p", "9"], input=text, capture_output=True, text=True, check=True)
    return [float(line.split()[2]) for line in done.stdout.splitlines()]


def distances(r):
    """Shape lines with the edges of each and a place to measure from."""
    cases = []
    while len(cases) < DISTANCES:
        size = 10 ** (-3 + 4.3 * r())
        x, y = 360 * r() - 180, (180 - 4 * size) * r() - 90 + 2 * size
        if len(cases) % 4 == 0:
            y = math.copysign(89 - 2 * r(), y)  # near a pole, where meridians run together
            size = min(size, 0.4)
        ring = [(wrap(a), max(-90.0, min(90.0, b)))
                for a, b in star(r, 3 + int(8 * r()), x, y, size, 1 / max(0.05, math.cos(math.radians(y))))]
        if len(cases) % 3 == 0:
            line = "corridor %r %d " % (10 ** (4 * r()), len(ring)) + " ".join("%r %r" % (b, a) for a, b in ring)
            edges = list(zip(ring, ring[1:]))
        else:
            line = polygon_line([[ring]])
            edges = list(zip(ring, ring[1:] + ring[:1]))
        if any(abs(abs(b[0] - a[0]) - 180) < 1 for a, b in edges):
            continue
        far = size * 10 ** (-3 + 4 * r())
        lat = max(-90.0, min(90.0, y + far * (2 * r() - 1) + size * (2 * r() - 1)))
        lon = wrap(wrap(x + (far * (2 * r() - 1) + size * (2 * r() - 1)) / max(0.05, math.cos(math.radians(y)))))
        cases.append((line, edges, (lat, lon)))
    return cases


def sampled(cases, coarse=60, fine=60, rounds=3):
    """The least sampled distance of each case, and half the last step in meters."""
    def at(edge, t):
        (a, b), (c, d) = edge
        turn = c - a
        turn -= 360 * round(turn / 360) if abs(turn) > 180 else 0
        x = a + t * turn
        return b + t * (d - b), x - 360 * math.floor((x + 180) / 360)

    spots = [[(e, i / coarse, 1 / coarse) for e in edges for i in range(coarse + 1)] for _, edges, _ in cases]
    best = [math.inf] * len(cases)
    steps = [0.0] * len(cases)
    for level in range(rounds + 1):
        pairs = [place + at(e, t) for (_, _, place), some in zip(cases, spots) for e, t, _ in some]
        answers = iter(geodesics(pairs))
        for i, some in enumerate(spots):
            found = sorted(((next(answers), k) for k in range(len(some))))
            best[i] = min(best[i], found[0][0])
            e, t, step = some[found[0][1]]
            steps[i] = step / 2 * math.hypot(*(q - p if abs(q - p) <= 180 else 360 - abs(q - p)
                                               for p, q in zip(*e))) * METRES_PER_DEGREE
            # The three best, because two may be near the same minimum.
            spots[i] = [(e, max(0, min(1, t + step * (2 * j / fine - 1))), 2 * step / fine)
                        for e, t, step in (some[k] for _, k in found[:3]) for j in range(fine + 1)]
    return list(zip(best, steps))


def main():
    program = common.program("geobench")
    r = random.Random(7).random
    wrong = 0

    def tell(*words):
        nonlocal wrong
        wrong += 1
        if wrong <= 10:
            print(*words, file=sys.stderr)

    lines, expected = containment(r)
    answers = ask(program, lines)
    flaws = [a for a in answers if a.startswith("flaw")]
    if flaws or len(answers) != len(expected):
        print("%d answers of %d, %s" % (len(answers), len(expected), flaws[:3]), file=sys.stderr)
        return 1
    shape = ""
    asked = iter(zip(answers, expected))
    for line in lines:
        if line[0] != "?":
            shape = line
            continue
        answer, (inside, place) = next(asked)
        if (answer == "1") != inside:
            tell("contains", place, "is", answer, "and not", int(inside), "in", shape[:400])
    print("shapes: %d places, %d inside" % (len(expected), sum(e for e, _ in expected)))

    cases = distances(r)
    answers = ask(program, [text for line, _, (lat, lon) in cases for text in (line, "d %r %r" % (lat, lon))])
    again = []
    for (line, _, (lat, lon)), answer, (least, half) in zip(cases, answers, sampled(cases)):
        width = float(line.split()[1]) if line.startswith("corridor") else 0
        got = abs(float(answer) + width)
        short = 1e-6 + min(half, half * half / max(least - half, 1e-9))
        if not least - short <= got <= least + 1e-6:
            tell("distance", got, "sampled", least, "±", short, "from", lat, lon, "to", line[:400])
        # It is within just more than the distance, and not within just less.
        again += [line, "w %r %r %r" % (float(answer) + 1e-5, lat, lon), "w %r %r %r" % (float(answer) - 1e-5, lat, lon)]
    for i, pair in enumerate(zip(*[iter(ask(program, again))] * 2)):
        if pair != ("1", "0"):
            tell("within", pair, again[3 * i + 1], again[3 * i][:400])
    print("shapes: %d distances; %d differences in all" % (len(cases), wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
