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
  bin        fences.bin   b'GSFENCE1', u64 n, n * (f64 lat, f64 lon, f64 radius_m)
             fixes.bin    b'GSFIXES1', u64 n, n * (f64 t, f64 lat, f64 lon, f32 acc, u32 device)
             polygons.bin b'GSPOLYS1', u64 n, n * (u32 nv, nv * (f64 lat, f64 lon))
             (little-endian, no padding; first vertex not repeated)
  geojson    fences.geojson + polygons.geojson, one Feature per line (RFC 8142 without RS)
  ndjson     fixes.ndjson  geoscript's event log, one location event a line
  gpx        track.gpx    GPX 1.1, one <trk> for each device, <ele>/<time>/<extensions>; of the first
             --max-track-fixes fixes
--oracle also writes events.csv (t,device,fence,enter|exit), see workload_oracle.py.
summary.json holds the counts and a SHA-256 of every file.
"""
import argparse
import json
import os
import sys

import workload_files as out
import workload_model as model
import workload_oracle


def arguments(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--preset", choices=sorted(model.PRESETS))
    add("--area", choices=sorted(model.AREAS))
    add("--fences", type=int, help="number of circles")
    add("--polygons", type=int, help="number of polygon fences")
    add("--vertices", type=int, default=100)
    add("--devices", type=int)
    add("--fixes", type=int, default=1000000)
    add("--interval", type=int, default=5, help="seconds between two fixes of a device")
    add("--radius", default="50,2000", help="min,max in meters (log-uniform)")
    add("--seed", type=int, default=1)
    add("--formats", default="bin", help="of: " + ",".join(out.FORMATS))
    add("--max-track-fixes", type=int, default=None, help="how many fixes a gpx file has at most")
    add("--oracle", action="store_true", help="write events.csv")
    add("--buffer", type=float, default=0.0,
        help="meters, for --oracle: inside by min(this, r/2) to enter, past the edge by this to exit")
    add("--metric", choices=("sphere", "wgs84"), default="sphere", help="for --oracle")
    add("--settle", action="store_true", help="for --oracle: a device's first fix makes no event")
    add("--out", required=True, help="folder, made if missing")
    a = parser.parse_args(words)
    chosen = dict(area="city", fences=10000, polygons=1000, devices=1000) | model.PRESETS.get(a.preset, {})
    for name, value in chosen.items():
        if getattr(a, name) is None:
            setattr(a, name, value)
    a.formats = [name for name in a.formats.split(",") if name]
    for name in a.formats:
        if name not in out.FORMATS:
            parser.error("unknown format " + name)
    if a.devices < 1 or a.fixes < 0 or a.fences < 0 or a.polygons < 0 or a.vertices < 3:
        parser.error("counts must be positive")
    return a


def main(words=None):
    a = arguments(words)
    least, most = (float(x) for x in a.radius.split(","))
    files = out.Files(a.out)
    towns = model.make_towns(a.seed, a.area)
    fences = model.make_fences(a.seed, a.area, a.fences, least, most, towns)
    polygons = model.make_polygons(a.seed, a.area, a.polygons, a.vertices, least, most, towns)
    summary = dict(area=a.area, fences=len(fences), polygons=len(polygons), vertices=a.vertices,
                   devices=a.devices, fixes=a.fixes, interval=a.interval, seed=a.seed, radius=[least, most])
    out.write_fences(files, a.formats, fences, polygons)
    kept = [] if a.oracle or "gpx" in a.formats else None
    made = model.gen_fixes(a.seed, a.area, a.devices, a.fixes, a.interval, towns)
    for fix in out.write_fixes(files, a.formats, a.fixes, made):
        if kept is not None:
            kept.append(fix)
    if "gpx" in a.formats:
        out.write_track(files, kept[:a.max_track_fixes])
    if a.oracle:
        with files.open("events.csv") as w:
            w.write("t,device,fence,event\n")
            enters, exits, hits = workload_oracle.oracle(fences, kept, a.buffer, a.metric, a.settle, w)
        summary.update(buffer=a.buffer, metric=a.metric, settle=a.settle, enters=enters, exits=exits,
                       containments=hits, mean_containments=round(hits / max(1, len(kept)), 4))
    print(json.dumps(summary, sort_keys=True))
    summary["files"] = files.sums()
    with open(os.path.join(a.out, "summary.json"), "w") as w:
        json.dump(summary, w, indent=1, sort_keys=True)
        w.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
