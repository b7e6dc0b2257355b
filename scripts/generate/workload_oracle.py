"""Which fixes of a workload enter and leave which of its circles, by a way of its own.

Distance is on a sphere of R = 6371008.8 m or on WGS 84 (--metric). A fix enters a circle at d <= r - min(buffer, r / 2)
and has left it at d > r + buffer. A device's first fix inside counts as an enter unless --settle. geoscript's default
model: --metric wgs84 --settle --buffer B, with B the desiredAccuracy given to startMonitoringForRegion (0 if negative).
"""
import math

R_EARTH = 6371008.8
M_PER_DEG = math.pi * R_EARTH / 180.0


def haversine(la1, lo1, la2, lo2):
    p = math.pi / 180
    a = (math.sin((la2 - la1) * p / 2) ** 2
         + math.cos(la1 * p) * math.cos(la2 * p) * math.sin((lo2 - lo1) * p / 2) ** 2)
    return 2 * R_EARTH * math.asin(math.sqrt(min(1.0, a)))


WGS84_A, WGS84_F = 6378137.0, 1 / 298.257223563
WGS84_B = WGS84_A * (1 - WGS84_F)
WGS84_E2 = WGS84_F * (2 - WGS84_F)


def vincenty(la1, lo1, la2, lo2):
    """Inverse geodesic on WGS 84 (Vincenty 1975, eqs 13-21); here only for short lines."""
    u1 = math.atan((1 - WGS84_F) * math.tan(math.radians(la1)))
    u2 = math.atan((1 - WGS84_F) * math.tan(math.radians(la2)))
    l = math.radians((lo2 - lo1 + 540.0) % 360.0 - 180.0)
    su1, cu1, su2, cu2 = math.sin(u1), math.cos(u1), math.sin(u2), math.cos(u2)
    lam = l
    for _ in range(200):
        sl, cl = math.sin(lam), math.cos(lam)
        ss = math.hypot(cu2 * sl, cu1 * su2 - su1 * cu2 * cl)
        if ss == 0:
            return 0.0
        cs = su1 * su2 + cu1 * cu2 * cl
        sig = math.atan2(ss, cs)
        sa = cu1 * cu2 * sl / ss
        c2a = 1 - sa * sa
        c2m = cs - 2 * su1 * su2 / c2a if c2a else 0.0
        c = WGS84_F / 16 * c2a * (4 + WGS84_F * (4 - 3 * c2a))
        prev = lam
        lam = l + (1 - c) * WGS84_F * sa * (sig + c * ss * (c2m + c * cs * (2 * c2m * c2m - 1)))
        if abs(lam - prev) < 1e-13:
            break
    uu = c2a * (WGS84_A ** 2 - WGS84_B ** 2) / WGS84_B ** 2
    aa = 1 + uu / 16384 * (4096 + uu * (-768 + uu * (320 - 175 * uu)))
    bb = uu / 1024 * (256 + uu * (-128 + uu * (74 - 47 * uu)))
    ds = bb * ss * (c2m + bb / 4 * (cs * (2 * c2m * c2m - 1)
                                    - bb / 6 * c2m * (4 * ss * ss - 3) * (4 * c2m * c2m - 3)))
    return WGS84_B * aa * (sig - ds)


def ellipsoid_distance(la1, lo1, la2, lo2, edges):
    """Meters; mid-latitude radii of curvature, and the exact geodesic where a decision is near."""
    m = math.radians((la1 + la2) / 2)
    s = math.sin(m)
    w2 = 1 - WGS84_E2 * s * s
    n = WGS84_A / math.sqrt(w2)
    mer = n * (1 - WGS84_E2) / w2
    d = math.hypot(mer * math.radians(la2 - la1),
                   n * math.cos(m) * math.radians((lo2 - lo1 + 540.0) % 360.0 - 180.0))
    if any(abs(d - e) < 1e-4 * d + 0.01 for e in edges):
        return vincenty(la1, lo1, la2, lo2)
    return d


def oracle(fences, fixes, buffer, metric, settle, w):
    """Grid of 0.05 degree cells; exact test of the candidates.

    With settle, a device's first fix only settles where it is, by d <= r, and makes no event.
    """
    cell = 0.05
    grid = {}
    for i, (la, lo, r) in enumerate(fences):
        rr = r + buffer
        dla = rr / M_PER_DEG * 1.01
        dlo = dla / math.cos(math.radians(min(89.0, abs(la) + dla)))
        for a in range(math.floor((la - dla) / cell), math.floor((la + dla) / cell) + 1):
            for b in range(math.floor((lo - dlo) / cell), math.floor((lo + dlo) / cell) + 1):
                grid.setdefault((a, b), []).append(i)

    def distance(f, la, lo):
        if metric == "sphere":
            return haversine(la, lo, f[0], f[1])
        r = f[2]
        return ellipsoid_distance(la, lo, f[0], f[1], (r, r - min(buffer, r / 2), r + buffer))

    inside = {}
    enters = exits = hits = 0
    for t, d, la, lo, *_ in fixes:
        first = d not in inside
        cur = inside.setdefault(d, set())
        for i in sorted(cur):
            f = fences[i]
            if distance(f, la, lo) > f[2] + buffer:
                cur.discard(i)
                exits += 1
                w.write("%d,%d,%d,exit\n" % (t, d, i))
        for i in grid.get((math.floor(la / cell), math.floor(lo / cell)), ()):
            f = fences[i]
            m = distance(f, la, lo)
            hits += m <= f[2]
            if i in cur:
                continue
            if first and settle:
                if m <= f[2]:
                    cur.add(i)
            elif m <= f[2] - min(buffer, f[2] / 2):
                cur.add(i)
                enters += 1
                w.write("%d,%d,%d,enter\n" % (t, d, i))
    return enters, exits, hits
