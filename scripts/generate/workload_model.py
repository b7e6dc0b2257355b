"""The drawn fences, polygons and fixes of a workload."""
import hashlib
import math
import random

from workload_oracle import M_PER_DEG

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
