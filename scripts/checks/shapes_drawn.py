"""The shapes of shapes.py, drawn at random, and the places that are asked about."""
import math

from shapely.geometry import Polygon

UNIT = 2.0 ** 20
PLACES = 130  # for each shape


def on_grid(x):
    return round(x * UNIT) / UNIT


def star(r, n, x, y, size, squeeze=1.0):
    """A ring around (x, y) that does not cross itself, as (lon, lat)."""
    ring = []
    for i in range(n):
        t = 2 * math.pi * (i + 0.7 * r()) / n
        d = size * (0.4 + 0.6 * r())
        ring.append((on_grid(x + squeeze * d * math.cos(t)), on_grid(y + d * math.sin(t))))
    return ring


def ordinary(r, x=None):
    """Parts of rings: an outer ring, perhaps a hole, an island in it, a part beside it; and where they are."""
    size = 10 ** (-3.5 + 4.6 * r())
    if x is None:
        x = on_grid(-180 + 2.2 * size + (360 - 8 * size) * r()) if size < 20 else 0
    y = on_grid(max(-89 + 2 * size, min(89 - 2 * size, -90 + 180 * r())))
    n = 3 + int(40 * r() * r())
    parts = [[star(r, n, x, y, size)]]
    kind = r()
    if kind < 0.5:  # within the 0.4 that the outer ring keeps, even where its edges cut corners
        if n >= 8:
            parts[0].append(star(r, 3 + int(9 * r()), x, y, 0.3 * size))
            if kind < 0.2:
                parts.append([star(r, 3 + int(5 * r()), x, y, 0.05 * size)])
    if 0.3 < kind < 0.7:
        parts.append([star(r, 3 + int(9 * r()), on_grid(x + 2.1 * size), y, size)])
    return parts, (x, y, 3.2 * size if len(parts) > 1 else 1.2 * size)


def polar(r):
    """A ring around a pole, and the curve that GEOS gets for it."""
    n = 4 + int(30 * r())
    sign = 1 if r() < 0.5 else -1
    low = 20 + 60 * r()
    lons = sorted(on_grid(-179.9 + 359.8 * (i + 0.9 * r()) / n) for i in range(n))
    ring = [(x, sign * on_grid(low + (89 - low) * r())) for x in lons]
    # Where the closing edge meets the 180th meridian: both ends must be exact for GEOS, so they are put in.
    y = sign * on_grid(low + (89 - low) * r())
    curve = [(-180.0, y)] + ring + [(180.0, y)]
    given = [(180.0 if r() < 0.5 else -180.0, y)] + ring
    return given, Polygon(curve + [(180, 90 * sign), (-180, 90 * sign)]), sign


def polygon_line(parts):
    words = ["polygon", str(len(parts))]
    for part in parts:
        words.append(str(len(part)))
        for ring in part:
            words.append(str(len(ring)))
            words += ["%r %r" % (y, x) for x, y in ring]
    return " ".join(words)


def turned(ring, r):
    """The same ring with another start, in either direction, closed or not."""
    k = int(len(ring) * r())
    ring = ring[k:] + ring[:k]
    if r() < 0.5:
        ring.reverse()
    return ring + ring[:1] if r() < 0.5 else ring


def wrap(x):
    return x - 360 if x > 180 else x + 360 if x < -180 else x


def shift(parts, by):
    return [[[(wrap(x + by), y) for x, y in ring] for ring in part] for part in parts]


def places(r, rings, middle, reach):
    """Corners, middles of edges (on the edge, exactly), places on the parallel and the meridian of a corner, any."""
    out = []
    for _ in range(PLACES):
        ring = rings[int(len(rings) * r())]
        i = int(len(ring) * r())
        (x, y), (u, v) = ring[i], ring[i - 1]
        kind = r()
        if kind < 0.08:
            out.append((x, y))
        elif kind < 0.2 and abs(u - x) <= 180:
            out.append(((x + u) / 2, (y + v) / 2))
        elif kind < 0.3:
            out.append((on_grid(middle[0] + reach * (2 * r() - 1)), y))
        elif kind < 0.4:
            out.append((x, on_grid(middle[1] + reach * (2 * r() - 1))))
        else:
            out.append((on_grid(middle[0] + reach * (2 * r() - 1)), on_grid(middle[1] + reach * (2 * r() - 1))))
    return [(x, max(-90.0, min(90.0, y))) for x, y in out]
