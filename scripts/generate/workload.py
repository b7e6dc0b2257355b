#!/usr/bin/env python3
"""Deterministic location workload for benchmarks: geofences, polygons and device fixes.

Pure Python 3.8+ standard library, no third-party modules, no machine paths, no clock.
The same arguments give the same files (only random.Random.random() is drawn from,
whose sequence Python documents as stable; coordinates are rounded to 1e-7 degree).

Scenario presets (--preset; any explicit option overrides the preset's value):
  C100   city    (40 km square),       100 circles,     100 polygons, 1,000 devices
  C10k   city,                      10,000 circles,   1,000 polygons, 1,000 devices
  N100k  country (800 km square),  100,000 circles,  10,000 polygons, 5,000 devices
  W1M    world,                  1,000,000 circles,  10,000 polygons, 10,000 devices
Each preset makes 1,000,000 fixes. The radius of a fence is log-uniform in 50..2000 m
(mean covered area 1.70 km2), so a fix lies in about 0.1 / 10 / 1-2 / 1-2 circles.

Model
  places   In 'country' and 'world', 70 % of the fences and all devices lie about towns
           (normal, sigma 8 km; 100 / 1000 towns); the rest is uniform. 'city' is uniform.
  devices  correlated random walk: one of four paces (walk 1.4, cycle 5, car 14, motorway
           30 m/s), heading changes by a few degrees per fix, some pauses, reflected at
           the rim; one fix each --interval seconds, interleaved (time order, all devices
           of one tick after another); GPS error of 3-8 m (1 sigma) is added to each fix.
  polygons star-shaped ring about a centre, radius modulated by harmonics, never
           self-intersecting; --vertices corners (default 100), mean radius as a circle's.

Files written to --out for the names given in --formats (comma separated):
  csv        fences.csv   id,lat,lon,radius_m
             fixes.csv    t,device,lat,lon,acc,speed,course
  bin        fences.bin   b'GSFENCE1', u64 n, n * (f64 lat, f64 lon, f64 radius_m)
             fixes.bin    b'GSFIXES1', u64 n, n * (f64 t, f64 lat, f64 lon, f32 acc, u32 device)
             polygons.bin b'GSPOLYS1', u64 n, n * (u32 nv, nv * (f64 lat, f64 lon))
             (little-endian, no padding; first vertex not repeated)
  wkt        polygons.wkt one 'id<TAB>POLYGON((lon lat, ...))' per line
  geojson    fences.geojson + polygons.geojson, one Feature per line (RFC 8142 without RS)
  ndjson     fixes.ndjson  geoscript's canonical event log, one location event a line
  owntracks  owntracks.ndjson  one OwnTracks _type=location JSON per fix
             owntracks.topics  the topic of each line
  resp       hooks.resp / sets.resp: Tile38 RESP requests (SETCHAN .. NEARBY .. FENCE; SET)
             geoadd.resp: Redis GEOADD of the fence centres
  gpx        track.gpx    GPX 1.1, one <trk> for each device, <ele>/<time>/<extensions>
  nmea       track.nmea   RMC + GGA (and GSA every 10th) with checksums, device 0..
Limit gpx/nmea with --max-track-fixes. --oracle also writes events.csv (t,device,fence,
enter|exit): distance on a sphere of R = 6371008.8 m or on WGS 84 (--metric), enter at
d <= r, exit at d > r + --hysteresis, or both with --buffer; a device's first fix inside
counts as an enter unless --settle. geoscript's default model: --metric wgs84 --settle
--buffer B, with B the desiredAccuracy given to startMonitoringForRegion (0 if negative).
summary.json holds the counts and a SHA-256 of every file.
"""
import argparse
import hashlib
import json
import math
import os
import random
import struct
import sys

R_EARTH = 6371008.8
M_PER_DEG = math.pi * R_EARTH / 180.0

AREAS = {
    # name: (lat0, lat1, lon0, lon1, towns)
    "city": (52.3400, 52.7000, 13.1100, 13.7000, 0),
    "country": (47.5000, 54.7000, 6.0000, 16.8000, 100),
    "world": (-55.0000, 70.0000, -179.9000, 179.9000, 1000),
}
PRESETS = {
    "C100": dict(area="city", fences=100, polygons=100, devices=1000),
    "C10k": dict(area="city", fences=10000, polygons=1000, devices=1000),
    "N100k": dict(area="country", fences=100000, polygons=10000, devices=5000),
    "W1M": dict(area="world", fences=1000000, polygons=10000, devices=10000),
}
PACES = (1.4, 5.0, 14.0, 30.0)
EPOCH = 1700000000
FORMATS = ("csv", "bin", "wkt", "geojson", "ndjson", "owntracks", "resp", "gpx", "nmea")


class Rng:
    """Only .random() is drawn, so the stream does not depend on the Python version."""

    def __init__(self, seed, name):
        self.r = random.Random(int.from_bytes(
            hashlib.sha256(("%d/%s" % (seed, name)).encode()).digest()[:8], "big")).random
        self.spare = None

    def normal(self):
        if self.spare is not None:
            v, self.spare = self.spare, None
            return v
        u = 1.0 - self.r()
        a = 2.0 * math.pi * self.r()
        m = math.sqrt(-2.0 * math.log(u))
        self.spare = m * math.sin(a)
        return m * math.cos(a)


def clamp(v, lo, hi):
    return lo if v < lo else hi if v > hi else v


def make_towns(seed, area):
    la0, la1, lo0, lo1, n = AREAS[area]
    g = Rng(seed, "towns/" + area)
    return [(la0 + (la1 - la0) * (0.02 + 0.96 * g.r()), lo0 + (lo1 - lo0) * (0.02 + 0.96 * g.r()))
            for _ in range(n)]


def place(g, area, towns, share):
    la0, la1, lo0, lo1, _ = AREAS[area]
    if towns and g.r() < share:
        la, lo = towns[int(g.r() * len(towns))]
        la += g.normal() * 8000.0 / M_PER_DEG
        lo += g.normal() * 8000.0 / (M_PER_DEG * math.cos(math.radians(la)))
        return clamp(la, la0, la1), clamp(lo, lo0, lo1)
    return la0 + (la1 - la0) * g.r(), lo0 + (lo1 - lo0) * g.r()


def make_fences(seed, area, n, rmin, rmax, towns):
    g = Rng(seed, "fences")
    out = []
    k = math.log(rmax / rmin)
    for _ in range(n):
        la, lo = place(g, area, towns, 0.7)
        out.append((round(la, 7), round(lo, 7), round(rmin * math.exp(k * g.r()), 1)))
    return out


def make_polygons(seed, area, n, nv, rmin, rmax, towns):
    g = Rng(seed, "polygons")
    out = []
    k = math.log(rmax / rmin)
    for _ in range(n):
        la, lo = place(g, area, towns, 0.7)
        r = rmin * math.exp(k * g.r())
        harm = [(h, 0.22 * g.r() / math.sqrt(h), 2 * math.pi * g.r()) for h in (2, 3, 5, 9, 17)]
        cl = math.cos(math.radians(la))
        ring = []
        for i in range(nv):
            t = 2 * math.pi * i / nv
            f = 1.0
            for h, a, p in harm:
                f += a * math.sin(h * t + p)
            d = r * max(f, 0.2) / M_PER_DEG
            ring.append((round(la + d * math.sin(t), 7), round(lo + d * math.cos(t) / cl, 7)))
        out.append(ring)
    return out


def gen_fixes(seed, area, devices, fixes, interval, towns):
    """Yields (t, device, lat, lon, acc, speed, course) in time order."""
    la0, la1, lo0, lo1, _ = AREAS[area]
    g = Rng(seed, "fixes")
    r = g.r
    st = []
    for d in range(devices):
        la, lo = place(g, area, towns, 1.0)
        st.append([la, lo, 2 * math.pi * r(), PACES[int(r() * 4)], 3.0 + 5.0 * r(), 0])
    n = 0
    tick = 0
    while n < fixes:
        t = EPOCH + tick * interval
        for d in range(devices):
            s = st[d]
            la, lo, hd, v, acc, pause = s
            if pause > 0:
                s[5] = pause - 1
                sp = 0.0
            else:
                if r() < 0.01:
                    s[5] = int(r() * 20)
                hd += 0.15 * g.normal()
                if r() < 0.03:
                    hd += (math.pi / 2) * (1 if r() < 0.5 else -1)
                sp = v * (0.6 + 0.8 * r())
                step = sp * interval / M_PER_DEG
                la += step * math.cos(hd)
                lo += step * math.sin(hd) / math.cos(math.radians(la))
                if la < la0 or la > la1:
                    hd = math.pi - hd
                    la = clamp(la, la0, la1)
                if lo < lo0 or lo > lo1:
                    hd = -hd
                    lo = clamp(lo, lo0, lo1)
                s[0] = la
                s[1] = lo
                s[2] = hd
            nla = la + acc * 0.7 * g.normal() / M_PER_DEG
            nlo = lo + acc * 0.7 * g.normal() / (M_PER_DEG * math.cos(math.radians(la)))
            yield (t, d, round(nla, 7), round(nlo, 7), round(acc, 1), round(sp, 2),
                   round(math.degrees(hd) % 360.0, 1))
            n += 1
            if n >= fixes:
                return
        tick += 1


def resp(*args):
    parts = ["*%d\r\n" % len(args)]
    for a in args:
        parts.append("$%d\r\n%s\r\n" % (len(a), a))
    return "".join(parts)


def iso(t):
    import datetime
    return (datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=t)).strftime("%Y-%m-%dT%H:%M:%SZ")


def nmea_ck(body):
    c = 0
    for ch in body:
        c ^= ord(ch)
    return "$%s*%02X\r\n" % (body, c)


def nmea_ll(v, deg, pos, neg):
    h = pos if v >= 0 else neg
    v = abs(v)
    d = int(v)
    m = (v - d) * 60
    if m >= 59.99995:
        d, m = d + 1, 0.0
    return "%0*d%07.4f,%s" % (deg, d, m, h)


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
    """Metres; mid-latitude radii of curvature, and the exact geodesic where a decision is near."""
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


def oracle(fences, fixes, enter_buffer, exit_buffer, metric, settle, w):
    """Grid of 0.05 degree cells; exact test of the candidates.

    A fix is inside a circle at d <= r - min(enter_buffer, r / 2) and has left it at d > r + exit_buffer.
    With settle, a device's first fix only settles where it is, by d <= r, and makes no event.
    """
    cell = 0.05
    grid = {}
    for i, (la, lo, r) in enumerate(fences):
        rr = r + exit_buffer
        dla = rr / M_PER_DEG * 1.01
        dlo = dla / math.cos(math.radians(min(89.0, abs(la) + dla)))
        for a in range(math.floor((la - dla) / cell), math.floor((la + dla) / cell) + 1):
            for b in range(math.floor((lo - dlo) / cell), math.floor((lo + dlo) / cell) + 1):
                grid.setdefault((a, b), []).append(i)

    def distance(f, la, lo):
        if metric == "sphere":
            return haversine(la, lo, f[0], f[1])
        r = f[2]
        return ellipsoid_distance(la, lo, f[0], f[1], (r, r - min(enter_buffer, r / 2), r + exit_buffer))

    inside = {}
    enters = exits = hits = 0
    for t, d, la, lo, *_ in fixes:
        first = d not in inside
        cur = inside.setdefault(d, set())
        for i in sorted(cur):
            f = fences[i]
            if distance(f, la, lo) > f[2] + exit_buffer:
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
            elif m <= f[2] - min(enter_buffer, f[2] / 2):
                cur.add(i)
                enters += 1
                w.write("%d,%d,%d,enter\n" % (t, d, i))
    return enters, exits, hits


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--preset", choices=sorted(PRESETS))
    ap.add_argument("--area", choices=sorted(AREAS))
    ap.add_argument("--fences", type=int, help="number of circles")
    ap.add_argument("--polygons", type=int, help="number of polygon fences")
    ap.add_argument("--vertices", type=int, default=100)
    ap.add_argument("--devices", type=int)
    ap.add_argument("--fixes", type=int, default=1000000)
    ap.add_argument("--interval", type=int, default=5, help="seconds between two fixes of a device")
    ap.add_argument("--radius", default="50,2000", help="min,max in metres (log-uniform)")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--formats", default="bin", help="of: " + ",".join(FORMATS))
    ap.add_argument("--max-track-fixes", type=int, default=None, help="cap for gpx and nmea")
    ap.add_argument("--oracle", action="store_true", help="write events.csv")
    ap.add_argument("--hysteresis", type=float, default=0.0, help="metres past the edge before an exit, for --oracle")
    ap.add_argument("--buffer", type=float, default=None,
                    help="metres, for --oracle: inside by min(this, r/2) to enter, past the edge by this to exit")
    ap.add_argument("--metric", choices=("sphere", "wgs84"), default="sphere", help="for --oracle")
    ap.add_argument("--settle", action="store_true", help="for --oracle: a device's first fix makes no event")
    ap.add_argument("--out", required=True, help="folder, made if missing")
    a = ap.parse_args(argv)
    p = dict(area="city", fences=10000, polygons=1000, devices=1000)
    p.update(PRESETS.get(a.preset, {}))
    for k in p:
        if getattr(a, k) is None:
            setattr(a, k, p[k])
    fm = [f for f in a.formats.split(",") if f]
    for f in fm:
        if f not in FORMATS:
            ap.error("unknown format " + f)
    if a.devices < 1 or a.fixes < 0 or a.fences < 0 or a.polygons < 0 or a.vertices < 3:
        ap.error("counts must be positive")
    rmin, rmax = (float(x) for x in a.radius.split(","))
    os.makedirs(a.out, exist_ok=True)

    def path(n):
        return os.path.join(a.out, n)
    written = []

    def opened(n, mode="w"):
        written.append(n)
        return open(path(n), mode, newline="") if "b" not in mode else open(path(n), mode)

    towns = make_towns(a.seed, a.area)
    fences = make_fences(a.seed, a.area, a.fences, rmin, rmax, towns)
    polys = make_polygons(a.seed, a.area, a.polygons, a.vertices, rmin, rmax, towns)
    summary = dict(area=a.area, fences=len(fences), polygons=len(polys), vertices=a.vertices,
                   devices=a.devices, fixes=a.fixes, interval=a.interval, seed=a.seed, radius=[rmin, rmax])

    if "csv" in fm:
        with opened("fences.csv") as w:
            w.write("id,lat,lon,radius_m\n")
            for i, f in enumerate(fences):
                w.write("%d,%.7f,%.7f,%.1f\n" % (i, f[0], f[1], f[2]))
    if "bin" in fm:
        with opened("fences.bin", "wb") as w:
            w.write(b"GSFENCE1" + struct.pack("<Q", len(fences)))
            for f in fences:
                w.write(struct.pack("<3d", *f))
        with opened("polygons.bin", "wb") as w:
            w.write(b"GSPOLYS1" + struct.pack("<Q", len(polys)))
            for ring in polys:
                w.write(struct.pack("<I", len(ring)) + struct.pack("<%dd" % (2 * len(ring)), *[c for v in ring for c in v]))
    if "wkt" in fm:
        with opened("polygons.wkt") as w:
            for i, ring in enumerate(polys):
                w.write("%d\tPOLYGON((%s))\n" % (i, ",".join("%.7f %.7f" % (lo, la) for la, lo in ring + ring[:1])))
    if "geojson" in fm:
        with opened("fences.geojson") as w:
            for i, f in enumerate(fences):
                w.write('{"type":"Feature","id":"f%d","properties":{"radius":%.1f},"geometry":{"type":"Point","coordinates":[%.7f,%.7f]}}\n' % (i, f[2], f[1], f[0]))
        with opened("polygons.geojson") as w:
            for i, ring in enumerate(polys):
                w.write('{"type":"Feature","id":%d,"properties":{},"geometry":{"type":"Polygon","coordinates":[[%s]]}}\n'
                        % (i, ",".join("[%.7f,%.7f]" % (lo, la) for la, lo in ring + ring[:1])))
    if "resp" in fm:
        with opened("hooks.resp") as w:
            for i, f in enumerate(fences):
                w.write(resp("SETCHAN", "f%d" % i, "NEARBY", "fleet", "FENCE", "DETECT", "enter,exit",
                             "POINT", "%.7f" % f[0], "%.7f" % f[1], "%.1f" % f[2]))
        with opened("geoadd.resp") as w:
            for i, f in enumerate(fences):
                w.write(resp("GEOADD", "places", "%.7f" % f[1], "%.7f" % f[0], "f%d" % i))

    keep = [] if (a.oracle or "gpx" in fm) else None
    sinks = {}
    if "csv" in fm:
        sinks["csv"] = opened("fixes.csv")
        sinks["csv"].write("t,device,lat,lon,acc,speed,course\n")
    if "bin" in fm:
        sinks["bin"] = opened("fixes.bin", "wb")
        sinks["bin"].write(b"GSFIXES1" + struct.pack("<Q", a.fixes))
    if "ndjson" in fm:
        sinks["nd"] = opened("fixes.ndjson")
    if "owntracks" in fm:
        sinks["ot"] = opened("owntracks.ndjson")
        sinks["tp"] = opened("owntracks.topics")
    if "resp" in fm:
        sinks["resp"] = opened("sets.resp")
    if "nmea" in fm:
        sinks["nmea"] = opened("track.nmea")
    pack = struct.Struct("<3dfI").pack
    cap = a.fixes if a.max_track_fixes is None else a.max_track_fixes
    n = 0
    for fx in gen_fixes(a.seed, a.area, a.devices, a.fixes, a.interval, towns):
        t, d, la, lo, acc, sp, crs = fx
        if keep is not None:
            keep.append(fx)
        if "csv" in sinks:
            sinks["csv"].write("%d,%d,%.7f,%.7f,%.1f,%.2f,%.1f\n" % fx)
        if "bin" in sinks:
            sinks["bin"].write(pack(t, la, lo, acc, d))
        if "nd" in sinks:
            sinks["nd"].write('{"type":"location","time":%d,"device":"d%d","latitude":%.7f,"longitude":%.7f,"horizontalAccuracy":%.1f,"speed":%.2f,"course":%.1f}\n'
                              % (t, d, la, lo, acc, sp, crs))
        if "ot" in sinks:
            sinks["ot"].write('{"_type":"location","tid":"%02x","acc":%d,"alt":34,"batt":87,"bs":1,"conn":"m","cog":%d,"lat":%.7f,"lon":%.7f,"t":"u","tst":%d,"vac":4,"vel":%d}\n'
                              % (d & 255, round(acc), int(crs), la, lo, t, round(sp * 3.6)))
            sinks["tp"].write("owntracks/u%d/phone\n" % d)
        if "resp" in sinks:
            sinks["resp"].write(resp("SET", "fleet", "d%d" % d, "POINT", "%.7f" % la, "%.7f" % lo))
        if "nmea" in sinks and n < cap:
            hms = iso(t)
            tm = hms[11:13] + hms[14:16] + hms[17:19] + ".00"
            dt = hms[8:10] + hms[5:7] + hms[2:4]
            ll = nmea_ll(la, 2, "N", "S") + "," + nmea_ll(lo, 3, "E", "W")
            w = sinks["nmea"]
            w.write(nmea_ck("GPRMC,%s,A,%s,%.2f,%.1f,%s,,,A" % (tm, ll, sp * 1.943844, crs, dt)))
            w.write(nmea_ck("GPGGA,%s,%s,1,09,0.9,34.2,M,45.1,M,," % (tm, ll)))
            if n % 10 == 0:
                w.write(nmea_ck("GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1"))
        n += 1
    for s in sinks.values():
        s.close()
    if "gpx" in fm:
        by = {}
        for fx in keep[:cap]:
            by.setdefault(fx[1], []).append(fx)
        with opened("track.gpx") as w:
            w.write('<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="workload.py" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">\n')
            for d in sorted(by):
                w.write(" <trk>\n  <name>device %d</name>\n  <trkseg>\n" % d)
                for t, _, la, lo, acc, sp, crs in by[d]:
                    w.write('   <trkpt lat="%.7f" lon="%.7f">\n    <ele>34.2</ele>\n    <time>%s</time>\n    <hdop>%.1f</hdop>\n    <extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>%.2f</gpxtpx:speed><gpxtpx:course>%.1f</gpxtpx:course></gpxtpx:TrackPointExtension></extensions>\n   </trkpt>\n'
                            % (la, lo, iso(t), acc / 5, sp, crs))
                w.write("  </trkseg>\n </trk>\n")
            w.write("</gpx>\n")
    if a.oracle:
        with opened("events.csv") as w:
            w.write("t,device,fence,event\n")
            inner, outer = (0.0, a.hysteresis) if a.buffer is None else (a.buffer, a.buffer)
            e, x, h = oracle(fences, keep, inner, outer, a.metric, a.settle, w)
        summary.update(enter_buffer=inner, exit_buffer=outer, metric=a.metric, settle=a.settle, enters=e, exits=x, containments=h,
                       mean_containments=round(h / max(1, len(keep)), 4))
    summary["files"] = {}
    for nme in written:
        hsh = hashlib.sha256()
        with open(path(nme), "rb") as f:
            for blk in iter(lambda: f.read(1 << 20), b""):
                hsh.update(blk)
        summary["files"][nme] = dict(bytes=os.path.getsize(path(nme)), sha256=hsh.hexdigest())
    with open(path("summary.json"), "w") as w:
        json.dump(summary, w, indent=1, sort_keys=True)
        w.write("\n")
    print(json.dumps({k: v for k, v in summary.items() if k != "files"}, sort_keys=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
